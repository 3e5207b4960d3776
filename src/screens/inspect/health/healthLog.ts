import * as v from 'valibot'
import { emptyHealthLog, type HealthLog } from '../../../domain/pools/poolHealth'

/** What this browser knows of a deployment's health, across visits. */
export function readHealthLog(base: string): HealthLog {
  try {
    const stored = v.safeParse(storedLog, window.localStorage.getItem(key(base)))
    return stored.success ? stored.output : emptyHealthLog
  } catch {
    return emptyHealthLog
  }
}

export function saveHealthLog(base: string, log: HealthLog): void {
  try {
    window.localStorage.setItem(key(base), JSON.stringify(log))
  } catch {
    // Storage is blocked: findings begin with this visit.
  }
}

function key(base: string): string {
  return `tidegate.health ${base}`
}

const time = v.pipe(v.number(), v.finite())
const storedLog: v.GenericSchema<unknown, HealthLog> = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    since: v.record(v.string(), time),
    ended: v.array(v.object({ key: v.string(), from: time, to: time })),
    most: v.record(v.string(), v.object({ count: time, at: time })),
  }),
)
