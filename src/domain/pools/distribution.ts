import type { Range } from '../liquidity/range'

/** Liquidity that is added (positive) or removed (negative) when the price crosses a tick upwards. */
export type TickLiquidity = { readonly tick: number; readonly liquidityNet: bigint }

/** A range of ticks with constant active liquidity. */
export type Bar = Range & { readonly liquidity: bigint }

/**
 * The liquidity distribution from `liquidityNet` at each tick. Bars without liquidity are left out.
 * A record whose ticks do not add up to zero is still drawn, but never with liquidity below zero.
 */
export function barsFromTicks(ticks: readonly TickLiquidity[]): Bar[] {
  const ordered = ticks.toSorted((a, b) => a.tick - b.tick)
  let liquidity = 0n
  return ordered.flatMap(({ tick, liquidityNet }, index) => {
    liquidity += liquidityNet
    const next = ordered[index + 1]
    if (!next || next.tick === tick || liquidity <= 0n) return []
    return [{ tickLower: tick, tickUpper: next.tick, liquidity }]
  })
}

/** The same distribution, for records that list positions instead of ticks. */
export function barsFromPositions(positions: readonly Bar[]): Bar[] {
  const net = new Map<number, bigint>()
  for (const { tickLower, tickUpper, liquidity } of positions) {
    net.set(tickLower, (net.get(tickLower) ?? 0n) + liquidity)
    net.set(tickUpper, (net.get(tickUpper) ?? 0n) - liquidity)
  }
  return barsFromTicks([...net].map(([tick, liquidityNet]) => ({ tick, liquidityNet })))
}

type Holding = Range & { readonly liquidity: bigint | undefined }
type Ranges = { readonly ticks: readonly TickLiquidity[]; readonly positions: readonly Holding[] }

/** The distribution in a record, by its ticks or else by its positions. */
export function barsOf({ ticks, positions }: Ranges): readonly Bar[] {
  return ticks.length > 0 ? barsFromTicks(ticks) : barsFromPositions(positions.filter(hasLiquidity))
}

/** The active liquidity at a tick, by the ticks or else the positions of a record; `undefined` without any. */
export function activeLiquidity(tick: number, { ticks, positions }: Ranges): bigint | undefined {
  if (ticks.length > 0) return ticks.reduce((sum, at) => (at.tick <= tick ? sum + at.liquidityNet : sum), 0n)
  const held = positions.filter(hasLiquidity)
  return held.length > 0 ? liquidityAt(tick, held) : undefined
}

/** The liquidity of the positions that cover a tick. */
export function liquidityAt(tick: number, positions: readonly Bar[]): bigint {
  return positions
    .filter(({ tickLower, tickUpper }) => tickLower <= tick && tick < tickUpper)
    .reduce((sum, { liquidity }) => sum + liquidity, 0n)
}

function hasLiquidity(position: Holding): position is Bar {
  return position.liquidity !== undefined
}

/** The distribution with token0 and token1 swapped. */
export function invertBars(bars: readonly Bar[]): Bar[] {
  return bars
    .map(({ tickLower, tickUpper, liquidity }) => ({ tickLower: 0 - tickUpper, tickUpper: 0 - tickLower, liquidity }))
    .reverse()
}
