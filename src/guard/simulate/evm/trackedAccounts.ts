import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import type { LiquidityGrowth } from '../../checkInputs'
import { sameAddress } from '../../decode/evm/address'
import { everyCall } from '../../decode/evm/call'
import { decodeCall } from '../../decode/evm/decodeCall'
import type { EvmStep } from '../../plan'
import { liquidityIn, type OwnedPosition, positionData } from './position'

/** What is read before and after a plan is tried out. */
export type TrackedAccounts = {
  readonly chainId: number
  readonly sender: string
  /** Sender and recipient. */
  readonly accounts: readonly string[]
  readonly tokens: readonly string[]
  readonly spendings: readonly SpendingRight[]
  /** A position that is to grow. */
  readonly position?: { readonly manager: string; readonly id: bigint }
  /** A pool that is deposited into, as its manager is told of it. */
  readonly pool?: Pick<OwnedPosition, 'token0' | 'token1' | 'feePpm'> & { readonly manager: string }
}

export type SpendingRight = { readonly token: string; readonly spender: string }

export type StateRead = { readonly to: string; readonly data: string }

/** Everything the steps could touch on their chain: the traded tokens and every allowance they give or use. */
export function trackedAccounts(
  steps: readonly EvmStep[],
  chainId: number,
  accounts: readonly string[],
  tokens: readonly string[],
  wrapped: string | undefined,
): TrackedAccounts {
  const [sender = ''] = accounts
  const here = steps.filter((step) => step.chainId === chainId)
  const granted = here.flatMap(({ to, from, value, data }) =>
    everyCall(decodeCall({ to, caller: from, value, data }, { user: from, wrapped })).flatMap(({ effect }) =>
      effect.does === 'approve' ? [{ token: effect.token, spender: effect.spender }] : [],
    ),
  )
  const used = here.filter(
    ({ purpose }) => purpose.does === 'swap' || purpose.does === 'opaque' || purpose.does === 'deposit',
  )
  const usable = used.flatMap(({ to }) => tokens.map((token) => ({ token, spender: to })))
  const spendings = unique([...granted, ...usable].filter(({ token, spender }) => !sameAddress(token, spender)))
  return { chainId, sender, accounts: distinct(accounts), tokens: distinct(tokens), spendings }
}

/** The calls that read a watch: balances by account, then allowances, then the position. */
export function stateReads({ accounts, tokens, spendings, sender, position }: TrackedAccounts): readonly StateRead[] {
  return [
    ...accounts.flatMap((account) =>
      tokens.map((to) => ({
        to,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] }),
      })),
    ),
    ...spendings.map(({ token, spender }) => ({
      to: token,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [getAddress(sender), getAddress(spender)],
      }),
    })),
    ...(position ? [{ to: position.manager, data: positionData(position.id) }] : []),
  ]
}

/** The position's liquidity before and after, out of the answers to `readingsOf`; nothing where none is watched. */
export function liquidityGrowth(
  { position, accounts, tokens, spendings }: TrackedAccounts,
  before: readonly (string | undefined)[],
  after: readonly (string | undefined)[],
): { readonly growth?: LiquidityGrowth } {
  if (!position) return {}
  const place = accounts.length * tokens.length + spendings.length
  const [first, last] = [before[place], after[place]].map((answer = '') => liquidityIn(answer))
  return first === undefined || last === undefined ? {} : { growth: { before: first, after: last } }
}

function unique(spendings: readonly SpendingRight[]): SpendingRight[] {
  return spendings.filter(
    (one, index) =>
      spendings.findIndex((other) => sameAddress(one.token, other.token) && sameAddress(one.spender, other.spender)) ===
      index,
  )
}

function distinct(addresses: readonly string[]): string[] {
  return addresses.filter((one, index) => addresses.findIndex((other) => sameAddress(one, other)) === index)
}
