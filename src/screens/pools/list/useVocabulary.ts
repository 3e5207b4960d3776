import { useEffect, useMemo, useState } from 'react'
import type { PoolRowModel } from '../../../components/pools/poolRowModel'
import { type Chain, networkOf } from '../../../domain/chain'
import type { Vocabulary } from './SearchBox'

/** Only so many rows are read for tokens: completing needs the frequent ones. */
const sampled = 2_000

/**
 * Tokens by how often they occur, for completing a search. Computed when the browser is idle, or when a person types
 * before that. A list in which only figures changed has the same tokens, so only its length is compared.
 */
export function useVocabulary(
  rows: readonly PoolRowModel[],
  chains: readonly Chain[],
  networks: readonly string[],
): () => Vocabulary {
  const [basis, setBasis] = useState({ rows, chains, networks })
  if (basis.rows.length !== rows.length || basis.chains !== chains || basis.networks !== networks)
    setBasis({ rows, chains, networks })
  const known = useMemo(
    () => computedOnce(() => ({ tokens: tokensIn(basis.rows), networks: basis.chains.map(networkOf) })),
    [basis],
  )
  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') return
    const handle = requestIdleCallback(known)
    return () => cancelIdleCallback(handle)
  }, [known])
  return known
}

function tokensIn(rows: readonly PoolRowModel[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { pool } of rows.slice(0, sampled))
    for (const { symbol } of pool.uncached.tokensAsNamed) if (symbol) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([symbol]) => symbol)
}

function computedOnce(compute: () => Vocabulary): () => Vocabulary {
  let vocabulary: Vocabulary | undefined
  return () => {
    vocabulary ??= compute()
    return vocabulary
  }
}
