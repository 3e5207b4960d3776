import type { PoolSnapshot } from '../../domain/pools/poolHistory'
import { selfChecks } from '../../domain/pools/selfCheck'
import { isObject, type JsonObject, member, numberText, parseJson, writeJson } from '../../protocol/json/json'
import type { ReadPool } from '../../protocol/pools/poolReader'
import { openBundle, textOf } from '../bundleFile'
import { remarkText } from './remark.messages'
import { selfCheckText } from './selfCheck.messages'

/** A pool for support: its record, the previous record, and the inconsistencies found. */
export type PoolBundle = {
  /** ISO 8601. */
  readonly made: string
  readonly deployment: string
  readonly network: string
  /** Milliseconds since the epoch when the service sent the record. */
  readonly saidAt: number
  readonly record: JsonObject
  readonly before: JsonObject | undefined
}

const kind = 'tidegate pool bundle'

export function writePoolBundle(
  bundle: Omit<PoolBundle, 'record' | 'before'>,
  pool: ReadPool,
  moments: readonly PoolSnapshot[],
): string {
  const text = writeJson(pool.record)
  const earlier = moments.findLast(({ record }) => record !== undefined && record !== text)?.record
  return writeJson({
    kind,
    version: 1,
    ...bundle,
    record: pool.record,
    before: earlier === undefined ? null : parseJson(earlier),
    checks: selfChecks(pool).map(({ code, result, ...finding }) => ({ code, result, says: selfCheckText(finding) })),
    remarks: pool.remarks.map((remark) => ({ code: remark.code, says: remarkText(remark) })),
  })
}

/** `undefined` for anything that is not such a bundle. */
export function readPoolBundle(text: string): PoolBundle | undefined {
  const json = openBundle(text, kind)
  if (!json) return undefined
  const record = member(json, 'record')
  const before = member(json, 'before')
  if (!isObject(record)) return undefined
  return {
    made: textOf(member(json, 'made')),
    deployment: textOf(member(json, 'deployment')),
    network: textOf(member(json, 'network')),
    saidAt: Number(numberText(member(json, 'saidAt')) ?? 0),
    record,
    before: isObject(before) ? before : undefined,
  }
}
