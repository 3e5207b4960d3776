import type { Token } from '../../domain/token'
import { decodeInstructions, type Instruction, type SolanaEffect } from '../decode/solana/instruction'
import { keysOf } from '../decode/solana/keys'
import type { WireTransaction } from '../decode/solana/wire'
import type { SwapIntent } from '../intent'
import type { SolanaFacts } from '../simulate/solana/inputs'

/** One Solana transaction, laid out for judgement. */
export type SolanaMatter = {
  readonly intent: SwapIntent
  readonly step: number
  readonly transaction: WireTransaction
  /** Every key of the transaction, tables included; `undefined` when a table could not be read. */
  readonly keys: readonly string[] | undefined
  readonly instructions: readonly Instruction[]
  readonly facts: SolanaFacts
  /** Smallest units of the bought token that were shown as the minimum. */
  readonly minimumOut: bigint | undefined
}

type Options = Pick<SolanaMatter, 'intent' | 'step' | 'transaction' | 'facts' | 'minimumOut'>

export function layOut(options: Options): SolanaMatter {
  const keys = keysOf(options.transaction, options.facts.tables)
  const instructions = decodeInstructions(options.transaction, keys ?? options.transaction.staticKeys)
  return { ...options, keys, instructions }
}

/** Instructions that do one kind of thing, with their effects typed. */
export function effects<Does extends SolanaEffect['does']>(
  { instructions }: SolanaMatter,
  does: Does,
): readonly Extract<SolanaEffect, { does: Does }>[] {
  return instructions.flatMap(({ effect }) =>
    effect.does === does ? [effect as Extract<SolanaEffect, { does: Does }>] : [],
  )
}

export const wrappedSol = 'So11111111111111111111111111111111111111112'

/** The mint a token is held as; SOL travels wrapped inside token programs. */
export function mintOf(token: Token): string {
  return token.isNative ? wrappedSol : token.address
}

/** Whose token account it is and of which mint, as far as the chain or the transaction itself tells. */
export function holderOf(matter: SolanaMatter, account: string): { mint: string; owner: string } | undefined {
  const known = matter.facts.holders.get(account)
  if (known) return known
  return effects(matter, 'open account').find((opened) => opened.account === account)
}

/** What the instructions, taken by their word, move out of the sender's hands and into the recipient's. */
export function movements(matter: SolanaMatter) {
  const { intent } = matter
  const { sell, buy, sender, recipient } = intent
  let spent = 0n
  let received = 0n
  for (const transfer of effects(matter, 'transfer')) {
    const mint = transfer.mint ?? holderOf(matter, transfer.source)?.mint
    const to = holderOf(matter, transfer.destination)?.owner
    if (transfer.authority === sender && to !== sender && mint === mintOf(sell.token)) spent += transfer.amount
    if (transfer.authority !== sender && to === recipient && mint === mintOf(buy))
      received += transfer.amount - (transfer.kept ?? 0n)
  }
  for (const payment of effects(matter, 'pay')) {
    if (payment.from === sender && !isOwnWrapping(matter, payment.to) && payment.to !== sender && sell.token.isNative)
      spent += payment.lamports
    if (payment.from !== sender && payment.to === recipient && buy.isNative) received += payment.lamports
  }
  return { spent, received }
}

/** Whether a payment only fills the sender's own account of wrapped SOL. */
export function isOwnWrapping(matter: SolanaMatter, account: string): boolean {
  const holder = holderOf(matter, account)
  return holder?.owner === matter.intent.sender && holder.mint === wrappedSol
}

/** Solana to another chain: the far side is a promise, so nothing is received here. */
export function isCrossChain({ intent }: SolanaMatter): boolean {
  return intent.buy.chain.chainId !== intent.sell.token.chain.chainId
}

export function isOpaque({ instructions }: SolanaMatter): boolean {
  return instructions.some(({ effect }) => effect.does === 'opaque')
}
