import { useMemo } from 'react'
import { Link } from 'wouter'
import { type PoolSnapshot, type RecordLine, tracked } from '../../domain/pools/poolHistory'
import { dayAndTimeText } from '../../domain/text/dateText'
import { type Json, tryParseJson } from '../../protocol/json/json'
import { useSearchParam } from '../../ui/hooks/useSearchParam'
import { useMessages } from '../../ui/messages'
import { Plot, PlotLine, trendPoints } from '../../ui/Plot'
import { Select } from '../../ui/Select'
import { poolMessages } from './messages'
import { changedLines, recordChanges } from './poolPaths'
import { growthText, RecordLines } from './RecordLines'

/** A sparkline of every figure that was seen at two moments or more. */
export function Sparklines({ moments }: { moments: readonly PoolSnapshot[] }) {
  const messages = useMessages(poolMessages)
  const lines = tracked.flatMap((name) => {
    const texts = moments.flatMap(({ at, figures }) =>
      figures[name] === undefined ? [] : [{ at, text: figures[name] }],
    )
    const points = trendPoints(
      texts.map(({ at, text }) => ({ at, value: Number(text) })).filter(({ value }) => Number.isFinite(value)),
    )
    return points.length > 0 ? [{ name, points, from: texts[0]?.text, to: texts.at(-1)?.text }] : []
  })
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {lines.map(({ name, points, from, to }) => (
        <li key={name} dir="ltr" className="grid grid-cols-[1fr_auto] items-center gap-x-3 text-fine">
          <span className="text-quiet">{messages.tracked[name]}</span>
          <span className="text-ink tabular-nums">{growthText(from, to)}</span>
          {/* Time runs to the right in every language. */}
          <Plot className="col-span-2 h-8 w-full">
            <PlotLine points={points} strokeWidth="1.5" className="stroke-action" />
          </Plot>
        </li>
      ))}
    </ul>
  )
}

type MomentComparisonProps = {
  readonly moments: readonly PoolSnapshot[]
  /** The URL that compares the full records of two moments; an imported history has none. */
  readonly sideBySide?: (times: readonly [number, number]) => string
}

/** Two moments and what changed between them; the URL has both. */
export function MomentComparison({ moments, sideBySide }: MomentComparisonProps) {
  const messages = useMessages(poolMessages)
  const [from, setFrom] = useSearchParam('from')
  const [to, setTo] = useSearchParam('to')
  // Two full records can be compared field by field.
  const usual = moments.find(({ record }, place) => record !== undefined && place < moments.length - 1)
  const before = moments.find(({ at }) => String(at) === from) ?? usual ?? moments[0]!
  const after = moments.find(({ at }) => String(at) === to) ?? moments.at(-1)!
  const options = moments.toReversed().map(({ at }, place) => ({
    value: String(at),
    label: place === 0 ? messages.latest(dayAndTimeText(at)) : dayAndTimeText(at),
  }))
  const isWhole = before.record !== undefined && after.record !== undefined
  const lines = useMemo(() => changesOf(before, after, isWhole), [before, after, isWhole])

  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label={messages.before} value={String(before.at)} options={options} onChange={setFrom} />
        <Select label={messages.after} value={String(after.at)} options={options} onChange={setTo} />
      </div>
      {sideBySide && isWhole && before !== after && (
        <Link href={sideBySide([before.at, after.at])} className="py-1 text-fine font-medium text-action">
          {messages.sideBySide}
        </Link>
      )}
      {!isWhole && <p className="text-fine text-quiet">{messages.figuresOnly}</p>}
      {lines.length === 0 ? (
        <p className="text-fine">{messages.same}</p>
      ) : (
        <Changes caption={messages.diff} lines={lines} />
      )}
    </div>
  )
}

function changesOf(before: PoolSnapshot, after: PoolSnapshot, isWhole: boolean): readonly RecordLine[] {
  const [from, to] = isWhole ? [recordOf(before), recordOf(after)] : []
  return from === undefined || to === undefined
    ? changedLines([Object.entries(before.figures), Object.entries(after.figures)])
    : recordChanges(from, to)
}

/** The changes from one record to another. */
export function Changes({ caption, lines }: { readonly caption: string; readonly lines: readonly RecordLine[] }) {
  const messages = useMessages(poolMessages)
  return (
    <RecordLines caption={caption} lines={lines} heads={[messages.was, messages.is]} changeHeads={[messages.change]} />
  )
}

/** A stored record that can no longer be read has figures all the same. */
function recordOf({ record }: PoolSnapshot): Json | undefined {
  return record === undefined ? undefined : tryParseJson(record)
}
