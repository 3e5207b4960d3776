import { nativeEscrow } from '../../../protocol/deployment/nativeEscrow'
import { isAssociatedAccount } from '../../decode/solana/ed25519'
import { keptOf } from '../../decode/solana/mint'
import { closerOf, holderOf, type SolanaRuleInput, solanaEffects, wrappedSol } from './solanaRuleInput'

/** The net inflow of one account in one transaction, as a bridge sees it: payments into it minus payments out of it. */
export type EscrowDeposit = { readonly mint: string; readonly units: bigint; readonly decimals: number | undefined }

const solDecimals = 9

/**
 * The deposits at escrows of the deployment, as the instructions say: paid by the person, or by anyone whom the deployment
 * names. A bridge watches an account, not its owner: of an owner it is the associated one of the token.
 */
export function escrowDeposits(input: SolanaRuleInput): readonly EscrowDeposit[] {
  const deposits = new Map<string, EscrowDeposit>()
  const add = (account: string, { mint, units, decimals }: EscrowDeposit) => {
    const before = deposits.get(account)
    deposits.set(account, { mint, units: (before?.units ?? 0n) + units, decimals: before?.decimals ?? decimals })
  }
  for (const { authority, source, destination, amount, kept, decimals } of solanaEffects(input, 'transfer')) {
    const [from, into] = [escrowMint(input, source), escrowMint(input, destination)]
    if (from !== undefined) add(source, { mint: from, units: -amount, decimals })
    if (into === undefined || !mayDeposit(input, authority)) continue
    const fee = input.inputs.fees.get(into)
    const arrives = amount - (kept ?? (fee ? keptOf(amount, fee) : 0n))
    add(destination, { mint: into, units: arrives, decimals })
  }
  const { escrows } = input.inputs
  for (const { from, to, lamports } of solanaEffects(input, 'pay')) {
    const sol = { mint: wrappedSol, decimals: solDecimals }
    if (escrows?.has(`${nativeEscrow}${from}`)) add(`${nativeEscrow}${from}`, { ...sol, units: -lamports })
    if (escrows?.has(`${nativeEscrow}${to}`) && mayDeposit(input, from))
      add(`${nativeEscrow}${to}`, { ...sol, units: lamports })
  }
  // Closing an account removes its balance: of wrapped SOL all of it.
  for (const { account } of solanaEffects(input, 'close')) deposits.delete(account)
  return [...deposits.values()].filter(({ units }) => units > 0n)
}

function mayDeposit({ intent, inputs }: SolanaRuleInput, payer: string): boolean {
  return payer === intent.sender || inputs.trusted.has(payer)
}

/** The mint of an escrow's token account, which no one else may make their own; `undefined` for any other account. */
function escrowMint(input: SolanaRuleInput, account: string): string | undefined {
  const { escrows } = input.inputs
  const holder = holderOf(input, account)
  if (!escrows || !holder || closerOf(input, account) !== undefined) return undefined
  const isNamed = escrows.has(account) || (escrows.has(holder.owner) && isAssociatedAccount(account, holder))
  return isNamed ? holder.mint : undefined
}
