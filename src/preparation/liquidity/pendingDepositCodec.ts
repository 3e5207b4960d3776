import * as v from 'valibot'
import type { PendingDeposit } from './pendingDeposit'

/** A deposit as the journal keeps it: JSON, big integers as digits. */
export function encodeDeposit(deposit: PendingDeposit): string {
  return JSON.stringify(deposit, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** Reads an entry of the journal; `undefined` for what is damaged or was written by a later version. */
export function decodeDeposit(text: string): PendingDeposit | undefined {
  const read = v.safeParse(depositSchema, parsed(text))
  return read.success ? read.output : undefined
}

/** Reads what version 2 of the app kept in localStorage. What is no deposit is left out. */
export function decodeLegacyDeposits(text: string | null): readonly PendingDeposit[] {
  const list = v.safeParse(v.array(v.unknown()), parsed(text ?? '[]'))
  return (list.success ? list.output : []).flatMap((entry) => {
    const read = v.safeParse(legacySchema, entry)
    return read.success ? [fromLegacy(read.output)] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const label = v.pipe(v.string(), v.maxLength(20_000))
const pair = v.tuple([label, label])
const whole = v.pipe(v.number(), v.safeInteger())
const time = v.pipe(v.number(), v.finite())
const natural = v.pipe(
  v.string(),
  v.regex(/^\d{1,80}$/),
  v.transform((digits) => BigInt(digits)),
)

const target = { chainId: whole, tokens: pair, recipient: label, tickLower: whole, tickUpper: whole }

const depositSchema = v.object({
  ...target,
  version: v.literal(1),
  id: v.pipe(label, v.minLength(1)),
  symbols: pair,
  amounts: v.exactOptional(pair),
  body: label,
  before: natural,
  expected: natural,
  progress: v.variant('at', [
    v.object({ at: v.literal('posted') }),
    v.object({ at: v.literal('unanswered'), said: v.exactOptional(label) }),
    v.object({ at: v.literal('accepted'), said: v.exactOptional(label) }),
    v.object({ at: v.literal('to sign'), builtBy: v.picklist(['app', 'service']) }),
    v.object({ at: v.literal('ordered'), order: label }),
    v.object({ at: v.literal('refused') }),
    v.pipe(
      v.object({ at: v.literal('seen'), added: natural, position: v.optional(label) }),
      v.transform(({ position, ...seen }) => ({ ...seen, position })),
    ),
  ]),
  isHidden: v.boolean(),
  history: v.array(
    v.object({
      when: time,
      what: v.picklist(['posted', 'unanswered', 'accepted', 'to sign', 'ordered', 'refused', 'seen', 'hidden']),
    }),
  ),
  openedAt: time,
})

const legacySchema = v.object({
  ...target,
  id: label,
  symbols: pair,
  said: v.picklist(['yes', 'nothing']),
  before: natural,
  expected: natural,
  at: time,
  seen: v.optional(v.object({ at: time, added: natural, position: v.optional(label) })),
})

function fromLegacy({ said, at, seen, ...deposit }: v.InferOutput<typeof legacySchema>): PendingDeposit {
  const answer = said === 'yes' ? 'accepted' : 'unanswered'
  const reported = { when: at, what: 'posted' } as const
  const heard = { when: at, what: answer } as const
  return {
    ...deposit,
    version: 1,
    body: '',
    progress: seen ? { at: 'seen', added: seen.added, position: seen.position } : { at: answer },
    isHidden: false,
    history: seen ? [reported, heard, { when: seen.at, what: 'seen' }] : [reported, heard],
    openedAt: at,
  }
}
