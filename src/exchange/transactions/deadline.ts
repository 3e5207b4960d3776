import { type LocalChain, nextBlockTime } from '../evm/chain'

/** Seconds of chain time in which what was prepared may still be mined. */
const patience = 20 * 60

export async function deadline(chain: LocalChain): Promise<bigint> {
  return BigInt((await nextBlockTime(chain)) + patience)
}
