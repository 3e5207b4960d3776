import {
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  type QueryState,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { countDropped } from '../protocol/deviation'
import { isFinal, isTransient, type Refusal } from '../protocol/refusal'
import type { PoolsAnswer, SwapAnswer, SwapRequest } from '../protocol/serviceMessages'
import type { ChainList } from './chainList'
import type { Client } from './client'
import { minInterval } from './minInterval'
import { ServiceError, type ServiceResponse, type ServiceResult } from './serviceResult'

/*
 * Everything that screens request from the service, as options for `useQuery`. Options with the same key share one
 * request and one cache entry and select different parts of it: `chainsQuery` the catalog, `chainsFreshness` its age.
 * While offline, a request fails immediately instead of being paused and sent later.
 */

export type DataFreshness = {
  /** When the service sent it, in milliseconds since the epoch, from the HTTP caching headers. */
  readonly saidAt: number
  readonly from: 'service' | 'cache'
  /** Why the gateway could not get a newer response. */
  readonly staleBecause: Refusal | undefined
}

/** Chains and tokens. The data changes only when the service's list does. */
export const chainsQuery = ofChains(({ value }) => value.catalog)
/** The chain records as the service sent them. */
export const chainRecordsQuery = ofChains(({ value }) => value.records)
export const chainsFreshness = ofChains(freshnessOf)
/** The number of entries of the chain list that were left out as invalid. */
export const chainsLeftOut = ofChains(({ deviations }) => countDropped(deviations))

function ofChains<Part>(select: (response: ServiceResponse<ChainList>) => Part) {
  return (client: Client) => queryOptions({ ...chainsOptions(client), select })
}

/** The service's quote for a swap; without a request nothing is fetched. A new request replaces the one before. */
export function quoteQuery(client: Client, request: SwapRequest | undefined) {
  return queryOptions<ServiceResponse<SwapAnswer>, ServiceError>({
    queryKey: ['quote', client.base, request],
    queryFn: request ? async ({ signal }) => valueOrThrow(await client.swap(request, signal)) : skipToken,
    refetchInterval: ({ state }) => quoteInterval(state),
    staleTime: 30_000,
    gcTime: 60_000,
    ...postOptions,
  })
}

/**
 * Milliseconds until a quote is requested again. One that failed, for example because a captive portal answered instead of
 * the service, is retried with growing pauses from 5 s; one that was finally refused, for example with "no route", is not.
 */
export function quoteInterval({
  status,
  error,
  errorUpdateCount,
}: Pick<QueryState<unknown, ServiceError>, 'status' | 'error' | 'errorUpdateCount'>): number | false {
  if (status !== 'error' || !error) return quoteRefreshInterval
  if (isFinal(error.refusal)) return false
  const pause = Math.min(2_500 * 2 ** Math.min(errorUpdateCount, 10), quoteRefreshInterval)
  return Math.max(error.refusal.retryAfter ?? 0, pause)
}

const quoteRefreshInterval = 20_000

/** A POST is never retried by TanStack Query: only a timer or a person sends the next one. */
const postOptions = { retry: false, networkMode: 'always' } as const

const listOptions = {
  networkMode: 'always',
  // The client returns the same object while nothing changed, so a deep comparison would only cost time.
  structuralSharing: false,
  staleTime: minInterval,
  gcTime: 10 * 60_000,
  retryDelay: (failures: number, { refusal }: ServiceError) =>
    Math.max(refusal.retryAfter ?? 0, 1_000 * 2 ** failures * (0.5 + Math.random() / 2)),
} as const

function chainsOptions(client: Client) {
  return queryOptions<ServiceResponse<ChainList>, ServiceError>({
    queryKey: ['chains', client.base],
    queryFn: (context) => fetchWithCached(context, client.readCached.chains, client.chains),
    refetchInterval: ({ state }) => (state.status === 'error' || state.data?.staleBecause ? minInterval : 30_000),
    // Throttled like every poll: retries keep the polling interval of the list.
    retry: (failures, error) => failures < 2 && error instanceof ServiceError && isTransient(error.refusal),
    ...listOptions,
  })
}

/** The pools of a network by its name, with the details of the response. Unchanged records stay the same objects. */
export function poolsQuery(client: Client, network: string) {
  return queryOptions<ServiceResponse<PoolsAnswer>, ServiceError>({
    queryKey: ['pools', client.base, network],
    queryFn: (context) =>
      fetchWithCached(
        context,
        () => client.readCached.pools(network),
        (signal) => client.pools(network, signal),
      ),
    refetchInterval: minInterval,
    // The next poll is the retry.
    retry: false,
    ...listOptions,
  })
}

/** Fetches a list; until the first response arrives, the cached one of an earlier visit is shown with its age. */
async function fetchWithCached<Value>(
  { client: queries, queryKey, signal }: QueryFunctionContext,
  readCached: () => Promise<ServiceResponse<Value> | undefined>,
  fetchList: (signal: AbortSignal) => Promise<ServiceResult<Value>>,
): Promise<ServiceResponse<Value>> {
  const shown = queries.getQueryData(queryKey) === undefined ? readCached().then(show) : undefined
  const result = await fetchList(signal)
  // The cached list is shown before the refusal is thrown; in the other order it would hide the refusal.
  if (result.is === 'refused') await shown
  noteRecovery(queries, queryKey, result)
  return valueOrThrow(result)

  function show(cached: ServiceResponse<Value> | undefined) {
    if (cached && !signal.aborted && queries.getQueryData(queryKey) === undefined)
      queries.setQueryData(queryKey, cached, { updatedAt: cached.receivedAt })
  }
}

/** Lists whose last request failed. */
const failing = new WeakSet<Query>()

/**
 * A list that arrives after a failure shows that the service is back: quotes that failed in the meantime are requested at
 * once.
 */
function noteRecovery(queries: QueryClient, queryKey: QueryKey, result: ServiceResult<unknown>) {
  const query = queries.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  const isFailing = result.is === 'refused' ? isTransient(result.refusal) : result.answer.staleBecause !== undefined
  if (isFailing) return void failing.add(query)
  if (result.is === 'refused' || !failing.delete(query)) return
  void queries.refetchQueries({
    queryKey: ['quote', queryKey[1]],
    type: 'active',
    predicate: ({ state }) => state.error instanceof ServiceError && isTransient(state.error.refusal),
  })
}

function valueOrThrow<Value>(result: ServiceResult<Value>): ServiceResponse<Value> {
  if (result.is === 'refused') throw new ServiceError(result.refusal)
  return result.answer
}

function freshnessOf({ receivedAt, age, from, staleBecause }: ServiceResponse<unknown>): DataFreshness {
  return { saidAt: receivedAt - age, from, staleBecause }
}
