import { type Address, encodeFunctionData } from 'viem'
import { tokenAbi } from '../evm/contracts'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'
import type { UnsignedTransaction } from './unsignedTransaction'

export type Allowing = {
  readonly token: ListedToken
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** What an owner must sign first: exactly the amount, never more; by way of zero where the token insists. */
export async function approvalTransactions(
  { chain }: LocalEvmExchange,
  allowing: Allowing,
): Promise<readonly UnsignedTransaction[]> {
  const { token, owner, spender, amount } = allowing
  if (token.kind === 'native') return []
  const allowed = await chain.client.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  if (allowed >= amount) return []
  const wantsReset = token.kind === 'tether' && allowed > 0n
  return [...(wantsReset ? [approve(token, spender, 0n)] : []), approve(token, spender, amount)]
}

function approve({ address }: ListedToken, spender: Address, amount: bigint): UnsignedTransaction {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
  return { type: 'approval', to: address, data, value: 0n, gas: 65_000n }
}
