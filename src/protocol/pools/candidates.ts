import { addressKey } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import type { Figure, Known } from '../../domain/pool'
import type { Token } from '../../domain/token'
import type { Json, JsonObject } from '../json'
import type { Meaning } from './fieldNames'
import { rawText, type Written, written } from './numbers'
import { type Shape, type Spot, valueAt } from './recordSchema'
import type { Unit } from './units'

/** A record, where it keeps what, and what is known around it. */
export type Facts = {
  readonly record: JsonObject
  readonly shape: Shape
  readonly around: Surroundings
  /** What was found already. */
  readonly found: Map<Meaning, readonly FoundNumber[]>
  /** Units that most other records of the list show at the same place. */
  readonly habits: Habits
}

export type Surroundings = {
  readonly kind: ChainKind
  /** Listed tokens of the network, by `addressKey`, and by the service's own id. */
  readonly byAddress: ReadonlyMap<string, Token>
  readonly byId: ReadonlyMap<number, Token>
}

export type Habits = {
  readonly unitAt: (spot: Spot, family: 'fee' | 'rate') => { unit: Unit; share: string } | undefined
}

/** Something at a place that may have a meaning. */
export type Find = { readonly spot: Spot; readonly json: Json }

/** What stands at the places that may mean this, the likeliest first; nothings are left out. */
export function findings({ record, shape }: Facts, meaning: Meaning): readonly Find[] {
  const found: Find[] = []
  for (const spot of shape.of.get(meaning) ?? nowhere) {
    const json = valueAt(record, spot.keys)
    if (json !== undefined && json !== null && json !== '') found.push({ spot, json })
  }
  return found
}

const nowhere: readonly Spot[] = []

export type FoundNumber = { readonly spot: Spot; readonly json: Json; readonly number: Written }

/** Those of them that are numbers. */
export function numbers(facts: Facts, meaning: Meaning): readonly FoundNumber[] {
  const before = facts.found.get(meaning)
  if (before) return before
  // Ten thousand records are asked for this at once: no list in between.
  const found: FoundNumber[] = []
  for (const spot of facts.shape.of.get(meaning) ?? nowhere) {
    const json = valueAt(facts.record, spot.keys)
    const number = json === undefined ? undefined : written(json)
    if (json !== undefined && number) found.push({ spot, json, number })
  }
  facts.found.set(meaning, found)
  return found
}

export function told<Value>(
  { spot, json }: Find,
  value: Value,
  reason: string,
  certainty: Known<Value>['certainty'] = 'told',
): Known<Value> {
  return { is: 'known', value, path: spot.path, raw: rawText(json), reason, certainty }
}

export function derived<Value>(value: Value, path: string, reason: string): Known<Value> {
  return { is: 'known', value, path, raw: '', reason, certainty: 'derived' }
}

export function unclear({ spot, json }: Find, reason: string): Figure<never> {
  return { is: 'unclear', path: spot.path, raw: rawText(json), reason }
}

export const missing = { is: 'missing' } as const

/** Missing, or unclear when something stands there after all. */
export function missingOr(facts: Facts, meaning: Meaning, reason = 'is no number'): Figure<never> {
  const [first] = findings(facts, meaning)
  return first ? unclear(first, reason) : missing
}

/** The name a person reads in a reason: the last step of the path. */
export function byName({ spot }: Pick<Find, 'spot'>): string {
  return `\`${spot.keys.at(-1)}\` by name`
}

export function surroundingsOf(kind: ChainKind, tokens: readonly Token[]): Surroundings {
  return {
    kind,
    byAddress: new Map(tokens.map((token) => [addressKey(token.address), token])),
    byId: new Map(tokens.map((token) => [token.id, token])),
  }
}
