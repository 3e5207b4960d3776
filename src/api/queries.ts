import { mutationOptions, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query'
import type { Catalog } from '../protocol/catalog'
import { countDropped } from '../protocol/deviation'
import type {
  AddLiquidityAnswer,
  AddLiquidityRequest,
  ChainRecord,
  PoolsAnswer,
  SwapAnswer,
  SwapRequest,
} from '../protocol/messages'
import { isTransient, type Refusal } from '../protocol/refusal'
import type { ChainList, Client } from './client'
import { ServiceError, type ServiceResponse, type ServiceResult } from './serviceResult'
import { minInterval } from './sharedRequest'

/*
 * Everything a screen may ask the service, as options for `useQuery` and `useMutation`. Several options of one key
 * share one request and one cache entry, and show different sides of it: `chainsQuery` the catalog, `chainsAge` how
 * fresh it is. Nothing here is held back while offline and sent later: asking offline fails at once.
 */

/** How fresh an answer is. */
export type DataFreshness = {
  /** Milliseconds since the epoch when the service said it, as far as caches on the way tell. */
  readonly saidAt: number
  readonly from: 'service' | 'cache'
  /** Why the gateway could not get a newer one. */
  readonly staleBecause: Refusal | undefined
}

/** Chains and tokens. Changes only when the service's list does. */
export function chainsQuery(client: Client) {
  return queryOptions({ ...chainsOptions(client), select: catalogOf })
}

/** The chain list in the service's own words. */
export function chainRecordsQuery(client: Client) {
  return queryOptions({ ...chainsOptions(client), select: recordsOf })
}

export function chainsFreshness(client: Client) {
  return queryOptions({ ...chainsOptions(client), select: freshnessOf })
}

/** How many entries of the chain list make no sense and are left out. */
export function chainsLeftOut(client: Client) {
  return queryOptions({ ...chainsOptions(client), select: leftOutOf })
}

/** The pools of a network by its name. Records that did not change stay the same objects. */
export function poolsQuery(client: Client, network: string) {
  return queryOptions({ ...poolsOptions(client, network), select: poolsOf })
}

export function poolsFreshness(client: Client, network: string) {
  return queryOptions({ ...poolsOptions(client, network), select: freshnessOf })
}

/** The pools of a network with everything known of their answer: for whoever shows both, and how old they are. */
export function poolsAnswer(client: Client, network: string) {
  return poolsOptions(client, network)
}

/** The service's price for a swap; `undefined` asks nothing. A new request replaces the one before it. */
export function quoteQuery(client: Client, request: SwapRequest | undefined) {
  return queryOptions<ServiceResponse<SwapAnswer>, ServiceError>({
    queryKey: ['quote', client.base, request],
    queryFn: request ? async ({ signal }) => valueOrThrow(await client.swap(request, signal)) : skipToken,
    refetchInterval: 20_000,
    staleTime: 30_000,
    gcTime: 60_000,
    ...postOptions,
  })
}

/** A deposit, asked for once. */
export function addLiquidityMutation(client: Client) {
  return mutationOptions<ServiceResponse<AddLiquidityAnswer>, ServiceError, AddLiquidityRequest>({
    mutationKey: ['add liquidity', client.base],
    mutationFn: async (request) => valueOrThrow(await client.addLiquidity(request)),
    gcTime: 0,
    ...postOptions,
  })
}

/** What a POST asks for is never asked again by itself. */
const postOptions = { retry: false, networkMode: 'always' } as const

const listOptions = {
  networkMode: 'always',
  // The client hands out the very same value as long as nothing changed; comparing again would cost more than it saves.
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
    refetchInterval: 30_000,
    retry: (failures, error) => failures < 2 && error instanceof ServiceError && isTransient(error.refusal),
    ...listOptions,
  })
}

function poolsOptions(client: Client, network: string) {
  return queryOptions<ServiceResponse<PoolsAnswer>, ServiceError>({
    queryKey: ['pools', client.base, network],
    queryFn: (context) =>
      fetchWithCached(
        context,
        () => client.readCached.pools(network),
        (signal) => client.pools(network, signal),
      ),
    refetchInterval: minInterval,
    // The next poll is the second try.
    retry: false,
    ...listOptions,
  })
}

/** Asks the service; until it answers for the first time, what an earlier visit heard is shown with its age. */
async function fetchWithCached<Value>(
  { client: cache, queryKey, signal }: QueryFunctionContext,
  recall: () => Promise<ServiceResponse<Value> | undefined>,
  ask: (signal: AbortSignal) => Promise<ServiceResult<Value>>,
): Promise<ServiceResponse<Value>> {
  const shown = cache.getQueryData(queryKey) === undefined ? recall().then(show) : undefined
  const outcome = await ask(signal)
  // What was kept is shown before the refusal is told: the other way round it would hide the refusal.
  if (outcome.is === 'refused') await shown
  return valueOrThrow(outcome)

  function show(kept: ServiceResponse<Value> | undefined) {
    if (kept && !signal.aborted && cache.getQueryData(queryKey) === undefined)
      cache.setQueryData(queryKey, kept, { updatedAt: kept.receivedAt })
  }
}

function valueOrThrow<Value>(outcome: ServiceResult<Value>): ServiceResponse<Value> {
  if (outcome.is === 'refused') throw new ServiceError(outcome.refusal)
  return outcome.answer
}

function catalogOf({ value }: ServiceResponse<ChainList>): Catalog {
  return value.catalog
}

function recordsOf({ value }: ServiceResponse<ChainList>): readonly ChainRecord[] {
  return value.records
}

function leftOutOf({ deviations }: ServiceResponse<ChainList>): number {
  return countDropped(deviations)
}

function poolsOf({ value }: ServiceResponse<PoolsAnswer>): PoolsAnswer {
  return value
}

function freshnessOf({ receivedAt, age, from, staleBecause }: ServiceResponse<unknown>): DataFreshness {
  return { saidAt: receivedAt - age, from, staleBecause }
}
