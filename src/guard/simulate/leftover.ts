import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { sameAddress } from '../decode/evm/address'
import type { Leftover } from '../forecast'
import type { Intent } from '../intent'
import type { Plan } from '../plan'
import { type RpcPort, word } from './rpc'

/** Allowances a plan gave that somebody may still use, as the chain knows them now; each can be revoked. */
export async function readLeftovers(
  { steps, intent }: Pick<Plan<Intent>, 'steps' | 'intent'>,
  chainId: number,
  ask: RpcPort,
): Promise<readonly Leftover[]> {
  const given = steps.flatMap(({ purpose, chainId: on }) =>
    purpose.does === 'approve' && on === chainId ? [{ token: purpose.token, spender: purpose.spender }] : [],
  )
  const different = given.filter(
    (one, index) =>
      given.findIndex(({ token, spender }) => sameAddress(token, one.token) && sameAddress(spender, one.spender)) ===
      index,
  )
  const amounts = await Promise.all(
    different.map(async ({ token, spender }) => {
      const args = [getAddress(intent.sender), getAddress(spender)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      return word(await ask('eth_call', [{ to: token, data }, 'latest']))
    }),
  )
  return different
    .map((allowance, index) => ({ chainId, ...allowance, amount: amounts[index] ?? 0n }))
    .filter(({ amount }) => amount > 0n)
}
