import * as v from 'valibot'
import { createStore } from 'zustand'
import type { Sequence, SequenceStep } from './sequence'

export function openSequence(sequence: Sequence): void {
  write([sequence, ...sequences.getState()].slice(0, most))
}

/** Notes the order that carries a step out; a later one replaces one that was rejected. */
export function noteSequenceOrder(id: string, step: SequenceStep, orderId: string): void {
  write(
    sequences
      .getState()
      .map((each) => (each.id === id ? { ...each, orders: { ...each.orders, [step]: orderId } } : each)),
  )
}

export function closeSequence(id: string): void {
  write(sequences.getState().filter((each) => each.id !== id))
}

const storageKey = 'tidegate.sequences'
const most = 20

function write(next: readonly Sequence[]): void {
  sequences.setState(next, true)
  try {
    const text = JSON.stringify(next, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    window.localStorage.setItem(storageKey, text)
  } catch {
    // Storage is blocked: they hold for this visit.
  }
}

function recall(): readonly Sequence[] {
  try {
    const stored = v.safeParse(storedSequences, window.localStorage.getItem(storageKey))
    return stored.success ? stored.output.slice(0, most) : []
  } catch {
    return []
  }
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

/** The sequences of this browser that are not finished: they outlive a reload. Below the schema that reads them. */
export const sequences = createStore<readonly Sequence[]>(() => recall())
