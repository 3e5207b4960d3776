import { isHex, toFunctionSelector } from 'viem'
import type { LocalChain } from '../evm/chain'
import type { EvmPool } from '../evm/localEvmExchange'

/**
 * sqrtPriceX96 of each pool. Decodes only the first word of `slot0`, because the replay of past trades reads it often.
 */
export function readSqrtPrices({ rpc }: LocalChain, pools: readonly EvmPool[]): Promise<readonly bigint[]> {
  return Promise.all(
    pools.map(async ({ address }) => {
      const word = await rpc.call('eth_call', [{ to: address, data: slot0 }, 'latest'])
      return isHex(word) ? BigInt(word.slice(0, 66)) : 0n
    }),
  )
}

const slot0 = toFunctionSelector('slot0()')
