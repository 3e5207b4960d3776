import type { Promised, Right } from '../ledger/effect'
import { type Debit, fold, type Sums } from '../ledger/fold'
import { native } from './evm/address'
import { type ContractCall, everyCall } from './evm/call'
import { accountId, effectsOf, type IsNamed } from './evm/effects'

/** The sums over one decoded transaction: payments of the person, and payouts with their recipients. */
export type TokenFlow = {
  /** The most that leaves the person's account, by token. Native coins sent along count in full. */
  readonly outflows: readonly Outflow[]
  /** The least that is paid out, and to whom. */
  readonly inflows: readonly Inflow[]
  /** Shares that are paid as fees. */
  readonly fees: readonly FeeShare[]
  /** The most that the contract may keep at the end: anyone can take it from there. */
  readonly stranded: readonly Outflow[]
  /** The most native coins that swaps, wrapping and bridges take of those sent along. */
  readonly coinsUsed: bigint
  /** Wrapped coins that the person pays instead where a third party's code took the native coin sent along. */
  readonly instead: readonly Outflow[]
  /** Given to spenders, in order. */
  readonly rights: readonly Right[]
  /** Of bridges. */
  readonly promises: readonly Promised[]
  readonly deadlines: readonly bigint[]
  /** The same sums in the ledger, for the sums over several transactions. */
  readonly sums: Sums
}

export type Outflow = { readonly token: string; readonly amount: bigint }
type Inflow = { readonly token: string; readonly to: string; readonly minimum: bigint }
type FeeShare = { readonly bps: bigint; readonly recipient: string }

/** The sums over the effects of a call. Addresses are checksummed. */
export function tokenFlowOf(call: ContractCall, wrapped: string | undefined, isNamed: IsNamed): TokenFlow {
  const [contract, person] = [accountId(call.to), accountId(call.caller)]
  const effects = effectsOf(call, wrapped, isNamed)
  // An account that calls itself pays, and is promised nothing.
  const sums = contract === person ? { ...fold(effects, []), credits: [] } : fold(effects, [contract])
  const outflowsOf = (debits: readonly Debit[]) =>
    debits.filter(({ account }) => account === person).map(({ asset, amount }): Outflow => ({ token: asset, amount }))
  const calls = everyCall(call)
  return {
    outflows: outflowsOf(sums.debits),
    inflows: sums.credits.map(({ asset, account, least }) => ({ token: asset, to: account, minimum: least })),
    fees: calls.flatMap(feesIn),
    stranded: sums.custody.map(({ asset, amount }) => ({ token: asset, amount })),
    coinsUsed: sums.used.reduce((sum, { asset, amount }) => (asset === native ? sum + amount : sum), 0n),
    instead: outflowsOf(sums.instead),
    rights: sums.rights,
    promises: sums.promises,
    deadlines: calls.flatMap(({ effect }) => ('deadline' in effect ? (effect.deadline ?? []) : [])),
    sums,
  }
}

function feesIn({ effect, to }: ContractCall): readonly FeeShare[] {
  if (effect.does === 'fee') return [effect]
  if (effect.does === 'bridge') return effect.fee ? [effect.fee] : []
  // A relayer's share of a deposit that is not decoded as a whole.
  const bps = effect.does === 'unknown' ? effect.terms?.feeBps : undefined
  return bps === undefined ? [] : [{ bps, recipient: to }]
}
