import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressKey, shortAddress } from '../../../domain/address'
import { fromUnits } from '../../../domain/amount'
import type { Leftover } from '../../../guard/forecast'
import { homeOf, tokensIn } from '../../../guard/intent'
import type { Order } from '../../../orders/order'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import { useWords } from '../../../ui/words'
import { useHalt } from '../../halt'
import { useServices } from '../../services'
import { isEndless } from '../review/names'
import { leftoversQuery, revokePlan } from './leftover'
import { progressWords } from './words'

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
  const { desk, clock } = useServices()
  const queries = useQueryClient()
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const halt = useHalt()

  const revoke = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      const id = await desk.open(revokePlan(order, leftover, clock()))
      await desk.run(id)
      await queries.invalidateQueries({ queryKey: ['leftovers', order.id] })
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Notice
      kind="warn"
      action={
        <Button size="small" isBusy={isBusy} disabled={halt !== undefined} onClick={revoke}>
          {words.revoke}
        </Button>
      }
    >
      <p>{words.leftover(shortAddress(leftover.spender), amountText(order, leftover, words.anything))}</p>
      {trouble && <p className="text-red">{trouble}</p>}
    </Notice>
  )
}

function amountText({ plan }: Order, { token, amount }: Leftover, anything: string): string {
  const known = tokensIn(plan.intent).find(({ address }) => addressKey(address) === addressKey(token))
  const symbol = known?.symbol ?? shortAddress(token)
  if (isEndless(amount)) return `${anything} ${symbol}`
  return known ? `${fromUnits(amount, known.decimals)} ${symbol}` : `${amount} ${symbol}`
}
