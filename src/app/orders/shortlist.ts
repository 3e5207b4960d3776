import { attempt } from '../../domain/attempt'
import type { Journal, Shortlist } from '../../orders/ports'

/** Which orders a long journal shows first, kept between visits. Without storage they are shown a moment later. */
export function storedShortlist(storage: Storage): NonNullable<Journal['shortlist']> {
  let written: string | undefined
  return {
    read: () => attempt(() => readShortlist(JSON.parse(storage.getItem(storageKey) ?? 'null'))),
    write: (shortlist) => {
      const text = JSON.stringify(shortlist)
      if (text === written) return
      written = text
      // A full storage must not keep an order from being carried on.
      attempt(() => storage.setItem(storageKey, text))
    },
  }
}

const storageKey = 'tidegate.shortlist'

function readShortlist(json: unknown): Shortlist | undefined {
  if (typeof json !== 'object' || json === null || !('ids' in json) || !('entries' in json)) return undefined
  const { ids, entries } = json
  if (!Array.isArray(ids) || typeof entries !== 'number' || !Number.isSafeInteger(entries)) return undefined
  return { ids: ids.filter((id) => typeof id === 'string').slice(0, maxIds), entries }
}

/** More ids than this app writes: localStorage may hold a longer list, which would then be read whole. */
const maxIds = 100
