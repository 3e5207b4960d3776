import { isHex, toFunctionSelector } from 'viem'
import type { LocalChain } from '../evm/chain'
import type { EvmPool } from '../evm/localEvmExchange'

/** Where each pool stands, in Q64.96. Reads the first word of `slot0` and decodes nothing else: history is long. */
export function readSqrtPrices({ rpc }: LocalChain, pools: readonly EvmPool[]): Promise<readonly bigint[]> {
  return Promise.all(
    pools.map(async ({ address }) => {
      const word = await rpc.call('eth_call', [{ to: address, data: slot0 }, 'latest'])
      return isHex(word) ? BigInt(word.slice(0, 66)) : 0n
    }),
  )
}

const slot0 = toFunctionSelector('slot0()')
