import { allOrders } from '../components/orders/useAllOrders'
import { useServices } from '../components/services'
import type { Token } from '../domain/token'
import { historyFrom } from '../preparation/history'
import type { PrepareDeps } from '../preparation/prepareDeps'

/** Dependencies for preparing and checking a plan, including this browser's orders: all of them, as they are by then. */
export function usePrepareDeps(tokens: readonly Token[]): PrepareDeps {
  const services = useServices()
  const { deployment, nodes, wallets, clock, wait } = services
  const history = async () => historyFrom(await allOrders(services))
  return { deployment, nodes, wallets, clock, wait, tokens, history }
}
