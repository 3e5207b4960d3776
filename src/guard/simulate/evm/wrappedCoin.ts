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

/**
 * The chain with its wrapped coin, where settings name none: contracts that the deployment vouches for are asked, and
 * believed when they agree. Nobody else is.
 */
export async function withWrappedCoin(chain: DeploymentChain, ask: RpcPort | undefined): Promise<DeploymentChain> {
  const vouched = [...chain.trusted, ...(chain.positionManager === undefined ? [] : [chain.positionManager])]
  if (chain.kind !== 'evm' || chain.wrappedNative !== undefined || !ask || vouched.length === 0) return chain
  const answers = await Promise.all(vouched.flatMap((to) => questions.map((data) => addressAt(to, data, ask))))
  const found = new Set(answers.filter((address) => address !== undefined))
  const [wrappedNative] = found
  return found.size === 1 ? { ...chain, wrappedNative } : chain
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
