import { getAddress, pad, toHex } from 'viem'
import type { PositionEvent } from '../domain/liquidity/positionAccount'
import { listOf, memberOf, quantity, type RpcPort, readWord } from './rpc'

/*
 * The events of a position, whose id is the first topic: `IncreaseLiquidity(uint256 indexed, uint128, uint256,
 * uint256)`, the same for `DecreaseLiquidity`, and `Collect(uint256 indexed, address, uint256, uint256)`.
 */
const topics = {
  '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f': 'increase',
  '0x26f6a048ee9138f2c0ce266f322cb99228e8d619ae2bff30c67f8dcf9d2377b4': 'decrease',
  '0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01': 'collect',
} as const

const slot0 = '0x3850c7bd'
const globalState = '0xe76c01e4'

/** All events of a position, the oldest first. Rejects when the node does not return them. */
export async function readPositionLogs(
  ask: RpcPort,
  { manager, pool, id }: { readonly manager: string; readonly pool: string | undefined; readonly id: bigint },
): Promise<readonly PositionEvent[]> {
  const address = getAddress(manager)
  const logs = listOf(
    await ask('eth_getLogs', [
      {
        address,
        topics: [Object.keys(topics), pad(toHex(id))],
        fromBlock: '0x0',
        toBlock: 'latest',
      },
    ]),
  )
  const events = logs.flatMap((log) => eventIn(log) ?? [])
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

function eventIn(log: unknown): Omit<PositionEvent, 'at' | 'sqrtPriceX96'> | undefined {
  const does = doesIn(String(listOf(memberOf(log, 'topics'))[0]).toLowerCase())
  const data = memberOf(log, 'data')
  if (!does || typeof data !== 'string' || !/^0x(?:[0-9a-f]{64}){3}$/i.test(data)) return undefined
  const at = (index: number) => BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
  return {
    does,
    // The first word of a Collect event is the recipient.
    liquidity: does === 'collect' ? 0n : at(0),
    amount0: at(1),
    amount1: at(2),
    block: quantity(memberOf(log, 'blockNumber')),
    logIndex: Number(quantity(memberOf(log, 'logIndex'))),
    hash: String(memberOf(log, 'transactionHash')),
  }
}

function doesIn(topic: string): PositionEvent['does'] | undefined {
  return Object.entries(topics).find(([known]) => known === topic)?.[1]
}

/** The time of a block and the pool's price at its end, as far as the node has them. */
async function blockOf(ask: RpcPort, pool: string | undefined, block: bigint) {
  const at = toHex(block)
  const time = ask('eth_getBlockByNumber', [at, false]).then(
    (found) => Number(quantity(memberOf(found, 'timestamp'))) * 1000,
    () => undefined,
  )
  const price = pool === undefined ? undefined : priceAt(ask, pool, at)
  return { at: await time, sqrtPriceX96: await price }
}

async function priceAt(ask: RpcPort, to: string, block: string): Promise<bigint | undefined> {
  for (const data of [slot0, globalState]) {
    const price = await readWord(ask, { to, data }, block)
    if (price) return price
  }
  return undefined
}
