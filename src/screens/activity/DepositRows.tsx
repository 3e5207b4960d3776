import { Link } from 'wouter'
import { activityMessages } from '../../components/orders/messages'
import { depositTitle } from '../../components/positions/depositTitle'
import { pendingDepositMessages } from '../../components/positions/pendingDeposit.messages'
import { useServices } from '../../components/services'
import { PairMark } from '../../components/tokens/PairMark'
import { ageOf } from '../../domain/text/age'
import type { OrderPhase } from '../../orders/orderPhase'
import type { DepositProgress, PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { useMessages } from '../../ui/messages'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'

/** Deposits that the exchange was asked for and no order carries out. A refused one has done nothing and is left out. */
export function shownDeposits(deposits: readonly PendingDeposit[]): readonly PendingDeposit[] {
  return deposits.filter(({ progress: { at } }) => at !== 'ordered' && at !== 'refused')
}

/** Its state, in the terms by which orders are filtered. */
export function depositPhase({ progress: { at } }: PendingDeposit): OrderPhase {
  if (at === 'seen' || at === 'ordered') return 'done'
  if (at === 'refused') return 'stopped'
  return at === 'unanswered' || at === 'to sign' ? 'needs you' : 'under way'
}

/** Whether every word typed is found in what a person would remember of it. */
export function matchesDeposit({ symbols, recipient, id, progress, tokens }: PendingDeposit, typed: string): boolean {
  const position = progress.at === 'seen' ? `#${progress.position ?? ''}` : ''
  const text = [...symbols, ...tokens, recipient, id, position].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export function DepositRows({ deposits }: { deposits: readonly PendingDeposit[] }) {
  const messages = useMessages(pendingDepositMessages)
  return (
    <ul aria-label={messages.list} className="grid gap-2">
      {deposits.map((deposit) => (
        <DepositRow key={deposit.id} deposit={deposit} />
      ))}
    </ul>
  )
}

function DepositRow({ deposit }: { deposit: PendingDeposit }) {
  const messages = useMessages(pendingDepositMessages)
  const shared = useMessages(activityMessages)
  const { clock } = useServices()
  const { count, unit } = ageOf(clock() - deposit.openedAt)
  const { symbols, tickLower, tickUpper, openedAt, progress } = deposit
  return (
    <li>
      <Link
        href={`/activity/${encodeURIComponent(deposit.id)}`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line bg-sheet p-3 transition-colors duration-100 hover:border-edge sm:p-4"
      >
        <PairMark tokens={marksOf(deposit)} />
        <span className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <bdi className="font-medium wrap-anywhere text-ink tabular-nums">{depositTitle(deposit, messages)}</bdi>
          <span className="text-fine text-quiet">
            {messages.where(symbols.join('/'), tickLower, tickUpper)} ·{' '}
            <time dateTime={new Date(openedAt).toISOString()}>{shared.ago(count, unit)}</time>
          </span>
        </span>
        <StatusDot kind={dots[progress.at]} label={messages.states[progress.at]} />
      </Link>
    </li>
  )
}

/** The journal keeps no pictures: symbols and addresses are enough for a mark. */
function marksOf({ symbols, tokens }: PendingDeposit) {
  return symbols.map((symbol, place) => ({ symbol, address: tokens[place] ?? '', imagePath: undefined }))
}

const dots: Readonly<Record<DepositProgress['at'], StatusKind>> = {
  posted: 'busy',
  accepted: 'busy',
  unanswered: 'warn',
  'to sign': 'warn',
  ordered: 'idle',
  refused: 'idle',
  seen: 'live',
}
