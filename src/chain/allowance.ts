import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { bytes, type RpcPort, word } from './rpc'

/** The allowance that a spender already has. */
export type ExistingAllowance = {
  readonly token: string
  readonly amount: bigint
  /** The token accepts a new amount only after a reset to zero, as USDT does. */
  readonly needsReset: boolean
}

/**
 * Reads a spender's existing allowance, and whether the token must be reset before `wanted`. A deposit leaves a small
 * allowance over, because a pool takes slightly less than it may; that must not add a step to the next deposit.
 * Rejects when the node or the token does not answer.
 */
export async function readExistingAllowance(
  ask: RpcPort,
  token: string,
  [owner, spender]: readonly [string, string],
  wanted: bigint,
): Promise<ExistingAllowance> {
  const amount = await readAllowance(ask, owner, { token, spender })
  const isShort = amount > 0n && amount < wanted
  return {
    token,
    amount,
    needsReset: isShort && !(await isTaken(ask, token, [getAddress(owner), getAddress(spender)], wanted)),
  }
}

/** The amount of an account's token that a contract may take, by the chain's current state. */
export async function readAllowance(
  ask: RpcPort,
  owner: string,
  { token, spender }: { readonly token: string; readonly spender: string },
): Promise<bigint> {
  const args = [getAddress(owner), getAddress(spender)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return word(await ask('eth_call', [{ to: token, data }, 'latest']))
}

/** Simulates the approval in the current state. When that fails, it is assumed to be refused. */
async function isTaken(ask: RpcPort, to: string, [from, spender]: readonly [Hex, Hex], amount: bigint) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  try {
    const answer = bytes(await ask('eth_call', [{ from, to, data }, 'latest']))
    // Many tokens return nothing.
    return answer === '0x' || word(answer) !== 0n
  } catch {
    return false
  }
}
