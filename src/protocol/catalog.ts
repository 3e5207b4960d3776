import { addressKey, addressKind, shortAddress } from '../domain/address'
import type { Chain, ChainKind } from '../domain/chain'
import { readLabel, skeletonOf } from '../domain/label'
import type { Caution, Token } from '../domain/token'
import { plainDecimal } from './decimal'
import { createDeviationLog, type Deviation, type JsonPath, type Remark, root, within } from './deviation'
import { type Json, numberText } from './json'
import type { ChainCurrencyRecord, ChainRecord } from './messages'

/** Everything that can be traded, as far as the service's list makes sense. */
export type Catalog = {
  readonly chains: readonly Chain[]
  readonly tokens: readonly Token[]
  /** What was left out or read otherwise, and why. */
  readonly remarks: readonly Deviation[]
}

/** What the deployment knows of a chain by itself; without it the service's word has to do. */
export type KnownChain = { readonly chainId: number; readonly kind: ChainKind; readonly name: string }

/**
 * Turns the service's chain list into chains and tokens. An entry that could make money go astray is left out
 * and counted; one that is only strange stays, with a caution.
 */
export function readCatalog(records: readonly ChainRecord[], known?: readonly KnownChain[]): Catalog {
  const notes = createDeviationLog()
  const at = within(within(root(notes), '.data'), '[]')
  const listings = mergeChains(records, at)
  const isUniform = listings.length > 1 && listings.every(({ record }) => Number(numberText(record.status) ?? 1) === 0)

  const shelves = listings.map((listing) => {
    const chain = readChain(listing, isUniform, known, at)
    return { chain, tokens: readTokens(chain, listing.currencies, within(at, '.chainCurrencies[]')) }
  })
  const tokens = withoutDoubtfulIds(
    shelves.flatMap((shelf) => shelf.tokens),
    within(at, '.chainCurrencies[]'),
  )
  return {
    chains: shelves.map(({ chain }) => chain),
    tokens: withTickerCautions(tokens),
    remarks: notes.list(),
  }
}

type Listing = { readonly record: ChainRecord; readonly currencies: readonly ChainCurrencyRecord[] }

/** One chain listed twice is one chain; two chains of one number must at least differ in name and tokens. */
function mergeChains(records: readonly ChainRecord[], at: JsonPath): readonly Listing[] {
  const byNumber = new Map<number, Listing[]>()
  for (const record of records) {
    if (record.chainId <= 0) {
      note(at, { code: 'M-033', did: 'dropped', says: 'a chain whose number is not positive' }, record.chainId)
      continue
    }
    const listing = { record, currencies: record.chainCurrencies ?? [] }
    const others = byNumber.get(record.chainId) ?? []
    const same = others.findIndex((other) => other.record.name === record.name || other.record.id === record.id)
    if (same >= 0) {
      note(at, { code: 'M-034', did: 'coerced', says: 'a chain listed twice, taken together' }, record.chainId)
      const { currencies } = others[same]!
      others[same] = { record: others[same]!.record, currencies: [...currencies, ...listing.currencies] }
    } else if (others.some((other) => sharesAddress(other, listing))) {
      note(at, { code: 'M-036', did: 'dropped', says: 'a second chain of the same number and tokens' }, record.chainId)
    } else others.push(listing)
    byNumber.set(record.chainId, others)
  }
  return [...byNumber.values()].flat()
}

function sharesAddress(a: Listing, b: Listing): boolean {
  const addresses = new Set(a.currencies.map(({ address }) => addressKey(address.trim())))
  return b.currencies.some(({ address }) => addresses.has(addressKey(address.trim())))
}

function readChain(
  { record, currencies }: Listing,
  isUniform: boolean,
  known: readonly KnownChain[] | undefined,
  at: JsonPath,
): Chain {
  const { chainId, name } = record
  const ours = known?.find((chain) => chain.chainId === chainId)
  const said = kindInWords(record.type)
  const seen = kindByAddresses(currencies)
  const kind = ours?.kind ?? said ?? seen ?? 'unknown'
  if (said === undefined)
    note(at, { code: 'M-037', did: 'noted', says: `type tells no kind, taken as ${kind}` }, record.type)
  if (currencies.length === 0) note(at, { code: 'M-032', did: 'noted', says: 'a chain without tokens' }, name)

  const isRenamed = ours !== undefined && !sameName(ours.name, name)
  if (isRenamed) note(at, { code: 'M-039', did: 'noted', says: `is known here as ${ours.name}` }, name)
  const viewOnly = reasonToOnlyLook(kind, known, ours)
  return {
    id: record.id ?? chainId,
    chainId,
    name: isRenamed ? ours.name : name,
    kind,
    isEnabled: isUniform || isOn(record.status),
    ...(viewOnly === undefined ? {} : { viewOnly }),
    ...(isRenamed ? { network: name } : {}),
  }
}

function reasonToOnlyLook(kind: ChainKind, known: readonly KnownChain[] | undefined, ours: KnownChain | undefined) {
  if (kind === 'unknown') return 'It is not known how this chain is spoken to.'
  // No node of Bitcoin is ever asked: it takes an address to be paid there, and a person's own wallet to pay from there.
  if (kind === 'bitcoin') return undefined
  return known && !ours ? 'This deployment has no settings for this chain.' : undefined
}

/** The list is of enabled chains, so only a plain no disables one; words nobody has defined do not. */
function isOn(status: Json): boolean {
  if (status === null) return true
  const number = numberText(status)
  if (number !== undefined) return Number(number) !== 0
  if (typeof status !== 'string') return Boolean(status)
  return !/^\s*(|0|false|off|no|inactive|disabled|paused|deprecated|maintenance|stopped)\s*$/i.test(status)
}

/** What a `type` says of the kind of chain, when it says it in a word we know. */
export function kindInWords(type: Json): ChainKind | undefined {
  if (typeof type !== 'string') return undefined
  const word = type.toLowerCase().replace(/[\s_-]|chain|network/g, '')
  if (/^(evm|ethereum|eth|eip155|evmcompatible|zkevm|l2|rollup)$/.test(word)) return 'evm'
  if (/^(solana|svm|sol)$/.test(word)) return 'solana'
  return /^(bitcoin|btc|utxo|bip122)$/.test(word) ? 'bitcoin' : undefined
}

/** The kind most of the addresses have; native coins with a placeholder for an address have no say. */
function kindByAddresses(currencies: readonly ChainCurrencyRecord[]): ChainKind | undefined {
  const votes = new Map<ChainKind, number>()
  for (const { address } of currencies) {
    const kind = addressKind(address.trim())
    if (kind) votes.set(kind, (votes.get(kind) ?? 0) + 1)
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}

function readTokens(chain: Chain, currencies: readonly ChainCurrencyRecord[], at: JsonPath): readonly Token[] {
  const hasNative = currencies.some(({ address }) => isPlaceholder(chain.kind, address.trim()))
  const tokens: Token[] = []
  const seen = new Map<string, Token>()
  for (const record of currencies) {
    const token = readToken(chain, record, hasNative, at)
    if (!token) continue
    const key = token.isNative ? 'native' : addressKey(token.address)
    const twin = seen.get(key)
    if (twin) {
      // The same entry twice is nothing; another id for the same money is worth a word.
      if (twin.id !== token.id)
        note(at, { code: 'M-042', did: 'dropped', says: 'a second entry for the same token' }, record.id)
      continue
    }
    seen.set(key, token)
    tokens.push(token)
  }
  return tokens
}

function readToken(chain: Chain, record: ChainCurrencyRecord, hasNative: boolean, at: JsonPath): Token | undefined {
  const { id, currency, chainId } = record
  const drop = (code: string, says: string, found: Json) => {
    note(at, { code, did: 'dropped', says }, found)
    return undefined
  }
  if (chainId !== undefined && chainId !== chain.chainId && chainId !== chain.id)
    return drop('M-044', 'a token that belongs to another chain', chainId)
  if (currency.decimals < 0 || currency.decimals > 77) return drop('M-046', 'impossible decimals', currency.decimals)

  const address = record.address.trim()
  const isNative = isNativeCoin(chain.kind, address, record.type, hasNative)
  if (!isNative && chain.kind !== 'unknown' && addressKind(address) !== chain.kind)
    return drop(
      addressKind(address) ? 'M-044' : 'M-043',
      `an address that is none on a chain of kind ${chain.kind}`,
      address,
    )

  const symbol = readLabel(currency.ticker, 12)
  const name = readLabel(currency.name, 40)
  const price = plainPrice(currency.price)
  if (currency.price !== undefined && price === undefined)
    note(
      within(at, '.currency.price'),
      { code: 'M-047', did: 'ignored', says: 'a price that cannot be' },
      currency.price,
    )
  const cautions: readonly Caution[] = [
    ...(symbol.isUnusual || name.isUnusual || symbol.text === '' ? [{ is: 'unusual name' } as const] : []),
    ...(symbol.hasLink || name.hasLink ? [{ is: 'link in name' } as const] : []),
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
 * The coin of the chain itself: a placeholder for an address; on a chain that has no such entry, the wrapped coin's
 * address on Solana, or an entry without address. An entry with a contract's address is that contract's token.
 */
function isNativeCoin(kind: ChainKind, address: string, type: Json, hasNative: boolean): boolean {
  if (isPlaceholder(kind, address)) return true
  if (hasNative) return false
  if (kind === 'solana' && address === wrappedSol) return true
  if (addressKind(address) === kind) return false
  return address === '' || (typeof type === 'string' && /^\s*(native|coin|gas)/i.test(type))
}

function isPlaceholder(kind: ChainKind, address: string): boolean {
  if (kind === 'solana' && /^(So1{41}|1{32})$/.test(address)) return true
  if (kind === 'bitcoin' && /^(btc|bitcoin)$/i.test(address)) return true
  return /^(native|0x0|0x0{40}|0xe{40})$/i.test(address)
}

const wrappedSol = 'So11111111111111111111111111111111111111112'

/** One id must mean one token: an id that stands for two is not asked for at all. */
function withoutDoubtfulIds(tokens: readonly Token[], at: JsonPath): readonly Token[] {
  const counts = new Map<number, number>()
  for (const { id } of tokens) counts.set(id, (counts.get(id) ?? 0) + 1)
  return tokens.filter(({ id }) => {
    if (counts.get(id) === 1) return true
    note(at, { code: 'M-041', did: 'dropped', says: 'an id that stands for several tokens' }, id)
    return false
  })
}

/** Dollars per token between a billionth of a billionth of a cent and a trillion; anything else is no price. */
function plainPrice(price: string | undefined): string | undefined {
  const plain = price === undefined ? undefined : plainDecimal(price)
  const number = Number(plain)
  return number >= 1e-20 && number <= 1e12 ? plain : undefined
}

/** A path that stays below the images' own address whatever it is appended to, or none. */
function safeImagePath(path: string | undefined): string | undefined {
  if (path === undefined || path.length > 300) return undefined
  return /^\/?(?!\.)[\w~-][\w.~+@-]*(?:\/(?!\.)[\w.~+@-]+)*$/.test(path) ? path : undefined
}

/** Compares every ticker with the others of its chain, and with those everybody knows. */
function withTickerCautions(tokens: readonly Token[]): readonly Token[] {
  const counts = new Map<string, number>()
  const plain = new Set<string>()
  const tickers = tokens.map(({ chain, symbol }) => {
    const skeleton = skeletonOf(symbol)
    const isPlain = skeleton === symbol.toUpperCase()
    const key = `${chain.chainId} ${skeleton}`
    if (isPlain) plain.add(key)
    if (isPlain) counts.set(key, (counts.get(key) ?? 0) + 1)
    return { skeleton, isPlain, key }
  })
  return tokens.map((token, index) => {
    const { skeleton, isPlain, key } = tickers[index]!
    if (isPlain && counts.get(key)! > 1) return withCaution(token, { is: 'shared ticker' })
    if (!isPlain && (plain.has(key) || wellKnown.has(skeleton)))
      return withCaution(token, { is: 'look-alike', of: skeleton })
    return token
  })
}

function withCaution(token: Token, caution: Caution): Token {
  return { ...token, cautions: [...(token.cautions ?? []), caution] }
}

const wellKnown = new Set('BTC ETH SOL BNB USDC USDT DAI WETH WBTC WSOL POL AVAX ARB OP LINK UNI AAVE'.split(' '))

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function note(place: JsonPath, what: Remark, found: Json) {
  place.log.add(place, what, found)
}
