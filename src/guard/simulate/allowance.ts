import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { bytes, type RpcPort, word } from './rpc'

/** What a spender may take of a token already. */
export type ExistingAllowance = {
  readonly token: string
  readonly amount: bigint
  /** The token lets it be changed only to zero, as USDT does: before another amount it has to be taken back. */
  readonly needsReset: boolean
}

/**
 * What an owner has allowed a spender of a token already, and how it comes to be `wanted`. A deposit leaves dust of
 * it behind, for a pool takes a little less than it may: the next one is not to be a step longer for that. Rejects when
 * the node or the token does not answer.
 */
export async function readExistingAllowance(
  ask: RpcPort,
  token: string,
  [owner, spender]: readonly [string, string],
  wanted: bigint,
): Promise<ExistingAllowance> {
  const args = [getAddress(owner), getAddress(spender)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  const amount = word(await ask('eth_call', [{ to: token, data }, 'latest']))
  const isShort = amount > 0n && amount < wanted
  return { token, amount, needsReset: isShort && !(await isTaken(ask, token, args, wanted)) }
}

/** Whether the token would take the approval as things stand. Where that cannot be seen, it is thought not to. */
async function isTaken(ask: RpcPort, to: string, [from, spender]: readonly [Hex, Hex], amount: bigint) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  try {
    const answer = bytes(await ask('eth_call', [{ from, to, data }, 'latest']))
    // Many tokens answer nothing.
    return answer === '0x' || word(answer) !== 0n
  } catch {
    return false
  }
}
