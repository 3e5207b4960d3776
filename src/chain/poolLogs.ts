import { parseAbi, toEventSelector, toHex } from 'viem'
import { eventsIn } from './logs'
import { memberOf, quantity, type RpcPort } from './rpc'

/** The events of a pool, from its own logs. Amounts are from the pool's side: payments into it are positive. */
export type PoolEvent = Omit<Undated, 'at'> & {
  /** Milliseconds since the epoch; between two blocks whose times are known it is estimated. */
  readonly at: number
}

export type PoolLogs = {
  /** The newest first. */
  readonly events: readonly PoolEvent[]
  /** The first block that was read; earlier ones may hold more. */
  readonly from: bigint
}

/** The events of Uniswap v3 pools, which Algebra pools emit as well. */
const abi = parseAbi([
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Collect(address indexed owner, address recipient, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount0, uint128 amount1)',
])
const names = { Swap: 'swap', Mint: 'mint', Burn: 'burn', Collect: 'collect' } as const

/** The number of blocks per request; nodes that allow fewer get smaller requests. */
const spans = [20_000n, 2_000n, 200n]

/** The latest events of a pool, and those before a block when `before` is given. Rejects when no node has logs. */
export async function readPoolLogs(ask: RpcPort, pool: string, before?: bigint): Promise<PoolLogs> {
  const last = before === undefined ? quantity(await ask('eth_blockNumber', [])) : before - 1n
  let failure: unknown
  for (const span of spans) {
    const from = last > span ? last - span : 0n
    try {
      const range = { fromBlock: toHex(from), toBlock: toHex(last) }
      const logs = await ask('eth_getLogs', [{ address: pool, topics: [abi.map(toEventSelector)], ...range }])
      return { events: await dated(ask, eventsIn(abi, logs).map(undated), from, last), from }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function dated(
  ask: RpcPort,
  read: readonly Undated[],
  from: bigint,
  last: bigint,
): Promise<readonly PoolEvent[]> {
  const isDated = read.every(({ at }) => at !== undefined)
  const timeOf = isDated || read.length === 0 ? undefined : await clockOf(ask, from, last)
  return read
    .map((event) => ({ ...event, at: event.at ?? timeOf?.(event.block) ?? 0 }))
    .toSorted((a, b) => (a.block === b.block ? b.logIndex - a.logIndex : a.block < b.block ? 1 : -1))
}

/** Times between the first and the last block, as if blocks came evenly. */
async function clockOf(ask: RpcPort, from: bigint, last: bigint): Promise<(block: bigint) => number> {
  const [first, end] = await Promise.all([timeOfBlock(ask, from), timeOfBlock(ask, last)])
  const count = Number(last - from) || 1
  return (block) => Math.round(first + ((end - first) * Number(block - from)) / count)
}

async function timeOfBlock(ask: RpcPort, block: bigint): Promise<number> {
  return Number(quantity(memberOf(await ask('eth_getBlockByNumber', [toHex(block), false]), 'timestamp'))) * 1_000
}

type Undated = ReturnType<typeof undated>

function undated(log: ReturnType<typeof eventsIn<typeof abi>>[number]) {
  const { eventName, args, blockNumber, blockTimestamp, logIndex, transactionHash } = log
  // Amounts that a pool pays out. A burn moves no tokens yet; collecting does.
  const sign = eventName === 'Burn' || eventName === 'Collect' ? -1n : 1n
  return {
    does: names[eventName],
    amount0: sign * args.amount0,
    amount1: sign * args.amount1,
    /** The price after a swap. */
    sqrtPriceX96: 'sqrtPriceX96' in args ? args.sqrtPriceX96 : undefined,
    block: blockNumber,
    logIndex,
    hash: transactionHash,
    at: blockTimestamp ? Number(blockTimestamp) * 1_000 : undefined,
  }
}
