import { toHex } from 'viem'
import { listOf, memberOf, quantity, type RpcPort } from './rpc'

/** The events of a pool, from its own logs. Amounts are from the pool's side: payments into it are positive. */
export type PoolEvent = {
  readonly does: 'swap' | 'mint' | 'burn' | 'collect'
  readonly amount0: bigint
  readonly amount1: bigint
  /** The price after a swap. */
  readonly sqrtPriceX96: bigint | undefined
  readonly block: bigint
  readonly logIndex: number
  readonly hash: string
  /** Milliseconds since the epoch; between two blocks whose times are known it is estimated. */
  readonly at: number
}

export type PoolLogs = {
  /** The newest first. */
  readonly events: readonly PoolEvent[]
  /** The first block that was read; earlier ones may hold more. */
  readonly from: bigint
}

/*
 * The events of Uniswap v3 pools, which Algebra pools emit as well:
 * `Swap(address, address, int256, int256, uint160, uint128, int24)`,
 * `Mint(address, address, int24, int24, uint128, uint256, uint256)`,
 * `Burn(address, int24, int24, uint128, uint256, uint256)` and
 * `Collect(address, address, int24, int24, uint128, uint128)`.
 */
const topics = {
  '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67': 'swap',
  '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde': 'mint',
  '0x0c396cd989a39f4459b5fa1aed6a9a8dcdbc45908acfd67e028cd568da98982c': 'burn',
  '0x70935338e69775456a85ddef226c395fb668b63fa0115f5f20610b388e6ca9c0': 'collect',
} as const

/** The number of blocks per request; nodes that allow fewer get smaller requests. */
const spans = [20_000n, 2_000n, 200n]

/** The latest events of a pool, and those before a block when `before` is given. Rejects when no node has logs. */
export async function readPoolLogs(ask: RpcPort, pool: string, before?: bigint): Promise<PoolLogs> {
  const last = before === undefined ? quantity(await ask('eth_blockNumber', [])) : before - 1n
  let failure: unknown
  for (const span of spans) {
    const from = last > span ? last - span : 0n
    try {
      const logs = listOf(await ask('eth_getLogs', [filterOf(pool, from, last)]))
      return { events: await dated(ask, logs, from, last), from }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function filterOf(address: string, from: bigint, to: bigint) {
  return { address, topics: [Object.keys(topics)], fromBlock: toHex(from), toBlock: toHex(to) }
}

async function dated(
  ask: RpcPort,
  logs: readonly unknown[],
  from: bigint,
  last: bigint,
): Promise<readonly PoolEvent[]> {
  const read = logs.flatMap((log) => eventIn(log) ?? [])
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

type Undated = Omit<PoolEvent, 'at'> & { readonly at: number | undefined }

function eventIn(log: unknown): Undated | undefined {
  const topic = String(listOf(memberOf(log, 'topics'))[0]).toLowerCase()
  const does = Object.entries(topics).find(([known]) => known === topic)?.[1]
  const data = memberOf(log, 'data')
  if (!does || typeof data !== 'string' || !/^0x(?:[0-9a-f]{64})+$/i.test(data)) return undefined
  const word = (index: number) => BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index) || '0'}`)
  const signed = (index: number) => BigInt.asIntN(256, word(index))
  const time = memberOf(log, 'blockTimestamp')
  return {
    does,
    ...amountsIn(does, word, signed),
    sqrtPriceX96: does === 'swap' ? word(2) : undefined,
    block: quantity(memberOf(log, 'blockNumber')),
    logIndex: Number(quantity(memberOf(log, 'logIndex'))),
    hash: String(memberOf(log, 'transactionHash')),
    at: time === undefined || time === null ? undefined : Number(quantity(time)) * 1_000,
  }
}

/** Where each event keeps its amounts. A burn moves no tokens yet; collecting does. */
function amountsIn(does: PoolEvent['does'], word: (index: number) => bigint, signed: (index: number) => bigint) {
  switch (does) {
    case 'swap':
      return { amount0: signed(0), amount1: signed(1) }
    case 'mint':
      return { amount0: word(2), amount1: word(3) }
    case 'burn':
    case 'collect':
      return { amount0: -word(1), amount1: -word(2) }
  }
}
