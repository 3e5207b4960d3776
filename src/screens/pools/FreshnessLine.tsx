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
import { useNow } from './useNow'

type Messages = Localized<typeof poolsMessages.english>

/** How old the figures are: live and hourly ones separately. */
export function FreshnessLine({ inputs }: { inputs: readonly ListFreshnessInput[] }) {
  const messages = useMessages(poolsMessages)
  const now = useNow()
  const worst = worstOf(inputs.map((input) => listFreshness(input, now)))
  return (
    <div
      role="status"
      aria-label={messages.freshness}
      aria-live="off"
      className="flex flex-wrap content-start items-center gap-x-4 gap-y-1 max-sm:h-12 max-sm:basis-full sm:min-h-6"
    >
      {worst && <Reported freshness={worst} now={now} messages={messages} />}
    </div>
  )
}

function Reported({ freshness, now, messages }: { freshness: ListFreshness; now: number; messages: Messages }) {
  const { list, live, hourly } = freshness
  if (list.is === 'waiting') return <StatusDot kind="busy" label={messages.states.waiting} />
  if (list.is === 'failed') return <StatusDot kind="warn" label={messages.states.failed} />
  const isKept = list.is === 'listed' && list.from === 'cache'
  return (
    <>
      {list.refusal !== undefined && <StatusDot kind="warn" label={messages.states.problem(list.refusal)} />}
      {list.is === 'empty' && <StatusDot kind="idle" label={messages.states.empty} />}
      {live.is !== 'unknown' && (
        <StatusDot
          kind={isKept ? 'idle' : dots[live.is]}
          label={
            isKept
              ? messages.kept(ageText(now - live.at, messages))
              : messages.liveIs[live.is](ageText(now - live.at, messages))
          }
        />
      )}
      <Hourly hourly={hourly} now={now} messages={messages} />
    </>
  )
}

function Hourly({ hourly, now, messages }: { hourly: ClassState; now: number; messages: Messages }) {
  if (hourly.is === 'unknown') return null
  return <StatusDot kind={dots[hourly.is]} label={messages.hourlyIs[hourly.is](ageText(now - hourly.at, messages))} />
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
function worstOf(all: readonly ListFreshness[]): ListFreshness | undefined {
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
