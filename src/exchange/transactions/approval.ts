import { type Address, encodeFunctionData } from 'viem'
import { tokenAbi } from '../evm/contracts'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'
import type { UnsignedTransaction } from './unsignedTransaction'

export type Approval = {
  readonly token: ListedToken
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
}

/** Approves exactly the amount; resets to zero first where the token forbids changing an allowance. */
export async function approvalTransactions(
  { chain }: LocalEvmExchange,
  approval: Approval,
): Promise<readonly UnsignedTransaction[]> {
  const { token, owner, spender, amount } = approval
  if (token.kind === 'native') return []
  const allowance = await chain.client.readContract({
    address: token.address,
    abi: tokenAbi,
    functionName: 'allowance',
    args: [owner, spender],
  })
  if (allowance >= amount) return []
  const needsReset = token.kind === 'tether' && allowance > 0n
  return [...(needsReset ? [approve(token, spender, 0n)] : []), approve(token, spender, amount)]
}

function approve({ address }: ListedToken, spender: Address, amount: bigint): UnsignedTransaction {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
  return { type: 'approval', to: address, data, value: 0n, gas: 65_000n }
}
