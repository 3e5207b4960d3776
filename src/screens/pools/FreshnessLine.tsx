import { useNow } from '../../components/useNow'
import {
  type ClassState,
  type ListFreshness,
  type ListFreshnessInput,
  listFreshness,
} from '../../domain/pools/poolFreshness'
import { ageOf } from '../../domain/text/age'
import { type Localized, useMessages } from '../../ui/messages'
import { StatusDot, type StatusKind } from '../../ui/StatusDot'
import { poolsMessages } from './messages'

type Messages = Localized<typeof poolsMessages.english>

/** How old the figures are: live and hourly ones separately. */
export function FreshnessLine({ inputs }: { inputs: readonly ListFreshnessInput[] }) {
  const messages = useMessages(poolsMessages)
  const now = useNow()
  const worst = worstFreshness(inputs.map((input) => listFreshness(input, now)))
  const shown = worst ? statesOf(worst, now, messages) : []
  return (
    <div
      role="status"
      aria-label={messages.freshness}
      aria-live="off"
      className="min-w-0 flex-1 max-sm:h-12 max-sm:basis-full sm:min-h-6 sm:text-end"
    >
      {/* Other words are another element: none is pushed aside by a longer one. */}
      <span key={shown.map(({ label }) => label).join()} className="inline-flex flex-wrap gap-x-4 gap-y-1">
        {shown.map((state) => (
          <StatusDot key={state.label} {...state} />
        ))}
      </span>
    </div>
  )
}

type FreshnessState = { readonly kind: StatusKind; readonly label: string }

function statesOf({ list, live, hourly }: ListFreshness, now: number, messages: Messages): readonly FreshnessState[] {
  if (list.is === 'waiting') return [{ kind: 'busy', label: messages.states.waiting }]
  if (list.is === 'failed') return [{ kind: 'warn', label: messages.states.failed }]
  const ageOfState = ({ at }: { readonly at: number }) => ageText(now - at, messages)
  const isKept = list.is === 'listed' && list.from === 'cache'
  const states: FreshnessState[] = []
  if (list.refusal !== undefined) states.push({ kind: 'warn', label: messages.states.problem(list.refusal) })
  if (list.is === 'empty') states.push({ kind: 'idle', label: messages.states.empty })
  if (live.is !== 'unknown')
    states.push(
      isKept
        ? { kind: 'idle', label: messages.kept(ageOfState(live)) }
        : { kind: dots[live.is], label: messages.liveIs[live.is](ageOfState(live)) },
    )
  if (hourly.is !== 'unknown')
    states.push({ kind: dots[hourly.is], label: messages.hourlyIs[hourly.is](ageOfState(hourly)) })
  return states
}

export function ageText(milliseconds: number, messages: Messages): string {
  const { count, unit } = ageOf(milliseconds)
  return messages.age[unit](count)
}

const dots: Readonly<Record<Exclude<ClassState['is'], 'unknown'>, StatusKind>> = {
  live: 'live',
  stale: 'warn',
  frozen: 'warn',
}

/** Of several networks, the one in the worst state: failed, frozen, stale, then the oldest. */
function worstFreshness(all: readonly ListFreshness[]): ListFreshness | undefined {
  return all.toSorted((a, b) => weight(b) - weight(a) || at(a) - at(b))[0]
}

function weight({ list, live, hourly }: ListFreshness): number {
  if (list.is === 'failed') return 6
  if (list.is === 'listed' && list.refusal !== undefined) return 5
  if (live.is === 'frozen' || hourly.is === 'frozen') return 4
  if (live.is === 'stale' || hourly.is === 'stale') return 3
  return list.is === 'listed' ? 2 : list.is === 'waiting' ? 1 : 0
}

function at({ live }: ListFreshness): number {
  return live.is === 'unknown' ? 0 : live.at
}
