import * as v from 'valibot'
import type { FieldKind, KnownFields } from '../../../domain/schema'

/** Fields of a network's pools as this browser knows them, and since when. */
export type StoredFields = { readonly since: number; readonly fields: KnownFields }

export function readKnownFields(name: string): StoredFields | undefined {
  try {
    const stored = v.safeParse(storedSchema, window.localStorage.getItem(key(name)))
    return stored.success ? stored.output : undefined
  } catch {
    return undefined
  }
}

export function saveKnownFields(name: string, stored: StoredFields): void {
  try {
    window.localStorage.setItem(key(name), JSON.stringify(stored))
  } catch {
    // Storage is blocked: the next visit has nothing to compare with.
  }
}

function key(name: string): string {
  return `tidegate.schema ${name}`
}

const kinds: readonly FieldKind[] = ['text', 'number', 'digits', 'yes or no', 'nothing', 'list', 'group']

const storedSchema: v.GenericSchema<unknown, StoredFields> = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    since: v.pipe(v.number(), v.finite()),
    fields: v.record(v.string(), v.array(v.picklist(kinds))),
  }),
)
