import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ownedPosition } from '../../../components/positions/position'
import { sequenceStage } from '../../../components/sequences/sequence'
import { useServices } from '../../../components/services'
import { addressKey } from '../../../domain/address'
import { isComplete } from '../../../orders/order'
import type { Sequence } from '../../../orders/sequence'
import ProgressDialog from '../../../signing/progress/ProgressDialog'
import { PlanSkeleton } from '../../../signing/review/PlanSkeleton'
import SwapReview from '../../../signing/review/SwapReview'
import { Withdraw } from '../../../signing/review/Withdraw'
import { Address } from '../../../ui/Address'
import { Dialog } from '../../../ui/Dialog'
import { useFirst } from '../../../ui/hooks/useFirst'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { largestTyped } from '../amounts/useDepositFunds'
import type { AddLiquidity } from '../useAddLiquidity'
import type { DepositForm } from '../useDepositForm'
import { stageForecast, swapIntentOf } from './forecast'
import { sequenceScreenMessages } from './messages'
import { SequenceSteps } from './SequenceSteps'

type SequenceDialogProps = {
  readonly sequence: Sequence
  readonly liquidity: AddLiquidity
  /** The order of it whose progress is shown; `undefined` for the review of the next step. */
  readonly orderId: string | undefined
  readonly onNext: () => void
  /** A step was begun, here or in another tab. */
  readonly onOrder: (orderId: string) => void
  /** Everything is there for the deposit: its own review takes over. */
  readonly onDeposit: (typed: Pick<DepositForm, 'given' | 'amount'>) => void
  readonly onClose: () => void
}

/** The progress of the order that is named; else the review of the next step. */
export default function SequenceDialog(props: SequenceDialogProps) {
  const { orderId } = props
  return orderId === undefined ? <NextStep {...props} /> : <SequenceProgress {...props} orderId={orderId} />
}

/** The review of the next step of a sequence, with all of its steps above it. Only its own account goes on with it. */
function NextStep({ sequence, liquidity, onOrder, onDeposit, onClose }: SequenceDialogProps) {
  const messages = useMessages(sequenceScreenMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const stage = sequenceStage(sequence, orders)
  const { goal } = sequence
  const { pool } = liquidity.choice
  const { moving, funds } = liquidity
  const position = moving.is === 'position' ? moving.position : undefined
  const isItsPool = pool?.address === goal.pool
  const now = isItsPool ? stageForecast(stage, pool, goal.range, position) : undefined
  // The forecast stays as it was when the step was first shown, so that no figure changes as the button is pressed.
  const at = stage.at === 'deposit' ? `deposit ${stage.isSwapped}` : stage.at
  const forecast = useFirst(at, () => now)

  const underWay = stage.at === 'under way' ? stage.orderId : undefined
  const follow = useEffectEvent((orderId: string) => onOrder(orderId))
  useEffect(() => {
    if (underWay !== undefined) follow(underWay)
  }, [underWay])

  const isItsAccount = funds.account !== undefined && addressKey(funds.account) === addressKey(goal.account)
  const isDeposit = isItsAccount && stage.at === 'deposit' && forecast !== undefined && forecast.swap === undefined
  const deposit = useEffectEvent(
    () => pool && forecast && onDeposit(largestTyped(pool, goal.range, forecast.budget) ?? nothing),
  )
  useEffect(() => {
    if (isDeposit) deposit()
  }, [isDeposit])

  const swap = useFirst(at, () =>
    stage.at === 'deposit' && forecast?.swap && funds.paid
      ? swapIntentOf(forecast.swap, funds.paid, goal.account)
      : undefined,
  )

  if (!isItsAccount || !pool || !isItsPool || !forecast || isDeposit)
    return (
      <Dialog title={messages.title(goal.position)} onClose={onClose} size="wide">
        {isItsAccount ? (
          <PlanSkeleton note={messages.preparing} />
        ) : (
          <Notice kind="warn" isLive>
            {messages.otherAccount} <Address value={goal.account} />
          </Notice>
        )}
      </Dialog>
    )
  const steps = <SequenceSteps pool={pool} position={goal.position} stage={stage} forecast={forecast} />
  if (stage.at === 'withdrawal' && position) {
    const held = ownedPosition(pool, { ...position, unclaimed: undefined })
    return (
      <Withdraw
        position={held}
        now={held}
        withdrawal="remove"
        tokens={liquidity.network.tokens}
        sequence={{ title: messages.title(goal.position), part: { goal, step: 'withdrawal' }, steps }}
        onConfirmed={onOrder}
        onClose={onClose}
      />
    )
  }
  if (!swap) return null
  return (
    <SwapReview
      intent={swap}
      shownMinimum={undefined}
      tokens={liquidity.network.tokens}
      part={{ goal, step: 'swap' }}
      onConfirmed={onOrder}
      onClose={onClose}
    >
      {steps}
    </SwapReview>
  )
}

const nothing = { given: 'amount1', amount: '0' } as const

/** An order of a sequence: once it is done, its dialog leads to the next step. */
function SequenceProgress(props: SequenceDialogProps & { readonly orderId: string }) {
  const { sequence, orderId, onNext, onClose } = props
  const messages = useMessages(sequenceScreenMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isDone = orders.some((order) => order.id === orderId && isComplete(order))
  const close = () => {
    if (isDone && !sequence.isOver) onNext()
    else onClose()
  }
  return <ProgressDialog id={orderId} onClose={close} next={isDone && !sequence.isOver ? messages.goOn : undefined} />
}
