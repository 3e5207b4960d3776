import type { Address } from 'viem'
import type { JsonObject } from '../../protocol/json'
import type { Venue } from '../evm/localEvmExchange'
import type { Prices } from '../market/prices'
import { type Hourly, hourlyFigures, isStale } from './hourly'
import type { Ledger, PoolAccount } from './indexer'
import { poolRecord, poolWorth } from './record'

/** Tells the pools of one chain: what is live at every call, the figures of the hour once an hour. */
export type Gazette = { readonly tell: () => Promise<readonly JsonObject[]> }

export function openGazette(venue: Venue, ledger: Ledger, prices: () => Prices): Gazette {
  const figures = new Map<Address, Hourly>()

  function figuresOf(account: PoolAccount, at: Date): Hourly {
    const kept = figures.get(account.key.address)
    if (kept && !isStale(kept, at)) return kept
    const fresh = hourlyFigures(account, poolWorth(account, prices()), at)
    figures.set(account.key.address, fresh)
    return fresh
  }

  return {
    tell: async () => {
      const accounts = await ledger.look()
      const at = new Date()
      return accounts.map((account) => poolRecord(venue, account, figuresOf(account, at), prices(), at))
    },
  }
}
