import { type Address, encodeFunctionData } from 'viem'
import { type Contracts, faucetAbi } from './contracts'
import type { AccountCall } from './impersonatedAccount'
import type { ListedToken } from './localEvmExchange'

export type TokenFunding = { readonly token: ListedToken; readonly units: bigint }

/** One call of the faucet that hands out everything at once: native coins, wrapped ones, and newly minted tokens. */
export function fundingCall(contracts: Contracts, to: Address, gifts: readonly TokenFunding[]): AccountCall {
  const minted = gifts.filter(({ token }) => token.kind === 'token' || token.kind === 'tether')
  const native = total(gifts, 'native')
  const wrapped = total(gifts, 'wrapped')
  return {
    label: `fund ${to}`,
    to: contracts.faucet,
    value: native + wrapped,
    data: encodeFunctionData({
      abi: faucetAbi,
      functionName: 'give',
      args: [
        to,
        minted.map(({ token, units }) => ({ token: token.address, amount: units })),
        contracts.wrapped,
        wrapped,
      ],
    }),
  }
}

function total(gifts: readonly TokenFunding[], kind: 'native' | 'wrapped'): bigint {
  return gifts.filter(({ token }) => token.kind === kind).reduce((sum, { units }) => sum + units, 0n)
}
