import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { OwnedPosition } from '../../../chain/position'
import { exactText } from '../../../components/positions/figures'
import { tokenAmounts } from '../../../components/positions/proposal'
import { sequenceStage } from '../../../components/sequences/sequence'
import { useServices } from '../../../components/services'
import { addressKey } from '../../../domain/address'
import { fromUnits } from '../../../domain/amount'
import { largestDeposit } from '../../../domain/liquidity/deposit'
import { type Amounts, burnMinimums, type PoolSide } from '../../../domain/liquidity/liquidity'
import type { Range } from '../../../domain/liquidity/range'
import { percentText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import type { WithdrawIntent } from '../../../guard/liquidityIntent'
import { isComplete } from '../../../orders/order'
import type { Sequence, SequencePart } from '../../../orders/sequence'
import { type LiquidityPool, poolKeyOf } from '../../../preparation/liquidity/liquidityPool'
import { PreparedPlan } from '../../../signing/plan/PreparedPlan'
import { ProgressDialog } from '../../../signing/progress/ProgressDialog'
import { reviewMessages } from '../../../signing/review/messages'
import { PlanSkeleton } from '../../../signing/review/PlanSkeleton'
import { ReviewFooter } from '../../../signing/review/ReviewFooter'
import { SwapReview } from '../../../signing/review/SwapReview'
import { useCheckedPlan } from '../../../signing/review/useCheckedPlan'
import { useSubmitOrder } from '../../../signing/useSubmitOrder'
import { Address } from '../../../ui/Address'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { Row, Rows } from '../../../ui/Rows'
import type { AddLiquidity } from '../useAddLiquidity'
import type { DepositForm } from '../useDepositForm'
import { heldBy, type SequenceForecast, stageForecast, swapIntentOf } from './forecast'
import { sequenceScreenMessages } from './messages'
import { SequenceSteps } from './SequenceSteps'

export type SequenceDialogProps = {
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
export function SequenceDialog(props: SequenceDialogProps) {
  const { sequence, orderId, onNext, onClose } = props
  if (orderId === undefined) return <NextStep {...props} />
  return <SequenceProgress sequence={sequence} orderId={orderId} onNext={onNext} onClose={onClose} />
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
  const [shown, setShown] = useState<{ readonly at: string; readonly forecast: SequenceForecast }>()
  const at = stage.at === 'deposit' ? `deposit ${stage.isSwapped}` : stage.at
  if (now && shown?.at !== at) setShown({ at, forecast: now })
  const forecast = shown?.at === at ? shown.forecast : undefined

  const underWay = stage.at === 'under way' ? stage.orderId : undefined
  const follow = useEffectEvent((orderId: string) => onOrder(orderId))
  useEffect(() => {
    if (underWay !== undefined) follow(underWay)
  }, [underWay])

  const isItsAccount = funds.account !== undefined && addressKey(funds.account) === addressKey(goal.account)
  const isDeposit = isItsAccount && stage.at === 'deposit' && forecast !== undefined && forecast.swap === undefined
  const deposit = useEffectEvent(() => pool && forecast && onDeposit(depositOf(forecast.budget, pool, goal.range)))
  useEffect(() => {
    if (isDeposit) deposit()
  }, [isDeposit])

  const [swap, setSwap] = useState<{
    readonly of: SequenceForecast
    readonly intent: ReturnType<typeof swapIntentOf>
  }>()
  if (stage.at === 'deposit' && forecast?.swap && funds.paid && swap?.of !== forecast)
    setSwap({ of: forecast, intent: swapIntentOf(forecast.swap, funds.paid, goal.account) })

  if (!isItsAccount)
    return (
      <Dialog title={messages.title(goal.position)} isOpen onClose={onClose} size="wide">
        <Notice kind="warn" isLive>
          {messages.otherAccount} <Address value={goal.account} />
        </Notice>
      </Dialog>
    )
  if (!pool || !isItsPool || !forecast || isDeposit)
    return (
      <Dialog title={messages.title(goal.position)} isOpen onClose={onClose} size="wide">
        <PlanSkeleton note={messages.preparing} />
      </Dialog>
    )
  const steps = <SequenceSteps pool={pool} position={goal.position} stage={stage} forecast={forecast} />
  if (stage.at === 'withdrawal' && position)
    return (
      <WithdrawalReview
        title={messages.title(goal.position)}
        pool={pool}
        position={position}
        manager={moving.is === 'position' ? moving.manager : undefined}
        tokens={liquidity.network.tokens}
        part={{ goal, step: 'withdrawal' }}
        onConfirmed={onOrder}
        onClose={onClose}
      >
        {steps}
      </WithdrawalReview>
    )
  if (!swap) return null
  return (
    <SwapReview
      intent={swap.intent}
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

/** The amounts to type for the largest deposit of a budget in the chosen pool and range. */
function depositOf(budget: Amounts, pool: LiquidityPool, range: Range) {
  const deposit = largestDeposit({ ...range, sqrtPriceX96: pool.sqrtPriceX96, balances: budget })
  const given: PoolSide = deposit.amount0 > 0n ? 'amount0' : 'amount1'
  const { decimals } = given === 'amount0' ? pool.token0 : pool.token1
  return { given, amount: fromUnits(deposit[given], decimals) }
}

type WithdrawalProps = {
  title: string
  pool: LiquidityPool
  position: OwnedPosition
  manager: string | undefined
  tokens: readonly Token[]
  part: SequencePart
  children: ReactNode
  onConfirmed: (orderId: string) => void
  onClose: () => void
}

/** All of a position, paid out to its owner, at the price when it was opened or last updated. */
function WithdrawalReview(props: WithdrawalProps) {
  const { title, pool, position, manager, tokens, part, children, onConfirmed, onClose } = props
  const messages = useMessages(sequenceScreenMessages)
  const shared = useMessages(reviewMessages)
  const [{ intent, at }, setAsked] = useState(() => withdrawalOf(pool, position, manager))
  const { checked, problem, again } = useCheckedPlan(intent, tokens)
  const open = useSubmitOrder(onConfirmed, part)
  const isOutdated = checked?.verdict.level === 'blocked' && pool.sqrtPriceX96 !== at
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        checked && (
          <ReviewFooter
            verdict={checked.verdict}
            label={messages.confirmWithdrawal}
            note={shared.next}
            onConfirm={async () => void (await open(checked.plan))}
          />
        )
      }
    >
      <div className="grid gap-5" aria-busy={!checked && problem === undefined}>
        {children}
        {intent && (
          <Rows>
            <Row term={messages.out}>{listed(pool, heldBy(position, pool))}</Row>
            <Row term={messages.least} hint={messages.leastNote(percentText(withdrawalToleranceBps))}>
              {listed(pool, intent.minimums)}
            </Row>
          </Rows>
        )}
        {isOutdated && (
          <Notice
            isLive
            action={<Button onClick={() => setAsked(withdrawalOf(pool, position, manager))}>{messages.anew}</Button>}
          >
            {messages.moved}
          </Notice>
        )}
        <PreparedPlan what="withdrawal" checked={checked} problem={problem} onAgain={again} tokens={tokens} />
      </div>
    </Dialog>
  )
}

function listed(pool: LiquidityPool, amounts: Amounts) {
  return tokenAmounts(pool, amounts).map(({ token, units }) => (
    <span key={token.id} className="block">
      {exactText(token, units)}
    </span>
  ))
}

/** The withdrawal, and the price that its least amounts were worked out at. */
function withdrawalOf(
  pool: LiquidityPool,
  { id, owner, liquidity, tickLower, tickUpper }: OwnedPosition,
  manager: string | undefined,
): { readonly intent: WithdrawIntent | undefined; readonly at: bigint } {
  const { sqrtPriceX96 } = pool
  if (manager === undefined) return { intent: undefined, at: sqrtPriceX96 }
  const range = { tickLower, tickUpper }
  const intent: WithdrawIntent = {
    kind: 'withdraw',
    pool: { ...poolKeyOf(pool), positionManager: manager },
    position: id,
    range,
    liquidity,
    minimums: burnMinimums({ ...range, sqrtPriceX96, liquidity, toleranceBps: withdrawalToleranceBps }),
    sender: owner,
    recipient: owner,
  }
  return { intent, at: sqrtPriceX96 }
}

/** As for a withdrawal on its own. */
const withdrawalToleranceBps = 50

type ProgressProps = {
  readonly sequence: Sequence
  readonly orderId: string
  readonly onNext: () => void
  readonly onClose: () => void
}

/** An order of a sequence: once it is done, its dialog leads to the next step. */
function SequenceProgress({ sequence, orderId, onNext, onClose }: ProgressProps) {
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
