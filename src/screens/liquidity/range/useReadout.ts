import { type PointerEvent, useRef } from 'react'
import { type TickWindow, tickAt } from '../../../components/positions/rangeWindow'
import type { Bar } from '../../../domain/pools/distribution'
import type { TickSample } from '../../../domain/pools/volatility'
import { baseOf, type PriceDirection, quoteOf } from '../../../domain/prices/priceDirection'
import { exchangedSigns } from '../../../domain/text/locale'
import { axisText } from './axis'
import type { RangeMessages } from './messages'

type ReadoutOptions = {
  readonly plot: { readonly current: HTMLDivElement | null }
  readonly window: TickWindow
  readonly direction: PriceDirection
  readonly bars: readonly Bar[]
  readonly past: readonly TickSample[]
  readonly messages: RangeMessages
}

/**
 * Shows the figures of the chart under the pointer: the price, its liquidity, and when it was last seen. Never renders
 * React.
 */
export function useReadout({ plot, window, direction, bars, past, messages }: ReadoutOptions) {
  const line = useRef<HTMLParagraphElement>(null)
  const say = (text: string) => {
    if (line.current && line.current.textContent !== text) line.current.textContent = text
  }
  return {
    line,
    leave: () => say(''),
    follow: ({ clientY, buttons }: PointerEvent) => {
      if (buttons !== 0 || !plot.current) return
      const { bottom, height } = plot.current.getBoundingClientRect()
      const tick = Math.round(tickAt((bottom - clientY) / height, window))
      const bar = bars.find(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
      const unit = messages.per(quoteOf(direction).symbol, baseOf(direction).symbol)
      const price = `${axisText(tick, direction)} ${unit}`
      say(messages.under(price, bar && shortLiquidity(bar.liquidity), lastSeen(past, tick)))
    },
  }
}

function shortLiquidity(liquidity: bigint): string {
  return liquidity < 10n ** 9n ? String(liquidity) : exchangedSigns(Number(liquidity).toExponential(2).replace('+', ''))
}

/** How many hours before the newest sample the price last crossed a tick; `undefined` where it never did. */
function lastSeen(past: readonly TickSample[], tick: number): number | undefined {
  const end = past.at(-1)
  const crossing = past.findLastIndex((sample, index) => {
    const before = past[index - 1]
    return before !== undefined && (before.tick - tick) * (sample.tick - tick) <= 0
  })
  const crossed = past[crossing]
  return end && crossed ? Math.round((end.at - crossed.at) / 3_600_000) : undefined
}
