import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { poolsFreshness, poolsQuery } from '../../api/queries'
import { type Chain, networkOf } from '../../domain/chain'
import { compare, type Fraction } from '../../domain/fraction'
import type { Token } from '../../domain/token'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { createPoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import { useLastError } from '../../ui/hooks/useLastError'
import { useRefusalText } from '../refusal.messages'
import { useServices } from '../services'

/** The pools of a network that accept deposits, or the state of the request. */
export type DepositPools = {
  readonly at: 'loading' | 'listed' | 'failed'
  /** The deepest first. */
  readonly pools: readonly LiquidityPool[]
  readonly records: readonly ReadPool[]
  /** Milliseconds since the epoch when the service sent the list. */
  readonly saidAt: number | undefined
  readonly why: string | undefined
}

/** `isHeld` freezes the list during a drag: parsing thousands of ticks would make the handle stutter. */
export function usePools(chain: Chain | undefined, tokens: readonly Token[], isHeld = false): DepositPools {
  const { client } = useServices()
  const network = chain ? networkOf(chain) : ''
  const options = { enabled: chain !== undefined, subscribed: !isHeld }
  const asked = useQuery({ ...poolsQuery(client, network), ...options })
  const error = useLastError(asked, network)
  const { data: freshness } = useQuery({ ...poolsFreshness(client, network), ...options })
  const { data, saidAt } = useHeld({ data: asked.data, saidAt: freshness?.saidAt }, isHeld)
  const reader = useMemo(
    () =>
      chain &&
      createPoolReader(
        chain.kind,
        tokens.filter((token) => token.chain.chainId === chain.chainId),
      ),
    [chain, tokens],
  )
  const records = useMemo(() => (data && reader ? reader.read(data) : nothing), [data, reader])
  const refusalText = useRefusalText()
  const pools = useMemo(() => (chain ? readAll(records, chain, saidAt ?? 0) : none), [records, chain, saidAt])
  return {
    at: data ? 'listed' : error ? 'failed' : 'loading',
    pools,
    records,
    saidAt,
    why: error ? refusalText(error.refusal) : undefined,
  }
}

/** Returns the value from when the drag started until it ends. */
function useHeld<Value>(latest: Value, isHeld: boolean): Value {
  const [kept, keep] = useState<{ readonly value: Value }>()
  if (isHeld && !kept) keep({ value: latest })
  if (!isHeld && kept) keep(undefined)
  return isHeld && kept ? kept.value : latest
}

const nothing: readonly ReadPool[] = []
const none: readonly LiquidityPool[] = []

function readAll(records: readonly ReadPool[], chain: Chain, saidAt: number): readonly LiquidityPool[] {
  return records
    .flatMap((record) => liquidityPoolOf(record, chain, saidAt) ?? [])
    .sort((a, b) => compare(b.tvl ?? zero, a.tvl ?? zero))
}

const zero: Fraction = { numerator: 0n, denominator: 1n }
