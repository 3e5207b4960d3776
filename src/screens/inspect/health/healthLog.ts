import * as v from 'valibot'
import { emptyHealthLog, type HealthLog } from '../../../domain/pools/poolHealth'
import { storedJson, storeText } from '../../../ui/browserStorage'

/** What this browser knows of a deployment's health, across visits. */
export function readHealthLog(base: string): HealthLog {
  const stored = v.safeParse(storedLog, storedJson(key(base)))
  return stored.success ? stored.output : emptyHealthLog
}

export function saveHealthLog(base: string, log: HealthLog): void {
  storeText(key(base), JSON.stringify(log))
}

function key(base: string): string {
  return `tidegate.health ${base}`
}

const time = v.pipe(v.number(), v.finite())
const storedLog: v.GenericSchema<unknown, HealthLog> = v.object({
  since: v.record(v.string(), time),
  ended: v.array(v.object({ key: v.string(), from: time, to: time })),
  most: v.record(v.string(), v.object({ count: time, at: time })),
})
