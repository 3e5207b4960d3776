import { useMemo, useState } from 'react'
import { type Chain, networkOf } from '../../domain/chain'
import { compare, zero } from '../../domain/fraction'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { usePoolLists } from '../pools/usePoolLists'

/**
 * The pools of a network that accept deposits, the deepest first, and their records. `isHeld` freezes the list during a
 * drag: parsing thousands of ticks would make the handle stutter.
 */
export function usePools(chain: Chain | undefined, isHeld = false) {
  const [latest] = usePoolLists(chain ? [networkOf(chain)] : [], { subscribed: !isHeld })
  const list = useHeld(latest, isHeld)
  const records = list?.pools ?? nothing
  const { saidAt, refusal } = list?.freshness ?? {}
  const pools = useMemo(() => (chain ? readAll(records, chain, saidAt ?? 0) : none), [records, chain, saidAt])
  const at = list?.answer ? 'listed' : refusal === undefined ? 'loading' : 'failed'
  return { at, pools, records, saidAt, why: refusal } as const
}

/** The value from when the drag started until it ends: others on the page may poll the list. */
function useHeld<Value>(latest: Value, isHeld: boolean): Value {
  const [kept, keep] = useState<{ readonly value: Value }>()
  if (isHeld !== (kept !== undefined)) keep(isHeld ? { value: latest } : undefined)
  return isHeld && kept ? kept.value : latest
}

const nothing: readonly ReadPool[] = []
const none: readonly LiquidityPool[] = []

function readAll(records: readonly ReadPool[], chain: Chain, saidAt: number): readonly LiquidityPool[] {
  return records
    .flatMap((record) => liquidityPoolOf(record, chain, saidAt) ?? [])
    .sort((a, b) => compare(b.tvl ?? zero, a.tvl ?? zero))
}
