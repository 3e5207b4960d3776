import { useMemo } from 'react'
import { isShownInverted } from '../../../components/pools/shownPrice'
import { signedPercentText } from '../../../components/positions/figures'
import { recordedPrices } from '../../../domain/pools/poolChange'
import { type RelativePrice, relativePrices } from '../../../domain/pools/relativePrices'
import { dateTimeText } from '../../../domain/text/dateText'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
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
const board = { width: 1000, height: 240 }

function Drawing({ lines }: { lines: readonly (readonly RelativePrice[])[] }) {
  const all = lines.flat()
  const [first, last] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))]
  const [least, most] = [Math.min(...all.map(({ change }) => change)), Math.max(...all.map(({ change }) => change))]
  const x = (at: number) => ((at - first) / (last - first)) * board.width
  const y = (change: number) => 8 + ((most - change) / (most - least || 1)) * (board.height - 16)
  return (
    // Time runs to the right in every language; the list below has the same in words.
    <div dir="ltr" className="relative h-56" aria-hidden="true">
      <svg
        viewBox={`0 0 ${board.width} ${board.height}`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <path d={`M0 ${y(0)}H${board.width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        {lines.map((line, index) => (
          <polyline
            key={strokes[index]}
            data-line
            points={line.map(({ at, change }) => `${x(at).toFixed(1)},${y(change).toFixed(1)}`).join(' ')}
            className={`fill-none ${strokes[index]}`}
            strokeDasharray={dashes[index]}
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      <span className="absolute end-1 top-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(most * 10_000)}
      </span>
      <span className="absolute end-1 bottom-1 bg-sheet/80 px-1 text-fine text-quiet tabular-nums">
        {signedPercentText(least * 10_000)}
      </span>
    </div>
  )
}

/** `silent`: the names of pools whose records have no past prices. A pool at two moments has one past. */
function linesOf(sides: readonly ComparedPool[]) {
  const listed = sides.flatMap(({ network, id, title, row }) => (row ? [{ key: `${network} ${id}`, title, row }] : []))
  const distinct = [...new Map(listed.map((side) => [side.key, side])).values()]
  const read = distinct.map(({ key, title, row: { pool } }) => ({
    ...{ key, title },
    past: recordedPrices(pool, isShownInverted(pool)),
  }))
  const pools = read.filter(({ past }) => past.length > 1)
  const silent = read.filter(({ past }) => past.length < 2).map(({ title }) => title)
  return { pools, silent, lines: pools.length > 1 ? relativePrices(pools.map(({ past }) => past)) : undefined }
}
