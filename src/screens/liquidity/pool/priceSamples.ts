import type { TickSample } from '../../../domain/volatility'
import type { LiquidityPool } from '../../../preparation/liquidityPool'

/** Prices this browser has seen since it was opened, by pool. They are nobody's secret and not kept. */
const seen = new Map<string, TickSample[]>()
const most = 2_000

/** Notes where a pool stands; the same moment is noted once. */
export function recordSample({ address, tick, liveAt }: LiquidityPool): void {
  if (address === undefined) return
  const samples = seen.get(address) ?? []
  const last = samples.at(-1)
  if (last && last.at >= liveAt) return
  samples.push({ at: liveAt, tick })
  if (samples.length > most) samples.shift()
  seen.set(address, samples)
}

/** What the record tells of the past, and what was seen since. */
export function samplesOf({ address, history }: LiquidityPool): readonly TickSample[] {
  return [...history, ...(address === undefined ? [] : (seen.get(address) ?? []))]
}

/** Between which of the pool's ticks the price was in the last day that is known. */
export function seenBetween(
  samples: readonly TickSample[],
): { readonly from: number; readonly to: number } | undefined {
  const newest = samples.reduce((latest, { at }) => Math.max(latest, at), 0)
  const ticks = samples.filter(({ at }) => at > newest - 86_400_000).map(({ tick }) => tick)
  return ticks.length < 2 ? undefined : { from: Math.min(...ticks), to: Math.max(...ticks) }
}
