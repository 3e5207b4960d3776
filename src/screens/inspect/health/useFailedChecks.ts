import { useEffect, useMemo, useState } from 'react'
import { type SelfCheckCode, selfChecks } from '../../../domain/pools/selfCheck'
import type { ReadPool } from '../../../protocol/pools/poolReader'

/** Results are kept with the pool: one that did not change is not checked again. */
const known = new WeakMap<ReadPool, readonly SelfCheckCode[]>()

/** Pools checked without a pause: thousands must not hold up the page. */
const atOnce = 200

export type FailedChecks = {
  /** Ids of the pools that fail a check, by check. */
  readonly failing: ReadonlyMap<SelfCheckCode, readonly string[]>
  readonly left: number
}

/** The self-checks that fail, of all pools; `left` counts those that are still to be checked. */
export function useFailedChecks(pools: readonly ReadPool[]): FailedChecks {
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has checked some more.
  const result = useMemo(() => resultOf(pools), [pools, round])
  useEffect(() => {
    if (result.left === 0) return
    const timer = setTimeout(() => {
      for (const pool of pools.filter((pool) => !known.has(pool)).slice(0, atOnce)) known.set(pool, failedIn(pool))
      setRound((round) => round + 1)
    })
    return () => clearTimeout(timer)
  }, [pools, result])
  return result
}

function resultOf(pools: readonly ReadPool[]): FailedChecks {
  const failing = new Map<SelfCheckCode, string[]>()
  let left = 0
  for (const pool of pools) {
    const failed = known.get(pool)
    if (!failed) left++
    for (const code of failed ?? []) failing.set(code, [...(failing.get(code) ?? []), pool.id])
  }
  return { failing, left }
}

function failedIn(pool: ReadPool): readonly SelfCheckCode[] {
  return selfChecks(pool).flatMap(({ code, result }) => (result === 'fails' ? [code] : []))
}
