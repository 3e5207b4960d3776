import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import type { DeploymentChain } from '../../../protocol/deployment'
import { zeroAddress } from '../../decode/evm/address'
import { type RpcPort, word } from '../rpc'

/** How routers and position managers name the wrapped coin they were made with. */
const named = parseAbi([
  'function WETH9() view returns (address)',
  'function WNativeToken() view returns (address)',
  'function WETH() view returns (address)',
])
const questions = (['WETH9', 'WNativeToken', 'WETH'] as const).map((functionName) =>
  encodeFunctionData({ abi: named, functionName }),
)

/** One contract alone may say anything, and what it names would count as the person's own coin. */
const leastWitnesses = 2

/**
 * The chain with its wrapped coin, where settings name none: contracts that the deployment vouches for are asked, and
 * believed when two or more of them agree and none differs. Nobody else is.
 */
export async function withWrappedCoin(chain: DeploymentChain, ask: RpcPort | undefined): Promise<DeploymentChain> {
  const vouched = [...chain.trusted, ...(chain.positionManager === undefined ? [] : [chain.positionManager])]
  if (chain.kind !== 'evm' || chain.wrappedNative !== undefined || !ask || vouched.length === 0) return chain
  const witnesses = [...new Map(vouched.map((address) => [address.toLowerCase(), address])).values()]
  const reported = await Promise.all(
    witnesses.map(async (to) => {
      const answers = await Promise.all(questions.map((data) => addressAt(to, data, ask)))
      return new Set(answers.filter((address) => address !== undefined))
    }),
  )
  const found = new Set(reported.flatMap((answers) => [...answers]))
  const [wrappedNative] = found
  const agreeing = reported.filter(({ size }) => size > 0).length
  return found.size === 1 && agreeing >= leastWitnesses ? { ...chain, wrappedNative } : chain
}

async function addressAt(to: string, data: string, ask: RpcPort): Promise<string | undefined> {
  try {
    const answer = word(await ask('eth_call', [{ to, data }, 'latest']))
    const address = getAddress(`0x${answer.toString(16).padStart(40, '0')}`)
    return address === zeroAddress ? undefined : address
  } catch {
    // A contract without such a function fails in as many ways as there are nodes.
    return undefined
  }
}
