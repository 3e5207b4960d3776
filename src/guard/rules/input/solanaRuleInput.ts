import { sumOf } from '../../../domain/bigints'
import type { Token } from '../../../domain/token'
import { native } from '../../decode/evm/address'
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
  for (const [index, reading] of readings.entries())
    placed.push({ ...reading, before: [...placed], isLast: index === readings.length - 1 })
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

/** Owner and mint of a token account, if known from the chain, the transaction or one of the plan before it. */
export function holderOf(input: SolanaRuleInput, account: string): { mint: string; owner: string } | undefined {
  const known = input.inputs.holders.get(account)
  if (known) return known
  return [...input.before, input]
    .flatMap((each) => solanaEffects(each, 'open account'))
    .find((opened) => opened.account === account)
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

/** The ledger of one transaction, which executes completely or not at all. SOL and wrapped SOL are two assets. */
function effectsOf(input: SolanaRuleInput): readonly LedgerEffect[] {
  const { sender, sell } = input.intent
  return input.instructions.flatMap(({ program, effect }): readonly LedgerEffect[] => {
    switch (effect.does) {
      case 'pay': {
        const { from, to, lamports } = effect
        if (from !== sender) return [{ does: 'credit', account: to, asset: native, least: lamports }]
        if (isOwnWrapping(input, to)) return []
        return [{ does: 'debit', account: sender, asset: native, amount: lamports, ...(to === sender && { to }) }]
      }
      case 'transfer': {
        const { authority, source, destination, amount, kept = 0n, mint = holderOf(input, source)?.mint } = effect
        if (mint === undefined || (authority === sender && staysOwn(input, destination))) return []
        if (authority === sender) return [{ does: 'debit', account: sender, asset: mint, amount }]
        const account = holderOf(input, destination)?.owner ?? destination
        return [{ does: 'credit', account, asset: mint, least: amount - kept }]
      }
      case 'opaque': {
        // The program of an exchange can be replaced: its input counts as custody, and its minimum as nothing.
        const { terms } = effect
        if (terms?.amountIn === undefined) return []
        const asset = holderOf(input, terms.source)?.mint ?? mintOf(sell.token)
        return [{ does: 'debit', account: sender, asset, amount: terms.amountIn, to: program }]
      }
      default:
        return []
    }
  })
}

/**
 * The amounts that the decoded instructions move. `taken`: of the sold token, with the amounts for undecodable programs;
 * `spent`: without these. `coins`: all SOL that the sender pays.
 */
export function decodedMovements(input: SolanaRuleInput) {
  const { sell, buy, sender, recipient } = input.intent
  const { debits, credits, custody } = fold(effectsOf(input), [])
  const [sold, bought] = [assetsOf(sell.token), assetsOf(buy)]
  const paid = debits.filter(({ account }) => account === sender)
  const taken = sumOf(paid.flatMap(({ asset, amount }) => (sold.includes(asset) ? amount : [])))
  const held = sumOf(custody.flatMap(({ asset, amount }) => (sold.includes(asset) ? amount : [])))
  const received = credits.filter(({ account, asset }) => account === recipient && bought.includes(asset))
  return {
    taken,
    spent: taken - held,
    received: sumOf(received.map(({ least }) => least)),
    coins: sumOf(paid.flatMap(({ asset, amount }) => (asset === native ? amount : []))),
  }
}

function assetsOf(token: Token): readonly string[] {
  return token.isNative ? [native, wrappedSol] : [token.address]
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
