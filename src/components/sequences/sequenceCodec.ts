import * as v from 'valibot'
import type { Sequence } from './sequence'

/** What is stored of sequences; none where it cannot be read. */
export function decodeSequences(stored: string): readonly Sequence[] {
  const read = v.safeParse(storedSequences, stored)
  return read.success ? read.output : []
}

const text = v.pipe(v.string(), v.maxLength(200))
const whole = v.pipe(v.number(), v.integer())
const natural = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform((digits) => BigInt(digits)),
)
const storedSequences: v.GenericSchema<unknown, readonly Sequence[]> = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
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
    }),
  ),
)
