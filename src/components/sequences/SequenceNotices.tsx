import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { addressKey } from '../../domain/address'
import type { Amounts } from '../../domain/liquidity/liquidity'
import type { Token } from '../../domain/token'
import type { Sequence } from '../../preparation/liquidity/sequenceCodec'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { addLiquidityPath } from '../liquidityLink'
import { amountText } from '../positions/figures'
import { useServices } from '../services'
import { useTokens } from '../tokens/useTokens'
import { sequenceMessages } from './messages'
import { type SequenceStage, sequenceStage } from './sequence'

type NoticesProps = {
  /** The sequences of this browser. */
  readonly open: readonly Sequence[]
  readonly onStop: (id: string) => void
  /** Goes on with a sequence on this page; without it, a link leads to the page that can. */
  readonly onContinue?: (sequence: Sequence) => void
}

/** Deposits of several orders that were stopped between: where the money is, and what comes next. */
export function SequenceNotices({ open, onStop, onContinue }: NoticesProps) {
  const { orderService } = useServices()
  const { orders, isLoaded } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  return open
    .filter((sequence) => isLoaded || Object.keys(sequence.orders).length === 0)
    .map((sequence) => ({ sequence, stage: sequenceStage(sequence, orders) }))
    .filter(({ stage }) => stage.at !== 'done')
    .map(({ sequence, stage }) => (
      <SequenceNotice key={sequence.id} sequence={sequence} stage={stage} onStop={onStop} onContinue={onContinue} />
    ))
}

type NoticeProps = {
  readonly sequence: Sequence
  readonly stage: SequenceStage
  readonly onStop: (id: string) => void
  readonly onContinue: ((sequence: Sequence) => void) | undefined
}

function SequenceNotice({ sequence, stage, onStop, onContinue }: NoticeProps) {
  const messages = useMessages(sequenceMessages)
  const { tokens } = useTokens()
  const { chainId, pool, range, position, symbols } = sequence
  const where = whereIsMoney()
  return (
    <Notice
      kind="warn"
      title={messages.title(symbols.join('/'), position)}
      action={
        <span className="flex flex-wrap items-center gap-3">
          {onContinue ? (
            <Button size="small" onClick={() => onContinue(sequence)}>
              {messages.goOn}
            </Button>
          ) : (
            <Link
              href={addLiquidityPath({ pool: { chainId, address: pool }, range })}
              className="font-medium underline underline-offset-4"
            >
              {messages.goOn}
            </Link>
          )}
          {stage.at !== 'under way' && (
            <Button size="small" onClick={() => onStop(sequence.id)}>
              {messages.stop}
            </Button>
          )}
        </span>
      }
    >
      {where}
    </Notice>
  )

  function whereIsMoney(): string {
    if (stage.at === 'under way') return messages.underWay(stage.step)
    if (stage.at === 'withdrawal') return messages.untouched(position ?? '')
    if (stage.at === 'done' || Object.keys(sequence.orders).length === 0) return messages.unstarted
    const next = stage.isSwapped ? messages.next.deposit : position === undefined ? messages.next.swap : ''
    return [messages.inWallet(budgetText(stage.budget, sequence, tokens)), next].filter(Boolean).join(' ')
  }
}

function budgetText({ amount0, amount1 }: Amounts, { chainId, tokens: addresses }: Sequence, tokens: readonly Token[]) {
  const amounts = [amount0, amount1].flatMap((units, side) => {
    const token = tokens.find(
      ({ chain, address, isNative }) =>
        !isNative && chain.chainId === chainId && addressKey(address) === addressKey(addresses[side] ?? ''),
    )
    return token && units > 0n ? [amountText(token, units)] : []
  })
  return amounts.join(' · ')
}
