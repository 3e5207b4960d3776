import { isObject, member, tryParseJson } from '../../../protocol/json/json'

/** The kind of a text without a swap, deposit or withdrawal. */
export type StrangeKind =
  | 'pool bundle'
  | 'pool history'
  | 'empty bundle'
  | 'settings'
  | 'answer'
  | 'transaction'
  | 'link'
  | 'part of a body'
  | 'unknown'

export function strangeKindOf(text: string): StrangeKind {
  const plain = text.trim()
  // A hash, or a transaction as wallets and nodes write it.
  if (/^0x[0-9a-f]{64,}$/i.test(plain)) return 'transaction'
  if (/^(https?:\/\/|\/)\S+$/i.test(plain)) return 'link'
  const json = tryParseJson(plain)
  if (!isObject(json)) return 'unknown'
  const has = (name: string) => member(json, name) !== undefined
  const kind = member(json, 'kind')
  const named = typeof kind === 'string' ? files[kind] : undefined
  if (named) return named
  if (has('transactions') || has('answer') || (has('data') && has('status'))) return 'answer'
  if (has('to') && has('data')) return 'transaction'
  return ['tokenAId', 'tokenBId', 'amountA', 'amountB', 'tickLower', 'tickUpper'].some(has)
    ? 'part of a body'
    : 'unknown'
}

/** Files that the app exports, by the kind that is in them. */
const files: Readonly<Partial<Record<string, StrangeKind>>> = {
  'tidegate pool bundle': 'pool bundle',
  'tidegate pool history': 'pool history',
  'tidegate support bundle': 'empty bundle',
  'tidegate-settings': 'settings',
}
