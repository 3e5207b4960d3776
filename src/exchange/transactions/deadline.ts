import { type LocalChain, nextBlockTime } from '../evm/chain'

/** Seconds of chain time until a prepared transaction expires. */
const validSeconds = 20 * 60

export async function deadline(chain: LocalChain): Promise<bigint> {
  return BigInt((await nextBlockTime(chain)) + validSeconds)
}
