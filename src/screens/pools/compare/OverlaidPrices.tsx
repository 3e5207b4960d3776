import { useMemo } from 'react'
import { isShownInverted } from '../../../components/pools/shownPrice'
import { signedPercentText } from '../../../components/positions/figures'
import { type RelativePrice, recordedPrices, relativePrices } from '../../../domain/pools/poolChange'
import { dateTimeText } from '../../../domain/text/dateText'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine } from '../../../ui/Plot'
import { compareMessages } from './messages'
import type { ComparedPool } from './useComparedPools'

/** How the prices of the compared pools moved, laid over each other from the first moment that all of them know. */
export function OverlaidPrices({ sides }: { sides: readonly ComparedPool[] }) {
  const messages = useMessages(compareMessages)
  const { pools, silent, lines } = useMemo(() => linesOf(sides), [sides])
  if (pools.length + silent.length < 2) return null
  const [start] = lines?.[0] ?? []
  return (
    <Card title={messages.overlaid}>
      <div className="grid gap-3">
        {lines && start ? (
          <>
            <Drawing lines={lines} />
            <ul className="flex flex-wrap gap-x-6 gap-y-1 text-fine">
              {pools.map(({ key, title }, index) => (
                <li key={key} className="flex items-center gap-2">
                  <svg viewBox="0 0 24 8" className="h-2 w-6" aria-hidden="true">
                    <path d="M0 4H24" className={strokes[index]} strokeDasharray={dashes[index]} strokeWidth="2" />
                  </svg>
                  <bdi>{title}</bdi>
                  <span className="text-ink tabular-nums">
                    {signedPercentText((lines[index]?.at(-1)?.change ?? 0) * 10_000)}
                  </span>
                </li>
              ))}
            </ul>
            <p className="text-fine text-quiet">{messages.overlaidSince(dateTimeText(start.at))}</p>
          </>
        ) : (
          <p className="text-fine text-quiet">{messages.notOverlaid}</p>
        )}
        {silent.length > 0 && lines && <p className="text-fine text-quiet">{messages.withoutPast(silent)}</p>}
      </div>
    </Card>
  )
}

/** Each line has a colour and a pattern of its own. */
const strokes = ['stroke-action', 'stroke-ink', 'stroke-info', 'stroke-amber']
const dashes = [undefined, '6 3', '2 2', '9 3 2 3']

function Drawing({ lines }: { lines: readonly (readonly RelativePrice[])[] }) {
  const all = lines.flat()
  const [first, last] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))]
  const [least, most] = [Math.min(...all.map(({ change }) => change)), Math.max(...all.map(({ change }) => change))]
  const x = (at: number) => (at - first) / (last - first)
  const y = (change: number) => 0.03 + ((most - change) / (most - least || 1)) * 0.94
  return (
    // Time runs to the right in every language; the list below has the same in words.
    <div dir="ltr" className="relative h-56" aria-hidden="true">
      <Plot className="absolute inset-0 size-full">
        <PlotLine points={[0, 1].map((x) => [x, y(0)])} strokeWidth="1" className="stroke-line" />
        {lines.map((line, index) => (
          <PlotLine
            key={strokes[index]}
            data-line
            points={line.map(({ at, change }) => [x(at), y(change)])}
            className={strokes[index]}
            strokeDasharray={dashes[index]}
          />
        ))}
      </Plot>
      <span className="absolute end-1 top-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(most * 10_000)}
      </span>
      <span className="absolute end-1 bottom-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(least * 10_000)}
      </span>
    </div>
  )
}

/** So many hours of the records are drawn. */
const week = 168

/** `silent`: the names of pools whose records have no past prices. A pool at two moments has one past. */
function linesOf(sides: readonly ComparedPool[]) {
  const listed = sides.flatMap(({ network, id, title, row }) => (row ? [{ key: `${network} ${id}`, title, row }] : []))
  const distinct = [...new Map(listed.map((side) => [side.key, side])).values()]
  const read = distinct.map(({ key, title, row: { pool } }) => ({
    ...{ key, title },
    past: recordedPrices(pool, isShownInverted(pool)).slice(-week),
  }))
  const pools = read.filter(({ past }) => past.length > 1)
  const silent = read.filter(({ past }) => past.length < 2).map(({ title }) => title)
  return { pools, silent, lines: pools.length > 1 ? relativePrices(pools.map(({ past }) => past)) : undefined }
}
