import { type Chain, isTradable } from '../../domain/chain'
import { readFraction, toPlaces } from '../../domain/fraction'
import type { Token } from '../../domain/token'
import type { Refusal } from '../../protocol/refusal'
import type { SwapAnswer, SwapRequest } from '../../protocol/serviceMessages'

/** The input of a sample, in dollars: enough for every pool, and too little to move a price. */
const sampleDollars = 20n
/** The default of the interface, and twice that: only the tolerance differs between them. */
const slippages = [50, 100] as const

/** A quote to ask for: it is looked at and never signed. */
type SampleTrade = { readonly chainId: number; readonly trade: string; readonly request: SwapRequest }

/** A quote that was asked for, with the raw `slippage` that was sent. */
export type AskedQuote = { readonly chainId: number; readonly trade: string; readonly slippage: number } & QuoteOutcome
type QuoteOutcome =
  | { readonly is: 'answer'; readonly value: SwapAnswer }
  | { readonly is: 'refused'; readonly refusal: Refusal }

/** Sequential, so that a service does not get many quote requests at the same time. */
export async function askQuotes(
  trades: readonly SampleTrade[],
  ask: (trade: SampleTrade) => Promise<QuoteOutcome>,
): Promise<readonly AskedQuote[]> {
  const quotes: AskedQuote[] = []
  for (const sample of trades) {
    const { chainId, trade, request } = sample
    quotes.push({ chainId, trade, slippage: request.slippage, ...(await ask(sample)) })
  }
  return quotes
}

/** Two quotes for a small trade of two priced tokens on a chain; none where fewer are priced. */
export function sampleTrades(chain: Chain, tokens: readonly Token[], address: string): readonly SampleTrade[] {
  if (!isTradable(chain)) return []
  const priced = tokens.filter(
    (token) => token.chain.chainId === chain.chainId && readFraction(token.price) !== undefined,
  )
  // Selling a token shows which contract it must be allowed to; a coin needs no allowance.
  const sell = priced.find(({ isNative }) => !isNative)
  // A native coin for its wrapped form uses no pool.
  const buy =
    priced.find((token) => token !== sell && token.price !== sell?.price) ?? priced.find((token) => token !== sell)
  const amount = sell && amountOf(sell)
  if (!sell || !buy || amount === undefined) return []
  return slippages.map((slippage, index) => ({
    chainId: chain.chainId,
    trade: `${amount} ${sell.symbol} for ${buy.symbol}`,
    request: {
      tokenAId: sell.id,
      tokenBId: buy.id,
      slippage,
      amount,
      sender: address,
      recipient: address,
      skipNonSwapTransactions: index > 0,
    },
  }))
}

function amountOf({ price, decimals }: Token): string | undefined {
  const dollars = readFraction(price)
  if (!dollars || dollars.numerator === 0n) return undefined
  const amount = toPlaces(
    { numerator: sampleDollars * dollars.denominator, denominator: dollars.numerator },
    Math.min(decimals, 6),
  )
  return Number(amount) > 0 ? amount : undefined
}
