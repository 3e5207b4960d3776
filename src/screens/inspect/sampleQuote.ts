import { toUnits } from '../../domain/amount'
import type { Token } from '../../domain/token'
import { quoteRequestFor } from '../../preparation/swapRequest'
import type { Deployment } from '../../protocol/deployment/deployment'
import type { SwapRequest } from '../../protocol/serviceMessages'

/** A sample quote any deployment can answer: one whole token for another on the same chain, without an account. */
export function sampleQuoteRequest(tokens: readonly Token[], { slippageUnit }: Deployment): SwapRequest | undefined {
  const sell = tokens.find(
    (token) =>
      token.chain.kind === 'evm' &&
      token.chain.isEnabled &&
      !token.isNative &&
      token.price !== undefined &&
      token.decimals > 0,
  )
  const buy =
    sell &&
    tokens.find((token) => token.chain === sell.chain && token !== sell && !token.isNative && token.price !== undefined)
  if (!sell || !buy) return undefined
  const amount = { token: sell, units: toUnits('1', sell.decimals) }
  return quoteRequestFor({ sell: amount, buy, slippageBps: 50, sender: undefined, recipient: undefined }, slippageUnit)
}
