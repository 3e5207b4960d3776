import type { Reason } from '../../findings/reason'
import type { WireTransaction } from './wire'

/** The addresses in lookup tables, by table; `unavailable` when one could not be read. */
export type ReadTables =
  | { readonly is: 'read'; readonly tables: ReadonlyMap<string, readonly string[]> }
  | { readonly is: 'unavailable'; readonly why: Reason }

/**
 * Every key of a transaction: its static keys, then the writable and then the read-only ones of its lookup tables.
 * `undefined` when a table cannot be read or lacks a used entry.
 */
export function keysOf({ staticKeys, lookups }: WireTransaction, tables: ReadTables): readonly string[] | undefined {
  if (lookups.length === 0) return staticKeys
  if (tables.is === 'unavailable') return undefined
  const pick = (which: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[which].map((index) => tables.tables.get(lookup.table)?.[index]))
  const loaded = [...pick('writable'), ...pick('readonly')]
  const known = loaded.filter((key) => key !== undefined)
  return known.length === loaded.length ? [...staticKeys, ...known] : undefined
}
