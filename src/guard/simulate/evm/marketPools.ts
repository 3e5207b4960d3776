import { encodeFunctionData, getAddress, parseAbi, prepareEncodeFunctionData } from 'viem'
import { type PoolTerms, readFactory, readPoolIn, readPoolPrice } from '../../../chain/position'
import { type RpcPort, readWord } from '../../../chain/rpc'
import { BoundedMap } from '../../boundedMap'
import type { MarketPool } from '../../checkInputs'
import { zeroAddress } from '../../decode/evm/address'
import { maxReads, readTogether } from './simulationContract'
import { balanceRead, type StateRead } from './trackedAccounts'

/**
 * Two tokens that are swapped for each other, those through which a way of two pools may lead, and the position manager
 * whose factory knows the pools.
 */
export type MarketPair = {
  readonly chainId: number
  readonly manager: string
  readonly sold: string
  readonly bought: string
  readonly through: readonly string[]
}

const abi = parseAbi([
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96)',
  'function liquidity() view returns (uint128)',
])

type FoundPool = Pick<MarketPool, 'takes' | 'pays' | 'feePpm'> & { readonly at: string }
type FoundPools = { readonly factory: bigint; readonly pools: readonly (bigint | undefined)[] }

/**
 * Where the pools of a pair were found before. Only a guess, with which all can be asked in one request: factory and pools
 * are read again in it, and where either is another one they are looked for again.
 */
const foundBefore = new BoundedMap<FoundPools>(32)

/**
 * The pools of a pair at the factory that the deployment's position manager names, and those of both with a token
 * between them, regardless of the service's route: the chain's own price. None where a node cannot read them.
 */
export async function readMarketPools(pair: MarketPair, account: string, ask: RpcPort): Promise<readonly MarketPool[]> {
  const { chainId, manager, sold, bought, through } = pair
  const read = (reads: readonly StateRead[]) => readTogether(reads, account, ask)
  const legs = [
    [sold, bought] as const,
    ...through.flatMap((token) => [[sold, token] as const, [token, bought] as const]),
  ]
  const asked = legs.flatMap(([takes, pays]) => customaryFees.map((fee) => ({ takes, pays, fee })))
  const factoryRead = { to: manager, data: encodeFunctionData({ abi, functionName: 'factory' }) }
  const poolReads = (factory: bigint) =>
    asked.map(({ takes, pays, fee }) => ({
      to: addressOf(factory),
      data: encodeFunctionData({ ...getPool, args: [getAddress(takes), getAddress(pays), fee] }),
    }))
  const existing = (found: readonly (bigint | undefined)[]): readonly FoundPool[] =>
    asked.flatMap(({ takes, pays, fee }, index) => {
      const pool = found[index]
      return pool ? [{ takes, pays, feePpm: fee, at: addressOf(pool) }] : []
    })
  const joinedReads = ({ factory, pools }: FoundPools) => [
    factoryRead,
    ...poolReads(factory),
    ...existing(pools).flatMap(priceReads),
  ]
  /** `undefined` unless factory and pools are those of before. */
  const pricesAt = async (before: FoundPools): Promise<readonly MarketPool[] | undefined> => {
    const [factory, ...answers] = await read(joinedReads(before))
    const isSame = factory === before.factory && before.pools.every((pool, index) => answers[index] === pool)
    return isSame ? priced(existing(before.pools), answers.slice(asked.length)) : undefined
  }
  try {
    const key = [chainId, manager, sold, bought, ...through].join()
    const before = foundBefore.get(key)
    const again = before && (await pricesAt(before).catch(() => 'failed' as const))
    if (again && again !== 'failed') return again
    foundBefore.delete(key)
    const [factory] = await read([factoryRead])
    if (!factory) return []
    const found = await read(poolReads(factory))
    const pools = existing(found)
    const answers = await read(pools.flatMap(priceReads))
    // Not where all in one request just failed, nor where all are more than one request holds.
    const isOneRequest = again !== 'failed' && joinedReads({ factory, pools: found }).length <= maxReads
    if (isOneRequest) foundBefore.set(key, { factory, pools: found })
    return priced(pools, answers)
  } catch {
    // A node without state overrides, or another kind of factory: there is no second source.
    return []
  }
}

function priceReads({ takes, pays, at }: FoundPool): readonly StateRead[] {
  return [{ to: at, data: price }, { to: at, data: liquidityOf }, balanceRead(pays, at), balanceRead(takes, at)]
}

function priced(pools: readonly FoundPool[], answers: readonly (bigint | undefined)[]): readonly MarketPool[] {
  return pools.flatMap(({ at: _, ...pool }, index) => {
    const [sqrtPriceX96, liquidity, held, taken = 0n] = answers.slice(4 * index, 4 * index + 4)
    return sqrtPriceX96 && liquidity && held ? [{ ...pool, sqrtPriceX96, liquidity, held, taken }] : []
  })
}

const liquidityOf = encodeFunctionData({ abi, functionName: 'liquidity' })
const price = encodeFunctionData({ abi, functionName: 'slot0' })
const getPool = prepareEncodeFunctionData({ abi, functionName: 'getPool' })

function addressOf(word: bigint): string {
  return getAddress(`0x${word.toString(16).padStart(40, '0').slice(-40)}`)
}

/** The usual fee tiers, which distinguish pools of one pair, in millionths. */
const customaryFees = [100, 500, 2_500, 3_000, 10_000]

/**
 * The pool in which a manager keeps positions of a pair and fee, its price, and the prices of other pools of the pair.
 * Rejects when the node does not answer; pools that do not answer are left out.
 */
export async function readPoolsOf(ask: RpcPort, manager: string, pair: PoolTerms) {
  const factory = await readFactory(ask, manager)
  const poolAt = async (feePpm: number) =>
    factory === undefined ? undefined : readPoolIn(ask, factory, { ...pair, feePpm })
  const fees = pair.feePpm === 0 ? [] : customaryFees.filter((fee) => fee !== pair.feePpm)
  const [pool, ...alike] = await Promise.all([pair.feePpm, ...fees].map(poolAt))
  const [own, ...others] = await Promise.all([priceAt(ask, pool), ...alike.map((other) => priceAt(ask, other, true))])
  return { pool, poolPrices: { own, others: others.filter((price) => price !== undefined) } }
}

/** A pool without liquidity has a meaningless price. */
async function priceAt(ask: RpcPort, to: string | undefined, isLiquid = false): Promise<bigint | undefined> {
  if (to === undefined || getAddress(to) === zeroAddress) return undefined
  const [price, liquidity] = await Promise.all([
    readPoolPrice(ask, to),
    isLiquid ? readWord(ask, { to, data: liquidityOf }) : 1n,
  ])
  return liquidity ? price : undefined
}
