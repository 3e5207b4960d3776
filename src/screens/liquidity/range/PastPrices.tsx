import { useMemo } from 'react'
import { type TickWindow, windowShare } from '../../../components/positions/rangeWindow'
import type { TickSample } from '../../../domain/pools/volatility'

type PastPricesProps = {
  readonly past: readonly TickSample[]
  readonly window: TickWindow
  /** The current price as a tick: the line ends there. */
  readonly now: number
}

/** The price over time above the liquidity, on its price axis: time runs down, and the price of now is at the bottom. */
export function PastPrices({ past, window, now }: PastPricesProps) {
  const points = useMemo(() => pointsOf(past, window, now), [past, window, now])
  return (
    <svg
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 h-1/2 w-full overflow-hidden"
      aria-hidden="true"
      data-history=""
    >
      <line x1="0" x2="1000" y1="100" y2="100" className="stroke-line" vectorEffect="non-scaling-stroke" />
      <polyline points={points} className="fill-none stroke-ink" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

function pointsOf(past: readonly TickSample[], window: TickWindow, now: number): string {
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last || last.at === first.at) return ''
  const y = (at: number) => (((at - first.at) / (last.at - first.at)) * 96 + 1).toFixed(1)
  const x = (tick: number) => (windowShare(tick, window) * 1_000).toFixed(1)
  return [...past.map(({ at, tick }) => `${x(tick)},${y(at)}`), `${x(now)},100`].join(' ')
}
