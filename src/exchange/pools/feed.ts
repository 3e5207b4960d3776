import type { Address } from 'viem'
import type { JsonObject } from '../../protocol/json/json'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { AssetPrices } from '../prices'
import { type HourlyFigures, hourlyFigures, isStale } from './hourly'
import { createPoolIndexer, type IndexedPool } from './indexer'
import { poolRecord, poolValueUsd } from './record'
import type { PoolRegistry } from './registry'

/** The pool records of one chain: live figures are computed with every call, hourly figures once an hour. */
export function createPoolFeed(evm: LocalEvmExchange, registry: PoolRegistry, prices: () => AssetPrices) {
  const index = createPoolIndexer(evm, registry, prices)
  const figures = new Map<Address, HourlyFigures>()

  return async (): Promise<readonly JsonObject[]> => {
    const pools = await index()
    const at = new Date()
    return pools.map((pool) => poolRecord(evm, pool, hourlyOf(pool, at), prices(), at))
  }

  function hourlyOf(pool: IndexedPool, at: Date): HourlyFigures {
    const cached = figures.get(pool.key.address)
    if (cached && !isStale(cached, at)) return cached
    const fresh = hourlyFigures(pool, poolValueUsd(pool, prices()), at)
    figures.set(pool.key.address, fresh)
    return fresh
  }
}
