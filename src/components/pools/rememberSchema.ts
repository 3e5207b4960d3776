import { type Drift, driftOf, type KnownFields, rememberedOf, type Schema, schemaOf } from '../../domain/pools/schema'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { readKnownFields, saveKnownFields } from './knownFields'
import { fieldsInRecord } from './recordFields'

/** Very long lists are remembered by their first records; a rare field of a later one does not count as new. */
const sampled = 500

/** Remembers the fields of a network's records the first time any page polls them. */
export function rememberSchema(name: string, pools: readonly ReadPool[], now: number): void {
  if (pools.length === 0 || readKnownFields(name)) return
  saveKnownFields(name, { since: now, fields: rememberedOf({}, sampleOf(pools)) })
}

/**
 * Fields that are new, missing or of another kind. New fields are those of the first records; missing ones are in no
 * record.
 */
export function driftSince(before: KnownFields, whole: Schema, pools: readonly ReadPool[]): readonly Drift[] {
  const known = new Set(whole.fields.map(({ path }) => path))
  const fresh = pools.length > sampled ? driftOf(before, sampleOf(pools)) : driftOf(before, whole)
  return fresh.filter(({ is, path }) => is !== 'gone' || !known.has(path))
}

export function wholeSchema(pools: readonly ReadPool[]): Schema {
  return schemaOf(pools.map(({ record }) => fieldsInRecord(record)))
}

function sampleOf(pools: readonly ReadPool[]): Schema {
  return wholeSchema(pools.slice(0, sampled))
}
