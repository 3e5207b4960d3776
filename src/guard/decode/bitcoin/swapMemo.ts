/** A swap memo in the format of THORChain: `=:ASSET:DESTINATION/REFUND:LIMIT:AFFILIATE:BPS:CONTRACT:TOKEN:LEAST`. */
export type SwapMemo =
  | {
      readonly is: 'swap'
      /** As the memo writes it: `ETH.USDC-0xA0B8`, or a short name. */
      readonly asset: string
      /** The asset with its chain; `undefined` for a name without a chain. */
      readonly parts: AssetParts | undefined
      /** The meaning of a short name at THORChain and its forks; other services have short names of their own. */
      readonly shortFor: AssetParts | undefined
      readonly destination: string
      /** The refund address if the swap fails; `undefined` for the payer. */
      readonly refund: string | undefined
      /** In eight decimals. Zero accepts any outcome, and so does a memo without a limit, or with one written oddly. */
      readonly limit: bigint
      /** The fees of all affiliates, added up; `undefined` where one is no plain number. */
      readonly affiliateBps: number | undefined
      /** The exchange hands the asset to a contract, which swaps it for a token whose address ends with this. */
      readonly last: { readonly contract: string; readonly tokenEnd: string } | undefined
    }
  /** Another action of the exchange, such as adding liquidity, a bond or a donation. */
  | { readonly is: 'other action'; readonly action: string }
  /** A format of the service's own. */
  | { readonly is: 'other form' }

/** Of `ETH.USDC-06EB48`: the chain, the ticker, and what the token's address ends with. */
export type AssetParts = {
  readonly chain: string
  readonly ticker: string
  readonly addressEnd: string | undefined
  /** The exchange credits it inside (`ETH~USDC`, `ETH/USDC`, `ETH-USDC`) instead of paying it out. */
  readonly isKept: boolean
}

/** Short names of THORChain and its forks: a letter for a chain, and the chain for its native coin. */
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ A: 'AVAX', B: 'BTC', C: 'BCH', D: 'DOGE', E: 'ETH', F: 'BASE', G: 'GAIA' },
    ...{ L: 'LTC', R: 'THOR', S: 'BSC', X: 'XRP' },
  }),
)
const coins: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ AVAX: 'AVAX', BCH: 'BCH', BTC: 'BTC', DOGE: 'DOGE', ETH: 'ETH', LTC: 'LTC', SOL: 'SOL', XRP: 'XRP' },
    ...{ ARB: 'ETH', BASE: 'ETH', BSC: 'BNB', GAIA: 'ATOM', THOR: 'RUNE' },
  }),
)

const swapActions = /^(=|s|swap|=<)$/i

/**
 * Memo actions of THORChain and its forks other than swaps: liquidity, bonds, loans, names, contract calls, changed
 * orders, gifts, memos that someone wrote down before, and what its vaults say to each other.
 */
const otherActions =
  /^(add|\+|donate|withdraw|-|wd|bond|unbond|rebond|leave|reserve|(loan|pool|trade|secure|tcy|yggdrasil)[+-]|\$[+-]|x|exec|~|n|name|m=<|tcy|switch|out|refund|noop|migrate|ragnarok|consolidate|operator|reference|maint)$/i
/** Actions that need nothing after them; other lone words are a service's own. */
const loneActions = /^(donate|leave|reserve|noop|migrate|ragnarok|consolidate|tcy[+-]|\$[+-])$/i

/** Exchanges of this kind ignore everything after the first bar. */
export const bar = '|'

export function readSwapMemo(memo: string): SwapMemo {
  const [action = '', asset = '', destination = '', limits = '', affiliates = '', fees = '', ...last] = memo
    .split(':')
    .map((part) => part.trim())
  const [contract = '', tokenEnd = ''] = last
  if (!memo.includes(':')) return loneActions.test(action) ? { is: 'other action', action } : { is: 'other form' }
  if (otherActions.test(action) || isShortAction(action, asset)) return { is: 'other action', action }
  if (!swapActions.test(action)) return { is: 'other form' }
  const [to = '', ...refund] = destination.split('/')
  // `LIMIT/INTERVAL/QUANTITY`
  const [limit = ''] = limits.split('/')
  return {
    is: 'swap',
    asset,
    parts: assetParts(asset),
    shortFor: shortName(asset),
    destination: to,
    refund: refund.length > 0 ? refund.join('/') : undefined,
    limit: wholeIn(limit) ?? 0n,
    affiliateBps: affiliateBps(affiliates, fees),
    last: last.some((part) => part !== '') ? { contract, tokenEnd } : undefined,
  }
}

/** Letters that a service may use for something else: a gift to a pool, a memo found by its number, a limit order of old. */
function isShortAction(action: string, next: string): boolean {
  const isAsset = assetParts(next) !== undefined || shortName(next) !== undefined
  return (/^(d|lo|limito)$/i.test(action) && isAsset) || (/^r$/i.test(action) && /^\d+$/.test(next))
}

function shortName(asset: string): AssetParts | undefined {
  const chain = letters.get(asset.toUpperCase()) ?? asset.toUpperCase()
  const ticker = coins.get(chain)
  return ticker === undefined ? undefined : { chain, ticker, addressEnd: undefined, isKept: false }
}

/** The separator names the kind of asset: `.` the asset itself; `/`, `~` and `-` a derivative that the exchange keeps. */
function assetParts(asset: string): AssetParts | undefined {
  const [chain, separator, ticker, addressEnd] = /^([a-z0-9]+)([.~/-])([^-]+)(?:-(.*))?$/i.exec(asset)?.slice(1) ?? []
  if (chain === undefined || ticker === undefined) return undefined
  return { chain, ticker, addressEnd, isKept: separator !== '.' }
}

/** A single fee for several affiliates is paid to each of them. */
function affiliateBps(affiliates: string, fees: string): number | undefined {
  if (fees === '') return 0
  const each = fees.split('/').map(wholeIn)
  const count = each.length === 1 ? affiliates.split('/').length : 1
  return each.some((fee) => fee === undefined) ? undefined : count * each.reduce((sum, fee) => sum + Number(fee), 0)
}

/**
 * An integer, optionally in exponent form (`94e9`); `undefined` otherwise. Exchanges written in Go read `0x3e8`,
 * `+1000` and `1_000` as a thousand, and a leading zero as octal, so none of these forms counts.
 */
function wholeIn(text: string): bigint | undefined {
  const found = /^(0|[1-9]\d{0,29})(?:e(\d{1,2}))?$/i.exec(text)
  return found ? BigInt(found[1] ?? '0') * 10n ** BigInt(found[2] ?? '0') : undefined
}
