import * as v from 'valibot'
import type { PendingDeposit } from './pendingDeposit'

/** A deposit as the journal keeps it: JSON, big integers as digits. */
export function encodeDeposit(deposit: PendingDeposit): string {
  return JSON.stringify(deposit, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}

/** Reads an entry of the journal; `undefined` for what is damaged or was written by a later version. */
export function decodeDeposit(text: string): PendingDeposit | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), depositSchema), text)
  return read.success ? read.output : undefined
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

const depositSchema = v.object({
  ...{ chainId: whole, tokens: pair, recipient: label, tickLower: whole, tickUpper: whole },
  version: v.literal(1),
  id: v.pipe(label, v.minLength(1)),
  symbols: pair,
  amounts: pair,
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
