import { useStorageProblem } from '../../components/useStorageProblem'
import { sameToken } from '../../domain/token'
import type { SwapIntent } from '../../guard/intent'
import type { PriceQuestion } from '../../preparation/swapRequest'
import { useOnline } from '../../ui/hooks/useOnline'
import { useFunds } from './amount/useFunds'
import { swapFormIssues } from './form/formIssues'
import { useSwapFields } from './form/swapFields'
import { useQuote } from './quote/useQuote'
import { useSlippage } from './quote/useSlippage'
import { useRecipient } from './recipient/recipient'

/** A swap as it is filled in. */
export type Swap = ReturnType<typeof useSwap>

/** `isPaused`: a dialog covers the form, so no quote is requested. */
export function useSwap(isPaused: boolean) {
  const isOnline = useOnline()
  const fields = useSwapFields()
  const { pair, typed, coin } = fields
  const storage = useStorageProblem(typed.is === 'amount')
  const funds = useFunds(fields)
  const { account } = funds
  const receiver = useRecipient(fields, funds.own)
  const slippage = useSlippage(typed.is === 'amount' ? typed.amount : undefined, pair.buy)

  const question: PriceQuestion | undefined =
    typed.is === 'amount' && typed.amount.units > 0n && pair.buy && !sameToken(typed.amount.token, pair.buy)
      ? { sell: typed.amount, buy: pair.buy, slippageBps: slippage.bps, sender: account, recipient: receiver.address }
      : undefined
  const quote = useQuote(question, coin, isPaused || !isOnline)
  if (quote.view) slippage.learn(quote.view.impact)

  return {
    fields,
    funds,
    receiver,
    quote,
    slippage,
    issues: swapFormIssues({
      ...funds,
      ...pair,
      isOnline,
      storage,
      typed,
      recipient: receiver.recipient,
      price: quote.state,
    }),
    /** The swap to review, once tokens, amount, payer and recipient are known. */
    intent: question && intentOf(question),
  }
}

function intentOf(question: PriceQuestion): SwapIntent | undefined {
  const { sell, buy, slippageBps, sender, recipient } = question
  if (sender === undefined || recipient === undefined) return undefined
  return { kind: 'swap', sell, buy, slippageBps, sender, recipient, skipNonSwapTransactions: false }
}
