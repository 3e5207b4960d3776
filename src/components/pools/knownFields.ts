import type { FieldKind, KnownFields } from '../../domain/pools/schema'
import { storedJson, storeText } from '../../ui/browserStorage'

/** Fields of a network's pools as this browser knows them, and since when. */
export type StoredFields = { readonly since: number; readonly fields: KnownFields }

export function readKnownFields(name: string): StoredFields | undefined {
  const stored = storedJson(key(name))
  return isStored(stored) ? stored : undefined
}

export function saveKnownFields(name: string, stored: StoredFields): void {
  storeText(key(name), JSON.stringify(stored))
}

function key(name: string): string {
  return `tidegate.schema ${name}`
}

const kinds: readonly FieldKind[] = ['text', 'number', 'digits', 'yes or no', 'nothing', 'list', 'group']

function isStored(stored: unknown): stored is StoredFields {
  if (typeof stored !== 'object' || stored === null || !('since' in stored) || !('fields' in stored)) return false
  const { since, fields } = stored
  if (!Number.isFinite(since) || typeof fields !== 'object' || fields === null) return false
  return Object.values(fields).every(
    (found) => Array.isArray(found) && found.every((kind) => kinds.some((known) => known === kind)),
  )
}
