import { formatAmount } from '../domain/amount'
import type { Chain } from '../domain/chain'
import { chainKinds } from '../domain/chainKinds'
import type { SwapIntent } from '../guard/intent'
import type { SlippageUnit } from '../protocol/deployment/deployment'
import type { SwapRequest } from '../protocol/serviceMessages'
import { rawSlippage } from './slippage'

/** The request that asks the service for the transactions of an intent, the tolerance in the deployment's unit. */
export function swapRequestFor(intent: SwapIntent, unit: SlippageUnit): SwapRequest {
  return {
    tokenAId: intent.sell.token.id,
    tokenBId: intent.buy.id,
    slippage: rawSlippage(intent.slippageBps, unit),
    amount: formatAmount(intent.sell),
    sender: intent.sender,
    recipient: intent.recipient,
    skipNonSwapTransactions: intent.skipNonSwapTransactions,
  }
}

/** A question for a price: an intent whose accounts may not be connected yet. */
export type PriceQuestion = Pick<SwapIntent, 'sell' | 'buy' | 'slippageBps'> & {
  readonly sender: string | undefined
  readonly recipient: string | undefined
}

/**
 * The intent of a price request: swap transactions only, which is faster and is never carried out. Before an account is
 * connected, a placeholder address without an owner is used instead.
 */
function priceIntent({ sell, buy, slippageBps, sender, recipient }: PriceQuestion): SwapIntent {
  return {
    kind: 'swap',
    sell,
    buy,
    slippageBps,
    sender: sender ?? placeholderOn(sell.token.chain),
    recipient: recipient ?? placeholderOn(buy.chain),
    skipNonSwapTransactions: true,
  }
}

/** The request for a price only. */
export function quoteRequestFor(question: PriceQuestion, unit: SlippageUnit): SwapRequest {
  return swapRequestFor(priceIntent(question), unit)
}

function placeholderOn({ kind, name }: Chain): string {
  return chainKinds[kind].placeholderAccount(name)
}
