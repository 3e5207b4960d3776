import { TransactionLink } from '../../components/accounts/explorerLinks'
import { shortAddress } from '../../domain/address'
import { tokenOn } from '../../domain/token'
import { tokensIn } from '../../guard/intent'
import { isPaymentStep, type Step } from '../../guard/plan'
import type { Order, Task } from '../../orders/order'
import { type StepProgress, transactionHashOf } from '../../orders/progress'
import { CopyButton } from '../../ui/CopyButton'
import { classes } from '../../ui/classes'
import { Icon, type IconName } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Spinner } from '../../ui/Spinner'
import { stepPurpose } from '../plan/signRow'
import { reviewMessages } from '../review/messages'
import { progressMessages } from './messages'

/** Every step of an order with its progress. */
export function StepList({ order }: { order: Order }) {
  const messages = useMessages(progressMessages)
  const current = order.tasks.findIndex(({ progress }) => progress.at !== 'done')
  return (
    <ol aria-label={messages.steps} className="grid gap-2">
      {order.tasks.map((task, index) => (
        <li
          key={`${task.planHash} ${task.step.index}`}
          data-state={task.progress.at}
          aria-current={index === current ? 'step' : undefined}
          className={classes(
            'flex items-start gap-3 rounded-control border p-3',
            index === current ? 'border-edge bg-sheet' : 'border-line',
          )}
        >
          <Mark progress={task.progress} isCurrent={index === current} />
          <Line task={task} order={order} />
        </li>
      ))}
    </ol>
  )
}

function Line({ task: { step, progress }, order }: { task: Task; order: Order }) {
  const messages = useMessages(progressMessages)
  const { stepTitle } = useMessages(reviewMessages)
  const symbol = symbolIn(step, order)
  const replacement = progress.at === 'replaced' && progress.by !== progress.hash ? progress.by : undefined
  const hash = transactionHashOf(progress)
  return (
    <div className="grid min-w-0 flex-1 gap-0.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium text-ink">{stepTitle[stepPurpose(step, order.plan.intent)](symbol)}</span>
        <span className="text-fine text-quiet">
          {isPaymentStep(step) && byHand.includes(progress.at)
            ? messages.paymentState(progress.at)
            : messages.state[progress.at]}
          {progress.at === 'confirming' && ` · ${messages.confirmations(progress.confirmations)}`}
        </span>
      </div>
      {hash && <Hash chainId={step.chainId} hash={hash} />}
      {replacement && <Hash chainId={step.chainId} hash={replacement} label={messages.replacedBy} />}
    </div>
  )
}

/** States whose text differs for a manual payment. */
const byHand: readonly StepProgress['at'][] = ['waiting', 'checking', 'signing', 'sent', 'rejected']

/** The symbol of the approved token, if it is part of the order. */
function symbolIn({ purpose, chainId }: Step, { plan }: Order): string {
  if (purpose.does !== 'approve' && purpose.does !== 'reset') return ''
  return tokenOn(tokensIn(plan.intent), chainId, purpose.token)?.symbol ?? shortAddress(purpose.token)
}

export function Hash({ chainId, hash, label }: { chainId: number; hash: string; label?: string }) {
  const messages = useMessages(progressMessages)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-fine text-quiet">
      {label && `${label} `}
      <TransactionLink chainId={chainId} hash={hash} />
      <CopyButton text={hash} label={messages.copyHash} />
    </span>
  )
}

function Mark({ progress: { at }, isCurrent }: { progress: StepProgress; isCurrent: boolean }) {
  if (at === 'checking' || at === 'switching' || at === 'sent' || at === 'confirming')
    return <Spinner className="mt-0.5 size-5 text-action" />
  const { icon, face } = faces[at]
  return <Icon name={icon} className={classes('mt-0.5 size-5', isCurrent && at === 'waiting' ? 'text-ink' : face)} />
}

type Still = Exclude<StepProgress['at'], 'checking' | 'switching' | 'sent' | 'confirming'>

const faces: Readonly<Record<Still, { icon: IconName; face: string }>> = {
  waiting: { icon: 'clock', face: 'text-quiet' },
  signing: { icon: 'wallet', face: 'text-action' },
  done: { icon: 'check', face: 'text-success' },
  rejected: { icon: 'minus', face: 'text-quiet' },
  failed: { icon: 'warn', face: 'text-amber' },
  replaced: { icon: 'warn', face: 'text-amber' },
  reverted: { icon: 'block', face: 'text-red' },
  expired: { icon: 'warn', face: 'text-amber' },
  unknown: { icon: 'warn', face: 'text-amber' },
}
