import { type Address, toEventSelector } from 'viem'
import { createMutex } from '../engine/lock'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { AssetPrices } from '../prices'
import { type Cursor, type EventLog, readNewLogs, signed } from './eventLogs'
import { type ManagerPosition, readManagerPosition } from './position'
import type { PoolRegistry, RegisteredPool } from './registry'
import { type PoolState, readPoolState } from './state'
import { type QuarterHour, recordSwap } from './trades'

/** Indexes the pools of a chain from its event logs. Each update reads only new events. */
export type PoolIndexer = { readonly update: () => Promise<readonly IndexedPool[]> }

export type IndexedPool = {
  readonly key: RegisteredPool
  readonly state: PoolState
  /** Initialised ticks with `liquidityNet`, the liquidity that is added when the price rises through them. */
  readonly ticks: ReadonlyMap<number, TickTotals>
  readonly quarters: readonly QuarterHour[]
  readonly positions: readonly ManagerPosition[]
}

export type TickTotals = { readonly net: bigint; readonly gross: bigint }

type PoolHistory = {
  readonly key: RegisteredPool
  readonly ticks: Map<number, TickTotals>
  readonly quarters: QuarterHour[]
}

export function createPoolIndexer(
  evm: LocalEvmExchange,
  registry: PoolRegistry,
  prices: () => AssetPrices,
): PoolIndexer {
  const cursor: Cursor = { next: 0n }
  const exclusive = createMutex()
  const histories = new Map<Address, PoolHistory>()
  const states = new Map<Address, PoolState>()
  const positions = new Map<bigint, ManagerPosition>()
  /**
   * Changed pools and positions that have yet to be read again; when the chain does not answer, the next update reads
   * them.
   */
  const changed = { pools: new Set<Address>(), positions: new Set<bigint>() }
  const filters = [
    { topics: [[topics.swap, topics.mint, topics.burn, topics.initialize]] },
    { address: evm.contracts.positionManager, topics: [positionTopics] },
  ]

  async function update(): Promise<readonly IndexedPool[]> {
    const { head, found } = await readNewLogs(evm.chain, cursor, filters)
    const [events = [], moves = []] = found
    for (const key of await registry.pools()) {
      if (!histories.has(key.address)) histories.set(key.address, { key, ticks: new Map(), quarters: [] })
    }
    const known = events.filter(({ address }) => histories.has(address))
    for (const event of known) {
      applyEvent(histories.get(event.address)!, event, prices())
      changed.pools.add(event.address)
    }
    for (const move of moves) changed.positions.add(positionId(move))
    await Promise.all([readStates(head), readPositions(head)])
    return indexedPools()
  }

  /** Reads at the block of the last event, so that all figures of a pool are from one block. */
  async function readStates(block: bigint) {
    await Promise.all(
      [...changed.pools].map(async (address) => {
        const { key, ticks } = histories.get(address)!
        states.set(address, await readPoolState(evm, key, ticks.keys(), block))
        changed.pools.delete(address)
      }),
    )
  }

  async function readPositions(block: bigint) {
    await Promise.all(
      [...changed.positions].map(async (id) => {
        const position = await readManagerPosition(evm, id, block)
        if (position) positions.set(id, position)
        else positions.delete(id)
        changed.positions.delete(id)
      }),
    )
  }

  function indexedPools(): readonly IndexedPool[] {
    return [...histories.values()].flatMap(({ key, ticks, quarters }) => {
      const state = states.get(key.address)
      // A pool that was created but never initialised with a price is left out.
      if (!state || state.sqrtPriceX96 === 0n) return []
      const own = [...positions.values()].filter((position) => isIn(position, key))
      return [{ key, state, ticks, quarters, positions: own }]
    })
  }

  return { update: () => exclusive(update) }
}

/** Applies one event to the pool's history. */
function applyEvent(
  { key, ticks, quarters }: PoolHistory,
  { topics: [name, ...indexed], words, time }: EventLog,
  prices: AssetPrices,
): void {
  if (name === topics.swap) {
    const [amount0, amount1, sqrtPriceX96 = 0n] = words
    recordSwap(quarters, key, { time, amount0: signed(amount0), amount1: signed(amount1), sqrtPriceX96 }, prices)
    return
  }
  if (name === topics.initialize) return
  // The data of Mint begins with the sender; that of Burn begins with the amount.
  const amount = (name === topics.mint ? words[1] : -(words[0] ?? 0n)) ?? 0n
  const [, lower, upper] = indexed
  adjust(ticks, Number(signed(lower)), { net: amount, gross: amount })
  adjust(ticks, Number(signed(upper)), { net: -amount, gross: amount })
}

function adjust(ticks: Map<number, TickTotals>, tick: number, by: TickTotals): void {
  const { net, gross } = ticks.get(tick) ?? { net: 0n, gross: 0n }
  if (gross + by.gross === 0n) ticks.delete(tick)
  else ticks.set(tick, { net: net + by.net, gross: gross + by.gross })
}

/** Transfer events index two addresses before the position's id. */
function positionId({ topics: [name, ...indexed] }: EventLog): bigint {
  return BigInt((name === topics.transfer ? indexed[2] : indexed[0]) ?? 0n)
}

function isIn({ token0, token1, fee, liquidity, owed }: ManagerPosition, key: RegisteredPool): boolean {
  if (liquidity === 0n && owed[0] === 0n && owed[1] === 0n) return false
  return fee === key.fee && token0 === key.token0.address && token1 === key.token1.address
}

const topics = {
  initialize: toEventSelector('Initialize(uint160,int24)'),
  swap: toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)'),
  mint: toEventSelector('Mint(address,address,int24,int24,uint128,uint256,uint256)'),
  burn: toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256)'),
  transfer: toEventSelector('Transfer(address,address,uint256)'),
} as const

const positionTopics = [
  topics.transfer,
  toEventSelector('IncreaseLiquidity(uint256,uint128,uint256,uint256)'),
  toEventSelector('DecreaseLiquidity(uint256,uint128,uint256,uint256)'),
  toEventSelector('Collect(uint256,address,uint256,uint256)'),
]
