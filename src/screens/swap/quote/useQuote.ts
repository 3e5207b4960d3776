import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { quoteInterval, quoteQuery } from '../../../api/queries'
import { quoteStaleAfter, useAge } from '../../../components/quoteAge'
import { useServices } from '../../../components/services'
import type { Token } from '../../../domain/token'
import { type PriceQuestion, quoteRequestFor } from '../../../preparation/swapRequest'
import { isFinal, type Refusal } from '../../../protocol/refusal'
import type { QuoteView } from './quoteView'

/** The code that reads answers loads in parallel with the first request. */
const loadReading = () => import('./quoteView')

/** Milliseconds of debounce before a quote is requested. */
const debounce = 300

export type Quote = {
  readonly offer: QuoteView | undefined
  readonly refusal: Refusal | undefined
  /** Seconds until the service can be asked again; 0 for now. */
  readonly retryIn: number
  /** The first quote for this question is loading. */
  readonly isFinding: boolean
  readonly isRefreshing: boolean
  /** Milliseconds since the price arrived. */
  readonly age: number | undefined
  readonly refresh: () => void
}

/** The quote for a question: requested when typing pauses, refreshed every twenty seconds while visible. */
export function useQuote(question: PriceQuestion | undefined, coin: Token | undefined, isPaused: boolean): Quote {
  const { client, deployment, clock } = useServices()
  const key = question ? keyOf(question) : ''
  const settled = useDebouncedValue(question, key, question ? debounce : 0)
  const isSettled = question !== undefined && settled !== undefined && keyOf(settled) === key

  const request = isSettled ? quoteRequestFor(question, deployment.slippageUnit) : undefined
  const { data, error, isFetching, refetch } = useQuery({
    ...quoteQuery(client, request),
    // Only temporary failures are retried automatically; others are shown with their reason, and the button shows when
    // it can retry.
    refetchInterval: ({ state }) => (isPaused ? false : quoteInterval(state)),
    refetchOnWindowFocus: !isPaused,
    refetchOnReconnect: 'always',
  })
  const reading = useLazyModule(loadReading, question !== undefined)
  const answer = request && reading ? data : undefined
  const age = useAge(
    useArrival(answer, (answer) => clock() - answer.receivedAt),
    monotonic,
  )
  const waited = useAge(
    useArrival(error ?? undefined, () => 0),
    monotonic,
  )
  const passes = error && !isFinal(error.refusal) && answer && (age ?? 0) <= quoteStaleAfter
  const refusal = request && error && !passes ? error.refusal : undefined

  return {
    offer: question && answer && !refusal ? reading?.readQuoteView(question, answer.value, coin) : undefined,
    refusal,
    retryIn: refusal ? Math.max(0, Math.ceil(((refusal.retryAfter ?? 0) - (waited ?? 0)) / 1_000)) : 0,
    isFinding: question !== undefined && !answer && !refusal,
    isRefreshing: isFetching,
    age: answer && !refusal ? age : undefined,
    // Before the debounce ends there is no question, and TanStack Query would fail without a queryFn.
    refresh: () => void (request && refetch()),
  }
}

/** The arrival time on the monotonic clock, less the time that the answer was cached (`cachedFor`). */
function useArrival<News extends object>(
  news: News | undefined,
  cachedFor: (news: News) => number,
): number | undefined {
  const [seen, setSeen] = useState<{ news: News; at: number }>()
  if (news === undefined) return undefined
  if (seen?.news === news) return seen.at
  const at = monotonic() - Math.max(0, cachedFor(news))
  setSeen({ news, at })
  return at
}

function monotonic(): number {
  return performance.now()
}

function keyOf({ sell, buy, slippageBps, sender, recipient }: PriceQuestion): string {
  return [sell.token.id, sell.units, buy.id, slippageBps, sender, recipient].join(' ')
}

/** The value once it has been unchanged for `milliseconds`; values with the same key are equal. */
function useDebouncedValue<Value>(value: Value, key: string, milliseconds: number): Value {
  const [settled, setSettled] = useState({ value, key })

  useEffect(() => {
    if (settled.key === key) return
    const timer = setTimeout(() => setSettled({ value, key }), milliseconds)
    return () => clearTimeout(timer)
  }, [settled.key, key, value, milliseconds])

  return settled.value
}

/** A module that loads when first wanted, and stays loaded; `undefined` until then. */
function useLazyModule<Thing>(load: () => Promise<Thing>, isWanted: boolean): Thing | undefined {
  const [thing, setThing] = useState<{ readonly loaded: Thing }>()

  useEffect(() => {
    if (!isWanted || thing) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setThing({ loaded }),
      // After a failure it is loaded again when next wanted.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, thing])

  return thing?.loaded
}
