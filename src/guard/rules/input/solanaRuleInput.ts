import { sumOf } from '../../../domain/bigints'
import type { Token } from '../../../domain/token'
import { native } from '../../decode/evm/address'
import { readDeliveryMemo } from '../../decode/solana/deliveryMemo'
import { isAssociatedAccount } from '../../decode/solana/ed25519'
import { decodeInstructions, type Instruction, type SolanaEffect } from '../../decode/solana/instruction'
import type { WireTransaction } from '../../decode/solana/wire'
import { keysOf } from '../../decode/solana/wire'
import type { SwapIntent } from '../../intent'
import type { LedgerEffect } from '../../ledger/effect'
import { fold } from '../../ledger/fold'
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
  /** The transactions of the plan before it. */
  readonly before: readonly SolanaRuleInput[]
  /** A transaction before the last one may only prepare it. */
  readonly isLast: boolean
}

type Options = Pick<SolanaRuleInput, 'intent' | 'step' | 'transaction' | 'inputs' | 'minimumReceived' | 'now'>

export function buildSolanaRuleInput(options: Options): SolanaRuleInput {
  const keys = keysOf(options.transaction, options.inputs.tables)
  const instructions = decodeInstructions(options.transaction, keys ?? options.transaction.staticKeys)
  return { ...options, keys, instructions, before: [], isLast: true }
}

/** The transactions of a plan, in order, each with those before it. */
export function inOrder(readings: readonly SolanaRuleInput[]): readonly SolanaRuleInput[] {
  const placed: SolanaRuleInput[] = []
  for (const reading of readings)
    placed.push({ ...reading, before: [...placed], isLast: placed.length === readings.length - 1 })
  return placed
}

/** The sum over this and all earlier transactions of the plan. */
export function sumSoFar(input: SolanaRuleInput, of: (input: SolanaRuleInput) => bigint): bigint {
  return sumOf([...input.before, input].map(of))
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

/** Whether it is a setup transaction: one before the last, without a sale or purchase of its own. */
export function isSetUp(input: SolanaRuleInput): boolean {
  const { sender } = input.intent
  const created = solanaEffects(input, 'create')
  return (
    !input.isLast &&
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

/**
 * A token account. `delegate`: may spend from it. `closer`: may close it, and while it is empty open it again as their own,
 * which the associated account of an owner excludes.
 */
export type Holder = {
  readonly mint: string
  readonly owner: string
  readonly delegate?: string | undefined
  readonly closer?: string | undefined
}

/** A token account, if known from the chain, the transaction or one of the plan before it. */
export function holderOf(input: SolanaRuleInput, account: string): Holder | undefined {
  const known = input.inputs.holders.get(account)
  if (!known) {
    const openings = [...input.before, input].flatMap((each) => solanaEffects(each, 'open account'))
    return openings.find((opened) => opened.account === account)
  }
  const { mint, owner, delegate, closeAuthority: closer } = known
  const mayClose = closer !== undefined && closer !== owner && !isAssociatedAccount(account, known)
  return { mint, owner, delegate, closer: mayClose ? closer : undefined }
}

/** Whether only the sender controls a token account. */
export function isOwn({ intent: { sender } }: SolanaRuleInput, holder: Holder | undefined): boolean {
  return holder?.owner === sender && (holder.delegate ?? sender) === sender && holder.closer === undefined
}

/** Transfers with the token accounts at both ends. An unknown token has the address of the account that pays it. */
export function transfersIn(input: SolanaRuleInput) {
  return solanaEffects(input, 'transfer').map((effect) => {
    const [from, to] = [holderOf(input, effect.source), holderOf(input, effect.destination)]
    return { ...effect, from, to, mint: effect.mint ?? from?.mint ?? effect.source }
  })
}

/** Orders to well-known exchanges, with the owners of the accounts that they name. */
export function exchangeOrders(input: SolanaRuleInput) {
  return input.instructions.flatMap(({ program, effect }) => {
    const terms = effect.does === 'opaque' ? effect.terms : undefined
    return terms
      ? [{ ...terms, program, from: holderOf(input, terms.source), to: holderOf(input, terms.destination) }]
      : []
  })
}

/** The tickets of deposits for another chain. */
export function ticketsIn(input: SolanaRuleInput) {
  return solanaEffects(input, 'note').flatMap(({ text }) => readDeliveryMemo(text) ?? [])
}

/** The ledger of one transaction, which executes completely or not at all. SOL and wrapped SOL are two assets. */
function effectsOf(input: SolanaRuleInput): readonly LedgerEffect[] {
  const { sender, sell } = input.intent
  return [
    ...solanaEffects(input, 'pay').flatMap(({ from, to, lamports }): readonly LedgerEffect[] => {
      if (from !== sender) return [{ does: 'credit', account: to, asset: native, least: lamports }]
      if (isOwnWrapping(input, to)) return []
      return [{ does: 'debit', account: sender, asset: native, amount: lamports, ...(to === sender && { to }) }]
    }),
    ...transfersIn(input).flatMap(
      ({ authority, destination, amount, kept = 0n, mint, to }): readonly LedgerEffect[] => {
        if (authority !== sender)
          return [{ does: 'credit', account: to?.owner ?? destination, asset: mint, least: amount - kept }]
        return isOwn(input, to) ? [] : [{ does: 'debit', account: sender, asset: mint, amount }]
      },
    ),
    // The program of an exchange can be replaced: its input counts as custody, and its minimum as nothing.
    ...exchangeOrders(input).flatMap(({ amountIn: amount, from, program }): readonly LedgerEffect[] => {
      const asset = from?.mint ?? mintOf(sell.token)
      return amount === undefined ? [] : [{ does: 'debit', account: sender, asset, amount, to: program }]
    }),
  ]
}

/**
 * The amounts that the decoded instructions move. `taken`: of the sold token, with the amounts for undecodable programs;
 * `spent`: without these. `coins`: all SOL that the sender pays.
 */
export function decodedMovements(input: SolanaRuleInput) {
  const { sell, buy, sender, recipient } = input.intent
  const { debits, credits, custody } = fold(effectsOf(input), [])
  const sold = assetsOf(sell.token)
  const paid = debits.filter(({ account }) => account === sender)
  const taken = amountOf(paid, sold)
  const received = credits.filter(({ account, asset }) => account === recipient && assetsOf(buy).includes(asset))
  return {
    taken,
    spent: taken - amountOf(custody, sold),
    received: sumOf(received.map(({ least }) => least)),
    coins: amountOf(paid, [native]),
  }
}

function amountOf(lines: readonly { asset: string; amount: bigint }[], assets: readonly string[]): bigint {
  return sumOf(lines.flatMap(({ asset, amount }) => (assets.includes(asset) ? amount : [])))
}

function assetsOf(token: Token): readonly string[] {
  return token.isNative ? [native, wrappedSol] : [token.address]
}

/** The transfers to the recipient, by anyone but the sender. */
export function transfersToRecipient(input: SolanaRuleInput) {
  const { sender, recipient } = input.intent
  return transfersIn(input).filter(({ authority, to }) => authority !== sender && to?.owner === recipient)
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
