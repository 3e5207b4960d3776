import type { Range } from '../../../domain/liquidity/range'
import type { TickSample } from '../../../domain/pools/volatility'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'

/** Prices seen since the page was opened, by pool; not stored. */
const seen = new Map<string, TickSample[]>()
const most = 2_000

/** Records the pool's tick, once per update. */
export function recordSample({ address, tick, liveAt }: LiquidityPool): void {
  if (address === undefined) return
  const samples = seen.get(address) ?? []
  const last = samples.at(-1)
  if (last && last.at >= liveAt) return
  samples.push({ at: liveAt, tick })
  if (samples.length > most) samples.shift()
  seen.set(address, samples)
}

/** The record's price history, then the samples of this visit. */
export function samplesOf({ address, history }: LiquidityPool): readonly TickSample[] {
  return [...history, ...(address === undefined ? [] : (seen.get(address) ?? []))]
}

/** The lowest and highest tick of the last known day. */
export function seenBetween(samples: readonly TickSample[]): Range | undefined {
  const newest = samples.reduce((latest, { at }) => Math.max(latest, at), 0)
  const day = samples.filter(({ at }) => at > newest - 86_400_000)
  if (day.length < 2) return undefined
  return {
    tickLower: Math.min(...day.map(({ tick, low = tick }) => low)),
    tickUpper: Math.max(...day.map(({ tick, high = tick }) => high)),
  }
}
