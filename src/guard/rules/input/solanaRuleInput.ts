import type { Token } from '../../../domain/token'
import { isAssociatedAccount } from '../../decode/solana/associatedAccount'
import { decodeInstructions, type Instruction, type SolanaEffect } from '../../decode/solana/instruction'
import { keysOf } from '../../decode/solana/keys'
import type { WireTransaction } from '../../decode/solana/wire'
import type { SwapIntent } from '../../intent'
import type { SolanaCheckInputs } from '../../simulate/solana/inputs'

/** The rule input for one Solana transaction. */
export type SolanaRuleInput = {
  readonly intent: SwapIntent
  readonly step: number
  readonly transaction: WireTransaction
  /** All account keys, lookup tables included; `undefined` when a table could not be read. */
  readonly keys: readonly string[] | undefined
  readonly instructions: readonly Instruction[]
  readonly inputs: SolanaCheckInputs
  /** Smallest units of the bought token that were shown as the minimum. */
  readonly minimumReceived: bigint | undefined
  /** When it is checked, in milliseconds since the epoch. */
  readonly now: number
  /** Accounts that earlier transactions of the plan open; absent where it is the only one. */
  readonly openedBefore?: ReadonlySet<string>
}

type Options = Pick<SolanaRuleInput, 'intent' | 'step' | 'transaction' | 'inputs' | 'minimumReceived' | 'now'>

export function buildSolanaRuleInput(options: Options): SolanaRuleInput {
  const keys = keysOf(options.transaction, options.inputs.tables)
  const instructions = decodeInstructions(options.transaction, keys ?? options.transaction.staticKeys)
  return { ...options, keys, instructions }
}

/** Effects allowed in a setup transaction: creating the sender's own accounts, and paying for them. */
const makesReady: ReadonlySet<SolanaEffect['does']> = new Set([
  'open account',
  'create',
  'budget',
  'note',
  'sync',
  'assert',
])

/** Whether it is a setup transaction: one of several, without a sale or purchase of its own. */
export function isSetUp(input: SolanaRuleInput): boolean {
  const { sender } = input.intent
  const created = solanaEffects(input, 'create')
  return (
    input.openedBefore !== undefined &&
    (solanaEffects(input, 'open account').length > 0 || created.length > 0) &&
    input.instructions.every(
      ({ program, accounts, effect }) =>
        makesReady.has(effect.does) ||
        // A program initializes the account that was created for it.
        created.some(({ account, owner }) => owner === program && accounts.includes(account)) ||
        (effect.does === 'pay' && effect.from === sender && isOwnWrapping(input, effect.to)),
    )
  )
}

/** Instructions that do one kind of thing, with their effects typed. */
export function solanaEffects<Does extends SolanaEffect['does']>(
  { instructions }: SolanaRuleInput,
  does: Does,
): readonly Extract<SolanaEffect, { does: Does }>[] {
  return instructions.flatMap(({ effect }) =>
    effect.does === does ? [effect as Extract<SolanaEffect, { does: Does }>] : [],
  )
}

export const wrappedSol = 'So11111111111111111111111111111111111111112'

/** The mint of a token; for SOL the wrapped mint, which token programs use. */
export function mintOf(token: Token): string {
  return token.isNative ? wrappedSol : token.address
}

/** Owner and mint of a token account, if known from the chain or the transaction. */
export function holderOf(input: SolanaRuleInput, account: string): { mint: string; owner: string } | undefined {
  const known = input.inputs.holders.get(account)
  if (known) return known
  return solanaEffects(input, 'open account').find((opened) => opened.account === account)
}

/**
 * The accounts that may close a token account in addition to its owner. While it is empty, they may open it again as
 * their own, unless it is an associated account.
 */
export function closerOf({ inputs }: SolanaRuleInput, account: string): string | undefined {
  const holder = inputs.holders.get(account)
  if (holder?.closeAuthority === undefined || holder.closeAuthority === holder.owner) return undefined
  return isAssociatedAccount(account, holder) ? undefined : holder.closeAuthority
}

/** Whether what goes there stays with the sender: no one else may spend from the account, or make it their own. */
export function staysOwn(input: SolanaRuleInput, account: string): boolean {
  const { sender } = input.intent
  const delegate = input.inputs.holders.get(account)?.delegate ?? sender
  return holderOf(input, account)?.owner === sender && delegate === sender && closerOf(input, account) === undefined
}

/** The amounts that the instructions, as decoded, move from the sender and to the recipient. */
export function decodedMovements(input: SolanaRuleInput) {
  const { intent } = input
  const { sell, buy, sender, recipient } = intent
  let spent = 0n
  let received = 0n
  for (const transfer of solanaEffects(input, 'transfer')) {
    const mint = transfer.mint ?? holderOf(input, transfer.source)?.mint
    const leaves = !staysOwn(input, transfer.destination)
    if (transfer.authority === sender && leaves && mint === mintOf(sell.token)) spent += transfer.amount
  }
  for (const { amount, kept = 0n } of transfersToRecipient(input)) received += amount - kept
  for (const payment of solanaEffects(input, 'pay')) {
    if (payment.from === sender && !isOwnWrapping(input, payment.to) && payment.to !== sender && sell.token.isNative)
      spent += payment.lamports
    if (payment.from !== sender && payment.to === recipient && buy.isNative) received += payment.lamports
  }
  return { spent, received }
}

/** The transfers of the bought token to the recipient, by anyone but the sender. */
export function transfersToRecipient(input: SolanaRuleInput) {
  const { buy, sender, recipient } = input.intent
  return solanaEffects(input, 'transfer').filter(({ authority, source, destination, mint }) => {
    const known = mint ?? holderOf(input, source)?.mint
    return authority !== sender && holderOf(input, destination)?.owner === recipient && known === mintOf(buy)
  })
}

/** Whether a transfer only wraps SOL in the sender's own account. */
export function isOwnWrapping(input: SolanaRuleInput, account: string): boolean {
  const holder = holderOf(input, account)
  return holder?.owner === input.intent.sender && holder.mint === wrappedSol
}

/** Solana to another chain: nothing is received on Solana. */
export function sellsForAnotherChain({ intent }: SolanaRuleInput): boolean {
  return intent.buy.chain.chainId !== intent.sell.token.chain.chainId
}

export function isOpaque({ instructions }: SolanaRuleInput): boolean {
  return instructions.some(({ effect }) => effect.does === 'opaque')
}
