import { type Amount, formatAmount } from '../domain/amount'
import type { Chain } from '../domain/chain'
import type { Token } from '../domain/token'
import type { SwapIntent } from '../guard/intent'
import type { Deployment } from '../protocol/deployment'
import type { SwapRequest } from '../protocol/messages'
import { rawSlippage } from './slippage'

type Unit = Deployment['slippageUnit']

/** The call that asks for everything an intent needs. */
export function swapRequestFor(intent: SwapIntent, unit: Unit): SwapRequest {
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

/** What a price is asked for. Without an account an address that belongs to nobody stands in for it. */
export type Question = {
  readonly sell: Amount
  readonly buy: Token
  readonly slippageBps: number
  readonly sender: string | undefined
  readonly recipient: string | undefined
}

/** The call that only asks for a price: swap transactions alone, which is faster and is never carried out. */
export function quoteRequestFor(question: Question, unit: Unit): SwapRequest {
  const { sell, buy, slippageBps } = question
  return {
    tokenAId: sell.token.id,
    tokenBId: buy.id,
    slippage: rawSlippage(slippageBps, unit),
    amount: formatAmount(sell),
    sender: question.sender ?? nobodyOn(sell.token.chain),
    recipient: question.recipient ?? nobodyOn(buy.chain),
    skipNonSwapTransactions: true,
  }
}

/** Well-known addresses whose keys nobody has. */
function nobodyOn({ kind, name }: Chain): string {
  switch (kind) {
    case 'solana':
      return '1nc1nerator11111111111111111111111111111111'
    case 'bitcoin':
      return /test|signet/i.test(name) ? 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8' : '1BitcoinEaterAddressDontSendf59kuE'
    default:
      return '0x000000000000000000000000000000000000dEaD'
  }
}
