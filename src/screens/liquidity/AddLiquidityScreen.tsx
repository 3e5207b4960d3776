import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../../api/idle'
import { positionMessages } from '../../components/positions/messages'
import { proposalOf } from '../../components/positions/proposal'
import { stopSequence } from '../../components/sequences/useSequences'
import { useServices } from '../../components/services'
import { useAge } from '../../components/useNow'
import type { Range } from '../../domain/liquidity/range'
import { backtest } from '../../domain/pools/backtest'
import { percentText, shareText } from '../../domain/text/figure'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { RequestedDeposits } from '../../signing/RequestedDeposits'
import { UnfinishedOrders } from '../../signing/UnfinishedOrders'
import { useClearedAfter, useReopenOrder, useUnfinishedOrders } from '../../signing/useUnfinishedOrders'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { lazyWithPreload } from '../../ui/lazyWithPreload'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Details } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { StatusDot } from '../../ui/StatusDot'
import { DepositFields } from './amounts/DepositFields'
import { DepositFigures } from './amounts/DepositFigures'
import { blocksDeposit, type DepositFormIssue, maxPoolAge } from './formIssues'
import { liquidityMessages } from './messages'
import { TargetPositionCard } from './PositionCard'
import { PoolPicker } from './pool/PoolPicker'
import { RequestPreview } from './RequestPreview'
import { RangePicker } from './range/RangePicker'
import type { ChosenSequence } from './sequence/forecast'
import { type AddLiquidity, useAddLiquidity } from './useAddLiquidity'
import { type OverlayControl, useOverlay } from './useOverlay'

const loadReview = () => import('./review/ReviewDeposit')
const ReviewDeposit = lazy(loadReview)
const ProgressDialog = lazyWithPreload(() => import('../../signing/progress/ProgressDialog'))
const SequenceDialog = lazy(() => import('./sequence/SequenceDialog'))
const SequenceNotices = lazy(() => import('../../components/sequences/SequenceNotices'))
const MovePosition = lazy(() => import('./sequence/MovePosition'))
const SwapFirst = lazy(() => import('./sequence/SwapFirst'))
const Analysis = lazy(() => import('./amounts/Analysis'))

/** The analyses of a deposit. All but the first need an existing pool. */
const analyses = ['divergence', 'backtest', 'sensitivity'] as const

/** Add liquidity: choose a pool, a price range and amounts. */
export default function AddLiquidityScreen() {
  const messages = useMessages(liquidityMessages)
  const services = useServices()
  const liquidity = useAddLiquidity()
  const control = useOverlay(liquidity)
  const { overlay, show, showProgress, open } = control
  /** Progress of pending deposits that the service carries out itself. */
  const [pending, showPending] = usePointedAt()
  const { hasTarget, form } = liquidity
  const { pool } = liquidity.choice
  const submitted = useClearedAfter(() => liquidity.actions.change({ amount: '' }))
  const unfinished = useUnfinishedOrders()
  useReopenOrder(unfinished, (id) => overlay.is === 'none' && showProgress(id))

  useEffect(() => {
    if (overlay.is === 'review') whenIdle(ProgressDialog.preload)
  }, [overlay.is])

  const press = (issue: DepositFormIssue | undefined) => {
    if (!issue) show({ is: 'review' })
    else if (issue.is === 'not connected') services.dialogs.connect(issue.kind)
    else fieldOf(issue)?.focus()
  }

  return (
    <Page
      title={hasTarget && form.position !== undefined ? messages.titleOf(form.position) : messages.title}
      actions={
        // On phones a line of its own, from the beginning: its words change with the age of the data.
        <div className="min-h-6 max-sm:basis-full">{pool && <Live pool={pool} />}</div>
      }
    >
      <div ref={pending} tabIndex={-1} className="mb-5 grid gap-3 outline-none empty:hidden">
        <UnfinishedOrders unfinished={unfinished} onShow={showProgress} />
        {open.length > 0 && overlay.is === 'none' && (
          <Suspense>
            <SequenceNotices open={open} onContinue={control.goOn} />
          </Suspense>
        )}
        <RequestedDeposits />
      </div>
      <Steps liquidity={liquidity} onPress={press} onStart={control.start} />
      <Suspense>
        {overlay.is === 'review' && (
          <ReviewDeposit
            liquidity={liquidity}
            sequence={overlay.sequence}
            onConfirmed={(id) => {
              submitted(id)
              showProgress(id)
            }}
            onWatched={() => {
              if (overlay.sequence) stopSequence(services, overlay.sequence)
              control.close()
              liquidity.actions.change({ amount: '' })
              showPending()
            }}
            onClose={control.close}
          />
        )}
      </Suspense>
      {/* Apart from the review, which is to close also while this code is still loading. */}
      <Suspense>
        <Progress liquidity={liquidity} control={control} />
      </Suspense>
    </Page>
  )
}

/** The progress of an order; that of a sequence is shown with its other steps. */
function Progress({ liquidity, control }: { liquidity: AddLiquidity; control: OverlayControl }) {
  const { overlay, show, showProgress, sequence, close } = control
  const orderId = overlay.is === 'progress' ? overlay.id : undefined
  if (!sequence) return orderId !== undefined && <ProgressDialog id={orderId} onClose={close} />
  return (
    <SequenceDialog
      sequence={sequence}
      liquidity={liquidity}
      orderId={orderId}
      onNext={() => control.goOn(sequence)}
      onOrder={showProgress}
      onDeposit={(amounts) => {
        liquidity.actions.change({ ...amounts, range: sequence.goal.range, move: undefined })
        show({ is: 'review', sequence })
      }}
      onClose={close}
    />
  )
}

type StepsProps = {
  liquidity: AddLiquidity
  onPress: (issue: DepositFormIssue | undefined) => void
  onStart: (chosen: ChosenSequence) => void
}

/** Pool, range and amounts. One column in narrow windows, so that the main button keeps to their lower edge throughout. */
function Steps(props: StepsProps) {
  const { liquidity, onStart } = props
  const { hasTarget } = liquidity
  const { pool } = liquidity.choice
  const { list } = liquidity.network
  /** A position is moved into the range that is chosen; pool and amounts are its own. */
  const isMove = liquidity.form.move !== undefined
  /** A position is drawn above the amounts in narrow windows: they wait for it, and do not move. */
  const isAwaited = list.at === 'loading' || (hasTarget && !isMove && liquidity.target.is === 'looking')
  return (
    <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div data-step="range" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {isMove ? null : hasTarget ? (
          <TargetPositionCard liquidity={liquidity} />
        ) : (
          <PoolPicker liquidity={liquidity} />
        )}
        <RangeSection liquidity={liquidity} />
      </div>
      <div data-step="amounts" className="contents lg:sticky lg:top-5 lg:grid lg:gap-5">
        {isAwaited && (
          <>
            <Skeleton className="h-80 w-full" />
            <Skeleton className="h-64 w-full" />
          </>
        )}
        {!isAwaited && !pool && !isMove && <MainButton {...props} />}
        {isMove ? (
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <MovePosition liquidity={liquidity} onStart={onStart} />
          </Suspense>
        ) : (
          !isAwaited && <Amounts {...props} />
        )}
      </div>
    </div>
  )
}

/** An element, and what scrolls to it and focuses it. Not before the dialog that is open has closed and returned the focus. */
function usePointedAt(): readonly [RefObject<HTMLDivElement | null>, () => void] {
  const element = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    element.current?.scrollIntoView({ block: 'center' })
    element.current?.focus({ preventScroll: true })
  }, [asked])
  return [element, () => setAsked((count) => count + 1)]
}

/** Where the person fixes an issue that the main button only names. */
function fieldOf({ is }: DepositFormIssue): HTMLElement | null | undefined {
  if (is.startsWith('tolerance')) {
    const advanced = document.querySelector('[data-step=amounts] details')
    advanced?.setAttribute('open', '')
    return advanced?.querySelector('input')
  }
  if (is.startsWith('price')) return document.querySelector('[data-step=range] input[inputmode=decimal]')
  if (is === 'pool needed') return document.querySelector('[data-step=range] select')
  if (!is.startsWith('amount') && is !== 'balance too low') return undefined
  return document.querySelector('[data-step=amounts] input[inputmode=decimal]:enabled')
}

/** The price range of the position. When an existing position is increased, its range is fixed. */
function RangeSection({ liquidity }: { liquidity: AddLiquidity }) {
  const messages = useMessages(liquidityMessages)
  const ofPosition = useMessages(positionMessages)
  const { form, target, hasTarget, network, market, range, actions } = liquidity
  const { pool, direction, invert } = liquidity.choice
  const { proposal } = liquidity.deposit
  return (
    <>
      {target.is === 'another' && (
        <Notice kind="warn" isLive>
          {ofPosition.another(target.why, ofPosition.number(form.position ?? ''))}
        </Notice>
      )}
      {!hasTarget && network.list.at === 'loading' && <Skeleton className="h-160 w-full" />}
      {range.isFitted && direction && proposal && (
        <Notice kind="info" isLive>
          {messages.fitted(direction.spacing, proposal.range.tickLower, proposal.range.tickUpper)}
        </Notice>
      )}
      {!hasTarget && direction && proposal && (
        <RangePicker
          direction={direction}
          isSpacingReported={pool?.isSpacingReported ?? false}
          isNew={pool?.address === undefined}
          range={proposal.range}
          {...market}
          {...(pool?.address !== undefined && { outlookOf: (range: Range) => outlookOf(pool, range) })}
          onChange={actions.setRange}
          onHold={actions.hold}
          onInvert={invert}
        />
      )}
    </>
  )
}

/** Of a deposit of $1,000: the figures of the presets must not change with every digit of an amount. */
function outlookOf(pool: LiquidityPool, range: Range) {
  const { apr } = proposalOf(pool, { range, given: 'amount0', typed: '', toleranceBps: 0 })
  const past = backtest(pool.history, range)
  return {
    apr: apr.is === 'known' ? shareText(apr.apr) : undefined,
    past: past && {
      share: percentText(Math.floor(past.timeInRange * 100) * 100),
      hours: Math.round(past.span / 3_600_000),
    },
  }
}

/** Amounts, the expected result of the deposit, and the main button. */
function Amounts(props: StepsProps) {
  const { liquidity, onStart } = props
  const messages = useMessages(liquidityMessages)
  const { pool, direction } = liquidity.choice
  const { proposal, moved, toleranceBps, request, pay } = liquidity.deposit
  if (!pool || !proposal || !liquidity.funds.paid || !direction) return null
  return (
    <>
      {moved && (
        <Notice kind={moved === 'back' ? 'info' : 'warn'} isLive>
          {messages.moved[moved]}
        </Notice>
      )}
      {proposal.state !== 'earning' && proposal.state !== 'edge' && <Notice kind="warn">{messages.notEarning}</Notice>}
      <DepositFields liquidity={liquidity} />
      <MainButton {...props} />
      {!liquidity.hasTarget &&
        pool.address !== undefined &&
        liquidity.issues.some(({ is }) => is === 'balance too low') && (
          <Suspense>
            <SwapFirst liquidity={liquidity} onStart={onStart} />
          </Suspense>
        )}
      <DepositFigures liquidity={liquidity} />
      <Card isTight>
        <div className="grid gap-2">
          {analyses.slice(0, pool.address === undefined ? 1 : undefined).map((name) => (
            <Details key={name} summary={messages[name]} isLazy>
              <Suspense fallback={<Skeleton className="h-32 w-full" />}>
                <Analysis {...{ name, pool, proposal, direction, toleranceBps }} />
              </Suspense>
            </Details>
          ))}
          {request && pay && (
            <Details summary={messages.request}>
              <RequestPreview pool={pool} pay={pay} request={request} />
            </Details>
          )}
        </div>
      </Card>
    </>
  )
}

/** How old the shown figures are. */
function Live({ pool }: { pool: LiquidityPool }) {
  const messages = useMessages(liquidityMessages)
  const age = useAge(pool.address === undefined ? undefined : pool.liveAt)
  if (age === undefined) return null
  return (
    <span role="status" aria-live="off" className="tabular-nums">
      <StatusDot
        kind={age < 15_000 ? 'live' : age < maxPoolAge ? 'idle' : 'warn'}
        label={age < maxPoolAge ? messages.refreshed(Math.floor(age / 1000)) : messages.outdated}
      />
    </span>
  )
}

/** The main button: the first issue of the form, or the review. */
function MainButton({ liquidity, onPress }: StepsProps) {
  const messages = useMessages(liquidityMessages)
  const { issues } = liquidity
  const first = issues.find(blocksDeposit)
  const hints = issues.map(messages.hint).filter(Boolean)
  const canGoOn = !first || first.is === 'not connected'
  useEffect(() => {
    if (!first) void loadReview()
  }, [first])
  return (
    <div className="grid gap-2 max-lg:sticky max-lg:bottom-0 max-lg:z-5 max-lg:-mx-3 max-lg:bg-paper max-lg:px-3 max-lg:pt-2 max-lg:pb-3 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-[18rem]:bottom-0">
      {/* Not `disabled`: a press leads to the field that is missing. */}
      <Button kind="primary" size="large" isWide aria-disabled={!canGoOn} onClick={() => onPress(first)}>
        {first ? messages.label(first) : messages.review}
      </Button>
      {hints.map((hint) => (
        <p key={hint} className="text-fine text-quiet">
          {hint}
        </p>
      ))}
    </div>
  )
}
