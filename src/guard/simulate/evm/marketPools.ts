import { encodeFunctionData, getAddress, parseAbi, prepareEncodeFunctionData } from 'viem'
import { type PoolTerms, readFactory, readPoolIn, readPoolPrice } from '../../../chain/position'
import { type RpcPort, readWord } from '../../../chain/rpc'
import type { MarketPool } from '../../checkInputs'
import { zeroAddress } from '../../decode/evm/address'
import { readTogether } from './simulationContract'
import { balanceRead, type StateRead } from './trackedAccounts'

/**
 * Two tokens that are swapped for each other, those through which a way of two pools may lead, and the position manager
 * whose factory knows the pools.
 */
export type MarketPair = {
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

/**
 * The pools of a pair at the factory that the deployment's position manager names, and those of both with a token
 * between them, regardless of the service's route: the chain's own price. None where a node cannot read them.
 */
export async function readMarketPools(pair: MarketPair, account: string, ask: RpcPort): Promise<readonly MarketPool[]> {
  const { manager, sold, bought, through } = pair
  const read = (reads: readonly StateRead[]) => readTogether(reads, account, ask)
  const legs = [
    [sold, bought] as const,
    ...through.flatMap((token) => [[sold, token] as const, [token, bought] as const]),
  ]
  const asked = legs.flatMap(([takes, pays]) => customaryFees.map((feePpm) => ({ takes, pays, feePpm })))
  try {
    const [factory] = await read([{ to: manager, data: factoryOf }])
    if (!factory) return []
    const found = await read(
      asked.map(({ takes, pays, feePpm }) => ({
        to: addressOf(factory),
        data: encodeFunctionData({ ...getPool, args: [getAddress(takes), getAddress(pays), feePpm] }),
      })),
    )
    const pools = asked.flatMap((pool, index) => (found[index] ? [{ ...pool, at: addressOf(found[index]) }] : []))
    const answers = await read(pools.flatMap(priceReads))
    return pools.flatMap(({ at: _, ...pool }, index) => {
      const [sqrtPriceX96, liquidity, held, taken = 0n] = answers.slice(4 * index, 4 * index + 4)
      return sqrtPriceX96 && liquidity && held ? [{ ...pool, sqrtPriceX96, liquidity, held, taken }] : []
    })
  } catch {
    // A node without state overrides, or another kind of factory: there is no second source.
    return []
  }
}

type PoolPlace = Pick<MarketPool, 'takes' | 'pays'> & { readonly at: string }

function priceReads({ takes, pays, at }: PoolPlace): readonly StateRead[] {
  return [{ to: at, data: price }, { to: at, data: liquidityOf }, balanceRead(pays, at), balanceRead(takes, at)]
}

const factoryOf = encodeFunctionData({ abi, functionName: 'factory' })
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
