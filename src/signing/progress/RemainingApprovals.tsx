import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../components/services'
import { addressKey, shortAddress } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import { chainKinds } from '../../domain/chainKinds'
import { grouped } from '../../domain/text/figure'
import type { Leftover } from '../../guard/forecast'
import { sourceChainOf, tokensIn } from '../../guard/intent'
import type { Order } from '../../orders/order'
import { useMessages } from '../../ui/messages'
import { isUnlimited } from '../plan/names'
import { ActionNotice } from './ActionNotice'
import { progressMessages } from './messages'
import { remainingApprovalsQuery, revokePlan } from './remainingApprovals'

/** Allowances that remain after an order, read from the chain, each with a Revoke button. */
export function RemainingApprovals({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const { data, isError } = useRemainingApprovals(order)
  if (!chainKinds[sourceChainOf(order.plan.intent).kind].hasApprovals) return null
  if (isError) return <p className="text-fine text-quiet">{messages.leftoversUnknown}</p>
  // As high as the usual answer, so that nothing below it moves.
  if (!data) return <p className="text-fine text-quiet">{messages.leftoversLooking}</p>
  if (data.length === 0) return <p className="text-fine text-quiet">{messages.noLeftovers}</p>
  return (
    <div className="grid gap-2">
      {data.map((leftover) => (
        <LeftoverNotice
          key={`${leftover.chainId} ${leftover.token} ${leftover.spender}`}
          order={order}
          leftover={leftover}
        />
      ))}
    </div>
  )
}

/** One query, shared by all components that show it. */
export function useRemainingApprovals(order: Order, isWanted = true) {
  const { wallets, deployment } = useServices()
  return useQuery({ ...remainingApprovalsQuery(wallets, deployment, order), ...(isWanted ? {} : { enabled: false }) })
}

function LeftoverNotice({ order, leftover }: { order: Order; leftover: Leftover }) {
  const messages = useMessages(progressMessages)
  const { orderService, clock } = useServices()
  const queries = useQueryClient()
  const revoke = async () => {
    const id = await orderService.open(revokePlan(order, leftover, clock()))
    await orderService.act(id, { type: 'start' })
    await queries.invalidateQueries({ queryKey: ['leftovers', order.id] })
  }
  return (
    <ActionNotice label={messages.revoke} act={revoke}>
      {messages.leftover(shortAddress(leftover.spender), amountText(order, leftover, messages.anything))}
    </ActionNotice>
  )
}

function amountText({ plan }: Order, { token, amount }: Leftover, anything: string): string {
  const known = tokensIn(plan.intent).find(({ address }) => addressKey(address) === addressKey(token))
  const symbol = known?.symbol ?? shortAddress(token)
  if (isUnlimited(amount)) return `${anything} ${symbol}`
  return known ? `${grouped(fromUnits(amount, known.decimals))} ${symbol}` : `${amount} ${symbol}`
}
