import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { addressOfWord, type RpcPort, readWord } from '../../../chain/rpc'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { distinctAddresses } from '../../decode/evm/address'

/** The getters by which routers and position managers return their wrapped coin. */
const named = parseAbi([
  'function WETH9() view returns (address)',
  'function WNativeToken() view returns (address)',
  'function WETH() view returns (address)',
])
const questions = (['WETH9', 'WNativeToken', 'WETH'] as const).map((functionName) =>
  encodeFunctionData({ abi: named, functionName }),
)

/** A single contract could return anything, and its answer would count as the person's own coin. */
const minWitnesses = 2

/**
 * The chain with its wrapped coin, where settings have none: contracts that the deployment vouches for are asked, and
 * believed when at least two agree and none disagrees.
 */
export async function withWrappedCoin(chain: DeploymentChain, ask: RpcPort | undefined): Promise<DeploymentChain> {
  const vouched = [...chain.trusted, ...(chain.positionManager === undefined ? [] : [chain.positionManager])]
  if (chain.kind !== 'evm' || chain.wrappedNative !== undefined || !ask || vouched.length === 0) return chain
  const reported = await Promise.all(
    distinctAddresses(vouched).map(async (to) => {
      const answers = await Promise.all(questions.map((data) => readWord(ask, { to, data })))
      return new Set(answers.flatMap((answer) => addressOfWord(answer) ?? []).map((address) => getAddress(address)))
    }),
  )
  const found = new Set(reported.flatMap((answers) => [...answers]))
  const [wrappedNative] = found
  const agreeing = reported.filter(({ size }) => size > 0).length
  return found.size === 1 && agreeing >= minWitnesses ? { ...chain, wrappedNative } : chain
}
