import type { Address } from 'viem'
import type { JsonObject } from '../../protocol/json'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { AssetPrices } from '../market/prices'
import { type HourlyFigures, hourlyFigures, isStale } from './hourly'
import type { IndexedPool, PoolIndexer } from './indexer'
import { poolRecord, poolValueUsd } from './record'

/** Tells the pools of one chain: what is live at every call, the figures of the hour once an hour. */
export type PoolFeed = { readonly records: () => Promise<readonly JsonObject[]> }

export function createPoolFeed(evm: LocalEvmExchange, ledger: PoolIndexer, prices: () => AssetPrices): PoolFeed {
  const figures = new Map<Address, HourlyFigures>()

  function figuresOf(account: IndexedPool, at: Date): HourlyFigures {
    const kept = figures.get(account.key.address)
    if (kept && !isStale(kept, at)) return kept
    const fresh = hourlyFigures(account, poolValueUsd(account, prices()), at)
    figures.set(account.key.address, fresh)
    return fresh
  }

  return {
    records: async () => {
      const accounts = await ledger.update()
      const at = new Date()
      return accounts.map((account) => poolRecord(evm, account, figuresOf(account, at), prices(), at))
    },
  }
}
