import { useEffect, useState } from 'react'
import { type SelfCheckCode, selfChecks } from '../../../domain/pools/selfCheck'
import type { ReadPool } from '../../../protocol/pools/poolReader'

/** The self-checks that each pool fails; a pool that is not in it is still to be checked. */
export type FailedChecks = ReadonlyMap<ReadPool, readonly SelfCheckCode[]>

/** Pools checked without a pause: thousands must not hold up the page. */
const atOnce = 200

/** Checks all pools; one that did not change is not checked again. */
export function useFailedChecks(lists: readonly { readonly pools: readonly ReadPool[] }[]): FailedChecks {
  const [checked, setChecked] = useState<FailedChecks>(new Map())
  useEffect(() => {
    const pools = lists.flatMap(({ pools }) => pools)
    const next = pools.filter((pool) => !checked.has(pool)).slice(0, atOnce)
    if (next.length === 0) return
    const timer = setTimeout(() => {
      const kept = pools.flatMap((pool) => (checked.has(pool) ? [[pool, checked.get(pool) ?? []] as const] : []))
      setChecked(new Map([...kept, ...next.map((pool) => [pool, failedIn(pool)] as const)]))
    })
    return () => clearTimeout(timer)
  }, [lists, checked])
  return checked
}

function failedIn(pool: ReadPool): readonly SelfCheckCode[] {
  return selfChecks(pool).flatMap(({ code, result }) => (result === 'fails' ? [code] : []))
}
