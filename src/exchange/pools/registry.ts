import { toEventSelector } from 'viem'
import { newLock } from '../engine/lock'
import { type PoolKey, tokenAt, type Venue } from '../evm/localEvmExchange'
import { addressIn, type Cursor, readNewLogs } from './eventLogs'

/** A pool, and when it was opened (seconds since 1970). */
export type BookedPool = PoolKey & { readonly openedAt: number }

/** Every pool that was ever opened for two listed tokens, by whomever. */
export type Book = { readonly pools: () => Promise<readonly BookedPool[]> }

export function openBook(venue: Venue): Book {
  const { chain, contracts } = venue
  const cursor: Cursor = { next: 0n }
  const inTurn = newLock()
  const pools: BookedPool[] = []

  async function look() {
    const { found } = await readNewLogs(chain, cursor, [{ address: contracts.factory, topics: [[poolCreated]] }])
    for (const { topics, words, time } of found.flat()) {
      const token0 = tokenAt(venue, addressIn(topics[1]))
      const token1 = tokenAt(venue, addressIn(topics[2]))
      const [spacing = 0n, address] = words
      if (!token0 || !token1) continue
      const key = { address: addressIn(address), token0, token1, fee: Number(topics[3]), spacing: Number(spacing) }
      pools.push({ ...key, openedAt: time })
    }
    return pools
  }
  return { pools: () => inTurn(look) }
}

const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
