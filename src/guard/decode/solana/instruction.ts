import { smaller } from '../../../domain/bigints'
import { toBase58 } from '../../../domain/encodings'
import { type Reason, type ReasonFacts, reason } from '../../findings/reason'
import { CutShort, unsigned } from './bytes'
import { type ExchangeTerms, exchangeTerms } from './exchanges'
import { programs } from './programs'
import type { WireTransaction } from './wire'

/** A decoded instruction. `opaque`: its program is not known here. */
export type Instruction = {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
  readonly effect: SolanaEffect
}

export type SolanaEffect =
  | { readonly does: 'pay'; readonly from: string; readonly to: string; readonly lamports: bigint }
  | {
      readonly does: 'transfer'
      readonly source: string
      readonly destination: string
      readonly authority: string
      readonly amount: bigint
      /** Mint and decimals: only in the checked variants of the instruction, where the token's program compares both. */
      readonly mint: string | undefined
      readonly decimals?: number | undefined
      /** The transfer fee that the token keeps, from the instruction; absent when it has none. */
      readonly kept?: bigint
    }
  /** `payer` is given only in the variant that also pays the rent. */
  | {
      readonly does: 'open account'
      readonly account: string
      readonly owner: string
      readonly mint: string
      readonly payer: string | undefined
    }
  | { readonly does: 'create'; readonly account: string; readonly lamports: bigint; readonly owner: string }
  | { readonly does: 'close'; readonly account: string; readonly destination: string; readonly authority: string }
  | { readonly does: 'sync' }
  | { readonly does: 'budget'; readonly limit: bigint | undefined; readonly price: bigint | undefined }
  | { readonly does: 'note'; readonly text: string }
  | { readonly does: 'assert' }
  /** Gives control of the account or its tokens to someone, or destroys something: never part of a swap. */
  | { readonly does: 'surrender'; readonly what: Reason }
  /**
   * `isRare`: a known program, but an instruction that no swap needs. `isRevoke`: it only ends an approval. `terms`: the
   * order to a well-known exchange. It is checked although it proves nothing: the owners of the exchange can replace its
   * program.
   */
  | { readonly does: 'opaque'; readonly isRare?: true; readonly isRevoke?: true; readonly terms?: ExchangeTerms }

/**
 * Decodes instructions, with accounts as addresses. Keys are the static keys, then writable, then read-only
 * lookup-table keys.
 */
export function decodeInstructions(transaction: WireTransaction, keys: readonly string[]): readonly Instruction[] {
  return transaction.instructions.map(({ program, accounts, data }) => {
    const address = transaction.staticKeys[program] ?? ''
    const involved = accounts.map((index) => keys[index] ?? '')
    const found = { program: address, accounts: involved, data }
    return { ...found, effect: effectOf(found) }
  })
}

/** The highest network fee in lamports: the base fee of the signatures plus the priority fee. */
export function networkFee(transaction: WireTransaction): bigint {
  const effects = decodeInstructions(transaction, transaction.staticKeys).map(({ effect }) => effect)
  const budgets = effects.filter((effect) => effect.does === 'budget')
  const limit = budgets.find((budget) => budget.limit !== undefined)?.limit ?? defaultLimit(effects.length)
  const price = budgets.find((budget) => budget.price !== undefined)?.price ?? 0n
  return BigInt(transaction.requiredSignatures) * lamportsPerSignature + (limit * price + 999_999n) / 1_000_000n
}

const lamportsPerSignature = 5_000n

/** The compute unit limit of a transaction without one of its own: 200,000 per instruction, at most 1.4 million. */
function defaultLimit(instructions: number): bigint {
  return smaller(BigInt(instructions) * 200_000n, 1_400_000n)
}

type Raw = Pick<Instruction, 'program' | 'accounts' | 'data'>

/** The effect of an instruction, whether of the transaction or invoked by another program. */
export function effectOf(raw: Raw): SolanaEffect {
  const known = knownPrograms.get(raw.program)
  if (known) return known(raw)
  const terms = exchangeTerms(raw)
  return masterOf(raw.program) ?? { does: 'opaque', ...(terms && { terms }) }
}

/** `undefined` unless the program controls what people own on the network itself. */
export function masterOf(program: string): SolanaEffect | undefined {
  const master = masters.get(program)
  return master && surrender(reason('surrender.calls-program', { program: master }))
}

/**
 * The network's programs for stakes, votes, programs and lookup tables: signing an instruction of them gives away
 * control.
 */
const masters: ReadonlyMap<string, ReasonFacts['surrender.calls-program']['program']> = new Map([
  ['Stake11111111111111111111111111111111111111', 'stake'],
  ['Vote111111111111111111111111111111111111111', 'vote'],
  ['Config1111111111111111111111111111111111111', 'config'],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 'loader'],
  ['BPFLoader2111111111111111111111111111111111', 'loader'],
  ['LoaderV411111111111111111111111111111111111', 'loader'],
  ['AddressLookupTab1e1111111111111111111111111', 'tables'],
])

/** The instructions of a program by their number, with readers of its accounts and data. */
type Instructions = Readonly<Record<number, (accounts: readonly string[], data: Data) => SolanaEffect>>

type Data = {
  readonly bytes: Uint8Array
  /** A little-endian number. Throws `CutShort`. */
  readonly number: (at: number, size: number) => bigint
  /** Throws `CutShort`. */
  readonly address: (at: number) => string
}

const nonce = () => surrender(reason('surrender.durable-nonce', {}))
const space = ([account = '']: readonly string[]) => surrender(reason('surrender.reserves-space', { account }))
const assigns = ([account = '']: readonly string[]) => surrender(reason('surrender.assigns-account', { account }))
const burns = ([account = '']: readonly string[]) => surrender(reason('surrender.burns', { account }))

const system: Instructions = {
  0: ([, account = ''], data) => creation(account, data, 4),
  1: assigns,
  2: ([from = '', to = ''], { number }) => ({ does: 'pay', from, to, lamports: number(4, 8) }),
  // With a seed, whose length comes first.
  3: ([, account = ''], data) => creation(account, data, 44 + Number(unsigned(data.bytes, 36, 8) ?? 0n)),
  ...{ 4: nonce, 5: nonce, 6: nonce, 7: nonce, 12: nonce },
  ...{ 8: space, 9: space, 10: assigns },
  11: () => surrender(reason('surrender.moves-derived-coins', {})),
}

function creation(account: string, { number, address }: Data, at: number): SolanaEffect {
  return { does: 'create', account, lamports: number(at, 8), owner: address(at + 16) }
}

const token: Instructions = {
  1: ([account = '', mint = '', owner = '']) => opening({ account, mint, owner }),
  3: ([source = '', destination = '', authority = ''], { number }) => ({
    ...{ does: 'transfer', source, destination, authority, amount: number(1, 8), mint: undefined },
  }),
  4: ([account = '', delegate = '']) => surrender(reason('surrender.lets-spend', { delegate, account })),
  5: () => ({ does: 'opaque', isRevoke: true }),
  6: ([account = '']) => surrender(reason('surrender.changes-authority', { account })),
  8: burns,
  9: ([account = '', destination = '', authority = '']) => ({ does: 'close', account, destination, authority }),
  12: ([source = '', mint = '', destination = '', authority = ''], { bytes, number }) => ({
    ...{ does: 'transfer', source, mint, destination, authority, amount: number(1, 8), decimals: bytes[9] },
  }),
  13: ([account = '', , delegate = '']) => surrender(reason('surrender.lets-spend', { delegate, account })),
  15: burns,
  // Later variants have the owner in the data.
  16: ([account = '', mint = ''], { bytes }) => opening({ account, mint, owner: toBase58(bytes.slice(1, 33)) }),
  17: () => ({ does: 'sync' }),
  18: ([account = '', mint = ''], { bytes }) => opening({ account, mint, owner: toBase58(bytes.slice(1, 33)) }),
  22: () => ({ does: 'sync' }),
  26: ([source = '', mint = '', destination = '', authority = ''], { bytes, number }) => {
    if (bytes[1] !== 1) throw new CutShort()
    const [amount, kept] = [number(2, 8), number(11, 8)]
    return { does: 'transfer', source, mint, destination, authority, amount, kept, decimals: bytes[10] }
  },
}

function opening(account: { readonly account: string; readonly mint: string; readonly owner: string }): SolanaEffect {
  return { does: 'open account', ...account, payer: undefined }
}

const budget: Instructions = {
  1: () => ({ does: 'budget', limit: undefined, price: undefined }),
  2: (_, { bytes }) => ({ does: 'budget', limit: unsigned(bytes, 1, 4), price: undefined }),
  3: (_, { bytes }) => ({ does: 'budget', limit: undefined, price: unsigned(bytes, 1, 8) }),
  4: () => ({ does: 'budget', limit: undefined, price: undefined }),
}

/** The programs whose instructions are read. */
const knownPrograms: ReadonlyMap<string, (raw: Raw) => SolanaEffect> = new Map([
  [programs.system, reading(system, 4)],
  [programs.token, reading(token, 1)],
  [programs.token2022, reading(token, 1)],
  [programs.associated, associatedEffect],
  [programs.budget, reading(budget, 1)],
  [programs.memo, noteIn],
  [programs.memoOld, noteIn],
  [programs.lighthouse, () => ({ does: 'assert' })],
])

/** Reads by the number in the first `size` bytes. Unknown numbers, and data that is too short, are rare. */
function reading(instructions: Instructions, size: number) {
  return ({ accounts, data }: Raw): SolanaEffect => {
    const number = (at: number, length: number) => orCutShort(unsigned(data, at, length))
    const address = (at: number) => toBase58(orCutShort(at + 32 <= data.length ? data.slice(at, at + 32) : undefined))
    try {
      return instructions[Number(number(0, size))]?.(accounts, { bytes: data, number, address }) ?? rare
    } catch (error) {
      if (error instanceof CutShort) return rare
      throw error
    }
  }
}

function orCutShort<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new CutShort()
  return value
}

function associatedEffect({ accounts: [payer, account = '', owner = '', mint = ''], data }: Raw): SolanaEffect {
  if (data.length > 1 || (data[0] ?? 0) > 1) return rare
  return { does: 'open account', account, owner, mint, payer }
}

function noteIn({ data }: Raw): SolanaEffect {
  const text = [...data].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
  return { does: 'note', text }
}

function surrender(what: Reason): SolanaEffect {
  return { does: 'surrender', what }
}

const rare: SolanaEffect = { does: 'opaque', isRare: true }
