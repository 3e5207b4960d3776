import { Link } from 'wouter'
import { addressKey } from '../../domain/address'
import type { Amounts } from '../../domain/liquidity/liquidity'
import { locale } from '../../domain/text/locale'
import type { Token } from '../../domain/token'
import type { Sequence, SequenceGoal } from '../../orders/sequence'
import { Address } from '../../ui/Address'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useIsRestoring, useLiquidityAccount } from '../accounts/useAccounts'
import { addLiquidityPath } from '../liquidityLink'
import { useAllOrders } from '../orders/useAllOrders'
import { presentText } from '../positions/figures'
import { useServices } from '../services'
import { useTokens } from '../tokens/useTokens'
import { sequenceMessages } from './messages'
import { type SequenceStage, sequenceStage } from './sequence'
import { stopSequence } from './useSequences'

type NoticesProps = {
  /** The sequences of this browser. */
  readonly open: readonly Sequence[]
  /** Continues on this page, at the order in progress if there is one; without it, a link leads to the page that can. */
  readonly onContinue?: (sequence: Sequence, orderId: string | undefined) => void
}

/** Deposits of several orders that were stopped between two of them: the place of the money, and the next step. */
export default function SequenceNotices({ open, onContinue }: NoticesProps) {
  // Else each visit would begin by saying that the account is not connected.
  const isRestoring = useIsRestoring()
  const { orders, isLoaded } = useAllOrders()
  if (isRestoring || !isLoaded) return null
  return open.flatMap((sequence) => {
    const stage = sequenceStage(sequence, orders)
    return stage.at === 'done' ? [] : <SequenceNotice key={sequence.goal.id} {...{ sequence, stage, onContinue }} />
  })
}

type NoticeProps = {
  readonly sequence: Sequence
  readonly stage: Exclude<SequenceStage, { at: 'done' }>
  readonly onContinue: NoticesProps['onContinue']
}

function SequenceNotice({ sequence, stage, onContinue }: NoticeProps) {
  const messages = useMessages(sequenceMessages)
  const { tokens } = useTokens()
  const services = useServices()
  const connected = useLiquidityAccount()
  const { chainId, pool, range, position, symbols, account } = sequence.goal
  // Another account would pay the deposit from its own balance.
  const isItsAccount = connected !== undefined && addressKey(connected) === addressKey(account)
  const isOpen = stage.at === 'under way' && stage.order === 'open'
  return (
    <Notice
      kind="warn"
      title={messages.title(symbols.join('/'), position)}
      action={
        <span className="flex flex-wrap items-center gap-3">
          {isItsAccount && continueButton()}
          {!isOpen && (
            <Button size="small" onClick={() => stopSequence(services, sequence)}>
              {messages.stop}
            </Button>
          )}
        </span>
      }
    >
      {isItsAccount ? (
        whereIsMoney()
      ) : (
        <>
          {messages.otherAccount} <Address value={account} />
        </>
      )}
    </Notice>
  )

  function continueButton() {
    if (onContinue)
      return (
        <Button size="small" onClick={() => onContinue(sequence, stage.at === 'under way' ? stage.orderId : undefined)}>
          {messages.goOn}
        </Button>
      )
    return (
      <Link
        href={addLiquidityPath({ pool: { chainId, address: pool }, range })}
        className="font-medium underline underline-offset-4"
      >
        {messages.goOn}
      </Link>
    )
  }

  function whereIsMoney(): string {
    if (stage.at === 'under way') return messages.underWay(stage.step, stage.order)
    if (stage.at === 'withdrawal') return messages.untouched(position ?? '')
    const next = stage.isSwapped ? messages.next.deposit : position === undefined ? messages.next.swap : ''
    return [messages.inWallet(budgetText(stage.budget, sequence.goal, tokens)), next].filter(Boolean).join(locale.gap)
  }
}

function budgetText(
  { amount0, amount1 }: Amounts,
  { chainId, tokens: addresses }: SequenceGoal,
  tokens: readonly Token[],
) {
  const amounts = [amount0, amount1].flatMap((units, side) => {
    const token = tokens.find(
      ({ chain, address, isNative }) =>
        !isNative && chain.chainId === chainId && addressKey(address) === addressKey(addresses[side] ?? ''),
    )
    return token ? [{ token, units }] : []
  })
  return presentText(amounts)
}
