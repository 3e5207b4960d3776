/** A memo in the form that exchanges of bitcoin share: `=:ASSET:DESTINATION:LIMIT:AFFILIATE:BPS`. */
export type SwapMemo =
  | {
      readonly is: 'swap'
      readonly asset: string
      /** Of an asset that is written with its chain, `ETH.USDC-0xA0B8`: the ticker. */
      readonly ticker: string | undefined
      readonly destination: string
      /** In eight decimals; zero accepts anything, and `undefined` says nothing. */
      readonly limit: bigint | undefined
    }
  /** Gives liquidity, a bond or a present instead. */
  | { readonly is: 'other action'; readonly action: string }
  /** A form of the service's own. */
  | { readonly is: 'other form' }

const otherActions =
  /^(add|\+|donate|withdraw|-|wd|bond|unbond|rebond|leave|reserve|(loan|pool|trade|secure)[+-]|\$[+-])$/i

export function readSwapMemo(memo: string): SwapMemo {
  const [action = '', asset = '', destination = '', limits] = memo.split(':').map((part) => part.trim())
  if (!memo.includes(':')) return { is: 'other form' }
  if (otherActions.test(action)) return { is: 'other action', action }
  if (!/^(=|s|swap|=<)$/i.test(action)) return { is: 'other form' }
  const [ticker] = /^[a-z]+[.~/-]([a-z0-9]+)/i.exec(asset)?.slice(1) ?? []
  const [to = ''] = destination.split('/')
  return { is: 'swap', asset, ticker, destination: to, limit: limitIn(limits) }
}

/** The first of `LIMIT/INTERVAL/QUANTITY`; large ones may be written as `94e9`. */
function limitIn(limits: string | undefined): bigint | undefined {
  const [limit = ''] = (limits ?? '').split('/')
  if (limits === undefined) return undefined
  if (limit === '') return 0n
  const found = /^(\d{1,30})(?:e(\d{1,2}))?$/i.exec(limit)
  return found ? BigInt(found[1] ?? '0') * 10n ** BigInt(found[2] ?? '0') : 0n
}
