import type { Range } from './range'

/** Liquidity that begins (positive) or ends (negative) at a tick. */
export type TickLiquidity = { readonly tick: number; readonly liquidityNet: bigint }

/** One step of the liquidity staircase. */
export type Bar = Range & { readonly liquidity: bigint }

/**
 * The staircase of liquidity from what begins and ends at each tick. Steps without liquidity are left out.
 * A record whose ticks do not add up to zero is still drawn, but liquidity below zero is not.
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

/** The same staircase, for records that list positions instead of ticks. */
export function barsFromPositions(positions: readonly Bar[]): Bar[] {
  const net = new Map<number, bigint>()
  for (const { tickLower, tickUpper, liquidity } of positions) {
    net.set(tickLower, (net.get(tickLower) ?? 0n) + liquidity)
    net.set(tickUpper, (net.get(tickUpper) ?? 0n) - liquidity)
  }
  return barsFromTicks([...net].map(([tick, liquidityNet]) => ({ tick, liquidityNet })))
}

/** The staircase with the tokens named the other way round. */
export function invertBars(bars: readonly Bar[]): Bar[] {
  return bars
    .map(({ tickLower, tickUpper, liquidity }) => ({ tickLower: 0 - tickUpper, tickUpper: 0 - tickLower, liquidity }))
    .reverse()
}
