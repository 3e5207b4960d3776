import { expect, test } from 'vitest'
import { readPositionLogs } from './positionLogs'
import type { RpcPort } from './rpc'

const manager = '0x8000000000000000000000000000000000000008'
const pool = '0x9000000000000000000000000000000000000009'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const increase = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
const collect = '0x40d0efd1a53d60ecbf40971b9daf7dc90178c3aadc7aab1765632738fa8b8f01'

const log = (topic: string, block: bigint, logIndex: number, words: readonly bigint[]) => ({
  address: manager,
  topics: [topic, `0x${word(46n)}`],
  data: `0x${words.map(word).join('')}`,
  blockNumber: `0x${block.toString(16)}`,
  logIndex: `0x${logIndex.toString(16)}`,
  transactionHash: `0x${'a'.repeat(64)}`,
})

test('the logs of a position are read in order, with time and price of each block as far as the node has them', async () => {
  const asked: unknown[] = []
  const ask: RpcPort = async (method, params) => {
    asked.push([method, params[0]])
    if (method === 'eth_getLogs')
      return [log(collect, 9n, 3, [7n, 8n, 9n]), log(increase, 5n, 1, [100n, 10n, 20n]), log(increase, 9n, 2, [1n])]
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x64' }
    if (params[1] === '0x9') throw new Error('missing trie node')
    return `0x${word(2n ** 96n)}`
  }
  const events = await readPositionLogs(ask, { manager, pool, id: 46n })
  expect(events).toEqual([
    expect.objectContaining({ does: 'increase', liquidity: 100n, amount0: 10n, amount1: 20n, sqrtPriceX96: 2n ** 96n }),
    expect.objectContaining({ does: 'collect', liquidity: 0n, amount0: 8n, amount1: 9n, sqrtPriceX96: undefined }),
  ])
  expect(events.map(({ at }) => at)).toEqual([100_000, 100_000])
  expect(asked[0]).toEqual([
    'eth_getLogs',
    expect.objectContaining({ topics: [expect.arrayContaining([increase, collect]), `0x${word(46n)}`] }),
  ])
})

test('a node without old logs is an error, never an empty history', async () => {
  const ask: RpcPort = () => Promise.reject(new Error('query exceeds max block range'))
  await expect(readPositionLogs(ask, { manager, pool, id: 46n })).rejects.toThrow('block range')
})
