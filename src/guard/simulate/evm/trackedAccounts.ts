import { encodeFunctionData, erc20Abi, getAddress, parseAbi, prepareEncodeFunctionData } from 'viem'
import { liquidityIn, type PoolTerms, positionData } from '../../../chain/position'
import { word } from '../../../chain/rpc'
import { permit2 } from '../../../protocol/deployment/venues'
import type { AllowanceChange, SpendingRight } from '../../checkInputs'
import { tokenFlowOf } from '../../decode/decodedPlan'
import { distinctAddresses, sameAddress } from '../../decode/evm/address'
import { everyCall, promisingContracts } from '../../decode/evm/call'
import { type DecodeContext, decodeCall } from '../../decode/evm/decodeCall'
import type { BalanceChange } from '../../forecast'
import type { EvmStep } from '../../plan'

/** The values read before and after a simulated plan. */
export type TrackedAccounts = {
  readonly chainId: number
  readonly sender: string
  /** Sender and recipient. */
  readonly accounts: readonly string[]
  readonly tokens: readonly string[]
  readonly spendings: readonly SpendingRight[]
  /** Contracts that the called ones rely on, whose code is read as well. */
  readonly relied: readonly string[]
  /** The functions that are called, by their first four bytes. */
  readonly functions?: readonly { readonly to: string; readonly selector: string }[]
  /** A position that is to be increased. */
  readonly position?: { readonly manager: string; readonly id: bigint }
  /** The manager in which the plan adds to a position of this account. */
  readonly positions?: { readonly manager: string; readonly owner: string }
  /** The pool of a deposit, as its manager identifies it. */
  readonly pool?: PoolTerms & { readonly manager: string }
}

export type StateRead = { readonly to: string; readonly data: string }

/** Everything the steps could change on their chain: the traded tokens and every allowance they give or use. */
export function trackedAccounts(
  steps: readonly EvmStep[],
  chainId: number,
  accounts: readonly string[],
  tokens: readonly string[],
  context: Pick<DecodeContext, 'wrapped' | 'tokens'>,
): TrackedAccounts {
  const [sender = ''] = accounts
  const here = steps.filter((step) => step.chainId === chainId)
  const calls = here.map(({ to, from, value, data }) =>
    decodeCall({ to, caller: from, value, data }, { ...context, chainId }),
  )
  const granted = calls.flatMap((call) => tokenFlowOf(call, context.wrapped, () => true).rights)
  const used = here.filter(
    ({ purpose }) => purpose.does === 'swap' || purpose.does === 'opaque' || purpose.does === 'deposit',
  )
  const usable = used.flatMap(({ to }) => tokens.map((token) => ({ token, spender: to })))
  const isBehind = granted.some(({ spender, through }) => through !== undefined || sameAddress(spender, permit2))
  const usableBehind = isBehind ? usable.map((right) => ({ ...right, through: permit2 })) : []
  const spendings = [...granted, ...usable, ...usableBehind].filter(
    (right, index, all) =>
      !sameAddress(right.token, right.spender) && all.findIndex((other) => isSameRight(other, right)) === index,
  )
  return {
    chainId,
    sender,
    accounts: distinctAddresses(accounts),
    tokens: distinctAddresses(tokens),
    spendings,
    relied: calls.flatMap(promisingContracts),
    functions: calls.flatMap(everyCall).flatMap((call) => [
      ...(call.data.length >= 10 ? [call] : []),
      ...((call.effect.does === 'swap' && call.effect.callbacks) || []).map(({ selector }) => ({
        to: call.to,
        selector,
      })),
    ]),
  }
}

/** The calls that read the tracked state: balances by account, then allowances, then the position. */
export function stateReads({ accounts, tokens, spendings, sender, position }: TrackedAccounts): readonly StateRead[] {
  return [
    ...accounts.flatMap((account) => tokens.map((token) => balanceRead(token, account))),
    ...spendings.map((right) => allowanceRead(sender, right)),
    ...(position ? [{ to: position.manager, data: positionData(position.id) }] : []),
  ]
}

/** The call that reads an account's balance of a token. */
export function balanceRead(token: string, account: string): StateRead {
  return { to: token, data: encodeFunctionData({ ...balanceOf, args: [getAddress(account)] }) }
}

/** The call that reads an allowance. Permit2 returns amount, expiration and nonce: the first word counts. */
export function allowanceRead(owner: string, { token, spender, through }: SpendingRight): StateRead {
  const [from, to] = [getAddress(owner), getAddress(spender)]
  if (through === undefined) return { to: token, data: encodeFunctionData({ ...allowance, args: [from, to] }) }
  const args = [from, getAddress(token), to] as const
  return { to: through, data: encodeFunctionData({ ...allowanceBehind, args }) }
}

const behindPermit2 = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])

// Their selectors are hashed once.
const balanceOf = prepareEncodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf' })
const allowance = prepareEncodeFunctionData({ abi: erc20Abi, functionName: 'allowance' })
const allowanceBehind = prepareEncodeFunctionData({ abi: behindPermit2, functionName: 'allowance' })

export function isSameRight(a: SameRight, b: SameRight): boolean {
  return sameAddress(a.token, b.token) && sameAddress(a.spender, b.spender) && a.through === b.through
}

type SameRight = Pick<SpendingRight, 'token' | 'spender'> & { readonly through?: string | undefined }

type Answers = readonly (string | undefined)[]

/** The changes of the tracked state, from the results of `stateReads` before and after; without growth where it cannot be read. */
export function stateChanges(
  { accounts, tokens, spendings, chainId, position }: TrackedAccounts,
  before: Answers,
  after: Answers,
) {
  const held = accounts.flatMap((account) => tokens.map((token) => ({ account, chainId, token })))
  const allowed = held.length
  const at = (answers: Answers, place: number) => wordIn(answers[place]) ?? 0n
  const [first, last] = position
    ? [before, after].map((answers) => liquidityIn(answers[allowed + spendings.length] ?? ''))
    : []
  return {
    balances: held.map((line, place): BalanceChange => ({ ...line, delta: at(after, place) - at(before, place) })),
    grants: spendings.map((right, index): AllowanceChange => {
      const place = allowed + index
      return { ...right, before: at(before, place), after: at(after, place) }
    }),
    ...(first !== undefined && last !== undefined && { growth: { before: first, after: last } }),
  }
}

/** A token that returns nothing, or reverts, has no readable balance. */
export function wordIn(answer: string | undefined): bigint | undefined {
  return answer !== undefined && answer.length >= 66 ? word(answer) : undefined
}
