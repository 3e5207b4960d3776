import { smaller } from '../../../domain/bigints'
import { nativeEscrow } from '../../../protocol/deployment/nativeEscrow'
import { isAssociatedAccount } from '../../decode/solana/ed25519'
import { keptOf } from '../../decode/solana/mint'
import type { AmountFact } from '../../findings/factTypes'
import { block, type Finding, warn } from '../../findings/finding'
import type { SwapIntent } from '../../intent'
import {
  decodedMovements,
  type Holder,
  mintOf,
  type SolanaRuleInput,
  solanaEffects,
  ticketsIn,
  transfersIn,
  wrappedSol,
} from '../input/solanaRuleInput'

/**
 * The part of the payment that reaches no configured escrow: a bridge pays out or refunds at most the amount that
 * arrives there. Unknown without an escrow list; amounts taken by undecodable programs are not counted.
 */
export function missingInEscrow(input: SolanaRuleInput, payees: readonly string[]): readonly Finding[] {
  const { spent } = decodedMovements(input)
  if (!input.inputs.escrows || spent === 0n) return []
  const deposits = escrowDeposits(input)
  if (deposits.length === 0) return [block('V-051.no-escrow', { targets: [...new Set(payees)] })]
  // A bridge acts on one deposit: the best of them decides.
  const found = deposits.flatMap((deposit) => missingIn(deposit, input, spent) ?? [])
  if (found.length < deposits.length) return []
  return [...found.filter(({ severity }) => severity === 'warn'), ...found].slice(0, 1)
}

/** `undefined`: it is worth what the person pays, less the tolerance, or the minimum that they are to receive. */
function missingIn(deposit: EscrowDeposit, input: SolanaRuleInput, spent: bigint): Finding | undefined {
  const { inputs, intent } = input
  const { mint, units } = deposit
  const { token } = intent.sell
  if (mint !== mintOf(token) && !inputs.named?.has(mint))
    return block('V-051.other-token', { token: { address: mint } })
  // Where both are known, the smaller is one that the person has agreed to.
  const [bound, ...others] = [...minOfSold(deposit, intent, spent), ...minOfPromised(deposit, input)]
  if (bound === undefined) return warn('V-051.not-compared', { deposit: fact(units) })
  const least = others.reduce(smaller, bound)
  return units < least ? block('V-051.low-deposit', { deposit: fact(units), least: fact(least) }) : undefined

  function fact(amount: bigint): AmountFact {
    const symbol = mint === mintOf(token) ? token.symbol : inputs.named?.get(mint)
    const { decimals } = mint === mintOf(token) ? token : deposit
    const known = { ...(symbol !== undefined && { symbol }), ...(decimals !== undefined && { decimals }) }
    return { address: mint, units: String(amount), ...known }
  }
}

/** Of the tokens that are sold no more than the tolerance may stay in other hands. */
function minOfSold({ mint }: EscrowDeposit, { sell, slippageBps }: SwapIntent, spent: bigint): readonly bigint[] {
  const share = BigInt(10_000 - Math.ceil(slippageBps))
  return mint === mintOf(sell.token) ? [dividedUp(smaller(spent, sell.units) * share, 10_000n)] : []
}

/**
 * The output promised on the other chain, in units of the bought token's counterpart here, if the person was shown a
 * minimum with which V-036 could compare the ticket.
 */
function minOfPromised({ mint, decimals }: EscrowDeposit, input: SolanaRuleInput): readonly bigint[] {
  const { inputs, intent, minimumReceived = 0n } = input
  if (mint !== inputs.counterpart || decimals === undefined || minimumReceived === 0n) return []
  const promised = ticketsIn(input)[0]?.minimumReceived ?? minimumReceived
  return [dividedUp(promised * 10n ** BigInt(decimals), 10n ** BigInt(intent.buy.decimals))]
}

function dividedUp(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by
}

/** The net inflow of one account in one transaction, as a bridge sees it: payments into it minus payments out of it. */
export type EscrowDeposit = { readonly mint: string; readonly units: bigint; readonly decimals: number | undefined }

const solDecimals = 9

/**
 * The deposits at escrows of the deployment, as the instructions say: paid by the person, or by anyone whom the deployment
 * names. A bridge watches an account, not its owner: of an owner it is the associated one of the token.
 */
export function escrowDeposits(input: SolanaRuleInput): readonly EscrowDeposit[] {
  const { escrows } = input.inputs
  const deposits = new Map<string, EscrowDeposit>()
  const add = (account: string, { mint, units, decimals }: EscrowDeposit) => {
    const before = deposits.get(account)
    deposits.set(account, { mint, units: (before?.units ?? 0n) + units, decimals: before?.decimals ?? decimals })
  }
  for (const { authority, source, destination, amount, kept, decimals, from, to } of transfersIn(input)) {
    if (isEscrow(input, source, from)) add(source, { mint: from.mint, units: -amount, decimals })
    if (!isEscrow(input, destination, to) || !mayDeposit(input, authority)) continue
    const fee = input.inputs.mints.get(to.mint)?.fee
    const arrives = amount - (kept ?? (fee ? keptOf(amount, fee) : 0n))
    add(destination, { mint: to.mint, units: arrives, decimals })
  }
  for (const { from, to, lamports } of solanaEffects(input, 'pay')) {
    const [payer, payee] = [`${nativeEscrow}${from}`, `${nativeEscrow}${to}`]
    const sol = { mint: wrappedSol, decimals: solDecimals }
    if (escrows?.has(payer)) add(payer, { ...sol, units: -lamports })
    if (escrows?.has(payee) && mayDeposit(input, from)) add(payee, { ...sol, units: lamports })
  }
  // Closing an account removes its balance: of wrapped SOL all of it.
  for (const { account } of solanaEffects(input, 'close')) deposits.delete(account)
  return [...deposits.values()].filter(({ units }) => units > 0n)
}

function mayDeposit({ intent, inputs }: SolanaRuleInput, payer: string): boolean {
  return payer === intent.sender || inputs.trusted.has(payer)
}

/** Whether a token account is an escrow, which no one else may make their own. */
function isEscrow({ inputs: { escrows } }: SolanaRuleInput, account: string, holder?: Holder): holder is Holder {
  if (!escrows || !holder || holder.closer !== undefined) return false
  return escrows.has(account) || (escrows.has(holder.owner) && isAssociatedAccount(account, holder))
}
