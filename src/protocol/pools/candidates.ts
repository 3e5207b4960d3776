import { addressKey } from '../../domain/address'
import type { ChainKind } from '../../domain/chain'
import type { KnownField, PoolField } from '../../domain/pools/pool'
import type { Token } from '../../domain/token'
import type { Json, JsonObject } from '../json/json'
import type { FieldPath, FieldRole } from './fieldNames'
import { type ParsedNumber, parseNumber, rawText } from './numbers'
import { type RecordSchema, valueAt } from './recordSchema'
import type { Unit } from './units'

/** A record with its schema, and the network it belongs to. */
export type RecordInput = {
  readonly record: JsonObject
  readonly schema: RecordSchema
  readonly network: NetworkTokens
  /** Cache of the numbers found for each role. */
  readonly numbersByRole: Map<FieldRole, readonly NumberCandidate[]>
  /** Proofs of the list's other records about the same fields. */
  readonly conventions: ListConventions
}

export type NetworkTokens = {
  readonly kind: ChainKind
  /** The network's listed tokens, by `addressKey` and by the service's id. */
  readonly byAddress: ReadonlyMap<string, Token>
  readonly byId: ReadonlyMap<number, Token>
}

/**
 * A property of a field that may apply to the list's other records. It is the unit of a fee or a rate, the time window
 * of volume and fees (the same for both), the direction of a price, or the unit of amounts. It may also be that
 * `liquidity` is not in dollars.
 */
export type Proof = {
  readonly of: 'fee' | 'rate' | 'turnover' | 'price' | 'amounts' | 'liquidity'
  /** Where the field is; without it, the proof holds for all fields of this kind. */
  readonly path?: string
  readonly says: string
  readonly unit?: Unit
  /** Less than 1 for an indication. */
  readonly weight?: number
}

/** The properties on which nearly all proofs of a list agree, with their share: `3 of 4`. */
export type ListConventions = {
  readonly at: (of: Proof['of'], path?: FieldPath) => (Proof & { readonly share: string }) | undefined
}

export const noConventions: ListConventions = { at: () => undefined }

/** A value at a path that may have a given role. */
export type Candidate = { readonly path: FieldPath; readonly json: Json }

/** The values that may have this role, the likeliest first; null and empty values are left out. */
export function candidates({ record, schema }: RecordInput, role: FieldRole): readonly Candidate[] {
  const found: Candidate[] = []
  for (const path of schema.byRole.get(role) ?? noPaths) {
    const json = valueAt(record, path.keys)
    if (json !== undefined && json !== null && json !== '') found.push({ path, json })
  }
  return found
}

const noPaths: readonly FieldPath[] = []

export type NumberCandidate = { readonly path: FieldPath; readonly json: Json; readonly number: ParsedNumber }

/** The candidates of a role that are numbers. */
export function numberCandidates(input: RecordInput, role: FieldRole): readonly NumberCandidate[] {
  const before = input.numbersByRole.get(role)
  if (before) return before
  // Called for ten thousand records in a row, so without an intermediate array.
  const found: NumberCandidate[] = []
  for (const path of input.schema.byRole.get(role) ?? noPaths) {
    const json = valueAt(input.record, path.keys)
    const number = json === undefined ? undefined : parseNumber(json)
    if (json !== undefined && number) found.push({ path, json, number })
  }
  input.numbersByRole.set(role, found)
  return found
}

export function reported<Value>(
  { path }: Candidate,
  value: Value,
  reason: string,
  certainty: KnownField<Value>['certainty'] = 'reported',
): KnownField<Value> {
  return { is: 'known', value, path: path.text, reason, certainty }
}

export function derived<Value>(value: Value, path: string, reason: string): KnownField<Value> {
  return { is: 'known', value, path, reason, certainty: 'derived' }
}

export function ambiguous({ path, json }: Candidate, reason: string): PoolField<never> {
  return { is: 'unclear', path: path.text, raw: rawText(json), reason }
}

export const missing = { is: 'missing' } as const

/** `missing`, or `unclear` when a candidate exists but is not usable. */
export function missingOr(input: RecordInput, role: FieldRole, reason = 'is no number'): PoolField<never> {
  const [first] = candidates(input, role)
  return first ? ambiguous(first, reason) : missing
}

/** The first value of a role that `parse` can read. With `unreadable`, a value that it cannot read is unclear for that reason. */
export function firstRead<Value>(
  input: RecordInput,
  role: FieldRole,
  parse: (json: Json) => Value | undefined,
  { unreadable, reason = byName }: { unreadable?: string; reason?: (candidate: Candidate) => string } = {},
): PoolField<Value> {
  for (const candidate of candidates(input, role)) {
    const value = parse(candidate.json)
    if (value !== undefined) return reported(candidate, value, reason(candidate))
  }
  return unreadable === undefined ? missing : missingOr(input, role, unreadable)
}

/** The field's name for a reason shown to people: the last step of its path. */
export function byName({ path }: Pick<Candidate, 'path'>): string {
  return `\`${path.keys.at(-1)}\` by name`
}

/** The same for a figure that is part of the pool's name. */
export function inName({ path }: Pick<Candidate, 'path'>): string {
  return `written in \`${path.keys.at(-1)}\``
}

export function networkTokensOf(kind: ChainKind, tokens: readonly Token[]): NetworkTokens {
  return {
    kind,
    byAddress: new Map(tokens.map((token) => [addressKey(token.address), token])),
    byId: new Map(tokens.map((token) => [token.id, token])),
  }
}
