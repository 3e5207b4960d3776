import { fromBase58 } from '../../../domain/encodings'
import { isRecord } from '../../../domain/record'
import { type Reason, reason } from '../../findings/reason'
import { effectOf, masterOf, type SolanaEffect } from './instruction'
import { programs } from './programs'

/** The effect of an instruction that one program invoked on another in a simulation. */
export type InnerEffect = {
  readonly program: string
  /** The accounts whose consent it may need: all named accounts except mere recipients. */
  readonly parties: readonly string[]
  readonly effect: SolanaEffect
}

/** The effects of inner instructions (CPI). `isComplete`: every instruction that the node gave could be read. */
export type InnerEffects = { readonly effects: readonly InnerEffect[]; readonly isComplete: boolean }

/**
 * Reads `innerInstructions` of `simulateTransaction`. Nodes write an instruction with account indexes, with addresses,
 * or parsed (`jsonParsed`). `undefined` where the node gives none.
 */
export function readInnerEffects(answer: unknown, keys: readonly string[]): InnerEffects | undefined {
  if (!Array.isArray(answer)) return undefined
  // Anything but a list of instructions counts as an unreadable instruction.
  const instructions = answer.flatMap((group: unknown): readonly unknown[] =>
    isRecord(group) && Array.isArray(group.instructions) ? group.instructions : [group],
  )
  const effects = instructions.flatMap((each) => readOne(each, keys) ?? [])
  return { effects, isComplete: effects.length === instructions.length }
}

function readOne(written: unknown, keys: readonly string[]): InnerEffect | undefined {
  if (!isRecord(written)) return undefined
  const { programIdIndex, programId, accounts, data, parsed } = written
  const program = typeof programIdIndex === 'number' ? (keys[programIdIndex] ?? '') : textOf(programId)
  if (isRecord(parsed)) return readSentence(program, parsed)
  // A memo is reduced to its text.
  if (typeof parsed === 'string' && isMemo(program))
    return { program, parties: [], effect: { does: 'note', text: parsed } }
  const bytes = typeof data === 'string' ? fromBase58(data) : undefined
  if (program === '' || !bytes) return undefined
  const named = listOf(accounts).map((each) => (typeof each === 'number' ? (keys[each] ?? '') : textOf(each)))
  const effect = effectOf({ program, accounts: named, data: bytes })
  return { program, effect, parties: named.slice(isSplProgram(program) ? firstAuthority(bytes[0]) : 0) }
}

/** The index of the authority among the accounts of a token instruction; its signers follow. */
function firstAuthority(kind: number | undefined): number {
  if (kind === 13) return 3
  return kind === 4 ? 2 : kind === 6 ? 1 : 0
}

function readSentence(program: string, { type, info }: Record<string, unknown>): InnerEffect {
  const facts = isRecord(info) ? info : {}
  const of = (name: string) => textOf(facts[name])
  const receivers = new Set(['delegate', 'newAuthority', 'newOwner', 'destination'])
  const parties = Object.entries(facts).flatMap(([name, value]) => (receivers.has(name) ? [] : textsIn(value)))
  const found = (effect: SolanaEffect) => ({ program, parties, effect })
  const surrender = (what: Reason) => found({ does: 'surrender', what })
  const master = masterOf(program)
  if (master) return found(master)
  const account = of('account') || of('source') || of('mint')
  switch (isSplProgram(program) ? type : program === programs.system ? `system ${textOf(type)}` : '') {
    case 'transfer':
    case 'transferChecked': {
      const [destination, authority] = [of('destination'), of('multisigAuthority') || of('authority')]
      return found({ does: 'transfer', source: account, destination, authority, amount: 0n, mint: undefined })
    }
    case 'closeAccount':
      return found({ does: 'close', account, destination: of('destination'), authority: of('owner') })
    case 'approve':
    case 'approveChecked':
      return surrender(reason('surrender.lets-spend', { delegate: of('delegate'), account }))
    case 'setAuthority':
      return surrender(reason('surrender.changes-authority', { account }))
    case 'system assign':
    case 'system assignWithSeed':
      return surrender(reason('surrender.assigns-account', { account }))
    case 'system authorizeNonce':
    case 'system withdrawFromNonce':
    case 'system initializeNonce':
      return surrender(reason('surrender.durable-nonce', {}))
    case 'system transferWithSeed':
      return surrender(reason('surrender.moves-derived-coins', {}))
    default:
      return found({ does: 'note', text: textOf(type) })
  }
}

function isMemo(program: string): boolean {
  return program === programs.memo || program === programs.memoOld
}

export function isSplProgram(program: string): boolean {
  return program === programs.token || program === programs.token2022
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
