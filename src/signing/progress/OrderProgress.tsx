import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { useAccounts } from '../../components/accounts/useAccounts'
import { useHalt } from '../../components/halt'
import { activityMessages } from '../../components/orders/messages'
import { paidIn, summarizeOrder } from '../../components/orders/orderSummary'
import { useServices } from '../../components/services'
import { isSameAddress } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import { errorMessage } from '../../domain/text/errorMessage'
import { amountWithSymbol, exactWithSymbol, paidWithSymbol } from '../../domain/text/figure'
import { quotedText } from '../../domain/text/label'
import { locale } from '../../domain/text/locale'
import { destinationChainOf, sourceChainOf, tokensIn } from '../../guard/intent'
import { isReclaim, isRevocation } from '../../guard/plan'
import type { OfferedAction } from '../../orders/actions/orderActions'
import { batchOf, mainStepOf } from '../../orders/batchTasks'
import type { Failure } from '../../orders/failure'
import { currentPayment } from '../../orders/manualPayment'
import { currentTask, isRequested, type Order, type Task } from '../../orders/order'
import { canRetry } from '../../orders/orderReducer'
import type { StepProgress } from '../../orders/progress'
import { Button } from '../../ui/Button'
import { askToNotify, notificationPermission } from '../../ui/comforts'
import { LiveMessage } from '../../ui/LiveMessage'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { Details } from '../../ui/Rows'
import { Skeleton } from '../../ui/Skeleton'
import { stepPurpose } from '../plan/signRow'
import { useFailureText } from '../useFailureText'
import { CancelTransaction } from './CancelTransaction'
import { DestinationView } from './Destination'
import { HashField } from './HashField'
import { LateTransactions } from './LateTransactions'
import { type ProgressMessages, progressMessages, type StatusFacts } from './messages'
import { hasResult, OrderReceipt } from './OrderReceipt'
import { fundsLocation, type OrderStatusView, orderStatus, repeatOf } from './orderStatus'
import { RemainingApprovals, useRemainingApprovals } from './RemainingApprovals'
import RequestNotice from './RequestNotice'
import { StepList } from './StepList'

/** Loaded only for manual payments. */
const PaymentPanel = lazy(() => import('../manualPayment/PaymentPanel'))

/** Loaded only where a plan is reviewed again. */
const OfferReview = lazy(() => import('./OfferReview'))

/** Progress of an order: the current state, where the money is, what to do next, every step, and the receipt. */
export function OrderProgress(props: OrderProgressProps) {
  return isRequested(props.order) ? <RequestNotice order={props.order} /> : <StepsProgress {...props} />
}

type OrderProgressProps = { readonly order: Order; readonly onLeave?: () => void }

function StepsProgress({ order, onLeave }: OrderProgressProps) {
  const { orderService } = useServices()
  const { ownedByOtherTab } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const report = orderStatus(order, ownedByOtherTab.has(order.id))
  const task = currentTask(order)
  const payment = currentPayment(order)
  const hasReceipt = (!task || report.is === 'unseen') && !isRevocation(order.plan) && !isReclaim(order.plan)
  // The amounts that moved, in large type, replace the status notice.
  const hasHero = hasReceipt && report.is === 'done' && hasResult(order)
  const steps = <StepList order={order} />
  const destination = <DestinationView order={order} />
  return (
    <div className="grid gap-4">
      <StatusNotice order={order} report={report} isHidden={hasHero} />
      {hasHero && (
        <OrderReceipt order={order} onLeave={onLeave}>
          {steps}
          {destination}
        </OrderReceipt>
      )}
      {payment && (
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <PaymentPanel order={order} payment={payment} />
        </Suspense>
      )}
      {order.updatedPlan ? (
        <Suspense fallback={<Choices order={order} report={report} isAcceptable={false} />}>
          <OfferReview order={order} offer={order.updatedPlan}>
            {(isAcceptable) => <Choices order={order} report={report} isAcceptable={isAcceptable} />}
          </OfferReview>
        </Suspense>
      ) : (
        <Choices order={order} report={report} isAcceptable />
      )}
      <CancelTransaction order={order} isOwnedByOtherTab={ownedByOtherTab.has(order.id)} />
      <LateTransactions order={order} />
      {!hasHero && steps}
      {(report.tone === 'busy' || report.is === 'signing') && <NotifyButton />}
      {!hasHero && destination}
      {hasReceipt && !hasHero && <OrderReceipt order={order} onLeave={onLeave} />}
      {/* An order that failed may still have left an approval behind. */}
      {task && (order.isDismissed || canRetry(task.progress)) && <RemainingApprovals order={order} />}
    </div>
  )
}

/**
 * Shows the person whose order is in progress its state, the place of the money, and the next thing to do.
 */
function StatusNotice({ order, report, isHidden }: { order: Order; report: OrderStatusView; isHidden: boolean }) {
  const messages = useMessages(progressMessages)
  const facts = useFacts(order)
  const { is, tone, position } = report
  const money = moneyText(order, facts, messages)
  // The steps of a batch count as one transaction.
  const count = batchOf(order) ? 1 : order.tasks.length
  const remaining = useRemainingApprovals(order, is === 'done' && !isRevocation(order.plan))
  const next = remaining.data?.length ? messages.doneButAllowed : messages.statusNext(is, facts)
  // The cause of a failure includes the next thing to do.
  const isNowFirst = tone === 'busy' || is === 'failed' || is === 'switching'
  const sentence = isNowFirst ? messages.statusNow(is, facts) : next
  const other = isNowFirst ? next : messages.statusNow(is, facts)
  const step = count > 1 && position < count && `${messages.stepOf(position + 1, count)}.`
  const rest = [step, other, money].filter(Boolean).join(locale.gap)
  // On its ordinary way an order needs a title and a few words. The rest is for a person who asks.
  const isQuiet = tone === 'busy' || is === 'signing' || is === 'switching'
  const content = (
    <div className="grid content-start gap-1">
      <strong className="text-lead text-ink">{messages.statusTitle(is, facts)}</strong>
      <p className="text-body text-ink">{sentence}</p>
      {isQuiet ? (
        <Details summary={messages.details} isPlain>
          <p className="text-fine text-quiet">{rest}</p>
        </Details>
      ) : (
        <p className="text-quiet">{rest}</p>
      )}
    </div>
  )
  return (
    <>
      <section
        role="status"
        aria-live="off"
        aria-label={messages.order}
        data-status={is}
        data-order={order.id}
        className={isHidden ? 'sr-only' : ''}
      >
        {isQuiet ? content : <Notice kind={kinds[tone]}>{content}</Notice>}
      </section>
      <LiveMessage>{`${messages.statusTitle(is, facts)}. ${tone === 'busy' ? '' : sentence}`}</LiveMessage>
    </>
  )
}

const kinds: Readonly<Record<OrderStatusView['tone'], NoticeKind>> = {
  busy: 'info',
  ask: 'info',
  good: 'ok',
  bad: 'warn',
}

function moneyText(order: Order, facts: StatusFacts, messages: ProgressMessages): string {
  const money = fundsLocation(order)
  if (money.is !== 'untouched') return messages.money[money.is](facts)
  return [messages.money.untouched(facts), money.isAllowed && messages.money.allowed(facts)]
    .filter(Boolean)
    .join(locale.gap)
}

function useFacts(order: Order): StatusFacts {
  const messages = useMessages(progressMessages)
  const failureText = useFailureText()
  const accounts = useAccounts()
  const { intent } = order.plan
  const { received, withdrawn, position } = summarizeOrder(order)
  const task = (batchOf(order) ? undefined : currentTask(order)) ?? mainTask(order)
  const wallet = accounts.find(({ address }) => isSameAddress(address, intent.sender))
  // An exchange keeps, or refunds, any amount other than the exact one it waits for.
  const soldText = chainKinds[sourceChainOf(intent).kind].isPaidByHand ? exactWithSymbol : paidWithSymbol
  return {
    kind: intent.kind,
    sold: paidIn(order).map(soldText).join(messages.and) || messages.yourPosition,
    minimum: order.confirmedMinimum ? amountWithSymbol(order.confirmedMinimum) : '',
    arrived: (received ? [received] : withdrawn).map(amountWithSymbol).join(messages.and),
    position: String(position ?? ''),
    symbol: tokensIn(intent)[0]?.symbol ?? '',
    chain: sourceChainOf(intent).name,
    destinationChain: destinationChainOf(intent).name,
    isDestinationReadable: chainKinds[destinationChainOf(intent).kind].isReadable,
    step: messages.purpose[task ? stepPurpose(task.step, intent) : 'opaque'],
    wallet: wallet?.walletName ?? messages.someWallet,
    said: task ? saidBy(task.progress, failureText) : '',
    isSwitch: task !== undefined && isSwitchRejected(order, task),
    repeat: repeatOf(task?.lastAnchor),
  }
}

function isSwitchRejected({ history, tasks }: Order, task: Task): boolean {
  const position = tasks.indexOf(task)
  const [last, before] = history.filter((entry) => entry.task === position).toReversed()
  return last?.what === 'rejected' && before?.what === 'switching'
}

/** The step that a batch is about, or the last of an order that is done. */
function mainTask({ tasks }: Order): Task | undefined {
  const main = mainStepOf(tasks.map(({ step }) => step))
  return tasks.findLast(({ step }) => step === main)
}

function saidBy(progress: StepProgress, failureText: (failure: Failure) => string): string {
  if (progress.at === 'reverted') return progress.why ? quotedText(progress.why) : ''
  return 'failure' in progress && progress.failure ? failureText(progress.failure) : ''
}

type ChoicesProps = { order: Order; report: OrderStatusView; isAcceptable: boolean }

/** Buttons for what the person can do, the most helpful first. */
function Choices({ order, report, isAcceptable }: ChoicesProps) {
  const messages = useMessages(progressMessages)
  const { dialogs } = useServices()
  const [isPasting, setPasting] = useState(false)
  const { act, isBusy, problem } = useOrderAction(order.id)
  const needsWallet = report.is === 'wallet gone' || report.is === 'other account'
  const { kind } = sourceChainOf(order.plan.intent)

  const halt = useHalt()
  const choices = report.choices.filter((choice) => !halt || !asksWallet(choice))

  const choose = (choice: OfferedAction) => {
    if (choice === 'paste hash') setPasting(true)
    else act(choice)
  }

  if (choices.length === 0 && !needsWallet) return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {needsWallet && <Button onClick={() => dialogs.connect(kind)}>{messages.connect}</Button>}
        {choices.map((choice, index) => (
          <Button
            key={choice}
            kind={
              index === 0 && !needsWallet && choice !== 'dismiss' ? 'primary' : choice === 'dismiss' ? 'bare' : 'quiet'
            }
            isBusy={isBusy === choice}
            disabled={choice === 'accept' && !isAcceptable}
            onClick={() => choose(choice)}
          >
            {messages.choice[choice]}
          </Button>
        ))}
      </div>
      {isPasting && report.choices.includes('paste hash') && (
        <HashField order={order} label={messages.hash} hint={messages.hashNote} submit={messages.follow} />
      )}
      {problem && (
        <Notice kind="warn" isLive>
          {problem}
        </Notice>
      )}
    </div>
  )
}

/** Actions that end in a wallet request, hidden while the deployment is halted. */
function asksWallet(choice: OfferedAction): boolean {
  return choice === 'accept' || choice === 'resume' || choice === 'retry' || choice === 'open wallet'
}

/** Runs one action on an order at a time. An error is shown next to the button. */
function useOrderAction(id: string) {
  const { orderService } = useServices()
  const [isBusy, setBusy] = useState<OfferedAction>()
  const [problem, setProblem] = useState<string>()

  return { act, isBusy, problem }

  /** An action may run as long as the order does, so the button is busy only while it starts. */
  function act(type: Exclude<OfferedAction, 'paste hash'>) {
    setBusy(type)
    setProblem(undefined)
    const settle = () => setBusy(undefined)
    orderService.act(id, { type }).then(settle, (error: unknown) => {
      settle()
      setProblem(errorMessage(error))
    })
    setTimeout(settle, 800)
  }
}

/** Requests the browser's notification permission, only on click, and only while an order is in progress. */
function NotifyButton() {
  const messages = useMessages(activityMessages).background
  const [permission, setPermission] = useState(notificationPermission)
  if (permission === 'unsupported' || permission === 'denied') return null
  if (permission === 'granted') return <p className="text-fine text-quiet">{messages.asked}</p>
  return (
    <div>
      <Button kind="bare" size="small" onClick={() => void askToNotify().then(setPermission)}>
        {messages.ask}
      </Button>
    </div>
  )
}
