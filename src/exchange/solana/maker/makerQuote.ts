import type { MakerToken } from '../instructions'

/** The prices and depth from which the market maker quotes. */
export type MakerPricing = {
  /** US dollars per whole token, in millionths. */
  readonly price: (symbol: string) => bigint
  /** Virtual liquidity on each side of a trade, in millionths of a US dollar. */
  readonly depth: bigint
}

export type MakerTrade = {
  readonly sell: MakerToken
  readonly buy: MakerToken
  /** Smallest units of the sold token. */
  readonly amountIn: bigint
}

const feePerMillion = 3_000n

/**
 * `out = R·in′ / (r + in′)` with `in′` the input after the fee, on virtual reserves worth `depth` each. Rounds down, in
 * favour of the market maker.
 */
export function makerQuote({ sell, buy, amountIn }: MakerTrade, pricing: MakerPricing): bigint {
  const net = (amountIn * (1_000_000n - feePerMillion)) / 1_000_000n
  return (virtualReserve(buy, pricing) * net) / (virtualReserve(sell, pricing) + net)
}

function virtualReserve({ symbol, decimals }: MakerToken, { price, depth }: MakerPricing): bigint {
  return (depth * 10n ** BigInt(decimals)) / price(symbol)
}
