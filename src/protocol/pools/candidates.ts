import { addressKey } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import type { KnownField, PoolField } from '../../domain/pool'
import type { Token } from '../../domain/token'
import type { Json, JsonObject } from '../json'
import type { FieldRole } from './fieldNames'
import type { FieldPath } from './fieldPath'
import { type ParsedNumber, parseNumber, rawText } from './numbers'
import { type RecordSchema, valueAt } from './recordSchema'
import type { Unit } from './units'

/** A record, where it keeps what, and what is known network it. */
export type RecordInput = {
  readonly record: JsonObject
  readonly schema: RecordSchema
  readonly network: NetworkTokens
  /** What was found already. */
  readonly numbersByRole: Map<FieldRole, readonly NumberCandidate[]>
  /** Units that most other records of the list show at the same place. */
  readonly units: UnitConventions
}

export type NetworkTokens = {
  readonly kind: ChainKind
  /** Listed tokens of the network, by `addressKey`, and by the service's own id. */
  readonly byAddress: ReadonlyMap<string, Token>
  readonly byId: ReadonlyMap<number, Token>
}

export type UnitConventions = {
  readonly unitAt: (path: FieldPath, family: 'fee' | 'rate') => { unit: Unit; share: string } | undefined
}

/** Something at a place that may have a role. */
export type Candidate = { readonly path: FieldPath; readonly json: Json }

/** What stands at the places that may mean this, the likeliest first; nothings are left out. */
export function candidates({ record, schema }: RecordInput, role: FieldRole): readonly Candidate[] {
  const found: Candidate[] = []
  for (const path of schema.byRole.get(role) ?? nowhere) {
    const json = valueAt(record, path.keys)
    if (json !== undefined && json !== null && json !== '') found.push({ path, json })
  }
  return found
}

const nowhere: readonly FieldPath[] = []

export type NumberCandidate = { readonly path: FieldPath; readonly json: Json; readonly number: ParsedNumber }

/** Those of them that are numbers. */
export function numberCandidates(input: RecordInput, role: FieldRole): readonly NumberCandidate[] {
  const before = input.numbersByRole.get(role)
  if (before) return before
  // Ten thousand records are asked for this at once: no list in between.
  const found: NumberCandidate[] = []
  for (const path of input.schema.byRole.get(role) ?? nowhere) {
    const json = valueAt(input.record, path.keys)
    const number = json === undefined ? undefined : parseNumber(json)
    if (json !== undefined && number) found.push({ path, json, number })
  }
  input.numbersByRole.set(role, found)
  return found
}

export function reported<Value>(
  { path, json }: Candidate,
  value: Value,
  reason: string,
  certainty: KnownField<Value>['certainty'] = 'reported',
): KnownField<Value> {
  return { is: 'known', value, path: path.text, raw: rawText(json), reason, certainty }
}

export function derived<Value>(value: Value, path: string, reason: string): KnownField<Value> {
  return { is: 'known', value, path, raw: '', reason, certainty: 'derived' }
}

export function ambiguous({ path, json }: Candidate, reason: string): PoolField<never> {
  return { is: 'unclear', path: path.text, raw: rawText(json), reason }
}

export const missing = { is: 'missing' } as const

/** Missing, or unclear when something stands there after all. */
export function missingOr(input: RecordInput, role: FieldRole, reason = 'is no number'): PoolField<never> {
  const [first] = candidates(input, role)
  return first ? ambiguous(first, reason) : missing
}

/** The name a person reads in a reason: the last step of the path. */
export function byName({ path }: Pick<Candidate, 'path'>): string {
  return `\`${path.keys.at(-1)}\` by name`
}

export function networkTokensOf(kind: ChainKind, tokens: readonly Token[]): NetworkTokens {
  return {
    kind,
    byAddress: new Map(tokens.map((token) => [addressKey(token.address), token])),
    byId: new Map(tokens.map((token) => [token.id, token])),
  }
}
