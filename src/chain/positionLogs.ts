import { getAddress, pad, parseAbi, toEventSelector, toHex } from 'viem'
import type { PositionEvent } from '../domain/liquidity/positionAccount'
import { eventsIn } from './logs'
import { readPoolPrice } from './position'
import { memberOf, quantity, type RpcPort } from './rpc'

const abi = parseAbi([
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)',
])
const names = { IncreaseLiquidity: 'increase', DecreaseLiquidity: 'decrease', Collect: 'collect' } as const

/** All events of a position, the oldest first. Rejects when the node does not return them. */
export async function readPositionLogs(
  ask: RpcPort,
  { manager, pool, id }: { readonly manager: string; readonly pool: string | undefined; readonly id: bigint },
): Promise<readonly PositionEvent[]> {
  const address = getAddress(manager)
  const topics = [abi.map(toEventSelector), pad(toHex(id))]
  const logs = await ask('eth_getLogs', [{ address, topics, fromBlock: '0x0', toBlock: 'latest' }])
  const events = eventsIn(abi, logs).map(({ eventName, args, blockNumber, logIndex, transactionHash }) => ({
    does: names[eventName],
    liquidity: 'liquidity' in args ? args.liquidity : 0n,
    amount0: args.amount0,
    amount1: args.amount1,
    block: blockNumber,
    logIndex,
    hash: transactionHash,
  }))
  const blocks = [...new Set(events.map(({ block }) => block))].slice(0, maxBlocks)
  const stands = new Map(
    await Promise.all(blocks.map(async (block) => [block, await blockOf(ask, pool, block)] as const)),
  )
  return events
    .map((event) => ({ ...event, ...(stands.get(event.block) ?? unknown) }))
    .toSorted((a, b) => (a.block === b.block ? a.logIndex - b.logIndex : a.block < b.block ? -1 : 1))
}

/** The most blocks that are read; later events have no time and no price. */
const maxBlocks = 60
const unknown = { at: undefined, sqrtPriceX96: undefined }

/** The time of a block and the pool's price at its end, as far as the node has them. */
async function blockOf(ask: RpcPort, pool: string | undefined, block: bigint) {
  const at = toHex(block)
  const time = ask('eth_getBlockByNumber', [at, false]).then(
    (found) => Number(quantity(memberOf(found, 'timestamp'))) * 1000,
    () => undefined,
  )
  const price = pool === undefined ? undefined : readPoolPrice(ask, pool, at)
  return { at: await time, sqrtPriceX96: await price }
}
