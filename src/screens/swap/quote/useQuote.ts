import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quoteInterval, quoteQuery } from '../../../api/queries'
import { quoteStaleAfter } from '../../../components/quoteAge'
import { useServices } from '../../../components/services'
import { useAge } from '../../../components/useNow'
import type { Amount } from '../../../domain/amount'
import { amountFigure, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { type PriceQuestion, quoteRequestFor } from '../../../preparation/swapRequest'
import { isFinal } from '../../../protocol/refusal'
import { useMessages } from '../../../ui/messages'
import type { PriceState } from '../form/formIssues'
import { swapMessages } from '../messages'

/** The code that reads answers loads in parallel with the first request. */
const loadReading = () => import('./quoteView')

/** Milliseconds of debounce before a quote is requested. */
const debounce = 300

/** The quote for a question: requested when typing pauses, refreshed every twenty seconds while visible. */
export function useQuote(question: PriceQuestion | undefined, coin: Token | undefined, isPaused: boolean) {
  const { client, deployment } = useServices()
  const messages = useMessages(swapMessages)
  const isSettled = useIsSettled(question ? keyOf(question) : '', question ? debounce : 0)

  const request = question && isSettled ? quoteRequestFor(question, deployment.slippageUnit) : undefined
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...quoteQuery(client, request),
    // Only temporary failures are retried automatically; others are shown with their reason, and the button shows when
    // it can retry.
    refetchInterval: ({ state }) => (isPaused ? false : quoteInterval(state)),
    refetchOnWindowFocus: !isPaused,
    refetchOnReconnect: 'always',
  })
  const { data: reading } = useQuery({
    queryKey: ['code of quotes'],
    queryFn: question ? loadReading : skipToken,
    networkMode: 'always',
    staleTime: 1 / 0,
    gcTime: 1 / 0,
  })
  const answer = request && reading ? data : undefined
  const age = useAge(answer?.receivedAt)
  const waited = useAge(error ? errorUpdatedAt : undefined)
  const passes = error && !isFinal(error.refusal) && answer && (age ?? 0) <= quoteStaleAfter
  const refusal = request && error && !passes ? error.refusal : undefined
  const [simulated, setSimulated] = useState({ trade: '', dollars: '' })
  const cost = question && simulated.trade === tradeOf(question.sell, question.buy) ? simulated.dollars : undefined
  const view = question && answer && !refusal ? reading?.readQuoteView(question, answer.value, coin, cost) : undefined
  const minimum = view?.minimumReceived

  return {
    view,
    state: stateOf(),
    /** The first quote for this question is loading. */
    isFinding: question !== undefined && !answer && !refusal,
    /** Milliseconds since the price arrived. */
    age: answer && !refusal ? age : undefined,
    /** The quote in one short sentence, for screen readers. */
    announcement: minimum ? messages.announce(figureText(amountFigure(minimum)), minimum.token.symbol) : '',
    // Before the debounce ends there is no question, and TanStack Query would fail without a queryFn.
    refresh: () => void (request && refetch()),
    /** Keeps the network cost that a review simulated. Another amount may take another route. */
    keepCost: (sell: Amount, buy: Token, dollars: string) => setSimulated({ trade: tradeOf(sell, buy), dollars }),
  }

  function stateOf(): PriceState {
    if (!question) return { is: 'none' }
    if (view) return { is: 'found', isStale: (age ?? 0) > quoteStaleAfter, impact: view.impact, gas: view.gas }
    if (!refusal) return { is: 'finding' }
    const retryIn = Math.max(0, Math.ceil(((refusal.retryAfter ?? 0) - (waited ?? 0)) / 1_000))
    return { is: 'refused', refusal, retryIn }
  }
}

function keyOf({ sell, buy, slippageBps, sender, recipient }: PriceQuestion): string {
  return [tradeOf(sell, buy), slippageBps, sender, recipient].join(' ')
}

function tradeOf({ token, units }: Amount, buy: Token): string {
  return [token.id, units, buy.id].join(' ')
}

/** Whether the key has been unchanged for `milliseconds`. */
function useIsSettled(key: string, milliseconds: number): boolean {
  const [settled, setSettled] = useState(key)

  useEffect(() => {
    if (settled === key) return
    const timer = setTimeout(() => setSettled(key), milliseconds)
    return () => clearTimeout(timer)
  }, [settled, key, milliseconds])

  return settled === key
}
