import { toBase58 } from '../../../domain/base58'
import { type Reason, type ReasonFacts, reason } from '../../findings/reason'
import { unsigned } from './bytes'
import { type ExchangeTerms, exchangeTerms } from './exchanges'
import { programs } from './programs'
import type { WireTransaction } from './wire'

/** A decoded instruction. `opaque`: its program is not known here. */
export type Instruction = {
  readonly program: string
  /** The program's common name, or its address. */
  readonly programName: string
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
   * `isRare`: a known program, but an instruction that no swap needs. `terms`: the order to a well-known exchange. It
   * is checked although it proves nothing: the owners of the exchange can replace its program.
   */
  | { readonly does: 'opaque'; readonly why: Reason; readonly isRare?: true; readonly terms?: ExchangeTerms }

/**
 * Decodes instructions, with accounts as addresses. Keys are the static keys, then writable, then read-only
 * lookup-table keys.
 */
export function decodeInstructions(transaction: WireTransaction, keys: readonly string[]): readonly Instruction[] {
  return transaction.instructions.map(({ program, accounts, data }) => {
    const address = transaction.staticKeys[program] ?? ''
    const involved = accounts.map((index) => keys[index] ?? '')
    const found = { program: address, accounts: involved, data }
    return { ...found, programName: nameOf(address), effect: effectOf(found) }
  })
}

type Raw = Pick<Instruction, 'program' | 'accounts' | 'data'>

/** The effect of an instruction, whether of the transaction or invoked by another program. */
export function effectOf(raw: Raw): SolanaEffect {
  switch (raw.program) {
    case programs.system:
      return systemEffect(raw)
    case programs.token:
    case programs.token2022:
      return tokenEffect(raw)
    case programs.associated:
      return associatedEffect(raw)
    case programs.budget:
      return budgetEffect(raw)
    case programs.memo:
    case programs.memoOld:
      return { does: 'note', text: textOf(raw.data) }
    case programs.lighthouse:
      return { does: 'assert' }
    default:
      return otherEffect(raw)
  }
}

function otherEffect(raw: Raw): SolanaEffect {
  const { program } = raw
  const terms = exchangeTerms(raw)
  return (
    masterOf(program) ?? {
      does: 'opaque',
      why: reason('instruction.unknown-program', { program }),
      ...(terms && { terms }),
    }
  )
}

/** `undefined` unless the program controls what people own on the network itself. */
export function masterOf(program: string): SolanaEffect | undefined {
  const master = masters.get(program)
  return master && { does: 'surrender', what: reason('surrender.calls-program', { program: master }) }
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

function systemEffect({ accounts: [first = '', second = ''], data }: Raw): SolanaEffect {
  const kind = unsigned(data, 0, 4)
  switch (kind) {
    case 0n:
    case 3n: {
      const lamportsAt = kind === 0n ? 4 : 4 + 32 + 8 + Number(unsigned(data, 36, 8) ?? 0n)
      const lamports = unsigned(data, lamportsAt, 8)
      const owner = data.slice(lamportsAt + 16, lamportsAt + 48)
      if (lamports === undefined || owner.length !== 32) return unreadable('System')
      return { does: 'create', account: second, lamports, owner: toBase58(owner) }
    }
    case 2n: {
      const lamports = unsigned(data, 4, 8)
      return lamports === undefined ? unreadable('System') : { does: 'pay', from: first, to: second, lamports }
    }
    case 1n:
    case 10n:
      return { does: 'surrender', what: reason('surrender.assigns-account', { account: first }) }
    case 4n:
    case 5n:
    case 6n:
    case 7n:
    case 12n:
      return {
        does: 'surrender',
        what: reason('surrender.durable-nonce', {}),
      }
    case 8n:
    case 9n:
      return { does: 'surrender', what: reason('surrender.reserves-space', { account: first }) }
    case 11n:
      return { does: 'surrender', what: reason('surrender.moves-derived-coins', {}) }
    default:
      return unreadable('System')
  }
}

function tokenEffect({ accounts, data }: Raw): SolanaEffect {
  const [first = '', second = '', third = '', fourth = ''] = accounts
  switch (data[0]) {
    case 3: {
      const amount = unsigned(data, 1, 8)
      if (amount === undefined) return unreadable('Token')
      return { does: 'transfer', source: first, destination: second, authority: third, amount, mint: undefined }
    }
    case 12: {
      const amount = unsigned(data, 1, 8)
      if (amount === undefined) return unreadable('Token')
      return {
        ...{ does: 'transfer', source: first, mint: second, destination: third, authority: fourth, amount },
        decimals: data[9],
      }
    }
    case 4:
    case 13:
      return {
        does: 'surrender',
        what: reason('surrender.lets-spend', { delegate: data[0] === 4 ? second : third, account: first }),
      }
    case 6:
      return { does: 'surrender', what: reason('surrender.changes-authority', { account: first }) }
    case 8:
    case 15:
      return { does: 'surrender', what: reason('surrender.burns', { account: first }) }
    case 9:
      return { does: 'close', account: first, destination: second, authority: third }
    case 17:
      return { does: 'sync' }
    case 1:
    case 16:
    case 18:
      return { does: 'open account', account: first, mint: second, owner: ownerOf(data, third), payer: undefined }
    case 5:
      return { does: 'opaque', why: reason('instruction.revokes-delegate', {}) }
    case 22:
      return { does: 'sync' }
    case 26: {
      const [amount, kept] = [unsigned(data, 2, 8), unsigned(data, 11, 8)]
      if (data[1] !== 1 || amount === undefined || kept === undefined)
        return rare(reason('instruction.unknown-fee', {}))
      return {
        ...{ does: 'transfer', source: first, mint: second, destination: third, authority: fourth, amount, kept },
        decimals: data[10],
      }
    }
    default:
      return rare(reason('instruction.unknown-token-instruction', { number: data[0] }))
  }
}

/** The first variant has the owner as an account, the later ones in the data. */
function ownerOf(data: Uint8Array, named: string): string {
  return data[0] === 1 ? named : toBase58(data.slice(1, 33))
}

function associatedEffect({ accounts: [payer, account = '', owner = '', mint = ''], data }: Raw): SolanaEffect {
  if (data.length > 1 || (data[0] ?? 0) > 1) return rare(reason('instruction.rare-account-creation', {}))
  return { does: 'open account', account, owner, mint, payer }
}

function budgetEffect({ data }: Raw): SolanaEffect {
  switch (data[0]) {
    case 1:
    case 4:
      return { does: 'budget', limit: undefined, price: undefined }
    case 2:
      return { does: 'budget', limit: unsigned(data, 1, 4), price: undefined }
    case 3:
      return { does: 'budget', limit: undefined, price: unsigned(data, 1, 8) }
    default:
      return unreadable('ComputeBudget')
  }
}

function unreadable(program: string): SolanaEffect {
  return rare(reason('instruction.unreadable', { program }))
}

function rare(why: Reason): SolanaEffect {
  return { does: 'opaque', why, isRare: true }
}

function textOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·')).join('')
}

function nameOf(program: string): string {
  switch (program) {
    case programs.system:
      return 'System'
    case programs.token:
      return 'Token'
    case programs.token2022:
      return 'Token 2022'
    case programs.associated:
      return 'Associated Token'
    case programs.budget:
      return 'Compute budget'
    case programs.memo:
    case programs.memoOld:
      return 'Memo'
    case programs.lighthouse:
      return 'Lighthouse'
    default:
      return program
  }
}
