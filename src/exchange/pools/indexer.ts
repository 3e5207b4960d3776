import pLimit from 'p-limit'
import { type Address, type GetLogsReturnType, getAddress } from 'viem'
import type { OpenEvmExchange } from '../context'
import { poolEvents, positionEvents } from '../evm/contracts'
import type { AssetPrices } from '../prices'
import type { RegisteredPool } from './registry'
import { type ManagerPosition, type PoolState, readManagerPosition, readPoolState } from './state'
import { type QuarterHour, recordSwap } from './trades'

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

/** Indexes the pools of a chain from its event logs. Each call reads only new events. */
export function createPoolIndexer(
  evm: OpenEvmExchange,
  prices: () => AssetPrices,
): () => Promise<readonly IndexedPool[]> {
  const { client } = evm.chain
  const { positionManager } = evm.contracts
  const exclusive = pLimit(1)
  const histories = new Map<Address, PoolHistory>()
  const states = new Map<Address, PoolState>()
  const positions = new Map<bigint, ManagerPosition>()
  /**
   * Changed pools and positions that have yet to be read again; when the chain does not answer, the next update reads
   * them.
   */
  const changed = { pools: new Set<Address>(), positions: new Set<bigint>() }
  let fromBlock = 0n

  async function update(): Promise<readonly IndexedPool[]> {
    // Read before the pools, so that no event of a new pool is missed.
    const toBlock = await client.getBlockNumber()
    for (const key of await evm.pools()) {
      if (!histories.has(key.address)) histories.set(key.address, { key, ticks: new Map(), quarters: [] })
    }
    if (toBlock >= fromBlock) {
      const address = [positionManager, ...histories.keys()]
      for (const log of await client.getLogs({ address, events, strict: true, fromBlock, toBlock })) {
        const history = histories.get(getAddress(log.address))
        if (history) {
          applyEvent(history, log, prices())
          changed.pools.add(history.key.address)
        } else if ('tokenId' in log.args) changed.positions.add(log.args.tokenId)
      }
      fromBlock = toBlock + 1n
    }
    await Promise.all([readStates(toBlock), readPositions(toBlock)])
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

  return () => exclusive(update)
}

const events = [...poolEvents, ...positionEvents] as const

type ChainEvent = GetLogsReturnType<undefined, typeof events, true, bigint, bigint>[number]

/** Applies one event to the pool's history. */
function applyEvent({ key, ticks, quarters }: PoolHistory, event: ChainEvent, prices: AssetPrices): void {
  if (event.eventName === 'Swap') {
    recordSwap(quarters, key, { ...event.args, time: Number(event.blockTimestamp) }, prices)
    return
  }
  if (event.eventName !== 'Mint' && event.eventName !== 'Burn') return
  const { tickLower, tickUpper, amount } = event.args
  const added = event.eventName === 'Mint' ? amount : -amount
  adjust(ticks, tickLower, { net: added, gross: added })
  adjust(ticks, tickUpper, { net: -added, gross: added })
}

function adjust(ticks: Map<number, TickTotals>, tick: number, by: TickTotals): void {
  const { net, gross } = ticks.get(tick) ?? { net: 0n, gross: 0n }
  if (gross + by.gross === 0n) ticks.delete(tick)
  else ticks.set(tick, { net: net + by.net, gross: gross + by.gross })
}

function isIn({ token0, token1, fee, liquidity, owed }: ManagerPosition, key: RegisteredPool): boolean {
  if (liquidity === 0n && owed[0] === 0n && owed[1] === 0n) return false
  return fee === key.fee && token0 === key.token0.address && token1 === key.token1.address
}
