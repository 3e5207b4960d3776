import type { Address } from 'viem'
import type { JsonObject } from '../../protocol/json/json'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { AssetPrices } from '../prices'
import { type HourlyFigures, hourlyFigures, isStale } from './hourly'
import type { IndexedPool, PoolIndexer } from './indexer'
import { poolRecord, poolValueUsd } from './record'

/** The pool records of one chain: live figures are computed with every call, hourly figures once an hour. */
export type PoolFeed = { readonly records: () => Promise<readonly JsonObject[]> }

export function createPoolFeed(evm: LocalEvmExchange, ledger: PoolIndexer, prices: () => AssetPrices): PoolFeed {
  const figures = new Map<Address, HourlyFigures>()

  function hourlyOf(pool: IndexedPool, at: Date): HourlyFigures {
    const cached = figures.get(pool.key.address)
    if (cached && !isStale(cached, at)) return cached
    const fresh = hourlyFigures(pool, poolValueUsd(pool, prices()), at)
    figures.set(pool.key.address, fresh)
    return fresh
  }

  return {
    records: async () => {
      const pools = await ledger.update()
      const at = new Date()
      return pools.map((pool) => poolRecord(evm, pool, hourlyOf(pool, at), prices(), at))
    },
  }
}
