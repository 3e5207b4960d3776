import { toEventSelector } from 'viem'
import { createMutex } from '../engine/lock'
import { type EvmPool, type LocalEvmExchange, tokenByAddress } from '../evm/localEvmExchange'
import { addressFromWord, type Cursor, readNewLogs } from './eventLogs'

/** `createdAt` in seconds since 1970. */
export type RegisteredPool = EvmPool & { readonly createdAt: number }

/** Every pool of two listed tokens, regardless of its creator. */
export type PoolRegistry = { readonly pools: () => Promise<readonly RegisteredPool[]> }

export function createPoolRegistry(evm: LocalEvmExchange): PoolRegistry {
  const { chain, contracts } = evm
  const cursor: Cursor = { next: 0n }
  const exclusive = createMutex()
  const pools: RegisteredPool[] = []

  async function update() {
    const { found } = await readNewLogs(chain, cursor, [{ address: contracts.factory, topics: [[poolCreated]] }])
    for (const { topics, words, time } of found.flat()) {
      const token0 = tokenByAddress(evm, addressFromWord(topics[1]))
      const token1 = tokenByAddress(evm, addressFromWord(topics[2]))
      const [tickSpacing = 0n, address] = words
      if (!token0 || !token1) continue
      const key = {
        address: addressFromWord(address),
        token0,
        token1,
        fee: Number(topics[3]),
        tickSpacing: Number(tickSpacing),
      }
      pools.push({ ...key, createdAt: time })
    }
    return pools
  }
  return { pools: () => exclusive(update) }
}

const poolCreated = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
