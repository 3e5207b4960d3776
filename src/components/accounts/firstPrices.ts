import type { Amount } from '../../domain/amount'
import { attempt } from '../../domain/attempt'
import { priceOf } from '../../domain/prices/price'
import { isLookAlike } from '../../domain/token'
import { tokenKey } from '../tokens/search'

/** The price of each held token when this browser first saw it held, by `tokenKey`. */
export type FirstPrices = Readonly<Record<string, { readonly price: string; readonly at: number }>>

const storageKey = 'tidegate.firstPrices'

/** The most tokens that are remembered; a token seen later has no change to show. */
const most = 300

type PriceStorage = Pick<Storage, 'getItem' | 'setItem'>

export function readFirstPrices(storage: PriceStorage): FirstPrices {
  const stored: object | undefined = attempt(() => Object(JSON.parse(storage.getItem(storageKey) ?? '{}')))
  return Object.fromEntries(
    Object.entries(stored ?? {}).filter((entry): entry is [string, FirstPrices[string]] => isFirst(entry[1])),
  )
}

/** Remembers the prices of tokens that are seen for the first time. A price that was remembered stays. */
export function rememberFirstPrices(storage: PriceStorage, amounts: readonly Amount[], now: number): void {
  const known = readFirstPrices(storage)
  const added = amounts.flatMap(({ token }) => {
    const { price } = token
    if (price === undefined || !priceOf(token) || isLookAlike(token) || tokenKey(token) in known) return []
    return [[tokenKey(token), { price, at: now }] as const]
  })
  if (added.length === 0) return
  const next = Object.fromEntries([...Object.entries(known), ...added].slice(0, most))
  // Where storage is blocked, the next visit begins again.
  attempt(() => storage.setItem(storageKey, JSON.stringify(next)))
}

function isFirst(stored: unknown): stored is FirstPrices[string] {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'price' in stored &&
    typeof stored.price === 'string' &&
    'at' in stored &&
    Number.isFinite(stored.at)
  )
}
