import { expect, test } from 'vitest'
import { readPoolLogs } from './poolLogs'
import type { RpcPort } from './rpc'

const pool = '0x9000000000000000000000000000000000000009'
const swap = '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'
const mint = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'
const collect = '0x70935338e69775456a85ddef226c395fb668b63fa0115f5f20610b388e6ca9c0'
const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')

/** A swap has two indexed members, the others three. */
const log = (topic: string, block: number, logIndex: number, words: readonly bigint[]) => ({
  address: pool,
  topics: [topic, ...Array(topic === swap ? 2 : 3).fill(`0x${word(0n)}`)],
  data: `0x${words.map(word).join('')}`,
  blockNumber: `0x${block.toString(16)}`,
  logIndex: `0x${logIndex.toString(16)}`,
  transactionHash: `0x${'a'.repeat(64)}`,
})

test('swaps, deposits and payouts of a pool are read from its logs, the newest first, each with its time', async () => {
  const ask: RpcPort = async (method, params) => {
    if (method === 'eth_blockNumber') return '0x64'
    if (method === 'eth_getBlockByNumber') return { timestamp: params[0] === '0x0' ? '0x0' : '0x3e8' }
    return [
      log(mint, 10, 0, [1n, 5n, 100n, 200n]),
      log(swap, 50, 2, [-7n, 9n, 2n ** 96n, 5n, 0n]),
      log(collect, 50, 3, [1n, 11n, 12n]),
      log(swap, 60, 0, []),
    ]
  }
  const { events, from } = await readPoolLogs(ask, pool)
  expect(from).toBe(0n)
  expect(events).toMatchObject([
    { does: 'collect', amount0: -11n, amount1: -12n, at: 500_000 },
    { does: 'swap', amount0: -7n, amount1: 9n, sqrtPriceX96: 2n ** 96n, at: 500_000 },
    { does: 'mint', amount0: 100n, amount1: 200n, at: 100_000 },
  ])
})

test('a node that allows fewer blocks per request gets smaller requests, and earlier blocks follow on demand', async () => {
  const asked: unknown[] = []
  const ask: RpcPort = async (method, params) => {
    if (method === 'eth_blockNumber') return '0x989680'
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x1' }
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    asked.push(Number(toBlock) - Number(fromBlock))
    if (Number(toBlock) - Number(fromBlock) > 1_000) throw new Error('block range too wide')
    return []
  }
  const { from } = await readPoolLogs(ask, pool)
  expect(asked).toEqual([20_000, 2_000, 200])
  expect((await readPoolLogs(ask, pool, from)).from).toBe(from - 201n)
  await expect(readPoolLogs(() => Promise.reject(new Error('no logs')), pool)).rejects.toThrow('no logs')
})
