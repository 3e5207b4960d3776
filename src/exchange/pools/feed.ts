import type { Address } from 'viem'
import type { JsonObject } from '../../protocol/json/json'
import type { OpenEvmExchange } from '../context'
import type { AssetPrices } from '../prices'
import { createPoolIndexer, type IndexedPool } from './indexer'
import { type HourlyFigures, hourlyFigures, isStale, poolRecord, poolValueUsd } from './record'

/** The pool records of one chain: live figures are computed with every call, hourly figures once an hour. */
export function createPoolFeed(evm: OpenEvmExchange, prices: () => AssetPrices) {
  const index = createPoolIndexer(evm, prices)
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
