import { maxSnapshots, type PoolSnapshot, type Tracked, tracked } from '../../domain/pools/poolHistory'
import { isList, isObject, type Json, member, numberText } from '../../protocol/json/json'
import { openBundle, textOf } from '../bundleFile'

/** The history of a pool in one browser, as its page exports it. */
export type PoolHistoryFile = {
  readonly network: string
  /** How the pool is named on that network: its address. */
  readonly pool: string
  readonly moments: readonly PoolSnapshot[]
}

const kind = 'tidegate pool history'

export function writePoolHistory(history: PoolHistoryFile): string {
  return JSON.stringify({ kind, ...history }, null, 1)
}

/** `undefined` for any other file. Moments that cannot be read are left out. */
export function readPoolHistoryFile(text: string): PoolHistoryFile | undefined {
  const json = openBundle(text, kind)
  const moments = json && member(json, 'moments')
  if (!json || !isList(moments)) return undefined
  const read = moments.flatMap((each) => momentOf(each) ?? []).toSorted((a, b) => a.at - b.at)
  return {
    network: textOf(member(json, 'network')),
    pool: textOf(member(json, 'pool')),
    moments: read.slice(-maxSnapshots),
  }
}

function momentOf(json: Json): PoolSnapshot | undefined {
  const at = isObject(json) ? Number(numberText(member(json, 'at')) ?? Number.NaN) : Number.NaN
  // A date beyond this is invalid.
  if (!isObject(json) || !Number.isInteger(at) || Math.abs(at) > 8.64e15) return undefined
  const record = member(json, 'record')
  return { at, figures: figuresOf(member(json, 'figures')), record: typeof record === 'string' ? record : undefined }
}

function figuresOf(json: Json | undefined): PoolSnapshot['figures'] {
  if (!isObject(json)) return {}
  const figures: [Tracked, string][] = tracked.flatMap((name) => {
    const value = member(json, name)
    return typeof value === 'string' ? [[name, value]] : []
  })
  return Object.fromEntries(figures)
}
