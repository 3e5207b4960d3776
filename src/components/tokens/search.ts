import type { Amount } from '../../domain/amount'
import { chainKinds } from '../../domain/chainKinds'
import { compare, type Fraction } from '../../domain/fraction'
import { dollarValueOf } from '../../domain/prices/price'
import { withoutIsolates } from '../../domain/text/label'
import { isLookAlike, type Token } from '../../domain/token'
import { isOn } from '../../domain/tokenPair'
import { readWrittenAddress } from '../../domain/writtenAddress'
import { favouriteLimit, recentLimit } from '../preferences'

/** A token as the picker shows it. */
export type TokenListing = {
  readonly token: Token
  readonly key: string
  readonly owned: Amount | undefined
  readonly dollarValue: Fraction | undefined
  readonly isRecent: boolean
}

/** All tokens with lower-cased text prepared, so that each key press only compares strings. */
export type TokenIndex = readonly IndexedToken[]

type IndexedToken = {
  readonly token: Token
  readonly key: string
  readonly symbol: string
  readonly name: string
  readonly address: string
}

export type TokenQuery = {
  readonly text: string
  readonly chainId: number | undefined
  readonly owned: ReadonlyMap<string, Amount>
  /** Keys of the recently chosen tokens, the latest first. */
  readonly recent: readonly string[]
  /** Rank likely tokens to buy first: recently chosen ones, native coins and stablecoins. */
  readonly isTarget?: boolean
  /** The key of the token that is paid, which no one buys with itself. */
  readonly paid?: string | undefined
  /** Leave out tokens whose names mislead or are unusual, owned (scams are sent to everyone) or not, unless chosen before. */
  readonly isWary?: boolean
}

/** A key that is unique over all chains. */
export function tokenKey({ chain, address, isNative }: Token): string {
  const identity = isNative ? 'native' : chainKinds[chain.kind].normalizeAddress(address)
  return `${chain.chainId}:${identity}`
}

export function indexTokens(tokens: readonly Token[]): TokenIndex {
  return tokens.map((token) => ({
    token,
    key: tokenKey(token),
    symbol: withoutIsolates(token.symbol).toLowerCase(),
    name: withoutIsolates(token.name).toLowerCase(),
    address: token.address.toLowerCase(),
  }))
}

/**
 * The matching tokens, the best first. Without a query: owned ones by value, then recent ones, then the service's
 * order. With a query, the quality of the match comes first.
 */
export function findTokens(
  index: TokenIndex,
  { text, chainId, owned, recent, isTarget = false, paid, isWary = false }: TokenQuery,
): readonly TokenListing[] {
  const { address, place = {}, rest } = readWrittenAddress(text)
  const wanted = (address + rest).toLowerCase()
  const recency = new Map(recent.map((key, index) => [key, recent.length - index]))
  const found: { listing: TokenListing; fit: number; recency: number }[] = []
  for (const entry of index) {
    if (chainId !== undefined && entry.token.chain.chainId !== chainId) continue
    if (!isOn(entry.token.chain, place)) continue
    if (isWary && isSuspicious(entry.token) && !recency.has(entry.key)) continue
    const fit = fitOf(entry, wanted)
    if (fit > 0) found.push({ listing: listingOf(entry, owned, recency), fit, recency: recency.get(entry.key) ?? 0 })
  }
  // The sort is stable, so ties keep the order of the service.
  return found
    .sort(
      (a, b) =>
        b.fit - a.fit ||
        (isTarget && wanted === '' ? byTarget(a, b, paid) : 0) ||
        byHolding(a.listing, b.listing) ||
        b.recency - a.recency,
    )
    .map(({ listing }) => listing)
}

/** Whether the name misleads, or is unusual. */
export function isSuspicious(token: Token): boolean {
  return isLookAlike(token) || token.cautions?.some(({ is }) => is === 'unusual name') === true
}

type Target = { readonly listing: TokenListing; readonly recency: number }

/** Ranking for the bought token: recently chosen, then native coins and well-known tokens, owned or not. */
function byTarget(a: Target, b: Target, paid: string | undefined): number {
  const isPaid = ({ listing }: Target) => Number(listing.key === paid)
  const common = ({ listing }: Target) => Number(isCommon(listing.token))
  return isPaid(a) - isPaid(b) || b.recency - a.recency || common(b) - common(a)
}

function listingOf(
  { token, key }: IndexedToken,
  owned: TokenQuery['owned'],
  recency: ReadonlyMap<string, number>,
): TokenListing {
  const amount = owned.get(key)
  const isOwned = amount !== undefined && amount.units > 0n
  return {
    token,
    key,
    owned: isOwned ? amount : undefined,
    dollarValue: isOwned ? dollarValueOf(amount) : undefined,
    isRecent: recency.has(key),
  }
}

function byHolding(a: TokenListing, b: TokenListing): number {
  if (a.dollarValue && b.dollarValue) return compare(b.dollarValue, a.dollarValue)
  if (a.dollarValue || b.dollarValue) return a.dollarValue ? -1 : 1
  return Number(b.owned !== undefined) - Number(a.owned !== undefined)
}

/** A native coin, or a widely known token; never an imitation of one. */
export function isCommon({ isNative, symbol, cautions, price }: Token): boolean {
  if (cautions !== undefined || price === undefined) return false
  return isNative || commonSymbols.has(symbol.toUpperCase())
}

const commonSymbols: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'WETH', 'WBTC'])

/** Match score; 0 is no match. An imitation is not found by the symbol it imitates, only by its own characters. */
function fitOf({ symbol, name, address }: IndexedToken, wanted: string): number {
  if (wanted === '') return 1
  if (address === wanted) return 7
  if (symbol === wanted) return 6
  if (symbol.startsWith(wanted)) return 5
  if (name === wanted) return 4
  if (name.startsWith(wanted) || name.includes(` ${wanted}`)) return 3
  if (symbol.includes(wanted) || name.includes(wanted)) return 2
  return wanted.length >= 6 && address.startsWith(wanted) ? 2 : 0
}

/** The same list with a token moved to the front. */
export function withRecent(recent: readonly string[], key: string): readonly string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, recentLimit)
}

/** The same list with a token added or removed. */
export function withFavourite(favourites: readonly string[], key: string): readonly string[] {
  if (favourites.includes(key)) return favourites.filter((other) => other !== key)
  return [...favourites, key].slice(-favouriteLimit)
}
