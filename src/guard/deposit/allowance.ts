import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { type RpcPort, word } from '../rpc'

/** What an owner has allowed a spender of a token already. Rejects when the node or the token does not answer. */
export async function readAllowance(ask: RpcPort, token: string, owner: string, spender: string): Promise<bigint> {
  const args = [getAddress(owner), getAddress(spender)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return word(await ask('eth_call', [{ to: token, data }, 'latest']))
}
