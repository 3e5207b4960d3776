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
 * The request for a price only: swap transactions only, which is faster and is never carried out. Before an account is
 * connected, a placeholder address without an owner is used instead.
 */
export function quoteRequestFor({ sell, buy, slippageBps, ...asked }: PriceQuestion, unit: SlippageUnit): SwapRequest {
  const sender = asked.sender ?? placeholderOn(sell.token.chain)
  const recipient = asked.recipient ?? placeholderOn(buy.chain)
  const intent = { kind: 'swap', sell, buy, slippageBps, sender, recipient, skipNonSwapTransactions: true } as const
  return swapRequestFor(intent, unit)
}

function placeholderOn({ kind, name }: Chain): string {
  return chainKinds[kind].placeholderAccount(name)
}
