import { useEffect, useRef, useState } from 'react'
import { quoteStaleAfter } from '../../../components/quoteAge'
import { amountFigure, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import type { PriceQuestion } from '../../../preparation/swapRequest'
import { useMessages } from '../../../ui/messages'
import type { PriceState } from '../form/formIssues'
import { swapMessages } from '../messages'
import type { QuoteView } from './quoteView'
import { type Quote, useQuote } from './useQuote'

/** The price of the swap, as far as there is one. */
export type SwapQuote = {
  readonly view: QuoteView | undefined
  readonly state: PriceState
  readonly isFinding: boolean
  /** Milliseconds since the price arrived. */
  readonly age: number | undefined
  readonly slippageBps: number
  /** The text for the screen reader's live region: short, not updated at every change. */
  readonly announcement: string
  readonly refresh: () => void
}

export type SwapQuoteQuestion = {
  /** `undefined` while there is nothing to ask. */
  readonly question: PriceQuestion | undefined
  readonly coin: Token | undefined
  readonly slippageBps: number
  readonly isPaused: boolean
}

export function useSwapQuote({ question, coin, slippageBps, isPaused }: SwapQuoteQuestion): SwapQuote {
  const messages = useMessages(swapMessages)
  const quote = useQuote(question, coin, isPaused)
  const minimum = quote.offer?.minimumReceived
  const announcement = useAnnouncement(
    minimum && question ? messages.announce(figureText(amountFigure(minimum)), question.buy.symbol) : '',
  )
  return {
    view: quote.offer,
    state: priceStateOf(quote, question !== undefined),
    isFinding: quote.isFinding,
    age: quote.age,
    slippageBps,
    announcement,
    refresh: quote.refresh,
  }
}

/** The inputs of the form for the price. */
function priceStateOf({ offer, refusal, age = 0, retryIn }: Quote, isAsked: boolean): PriceState {
  if (!isAsked) return { is: 'none' }
  if (offer) return { is: 'found', isStale: age > quoteStaleAfter, impact: offer.impact, gas: offer.gas }
  if (refusal) return { is: 'refused', refusal, retryIn }
  return { is: 'finding' }
}

/** Milliseconds between two announcements: figures change more often than anyone wants to hear. */
const pause = 10_000

/** The text for the live region: the latest one, at most every ten seconds. An empty text clears it immediately. */
function useAnnouncement(text: string): string {
  const [said, setSaid] = useState('')
  const last = useRef(-pause)
  if (text === '' && said !== '') setSaid('')

  useEffect(() => {
    if (text === '' || text === said) return
    const timer = setTimeout(
      () => {
        last.current = performance.now()
        setSaid(text)
      },
      Math.max(0, last.current + pause - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [text, said])

  return said
}
