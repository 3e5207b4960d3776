import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { isWorthKeeping, maxSnapshots, type PoolSnapshot, snapshotsToDelete } from '../domain/pools/poolHistory'
import { isRecord } from '../domain/record'
import { lazyDatabase } from './lazyDatabase'

/** The snapshots of pools this browser has seen, kept across visits. Losing them only loses the history. */
export type PoolHistoryStore = {
  /** Adds the snapshots worth keeping. When several tabs add the same one, it is stored once. */
  readonly record: (observations: readonly PoolObservation[]) => Promise<void>
  /** All snapshots of a pool, the oldest first. */
  readonly read: (pool: string) => Promise<readonly PoolSnapshot[]>
  readonly forget: (pool: string) => Promise<void>
}

/** A snapshot of a pool; `pool` is unique across networks and deployments. */
export type PoolObservation = { readonly pool: string; readonly moment: PoolSnapshot }

type Schema = DBSchema & { moments: { key: [string, number]; value: unknown } }

/** A history in IndexedDB, opened on first use. Without IndexedDB nothing is kept and nothing fails. */
export function openPoolHistory(): PoolHistoryStore {
  const attempt = lazyDatabase<Schema>('tidegate-pools', (database) => database.createObjectStore('moments'))
  const latest = new Map<string, PoolSnapshot>()

  return {
    async record(observations) {
      await attempt(async (base) => {
        const unknown = observations.filter(({ pool }) => !latest.has(pool))
        await forEach(base, 'readonly', unknown, async ({ pool }, store) => {
          const newest = await store.openCursor(wholePool(pool), 'prev')
          if (isMoment(newest?.value)) latest.set(pool, newest.value)
        })
        const fresh = observations.filter(({ pool, moment }) => isWorthKeeping(latest.get(pool), moment))
        await forEach(base, 'readwrite', fresh, async ({ pool, moment }, store) => {
          latest.set(pool, moment)
          await store.put(moment, [pool, moment.at])
          if ((await store.count(wholePool(pool))) <= maxSnapshots) return
          const keys = await store.getAllKeys(wholePool(pool))
          for (const at of snapshotsToDelete(keys.map(([, at]) => at))) await store.delete([pool, at])
        })
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
}

/** Runs an action for each item in one transaction: hundreds of pools are written together. */
async function forEach<Mode extends 'readonly' | 'readwrite'>(
  base: IDBPDatabase<Schema>,
  mode: Mode,
  observations: readonly PoolObservation[],
  act: (observation: PoolObservation, store: IDBPObjectStore<Schema, ['moments'], 'moments', Mode>) => Promise<void>,
): Promise<void> {
  if (observations.length === 0) return
  const transaction = base.transaction('moments', mode)
  await Promise.all([...observations.map((observation) => act(observation, transaction.store)), transaction.done])
}

async function readAll(base: IDBPDatabase<Schema>, pool: string): Promise<readonly PoolSnapshot[]> {
  return (await base.getAll('moments', wholePool(pool))).filter(isMoment)
}

function wholePool(pool: string): IDBKeyRange {
  return IDBKeyRange.bound([pool, 0], [pool, Number.MAX_SAFE_INTEGER])
}

function isMoment(kept: unknown): kept is PoolSnapshot {
  if (!isRecord(kept) || !Number.isFinite(kept.at) || !isRecord(kept.figures)) return false
  const texts = [kept.record ?? '', ...Object.values(kept.figures)]
  return texts.every((text) => typeof text === 'string')
}
