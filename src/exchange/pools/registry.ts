import pLimit from 'p-limit'
import { factoryAbi } from '../evm/contracts'
import { type EvmPool, type LocalEvmExchange, tokenByAddress } from '../evm/localEvmExchange'

/** `createdAt` in seconds since 1970. */
export type RegisteredPool = EvmPool & { readonly createdAt: number }

/** Every pool of two listed tokens, regardless of its creator. */
export type PoolRegistry = () => Promise<readonly RegisteredPool[]>

export function createPoolRegistry(evm: LocalEvmExchange): PoolRegistry {
  const { client } = evm.chain
  const exclusive = pLimit(1)
  const pools: RegisteredPool[] = []
  let fromBlock = 0n

  async function update() {
    const toBlock = await client.getBlockNumber()
    if (toBlock < fromBlock) return pools
    const factory = { address: evm.contracts.factory, abi: factoryAbi, eventName: 'PoolCreated', strict: true } as const
    const created = await client.getContractEvents({ ...factory, fromBlock, toBlock })
    fromBlock = toBlock + 1n
    for (const { args, blockTimestamp } of created) {
      const token0 = tokenByAddress(evm, args.token0)
      const token1 = tokenByAddress(evm, args.token1)
      const { pool: address, fee, tickSpacing } = args
      if (token0 && token1) pools.push({ address, token0, token1, fee, tickSpacing, createdAt: Number(blockTimestamp) })
    }
    return pools
  }
  return () => exclusive(update)
}
