import type { Range } from '../liquidity/range'

/** Liquidity that is added (positive) or removed (negative) when the price crosses a tick upwards. */
export type TickLiquidity = { readonly tick: number; readonly liquidityNet: bigint }

/** A range of ticks with constant active liquidity. */
export type Bar = Range & { readonly liquidity: bigint }

type Ranges = {
  readonly ticks: readonly TickLiquidity[]
  readonly positions: readonly (Range & { readonly liquidity: bigint | undefined })[]
}

/**
 * The liquidity distribution in a record, by its ticks or else by its positions. Bars without liquidity are left out.
 * A record whose ticks do not add up to zero is still drawn, but never with liquidity below zero.
 */
export function barsOf(record: Ranges): Bar[] {
  const ordered = ticksOf(record).toSorted((a, b) => a.tick - b.tick)
  let liquidity = 0n
  return ordered.flatMap(({ tick, liquidityNet }, index) => {
    liquidity += liquidityNet
    const next = ordered[index + 1]
    if (!next || next.tick === tick || liquidity <= 0n) return []
    return [{ tickLower: tick, tickUpper: next.tick, liquidity }]
  })
}

/** The active liquidity at a tick, by the ticks or else the positions of a record; `undefined` without any. */
export function activeLiquidity(tick: number, record: Ranges): bigint | undefined {
  const ticks = ticksOf(record)
  if (ticks.length === 0) return undefined
  return ticks.reduce((sum, at) => (at.tick <= tick ? sum + at.liquidityNet : sum), 0n)
}

/** The ticks of a record, else those at which its positions begin and end: many positions share few ticks to sort. */
function ticksOf({ ticks, positions }: Ranges): readonly TickLiquidity[] {
  if (ticks.length > 0) return ticks
  const net = new Map<number, bigint>()
  for (const { tickLower, tickUpper, liquidity } of positions) {
    if (liquidity === undefined) continue
    // A position that ends before it begins is never active.
    const change = tickLower < tickUpper ? liquidity : 0n
    net.set(tickLower, (net.get(tickLower) ?? 0n) + change)
    net.set(tickUpper, (net.get(tickUpper) ?? 0n) - change)
  }
  return Array.from(net, ([tick, liquidityNet]) => ({ tick, liquidityNet }))
}

/** The distribution with token0 and token1 swapped. */
export function invertBars(bars: readonly Bar[]): Bar[] {
  return bars
    .map(({ tickLower, tickUpper, liquidity }) => ({ tickLower: 0 - tickUpper, tickUpper: 0 - tickLower, liquidity }))
    .reverse()
}
