/** A swap memo in the format of THORChain: `=:ASSET:DESTINATION:LIMIT:AFFILIATE:BPS`. */
export type SwapMemo =
  | {
      readonly is: 'swap'
      /** As the memo writes it: `ETH.USDC-0xA0B8`, or a short name. */
      readonly asset: string
      /** An asset written with its chain; `undefined` for a short name. */
      readonly parts: AssetParts | undefined
      readonly destination: string
      /** In eight decimals. Zero accepts any outcome, and so does a memo without a limit. */
      readonly limit: bigint
      /** The fees of all affiliates, added up. */
      readonly affiliateBps: number
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
}

const swapActions = /^(=|s|swap|=<)$/i

/** Memo actions of THORChain and its forks other than swaps: liquidity, bonds, loans, names, contract calls, changed orders. */
const otherActions =
  /^(add|\+|donate|withdraw|-|wd|bond|unbond|rebond|leave|reserve|(loan|pool|trade|secure)[+-]|\$[+-]|x|~|n|name|m=<)$/i

export function readSwapMemo(memo: string): SwapMemo {
  const [action = '', asset = '', destination = '', limits = '', affiliates = '', fees = ''] = memo
    .split(':')
    .map((part) => part.trim())
  if (!memo.includes(':')) return { is: 'other form' }
  if (otherActions.test(action)) return { is: 'other action', action }
  if (!swapActions.test(action)) return { is: 'other form' }
  const [to = ''] = destination.split('/')
  // `LIMIT/INTERVAL/QUANTITY`
  const [limit = ''] = limits.split('/')
  return {
    is: 'swap',
    asset,
    parts: assetParts(asset),
    destination: to,
    limit: wholeIn(limit),
    affiliateBps: affiliateBps(affiliates, fees),
  }
}

/** The separator names the kind of asset: `.` the asset itself; `/`, `~` and `-` a derivative that the exchange keeps. */
function assetParts(asset: string): AssetParts | undefined {
  const [chain, ticker, addressEnd] = /^([a-z0-9]+)[.~/-]([^-]+)(?:-(.*))?$/i.exec(asset)?.slice(1) ?? []
  return chain === undefined || ticker === undefined ? undefined : { chain, ticker, addressEnd }
}

/** A single fee for several affiliates is paid to each of them. */
function affiliateBps(affiliates: string, fees: string): number {
  const each = fees.split('/').map((fee) => Number(wholeIn(fee)))
  const count = each.length === 1 ? affiliates.split('/').length : 1
  return count * each.reduce((sum, fee) => sum + fee, 0)
}

/** A whole number, where large ones may be written as `94e9`; zero where it is none. */
function wholeIn(text: string): bigint {
  const found = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(text)
  return found ? BigInt(found[1] ?? '0') * 10n ** BigInt(found[2] ?? '0') : 0n
}
