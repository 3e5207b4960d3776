import { type Address, encodeFunctionData } from 'viem'
import { type Contracts, faucetAbi } from './contracts'
import type { AccountCall } from './impersonatedAccount'
import type { ListedToken } from './localEvmExchange'

export type TokenFunding = { readonly token: ListedToken; readonly units: bigint }

/** One faucet call that sends native and wrapped coins and mints every other token. */
export function fundingCall(contracts: Contracts, to: Address, amounts: readonly TokenFunding[]): AccountCall {
  const minted = amounts.filter(({ token }) => token.kind === 'token' || token.kind === 'tether')
  const native = total(amounts, 'native')
  const wrapped = total(amounts, 'wrapped')
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

function total(amounts: readonly TokenFunding[], kind: 'native' | 'wrapped'): bigint {
  return amounts.filter(({ token }) => token.kind === kind).reduce((sum, { units }) => sum + units, 0n)
}
