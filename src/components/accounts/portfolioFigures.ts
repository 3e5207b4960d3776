import type { Amount } from '../../domain/amount'
import { compare, type Fraction, readFraction, times, zero } from '../../domain/fraction'
import { dollarValueOf, priceOf, shareBps, sum } from '../../domain/prices/price'
import { isLookAlike } from '../../domain/token'
import { storedJson, storeText } from '../../ui/browserStorage'
import { tokenKey } from '../tokens/search'

/** A balance as the portfolio shows it. */
export type Holding = {
  readonly key: string
  readonly amount: Amount
  readonly worth: Fraction | undefined
  /** Its share of the total, in basis points. */
  readonly share: number | undefined
  /** How far the price has moved since this browser first saw the token held, in basis points. */
  readonly change: number | undefined
}

export type PortfolioFigures = ReturnType<typeof portfolioOf>

export function portfolioOf(amounts: readonly Amount[], first: FirstPrices) {
  const counted = amounts.filter(({ token }) => !isLookAlike(token))
  const worths = counted.flatMap((amount) => dollarValueOf(amount) ?? [])
  const total = worths.reduce<Fraction | undefined>((all, worth) => (all ? sum(all, worth) : worth), undefined)
  const holdings = counted.map((amount) => holdingOf(amount, total, first)).sort(byWorth)
  return {
    /** The most valuable first. */
    holdings,
    /** Look-alikes and lures: shown apart, never part of the total. */
    suspicious: amounts.filter(({ token }) => isLookAlike(token)).map(withoutPrice),
    total,
    /** The price changes since each token was first seen held, at today's balances; deposits and payments are no gain. */
    gain: gainOf(counted, first),
  }
}

/** A token of one or several networks in one line. */
export type TokenSum = {
  readonly key: string
  /** Of all networks together, with the token of the first part. */
  readonly amount: Amount
  readonly worth: Fraction | undefined
  /** Its share of the total, in basis points. */
  readonly share: number | undefined
  /** The most valuable first. */
  readonly parts: readonly [Holding, ...Holding[]]
}

/**
 * The same token on several networks in one line: the same ticker at the same price, to 2%. The same ticker is not
 * enough, and one without a price is never summed.
 */
export function sumsOf(holdings: readonly Holding[]): readonly TokenSum[] {
  const sums: TokenSum[] = []
  for (const holding of holdings) {
    const place = sums.findIndex(({ parts: [first] }) => isSameToken(first, holding))
    const found = sums[place]
    if (found) sums[place] = sumOfHoldings([...found.parts, holding])
    else sums.push(sumOfHoldings([holding]))
  }
  return sums.toSorted(byWorth)
}

function isSameToken({ amount: { token: one } }: Holding, { amount: { token: other } }: Holding): boolean {
  const [price, another] = [priceOf(one), priceOf(other)]
  if (!price || !another || one.symbol !== other.symbol || one.chain.chainId === other.chain.chainId) return false
  return Math.abs((shareBps(price, another) ?? 0) - 10_000) <= 200
}

/** Amounts are added in the smallest unit of the finest of them. */
export function sumOfHoldings(parts: TokenSum['parts']): TokenSum {
  const finest = parts.reduce((fine, { amount }) => Math.max(fine, amount.token.decimals), 0)
  const units = parts.reduce(
    (all, { amount }) => all + amount.units * 10n ** BigInt(finest - amount.token.decimals),
    0n,
  )
  const worths = parts.flatMap(({ worth }) => worth ?? [])
  const shares = parts.flatMap(({ share }) => share ?? [])
  const [first] = parts
  return {
    key: first.key,
    amount: { token: { ...first.amount.token, decimals: finest }, units },
    worth: worths.length === parts.length ? worths.reduce(sum) : undefined,
    share: shares.length === parts.length ? shares.reduce((all, share) => all + share) : undefined,
    parts,
  }
}

function withoutPrice(amount: Amount): Holding {
  return { key: tokenKey(amount.token), amount, worth: undefined, share: undefined, change: undefined }
}

function holdingOf(amount: Amount, total: Fraction | undefined, first: FirstPrices): Holding {
  const key = tokenKey(amount.token)
  const worth = dollarValueOf(amount)
  const share = worth && total && shareBps(worth, total)
  return { key, amount, worth, share, change: priceChange(amount, first) }
}

function priceChange({ token }: Amount, first: FirstPrices): number | undefined {
  const [now, before] = [priceOf(token), readFraction(first[tokenKey(token)]?.price)]
  if (!now || !before || before.numerator === 0n) return undefined
  const ratio = times(now, { numerator: before.denominator, denominator: before.numerator })
  // Hundredths of a percent are shown: halves may round either way.
  return Number(((ratio.numerator - ratio.denominator) * 10_000n) / ratio.denominator)
}

function gainOf(amounts: readonly Amount[], first: FirstPrices) {
  const seen = amounts.flatMap((amount) => {
    const { price, at } = first[tokenKey(amount.token)] ?? {}
    const [now, before] = [dollarValueOf(amount), dollarValueOf({ ...amount, token: { ...amount.token, price } })]
    return now && before && at !== undefined ? [{ now, before, at }] : []
  })
  if (seen.length === 0) return undefined
  return {
    dollars: seen.reduce<Fraction>(
      (all, { now, before }) => sum(all, sum(now, { ...before, numerator: -before.numerator })),
      zero,
    ),
    since: Math.min(...seen.map(({ at }) => at)),
  }
}

function byWorth(a: Pick<Holding, 'worth'>, b: Pick<Holding, 'worth'>): number {
  if (a.worth && b.worth) return compare(b.worth, a.worth)
  return Number(b.worth !== undefined) - Number(a.worth !== undefined)
}

/** The price of each held token when this browser first saw it held, by `tokenKey`. */
export type FirstPrices = Readonly<Record<string, { readonly price: string; readonly at: number }>>

const storageKey = 'tidegate.firstPrices'

/** The maximum number of tokens that are remembered; a token seen later has no change to show. */
const maxTokens = 300

export function readFirstPrices(): FirstPrices {
  const stored: object = Object(storedJson(storageKey))
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, FirstPrices[string]] => isFirst(entry[1])),
  )
}

/** Remembers the prices of tokens that are seen for the first time. A price that was remembered stays. */
export function rememberFirstPrices(amounts: readonly Amount[], now: number): void {
  const known = readFirstPrices()
  const added = amounts.flatMap(({ token }) => {
    const { price } = token
    if (price === undefined || !priceOf(token) || isLookAlike(token) || tokenKey(token) in known) return []
    return [[tokenKey(token), { price, at: now }] as const]
  })
  if (added.length === 0) return
  const next = Object.fromEntries([...Object.entries(known), ...added].slice(0, maxTokens))
  storeText(storageKey, JSON.stringify(next))
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
