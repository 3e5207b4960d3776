import { addressKey, shortAddress } from '../domain/address'
import { type Chain, type ChainKind, chainKindNames } from '../domain/chain'
import { addressKind, chainKinds } from '../domain/chainKinds'
import { cleanText, readLabel, skeletonOf, undecoratedSkeleton } from '../domain/text/label'
import type { Caution, Token } from '../domain/token'
import type { Deviation, DeviationReason } from './deviation'
import { type DeviationLog, type JsonPath, note, root, within } from './deviationLog'
import { plainDecimal } from './json/decimal'
import { type Json, numberText } from './json/json'
import type { ChainCurrencyRecord, ChainRecord } from './serviceMessages'

/** Chains and tokens from the service's list, without the entries that cannot be trusted. */
export type Catalog = {
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  /** Dropped and corrected entries, with reasons. */
  readonly remarks: readonly Deviation[]
}

/** The deployment's own data about a chain; without it the service's data is used. */
export type KnownChain = { readonly chainId: number; readonly kind: ChainKind; readonly name: string }

/**
 * Reads chains and tokens from the service's list. An entry that could send money to the wrong place is left out and
 * counted; one that is only unusual is kept with a caution.
 */
export function readCatalog(records: readonly ChainRecord[], known?: readonly KnownChain[]): Catalog {
  const log: DeviationLog = new Map()
  const at = within(within(root(log), '.data'), '[]')
  const listings = withoutConflicts(records, at)
  const isUniform = listings.length > 1 && listings.every(({ record }) => Number(numberText(record.status) ?? 1) === 0)

  const read = listings.map((listing) => {
    const chain = readChain(listing, isUniform, known, at)
    return { chain, tokens: readTokens(chain, listing, within(at, '.chainCurrencies[]')) }
  })
  const tokens = withoutDuplicateIds(
    read.flatMap(({ tokens }) => tokens),
    within(at, '.chainCurrencies[]'),
  )
  const tickers = new Map(records.flatMap(({ chainCurrencies = [] }) => chainCurrencies.map(tickerEntry)))
  return {
    chains: read.map(({ chain }) => chain),
    tokens: withTickerCautions(tokens, ({ id, symbol }) => tickers.get(id) || symbol.toUpperCase()),
    remarks: [...log.values()],
  }
}

/** The ticker before cleaning: removing characters must not make it equal to another ticker. */
function tickerEntry({ id, currency }: ChainCurrencyRecord): readonly [number, string] {
  return [id, currency.ticker.slice(0, 200).trim().toUpperCase()]
}

type Listing = { readonly record: ChainRecord; readonly currencies: readonly ChainCurrencyRecord[] }

/**
 * A chain listed twice is one chain. Different chains with the same chain id or row id are all left out: it is unclear
 * which of them a token or an address belongs to.
 */
function withoutConflicts(records: readonly ChainRecord[], at: JsonPath): readonly Listing[] {
  const listings = mergeRepeated(records, at)
  const numbers = conflicts(listings, ({ record }) => record.chainId)
  const ids = conflicts(listings, ({ record }) => record.id)
  for (const [chainId, names] of numbers)
    note(at, { code: 'M-036', did: 'dropped', reason: { is: 'chains of one number', names } }, chainId)
  for (const [id, names] of ids)
    note(at, { code: 'M-035', did: 'dropped', reason: { is: 'chains of one id', names } }, id)
  return listings.filter(({ record }) => !numbers.has(record.chainId) && !ids.has(record.id))
}

function mergeRepeated(records: readonly ChainRecord[], at: JsonPath): readonly Listing[] {
  const listings = new Map<string, { readonly record: ChainRecord; readonly currencies: ChainCurrencyRecord[] }>()
  for (const record of records) {
    if (record.chainId <= 0) {
      note(at, { code: 'M-033', did: 'dropped', reason: { is: 'chain number not positive' } }, record.chainId)
      continue
    }
    const currencies = record.chainCurrencies ?? []
    const identity = identityOf(record)
    const first = listings.get(identity)
    if (!first) listings.set(identity, { record, currencies: [...currencies] })
    else {
      note(at, { code: 'M-034', did: 'coerced', reason: { is: 'chain listed twice' } }, record.chainId)
      for (const currency of currencies) first.currencies.push(currency)
    }
  }
  return [...listings.values()]
}

/** Equal for two records of the same chain, which may list different tokens. */
function identityOf({ chainId, id, name, routerSlug, type }: ChainRecord): string {
  return JSON.stringify([chainId, id, plainName(name), plainName(routerSlug), kindInWords(type)])
}

/** The names under each key that more than one listing uses. */
function conflicts(
  listings: readonly Listing[],
  keyOf: (listing: Listing) => number | undefined,
): ReadonlyMap<number | undefined, readonly string[]> {
  const sharing = new Map<number | undefined, Listing[]>()
  for (const listing of listings) {
    const key = keyOf(listing)
    if (key === undefined) continue
    const others = sharing.get(key)
    if (others) others.push(listing)
    else sharing.set(key, [listing])
  }
  const shared = [...sharing].filter(([, listings]) => listings.length > 1)
  return new Map(shared.map(([key, listings]) => [key, listings.slice(0, maxNames).map(cleanName)]))
}

/** A remark names so many of the chains at most. */
const maxNames = 20

function cleanName({ record }: Listing): string {
  return cleanText(record.name, maxChainName)
}

function readChain(
  { record, currencies }: Listing,
  isUniform: boolean,
  known: readonly KnownChain[] | undefined,
  at: JsonPath,
): Chain {
  const { chainId, name } = record
  const ours = known?.find((chain) => chain.chainId === chainId)
  const kindInType = kindInWords(record.type)
  const kind = ours?.kind ?? kindInType ?? kindByAddresses(currencies) ?? 'unknown'
  if (kindInType === undefined)
    note(at, { code: 'M-037', did: 'noted', reason: { is: 'chain kind unknown', takenAs: kind } }, record.type)
  if (currencies.length === 0) note(at, { code: 'M-032', did: 'noted', reason: { is: 'chain without tokens' } }, name)

  const isRenamed = ours !== undefined && !sameName(ours.name, name)
  if (isRenamed)
    note(at, { code: 'M-039', did: 'noted', reason: { is: 'chain known by another name', name: ours.name } }, name)
  const shownName = isRenamed ? ours.name : readLabel(name, maxChainName).text || `${chainId}`
  const viewOnly = viewOnlyReason(kind, known, ours)
  return {
    id: record.id ?? chainId,
    chainId,
    name: shownName,
    kind,
    isEnabled: isUniform || isOn(record.status),
    ...(viewOnly === undefined ? {} : { viewOnly }),
    ...(shownName === name ? {} : { network: name }),
  }
}

const maxChainName = 40

function viewOnlyReason(
  kind: ChainKind,
  known: readonly KnownChain[] | undefined,
  ours: KnownChain | undefined,
): Chain['viewOnly'] {
  if (kind === 'unknown') return 'unknown kind'
  // Paying by hand needs no RPC node.
  if (chainKinds[kind].isPaidByHand) return undefined
  return known && !ours ? 'no settings' : undefined
}

/** The service lists enabled chains, so only an explicit negative status disables one. */
function isOn(status: Json): boolean {
  if (status === null) return true
  const number = numberText(status)
  if (number !== undefined) return Number(number) !== 0
  if (typeof status !== 'string') return Boolean(status)
  return !/^\s*(|0|false|off|no|inactive|disabled|paused|deprecated|maintenance|stopped)\s*$/i.test(status)
}

/** The chain kind in a `type` that is a known word. */
export function kindInWords(type: Json): ChainKind | undefined {
  if (typeof type !== 'string') return undefined
  const word = type.toLowerCase().replace(/[\s_-]|chain|network/g, '')
  return chainKindNames.find((kind) => spellings[kind].kind?.test(word))
}

/** How services write a kind, and how its native coin is listed: a placeholder, or the wrapped coin on a chain without one. */
const spellings: Readonly<
  Record<ChainKind, { readonly kind: RegExp | undefined; readonly nativeCoin?: RegExp; readonly wrappedCoin?: string }>
> = {
  evm: { kind: /^(evm|ethereum|eth|eip155|evmcompatible|zkevm|l2|rollup)$/ },
  solana: {
    kind: /^(solana|svm|sol)$/,
    nativeCoin: /^(So1{41}|1{32})$/,
    wrappedCoin: 'So11111111111111111111111111111111111111112',
  },
  bitcoin: { kind: /^(bitcoin|btc|utxo|bip122)$/, nativeCoin: /^(btc|bitcoin)$/i },
  unknown: { kind: undefined },
}

/** The chain kind of most addresses, ignoring placeholders for native coins. */
function kindByAddresses(currencies: readonly ChainCurrencyRecord[]): ChainKind | undefined {
  const votes = new Map<ChainKind, number>()
  for (const { address } of currencies) {
    const kind = addressKind(address.trim())
    if (kind) votes.set(kind, (votes.get(kind) ?? 0) + 1)
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}

function readTokens(chain: Chain, { record: parent, currencies }: Listing, at: JsonPath): readonly Token[] {
  const hasNative = currencies.some(({ address }) => isPlaceholder(chain.kind, address.trim()))
  const tokens: Token[] = []
  const seen = new Map<string, Token>()
  for (const record of currencies) {
    const token = readToken(chain, record, hasNative, at)
    if (!token) continue
    noteNestedChain(chain, parent, record, at)
    const key = token.isNative ? 'native' : addressKey(token.address)
    const first = seen.get(key)
    if (first) {
      // An identical duplicate is ignored; the same token under a second id is reported.
      if (first.id !== token.id)
        note(at, { code: 'M-042', did: 'dropped', reason: { is: 'token listed twice' } }, record.id)
      continue
    }
    seen.set(key, token)
    tokens.push(token)
  }
  return tokens
}

/** Reports a nested chain of a currency that differs from the chain listing it. The outer one counts. */
function noteNestedChain({ name }: Chain, parent: ChainRecord, { chain: nested }: ChainCurrencyRecord, at: JsonPath) {
  if (!nested) return
  const agrees =
    nested.chainId === parent.chainId &&
    (nested.id === undefined || parent.id === undefined || nested.id === parent.id) &&
    (nested.name === '' || sameName(nested.name, parent.name) || sameName(nested.name, name))
  if (agrees) return
  const reason = { is: 'nested chain differs', chain: name } as const
  note(within(at, '.chain'), { code: 'M-044', did: 'noted', reason }, `${nested.name} (${nested.chainId})`)
}

function readToken(chain: Chain, record: ChainCurrencyRecord, hasNative: boolean, at: JsonPath): Token | undefined {
  const { id, currency, chainId } = record
  const drop = (code: string, reason: DeviationReason, found: Json) => {
    note(at, { code, did: 'dropped', reason }, found)
    return undefined
  }
  if (chainId !== undefined && chainId !== chain.chainId && chainId !== chain.id)
    return drop('M-044', { is: 'token of another chain' }, chainId)
  if (currency.decimals < 0 || currency.decimals > 77)
    return drop('M-046', { is: 'impossible decimals' }, currency.decimals)

  const address = record.address.trim()
  const isNative = isNativeCoin(chain.kind, address, record.type, hasNative)
  if (!isNative && chain.kind !== 'unknown' && addressKind(address) !== chain.kind)
    return drop(addressKind(address) ? 'M-044' : 'M-043', { is: 'address of another kind', kind: chain.kind }, address)

  const symbol = readLabel(currency.ticker, 12)
  const name = readLabel(currency.name, 40)
  const price = plausiblePrice(currency.price)
  if (currency.price !== undefined && price === undefined)
    note(
      within(at, '.currency.price'),
      { code: 'M-047', did: 'ignored', reason: { is: 'impossible price' } },
      currency.price,
    )
  const cautions: readonly Caution[] = [
    ...(symbol.isUnusual || name.isUnusual || symbol.text === '' ? [{ is: 'unusual name' } as const] : []),
    ...(symbol.hasLink || name.hasLink ? [{ is: 'link in name' } as const] : []),
    ...(symbol.hasSum || name.hasSum ? [{ is: 'sum in name' } as const] : []),
  ]
  return {
    id,
    chain,
    address,
    symbol: symbol.text || shortAddress(address),
    name: name.text || symbol.text || shortAddress(address),
    decimals: currency.decimals,
    isNative,
    price,
    imagePath: safeImagePath(currency.relativeImagePath),
    ...(cautions.length > 0 ? { cautions } : {}),
  }
}

/**
 * Whether an entry is the native coin: it has a placeholder address; or, on a chain without such an entry, the wrapped
 * SOL address (Solana) or no address. An entry with a contract's address is that contract's token.
 */
function isNativeCoin(kind: ChainKind, address: string, type: Json, hasNative: boolean): boolean {
  if (isPlaceholder(kind, address)) return true
  if (hasNative) return false
  if (address === spellings[kind].wrappedCoin) return true
  if (addressKind(address) === kind) return false
  return address === '' || (typeof type === 'string' && /^\s*(native|coin|gas)/i.test(type))
}

function isPlaceholder(kind: ChainKind, address: string): boolean {
  if (spellings[kind].nativeCoin?.test(address)) return true
  return /^(native|0x0|0x0{40}|0xe{40})$/i.test(address)
}

/** Two tokens with the same id are both left out: the wrong one could be bought. */
function withoutDuplicateIds(tokens: readonly Token[], at: JsonPath): readonly Token[] {
  const counts = new Map<number, number>()
  for (const { id } of tokens) counts.set(id, (counts.get(id) ?? 0) + 1)
  return tokens.filter(({ id }) => {
    if (counts.get(id) === 1) return true
    note(at, { code: 'M-041', did: 'dropped', reason: { is: 'token id not unique' } }, id)
    return false
  })
}

/** Dollars per token, between 1e-20 and a trillion; other values count as no price. */
function plausiblePrice(price: string | undefined): string | undefined {
  const plain = price === undefined ? undefined : plainDecimal(price)
  const number = Number(plain)
  return number >= 1e-20 && number <= 1e12 ? plain : undefined
}

/** A relative path that cannot leave the base URL of images it is appended to; else `undefined`. */
function safeImagePath(path: string | undefined): string | undefined {
  if (path === undefined || path.length > 300) return undefined
  return /^\/?(?!\.)[\w~-][\w.~+@-]*(?:\/(?!\.)[\w.~+@-]+)*$/.test(path) ? path : undefined
}

/** Adds a caution to every ticker that looks like another one on its chain, or like a well-known one. */
function withTickerCautions(tokens: readonly Token[], tickerOf: (token: Token) => string): readonly Token[] {
  const bySkeleton = new Map<string, string>(wellKnown)
  const counts = new Map<string, number>()
  const skeletons = tokens.map(({ symbol }) => skeletonOf(symbol))
  for (const [index, token] of tokens.entries()) {
    const { chain } = token
    const ticker = tickerOf(token)
    const skeleton = `${chain.chainId} ${skeletons[index]}`
    counts.set(`${chain.chainId} ${ticker}`, (counts.get(`${chain.chainId} ${ticker}`) ?? 0) + 1)
    const other = bySkeleton.get(skeleton)
    if (other === undefined || plainness(ticker, skeletons[index]!) > plainness(other, skeletons[index]!))
      bySkeleton.set(skeleton, ticker)
  }
  const imitated = (skeleton: string | undefined, { chain }: Token, ticker: string) => {
    if (skeleton === undefined) return undefined
    const original = bySkeleton.get(skeleton) ?? bySkeleton.get(`${chain.chainId} ${skeleton}`)
    return original === ticker ? undefined : original
  }
  return tokens.map((token, index) => {
    const ticker = tickerOf(token)
    const of = imitated(skeletons[index], token, ticker) ?? imitated(undecoratedSkeleton(ticker), token, ticker)
    if (of !== undefined) return withCaution(token, { is: 'look-alike', of })
    return counts.get(`${token.chain.chainId} ${ticker}`)! > 1 ? withCaution(token, { is: 'shared ticker' }) : token
  })
}

/** Sort key: of two look-alike tickers, the one in plain ASCII letters counts as the original. */
function plainness(ticker: string, skeleton: string): number {
  if (ticker === skeleton) return 2
  return /^[A-Z0-9]+$/.test(ticker) ? 1 : 0
}

function withCaution(token: Token, caution: Caution): Token {
  return { ...token, cautions: [...(token.cautions ?? []), caution] }
}

/** The most imitated tickers, by their look-alike skeleton. */
const wellKnown: ReadonlyMap<string, string> = new Map(
  (
    'BTC ETH SOL BNB USDC USDT DAI WETH WBTC WSOL POL AVAX ARB OP LINK UNI AAVE USDE PYUSD FDUSD TUSD BUSD FRAX LUSD ' +
    'CBBTC TBTC STETH WSTETH RETH EURC MKR CRV LDO SHIB PEPE DOGE TRX TON XRP ADA DOT ATOM LTC 1INCH ZETA'
  )
    .split(' ')
    .map((ticker) => [skeletonOf(ticker), ticker] as const),
)

function sameName(a: string, b: string): boolean {
  return plainName(a) === plainName(b)
}

function plainName(name: string): string {
  return name.trim().toLowerCase()
}
