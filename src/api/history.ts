import type { DBSchema, IDBPDatabase } from 'idb'
import { beyondRing, isWorthKeeping, type SeenMoment } from '../domain/poolHistory'

/** What this browser has seen of pools, kept from visit to visit. Losing it costs only the past. */
export type History = {
  /** Adds what is worth keeping. Several tabs may add the same moment: it is one. */
  readonly note: (sightings: readonly SeenPool[]) => Promise<void>
  /** All moments of a pool, the oldest first. */
  readonly read: (pool: string) => Promise<readonly SeenMoment[]>
  readonly forget: (pool: string) => Promise<void>
}

/** One pool at one moment; `pool` tells it from all others, also of other deployments. */
export type SeenPool = { readonly pool: string; readonly moment: SeenMoment }

type Schema = DBSchema & { moments: { key: [string, number]; value: unknown } }

/** A history in IndexedDB, opened when it is first used. Where there is none, nothing is kept and nothing fails. */
export function openHistory(): History {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const latest = new Map<string, SeenMoment>()

  return {
    async note(sightings) {
      await attempt(async (base) => {
        for (const { pool } of sightings) {
          if (latest.has(pool)) continue
          const newest = await base.transaction('moments').store.openCursor(wholePool(pool), 'prev')
          if (isMoment(newest?.value)) latest.set(pool, newest.value)
        }
        const fresh = sightings.filter(({ pool, moment }) => isWorthKeeping(latest.get(pool), moment))
        if (fresh.length === 0) return
        const deed = base.transaction('moments', 'readwrite')
        for (const { pool, moment } of fresh) {
          latest.set(pool, moment)
          void deed.store.put(moment, [pool, moment.at])
        }
        await deed.done
        for (const { pool } of fresh) await trim(base, pool)
      })
    },
    async read(pool) {
      return (await attempt((base) => readAll(base, pool))) ?? []
    },
    async forget(pool) {
      latest.delete(pool)
      await attempt((base) => base.delete('moments', wholePool(pool)))
    },
  }

  async function trim(base: IDBPDatabase<Schema>, pool: string) {
    const keys = await base.getAllKeys('moments', wholePool(pool))
    for (const at of beyondRing(keys.map(([, at]) => at))) await base.delete('moments', [pool, at])
  }

  /** Private windows, full disks and blocked storage all mean the same here: there is no history. */
  async function attempt<Value>(use: (base: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value | undefined> {
    try {
      opened ??= open()
      return await use(await opened)
    } catch {
      opened = undefined
      return undefined
    }
  }
}

async function readAll(base: IDBPDatabase<Schema>, pool: string): Promise<readonly SeenMoment[]> {
  return (await base.getAll('moments', wholePool(pool))).filter(isMoment)
}

function wholePool(pool: string): IDBKeyRange {
  return IDBKeyRange.bound([pool, 0], [pool, Number.MAX_SAFE_INTEGER])
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const { openDB } = await import('idb')
  return openDB<Schema>('tidegate-pools', 1, {
    upgrade(base) {
      base.createObjectStore('moments')
    },
    /** A newer version in another tab must not wait for this one. */
    blocking: (_, __, { target }) => {
      if (target instanceof IDBDatabase) target.close()
    },
  })
}

function isMoment(kept: unknown): kept is SeenMoment {
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || !Number.isFinite(kept.at)) return false
  const isRecord = !('record' in kept) || kept.record === undefined || typeof kept.record === 'string'
  return isRecord && 'figures' in kept && isTexts(kept.figures)
}

function isTexts(kept: unknown): boolean {
  return typeof kept === 'object' && kept !== null && Object.values(kept).every((text) => typeof text === 'string')
}
