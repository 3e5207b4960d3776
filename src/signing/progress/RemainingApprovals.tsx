import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../components/services'
import { addressKey, shortAddress } from '../../domain/address'
import { fromUnits } from '../../domain/amount'
import type { Leftover } from '../../guard/forecast'
import { homeOf, tokensIn } from '../../guard/intent'
import type { Order } from '../../orders/order'
import { useWords } from '../../ui/messages'
import { isEndless } from '../plan/names'
import { ActNotice } from './ActionNotice'
import { progressWords } from './messages'
import { leftoversQuery, revokePlan } from './remainingApprovals'

/** Allowances that outlive an order, as the chain has them now, each with a way to take it back. */
export function Leftovers({ order }: { order: Order }) {
  const words = useWords(progressWords)
  const { wallets } = useServices()
  const { data, isError } = useQuery(leftoversQuery(wallets, order))
  if (homeOf(order.plan.intent).kind !== 'evm') return null
  if (isError) return <p className="text-fine text-quiet">{words.leftoversUnknown}</p>
  if (!data) return null
  if (data.length === 0) return <p className="text-fine text-quiet">{words.noLeftovers}</p>
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

function LeftoverNotice({ order, leftover }: { order: Order; leftover: Leftover }) {
  const words = useWords(progressWords)
  const { orderService, clock } = useServices()
  const queries = useQueryClient()
  const revoke = async () => {
    await orderService.run(await orderService.open(revokePlan(order, leftover, clock())))
    await queries.invalidateQueries({ queryKey: ['leftovers', order.id] })
  }
  return (
    <ActNotice label={words.revoke} act={revoke}>
      {words.leftover(shortAddress(leftover.spender), amountText(order, leftover, words.anything))}
    </ActNotice>
  )
}

function amountText({ plan }: Order, { token, amount }: Leftover, anything: string): string {
  const known = tokensIn(plan.intent).find(({ address }) => addressKey(address) === addressKey(token))
  const symbol = known?.symbol ?? shortAddress(token)
  if (isEndless(amount)) return `${anything} ${symbol}`
  return known ? `${fromUnits(amount, known.decimals)} ${symbol}` : `${amount} ${symbol}`
}
