import { useState } from 'react'

/** The React key of each shown row, by the row's own key. */
export type LineKeys = ReadonlyMap<string, number>

/**
 * Keys for the lines of the table. A row that stays keeps its line. After another query the others are written into the
 * lines of rows that left: changing some text costs a fraction of removing lines and building new ones.
 */
export function useLineKeys(rowKeys: readonly string[], queryKey: string): LineKeys {
  const [kept, keep] = useState<Kept>({ queryKey, lines: new Map() })
  const isSame = kept.queryKey === queryKey && rowKeys.every((key) => kept.lines.has(key))
  if (isSame && kept.lines.size === rowKeys.length) return kept.lines
  const lines = lineKeysOf(rowKeys, kept.lines, kept.queryKey !== queryKey)
  if (lines.size === rowKeys.length) keep({ queryKey, lines })
  return lines
}

export function lineKeysOf(rowKeys: readonly string[], before: LineKeys, isReused: boolean): LineKeys {
  const staying = new Set(rowKeys)
  const left = isReused ? [...before].flatMap(([key, line]) => (staying.has(key) ? [] : line)) : []
  let newest = Math.max(-1, ...before.values())
  const lines = new Map<string, number>()
  for (const key of rowKeys) if (!lines.has(key)) lines.set(key, before.get(key) ?? left.shift() ?? ++newest)
  return lines
}

type Kept = { readonly queryKey: string; readonly lines: LineKeys }
