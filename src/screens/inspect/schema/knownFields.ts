import type { FieldKind, KnownFields } from '../../../domain/schema'

/** Fields of a network's pools as this browser knows them, and since when. */
export type StoredFields = { readonly since: number; readonly fields: KnownFields }

export function readKnownFields(name: string): StoredFields | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key(name)) ?? 'null')
    return isRemembered(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

export function saveKnownFields(name: string, remembered: StoredFields): void {
  try {
    window.localStorage.setItem(key(name), JSON.stringify(remembered))
  } catch {
    // The next visit compares with nothing, and says so.
  }
}

function key(name: string): string {
  return `tidegate.schema ${name}`
}

function isRemembered(kept: unknown): kept is StoredFields {
  if (typeof kept !== 'object' || kept === null || !('since' in kept) || !('fields' in kept)) return false
  if (!Number.isFinite(kept.since) || typeof kept.fields !== 'object' || kept.fields === null) return false
  return Object.values(kept.fields).every((kinds) => Array.isArray(kinds) && kinds.every(isKind))
}

function isKind(kind: unknown): kind is FieldKind {
  return typeof kind === 'string'
}
