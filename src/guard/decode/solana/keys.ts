import type { SolanaCheckInputs } from '../../simulate/solana/inputs'
import type { WireTransaction } from './wire'

/**
 * Every key of a transaction: its static keys, then the writable and then the read-only ones of its lookup tables.
 * `undefined` when a table cannot be read or lacks a used entry.
 */
export function keysOf(
  { staticKeys, lookups }: WireTransaction,
  tables: SolanaCheckInputs['tables'],
): readonly string[] | undefined {
  if (lookups.length === 0) return staticKeys
  if (tables.is === 'unavailable') return undefined
  const pick = (which: 'writable' | 'readonly') =>
    lookups.flatMap((lookup) => lookup[which].map((index) => tables.tables.get(lookup.table)?.[index]))
  const loaded = [...pick('writable'), ...pick('readonly')]
  const known = loaded.filter((key) => key !== undefined)
  return known.length === loaded.length ? [...staticKeys, ...known] : undefined
}
