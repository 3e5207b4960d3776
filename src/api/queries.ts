import { mutationOptions, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query'
import type { Catalog } from '../protocol/catalog'
import { droppedOf } from '../protocol/deviation'
import type {
  AddLiquidityAnswer,
  AddLiquidityRequest,
  ChainRecord,
  PoolsAnswer,
  SwapAnswer,
  SwapRequest,
} from '../protocol/messages'
import { mayPass } from '../protocol/refusal'
import type { ChainList, Client } from './client'
import { type Answer, type Outcome, Refused } from './serviceResult'
import { leastInterval } from './sharedRequest'

/*
 * Everything a screen may ask the service, as options for `useQuery` and `useMutation`. Several options of one key
 * share one request and one cache entry, and show different sides of it: `chainsQuery` the catalog, `chainsAge` how
 * fresh it is. Nothing here is held back while offline and sent later: asking offline fails at once.
 */

/** How fresh an answer is. */
export type Freshness = {
  /** Milliseconds since the epoch when the service said it, as far as caches on the way tell. */
  readonly saidAt: number
  readonly from: 'service' | 'shelf'
}

/** Chains and tokens. Changes only when the service's list does. */
export function chainsQuery(client: Client) {
  return queryOptions({ ...chainsAsked(client), select: catalogOf })
}

/** The chain list in the service's own words. */
export function chainRecordsQuery(client: Client) {
  return queryOptions({ ...chainsAsked(client), select: recordsOf })
}

export function chainsFreshness(client: Client) {
  return queryOptions({ ...chainsAsked(client), select: freshnessOf })
}

/** How many entries of the chain list make no sense and are left out. */
export function chainsLeftOut(client: Client) {
  return queryOptions({ ...chainsAsked(client), select: leftOutOf })
}

/** The pools of a network by its name. Records that did not change stay the same objects. */
export function poolsQuery(client: Client, network: string) {
  return queryOptions({ ...poolsAsked(client, network), select: poolsOf })
}

export function poolsFreshness(client: Client, network: string) {
  return queryOptions({ ...poolsAsked(client, network), select: freshnessOf })
}

/** The pools of a network with everything known of their answer: for whoever shows both, and how old they are. */
export function poolsAnswer(client: Client, network: string) {
  return poolsAsked(client, network)
}

/** The service's price for a swap; `undefined` asks nothing. A new request replaces the one before it. */
export function quoteQuery(client: Client, request: SwapRequest | undefined) {
  return queryOptions<Answer<SwapAnswer>, Refused>({
    queryKey: ['quote', client.base, request],
    queryFn: request ? async ({ signal }) => answered(await client.swap(request, signal)) : skipToken,
    refetchInterval: 20_000,
    staleTime: 30_000,
    gcTime: 60_000,
    ...deed,
  })
}

/** A deposit, asked for once. */
export function addLiquidityMutation(client: Client) {
  return mutationOptions<Answer<AddLiquidityAnswer>, Refused, AddLiquidityRequest>({
    mutationKey: ['add liquidity', client.base],
    mutationFn: async (request) => answered(await client.addLiquidity(request)),
    gcTime: 0,
    ...deed,
  })
}

/** What a POST asks for is never asked again by itself. */
const deed = { retry: false, networkMode: 'always' } as const

const listed = {
  networkMode: 'always',
  // The client hands out the very same value as long as nothing changed; comparing again would cost more than it saves.
  structuralSharing: false,
  staleTime: leastInterval,
  gcTime: 10 * 60_000,
  retryDelay: (failures: number, { refusal }: Refused) =>
    Math.max(refusal.retryAfter ?? 0, 1_000 * 2 ** failures * (0.5 + Math.random() / 2)),
} as const

function chainsAsked(client: Client) {
  return queryOptions<Answer<ChainList>, Refused>({
    queryKey: ['chains', client.base],
    queryFn: (context) => asked(context, client.recall.chains, client.chains),
    refetchInterval: 30_000,
    retry: (failures, error) => failures < 2 && error instanceof Refused && mayPass(error.refusal),
    ...listed,
  })
}

function poolsAsked(client: Client, network: string) {
  return queryOptions<Answer<PoolsAnswer>, Refused>({
    queryKey: ['pools', client.base, network],
    queryFn: (context) =>
      asked(
        context,
        () => client.recall.pools(network),
        (signal) => client.pools(network, signal),
      ),
    refetchInterval: leastInterval,
    // The next poll is the second try.
    retry: false,
    ...listed,
  })
}

/** Asks the service; until it answers for the first time, what an earlier visit heard is shown with its age. */
async function asked<Value>(
  { client: cache, queryKey, signal }: QueryFunctionContext,
  recall: () => Promise<Answer<Value> | undefined>,
  ask: (signal: AbortSignal) => Promise<Outcome<Value>>,
): Promise<Answer<Value>> {
  const shown = cache.getQueryData(queryKey) === undefined ? recall().then(show) : undefined
  const outcome = await ask(signal)
  // What was kept is shown before the refusal is told: the other way round it would hide the refusal.
  if (outcome.is === 'refused') await shown
  return answered(outcome)

  function show(kept: Answer<Value> | undefined) {
    if (kept && !signal.aborted && cache.getQueryData(queryKey) === undefined)
      cache.setQueryData(queryKey, kept, { updatedAt: kept.receivedAt })
  }
}

function answered<Value>(outcome: Outcome<Value>): Answer<Value> {
  if (outcome.is === 'refused') throw new Refused(outcome.refusal)
  return outcome.answer
}

function catalogOf({ value }: Answer<ChainList>): Catalog {
  return value.catalog
}

function recordsOf({ value }: Answer<ChainList>): readonly ChainRecord[] {
  return value.records
}

function leftOutOf({ deviations }: Answer<ChainList>): number {
  return droppedOf(deviations)
}

function poolsOf({ value }: Answer<PoolsAnswer>): PoolsAnswer {
  return value
}

function freshnessOf({ receivedAt, age, from }: Answer<unknown>): Freshness {
  return { saidAt: receivedAt - age, from }
}
