import * as v from 'valibot'
import type { Amounts } from '../../domain/liquidity/liquidity'
import type { Range } from '../../domain/liquidity/range'

/**
 * Several orders towards one deposit: a withdrawal first if a position is moved, a swap if one token is short, then the
 * deposit. Each is prepared, checked and reviewed when the one before it is done, for its amounts are known only then.
 */
export type Sequence = {
  readonly id: string
  readonly account: string
  readonly chainId: number
  /** The pool's address. */
  readonly pool: string
  /** Addresses of the pool's tokens. */
  readonly tokens: readonly [string, string]
  readonly symbols: readonly [string, string]
  readonly range: Range
  /** Of the deposit, in basis points. */
  readonly toleranceBps: number
  /** Whether the native coin is paid instead of its wrapped form. */
  readonly paysCoin: boolean
  /** The number of the position that is moved. */
  readonly position?: string | undefined
  /** What the wallet gives, before the swap; nothing where a position is moved. */
  readonly budget: Amounts
  /** The orders so far, by id. */
  readonly orders: Readonly<Partial<Record<SequenceStep, string>>>
  /** Milliseconds since the epoch. */
  readonly openedAt: number
}

export type SequenceStep = 'withdrawal' | 'swap' | 'deposit'

/** The stored sequences that can be read. One that cannot be read, for example of a newer version, is skipped. */
export function decodeSequences(stored: string): readonly Sequence[] {
  const entries = v.safeParse(storedEntries, stored)
  if (!entries.success) return []
  return entries.output.flatMap((entry) => {
    const read = v.safeParse(storedSequence, entry)
    return read.success ? [read.output] : []
  })
}

const text = v.pipe(v.string(), v.maxLength(200))
const whole = v.pipe(v.number(), v.integer())
const natural = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((digits) => BigInt(digits)),
)
const storedEntries = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()))
const storedSequence: v.GenericSchema<unknown, Sequence> = v.object({
  ...{ id: text, account: text, chainId: whole, pool: text },
  tokens: v.tuple([text, text]),
  symbols: v.tuple([text, text]),
  range: v.object({ tickLower: whole, tickUpper: whole }),
  toleranceBps: v.pipe(whole, v.minValue(0), v.maxValue(5_000)),
  paysCoin: v.boolean(),
  position: v.optional(v.pipe(v.string(), v.regex(/^\d{1,78}$/))),
  budget: v.object({ amount0: natural, amount1: natural }),
  orders: v.object({
    withdrawal: v.exactOptional(text),
    swap: v.exactOptional(text),
    deposit: v.exactOptional(text),
  }),
  openedAt: v.pipe(v.number(), v.finite()),
})
