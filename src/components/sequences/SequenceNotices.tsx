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
  /**
   * Continues a sequence on this page, at its order in progress if there is one; where it is missing, a link leads to
   * the page that can.
   */
  readonly onContinue?: (sequence: Sequence, orderId: string | undefined) => void
}

/** Deposits of several orders that were stopped between two of them: the place of the money, and the next step. */
export default function SequenceNotices({ open, onContinue }: NoticesProps) {
  const account = useLiquidityAccount()
  // Else each visit would begin by saying that the account is not connected.
  const isRestoring = useIsRestoring()
  const { orders, isLoaded } = useAllOrders()
  if (isRestoring || !isLoaded) return null
  return open
    .map((sequence) => ({ sequence, stage: sequenceStage(sequence, orders) }))
    .filter(({ stage }) => stage.at !== 'done')
    .map(({ sequence, stage }) => (
      <SequenceNotice
        key={sequence.goal.id}
        sequence={sequence}
        stage={stage}
        isItsAccount={account !== undefined && addressKey(account) === addressKey(sequence.goal.account)}
        onContinue={onContinue}
      />
    ))
}

type NoticeProps = {
  readonly sequence: Sequence
  readonly stage: SequenceStage
  /** Whether the connected account owns the moved tokens. Another account would pay the deposit from its own balance. */
  readonly isItsAccount: boolean
  readonly onContinue: NoticesProps['onContinue'] | undefined
}

function SequenceNotice({ sequence, stage, isItsAccount, onContinue }: NoticeProps) {
  const messages = useMessages(sequenceMessages)
  const { tokens } = useTokens()
  const services = useServices()
  const { chainId, pool, range, position, symbols, account } = sequence.goal
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
    if (stage.at === 'done') return ''
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
