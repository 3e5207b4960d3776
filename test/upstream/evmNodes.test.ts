import { createPublicClient, createTestClient, type Hex, http, numberToHex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAnvil } from '../../src/exchange/engine/anvil'
import type { Provider } from '../../src/wallets/evm/connection/provider'
import { createEvmNode, type EvmNodeOptions } from '../../src/wallets/evm/node'
import { NoNodeAnswers } from '../../src/wallets/evm/rpc/sourcesInTurn'
import { receiptOf } from '../receipt'
import {
  drops,
  inTurn,
  isBehind,
  isHonest,
  limitsBatch,
  limitsRange,
  limitsResults,
  refuses,
  refusesTag,
  respondsWith,
  says,
  writesIdsAsText,
} from './nodeFaults'
import { type Fault, type NodeProxy, startNodeProxy } from './nodeProxy'

/* What public reports say of EVM nodes, each played in front of a local chain: docs/world.md, "Nodes and chains". */

const account: Hex = `0x${'a1'.repeat(20)}`
const emitter: Hex = `0x${'e1'.repeat(20)}`
let engine: Awaited<ReturnType<typeof startAnvil>>
let first: NodeProxy
let second: NodeProxy
let cheats: ReturnType<typeof createTestClient>
let time = 0

beforeAll(async () => {
  engine = await startAnvil({ chainId: 741_001, genesisTime: 1_700_000_000 })
  cheats = createTestClient({ mode: 'anvil', transport: http(engine.url), cacheTime: 0 })
  first = await startNodeProxy(engine.url)
  second = await startNodeProxy(engine.url)
  // Emits an empty log with each call.
  await cheats.setCode({ address: emitter, bytecode: '0x60006000a000' })
})
beforeEach(() => {
  time = 1_000_000
  for (const proxy of [first, second]) proxy.asked.splice(0)
})
afterEach(() => {
  for (const proxy of [first, second]) proxy.heal()
})
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()])
  await engine?.stop()
})

/** The clock moves only while the app waits. */
const clock = {
  now: () => time,
  wait: async (milliseconds: number) => {
    time += milliseconds
  },
}

function nodeOf(proxies: readonly NodeProxy[], options: EvmNodeOptions = {}) {
  const rpcUrls = proxies.map(({ url }) => url)
  return createEvmNode({ chainId: 741_001, name: 'Harbor', rpcUrls }, { clock, timeout: 5_000, ...options })
}

const head = async () => Number(await cheats.request({ method: 'eth_blockNumber' } as never))
const block = (number: number) => numberToHex(number)

/** Sends a transaction of the unlocked first account and returns its hash. */
async function act(to: Hex, value = 0n): Promise<Hex> {
  await cheats.setBalance({ address: account, value: parseEther('100') })
  await cheats.impersonateAccount({ address: account })
  const request = { from: account, to, value: numberToHex(value), gas: numberToHex(100_000) }
  const hash: Hex = await cheats.request({ method: 'eth_sendTransaction', params: [request] } as never)
  await receiptOf(createPublicClient({ transport: http(engine.url) }), hash)
  return hash
}

describe('an answer without content', () => {
  test('to the first question for the chain id is not remembered', async () => {
    for (const fault of [
      refuses(-32_005, 'limit exceeded'),
      refuses(429, 'Your app has exceeded its compute units per second capacity.'),
      respondsWith(200, '<html>Checking your browser</html>', { 'content-type': 'text/html' }),
      respondsWith(200, '{"jsonrpc":"2.0","id":0,"resu'),
      respondsWith(200, 'null'),
      respondsWith(200, '{"message":"API rate limit exceeded"}'),
      says(null),
      drops,
    ]) {
      first.heal()
      first.add({ methods: ['eth_chainId'], times: 1, fault })
      const node = nodeOf([first])
      expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
    }
  })

  test('makes no node be given up: after an hour of silence it is asked again', async () => {
    first.add({ fault: respondsWith(503, 'down') })
    const node = nodeOf([first])
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    time += 3_600_000
    first.heal()
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
  })

  test('about another chain is judged again after a minute', async () => {
    first.add({ methods: ['eth_chainId'], fault: says('0x1') })
    const node = nodeOf([first])
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    first.heal()
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    time += 60_001
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
  })

  test('of a node that failed once makes no wallet be asked that refuses to read', async () => {
    const asked: string[] = []
    const wallet: Provider = {
      request: async ({ method }) => {
        asked.push(method)
        if (method === 'eth_chainId') return '0xb4e89'
        throw { code: 4_200, message: 'The wallet does not support this method.' }
      },
    }
    const node = nodeOf([first], { wallet: () => wallet })
    await node.ask('eth_blockNumber', [])
    first.add({ times: 1, fault: respondsWith(503, 'busy') })
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
    const before = asked.length
    time += 2_000
    expect(Number(await node.ask('eth_getBalance', [account, 'latest']))).toBeGreaterThanOrEqual(0)
    expect(asked).toHaveLength(before)
  })

  test('gives way to a wallet that reads, until the node is there again', async () => {
    const wallet: Provider = { request: async ({ method }) => (method === 'eth_chainId' ? '0xb4e89' : '0x77') }
    const node = nodeOf([first], { wallet: () => wallet })
    first.add({ fault: drops })
    expect(await node.ask('eth_blockNumber', [])).toBe('0x77')
    first.heal()
    time += 60_000
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
  })

  test('to one method is asked of the next node, which knows it', async () => {
    for (const refusal of [
      refuses(-32_601, 'the method eth_getBalance does not exist/is not available'),
      refuses(-32_603, 'internal error'),
      refuses(-32_000, 'missing trie node 0abc (path ) state 0xdef is not available'),
      respondsWith(400, '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"not on this plan"}}'),
    ]) {
      first.heal()
      first.add({ methods: ['eth_getBalance'], fault: refusal })
      const node = nodeOf([first, second])
      expect(await node.ask('eth_getBalance', [emitter, 'latest'])).toBe('0x0')
    }
    first.heal()
    const refusal = refuses(-32_601, 'method not found')
    for (const proxy of [first, second]) proxy.add({ methods: ['eth_getBalance'], fault: refusal })
    await expect(nodeOf([first, second]).ask('eth_getBalance', [emitter, 'latest'])).rejects.toMatchObject({
      code: -32_601,
    })
  })

  test.each([
    ['null', says(null)],
    ['an error as its result', says({ error: 'unavailable' })],
    ['a text', says('unavailable')],
    ['0x', says('0x')],
  ])('in place of a number (%s) is asked of the next node', async (_, fault) => {
    const methods = ['eth_blockNumber', 'eth_getBalance', 'eth_getTransactionCount', 'eth_estimateGas', 'eth_gasPrice']
    first.add({ methods, fault })
    const node = nodeOf([first, second])
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
    expect(await node.ask('eth_getBalance', [emitter, 'latest'])).toBe('0x0')
    expect(Number(await node.ask('eth_estimateGas', [{ from: account, to: emitter }]))).toBeGreaterThan(21_000)
  })

  test('cut off in the middle is asked in smaller parts', async () => {
    first.add({ fault: limitsBatch(5, respondsWith(200, '[{"jsonrpc":"2.0","id":0,"result":"0x')) })
    const node = nodeOf([first])
    const answers = await Promise.all(Array.from({ length: 20 }, () => node.ask('eth_getBalance', [emitter, 'latest'])))
    expect(new Set(answers)).toEqual(new Set(['0x0']))
  })
})

test('ids that a node writes as text are read', async () => {
  first.add({ fault: writesIdsAsText })
  const node = nodeOf([first])
  const read = () => Promise.all([node.ask('eth_blockNumber', []), node.ask('eth_getBalance', [emitter, 'latest'])])
  expect(await read()).toEqual([block(await head()), '0x0'])
})

describe('a rate limit', () => {
  test.each([
    ['Alchemy', 429, 'Your app has exceeded its compute units per second capacity.'],
    ['Infura', -32_005, 'daily request count exceeded, request rate limited'],
    ['QuickNode', -32_007, '15/second request limit reached - reduce calls per second or upgrade your account'],
    ['Ankr', -32_090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
    ['a public node', -32_029, 'Too Many Requests'],
    ['a limited plan', -32_003, 'Monthly capacity limit exceeded'],
    ['another', -32_000, 'rate-limit: too fast'],
  ])('in a body of %s is a limit, and the next node is asked', async (_, code, message) => {
    first.add({ methods: ['eth_blockNumber'], fault: refuses(code, message) })
    const node = nodeOf([first, second])
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
    expect(first.countOf('eth_blockNumber')).toBe(1)
  })

  test('names when the next try is made, by its header or in its words', async () => {
    for (const [fault, wait] of [
      [respondsWith(429, 'slow down', { 'retry-after': '7' }), 7_000],
      [respondsWith(200, '{"error":{"code":429,"message":"too many requests"}}', { 'retry-after': '4' }), 4_000],
      [refuses(-32_090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'), 10_000],
      [refuses(-32_005, 'rate limited', { rate: { backoff_seconds: 6 } }), 6_000],
    ] as const) {
      first.heal()
      const node = nodeOf([first])
      await node.ask('eth_blockNumber', [])
      first.add({ times: 1, fault })
      const asked = time
      expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
      expect(time - asked).toBe(wait)
    }
  })

  test.each([
    ['a day', '86400'],
    ['a date of another clock', 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['a second of the epoch', '1900000000'],
  ])('that names %s is tried again after two minutes', async (_, wait) => {
    const node = nodeOf([first])
    await node.ask('eth_blockNumber', [])
    first.add({ times: 1, fault: respondsWith(429, '', { 'retry-after': wait }) })
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    time += 120_000
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
  })

  test('that lasts longer than a question can wait is not asked before it ends', async () => {
    const node = nodeOf([first])
    await node.ask('eth_blockNumber', [])
    first.add({ times: 1, fault: respondsWith(429, '', { 'retry-after': '60' }) })
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    const { length } = first.asked
    await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
    expect(first.asked).toHaveLength(length)
    time += 60_000
    expect(Number(await node.ask('eth_blockNumber', []))).toBe(await head())
  })

  test('of one method keeps no other call of its batch from an answer', async () => {
    first.add({ methods: ['eth_getCode'], fault: refuses(429, 'too many requests') })
    const node = nodeOf([first], { retryDelays: [] })
    const [balance, code] = await Promise.allSettled([
      node.ask('eth_getBalance', [emitter, 'latest']),
      node.ask('eth_getCode', [emitter, 'latest']),
    ])
    expect([balance.status, code.status]).toEqual(['fulfilled', 'rejected'])
  })

  test('on large questions makes the next one smaller', async () => {
    first.add({ fault: limitsBatch(20, refuses(-32_005, 'rate limit exceeded')) })
    const node = nodeOf([first])
    const answers = Array.from({ length: 50 }, () => node.ask('eth_getBalance', [emitter, 'latest']))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['0x0']))
    expect(Math.max(...first.requests.slice(-3).map(({ length }) => length))).toBeLessThanOrEqual(20)
  })
})

describe('a search for logs', () => {
  let start = 0
  beforeAll(async () => {
    start = await head()
    for (let log = 0; log < 4; log++) {
      await act(emitter)
      await cheats.mine({ blocks: 60 })
    }
  })

  const filter = () => ({ address: emitter, fromBlock: block(start), toBlock: 'latest' })
  const failed: Fault = refuses(-32_000, 'failed')

  const refusals: readonly (readonly [string, Fault])[] = [
    [
      'Alchemy',
      respondsWith(
        400,
        JSON.stringify({
          error: {
            code: -32_600,
            message: 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
          },
        }),
      ),
    ],
    [
      'Alchemy, by size',
      refuses(
        -32_602,
        'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x0, 0x1f3]',
      ),
    ],
    ['Infura', refuses(-32_005, 'query returned more than 10000 results. Try with this block range [0x1, 0x2].')],
    ['QuickNode', refuses(-32_614, 'eth_getLogs is limited to a 10,000 range')],
    ['Ankr', refuses(-32_062, 'Block range is too large')],
    ['a public node', refuses(-32_701, 'exceed maximum block range: 50000')],
    ['Erigon', refuses(-32_000, 'requested range exceeds limit: 1000')],
    ['Nethermind', refuses(-32_005, 'Too many logs requested. Max logs per response is 20000.')],
    ['Avalanche', refuses(-32_000, 'requested too many blocks from 0 to 5000, maximum is set to 2048')],
    [
      'Cloudflare',
      refuses(-32_047, 'Invalid eth_getLogs request. "fromBlock"-"toBlock" range too large. Max range: 800'),
    ],
    ['a BNB chain', refuses(-32_005, 'limit exceeded')],
    ['a bare HTTP 400', respondsWith(400, 'Bad Request')],
    ['a proxy', respondsWith(413, 'Payload too large')],
    ['a node that runs out of time', refuses(-32_000, 'query timeout exceeded')],
    ['half an answer', respondsWith(200, '{"jsonrpc":"2.0","id":0,"result":[{"address":"0x')],
    ['other words', failed],
  ]
  test.each(refusals)(
    'that %s refuses for its range is made in parts, whose size is remembered',
    async (_, refusal) => {
      first.add({ fault: limitsRange(40, refusal) })
      const node = nodeOf([first])
      const logs = await node.ask('eth_getLogs', [filter()])
      expect(logs).toHaveLength(4)
      first.asked.splice(0)
      expect(await node.ask('eth_getLogs', [filter()])).toEqual(logs)
      // No part of the second search was refused.
      const spans = first.asked.flatMap(({ method, params: [asked] }) =>
        method === 'eth_getLogs'
          ? [Number(Reflect.get(Object(asked), 'toBlock')) - Number(Reflect.get(Object(asked), 'fromBlock'))]
          : [],
      )
      expect(Math.max(...spans)).toBeLessThan(40)
    },
  )

  test.each([
    ['query returned more than 10000 results', -32_005],
    ['Log response size exceeded. this block range should work: [0x1, 0x2]', -32_602],
    ['response size should not greater than 10000000 bytes', -32_008],
    ['query exceeds max results 20000, retry with the range 1-2', -32_000],
  ])('of which a node returns no more than two results (%s) is made in smaller parts', async (message, code) => {
    first.add({ methods: ['eth_getLogs'], fault: limitsResults(2, refuses(code, message)) })
    const node = nodeOf([first])
    expect(await node.ask('eth_getLogs', [filter()])).toHaveLength(4)
    const { length } = first.asked
    expect(await node.ask('eth_getLogs', [filter()])).toHaveLength(4)
    expect(first.asked.length - length).toBeLessThan(length)
  })

  test('that takes longer than one question may goes on with the next', async () => {
    await cheats.mine({ blocks: 700 })
    await act(emitter)
    first.add({ fault: limitsRange(2, failed) })
    const node = nodeOf([first])
    let answers = 0
    const search = () => node.ask('eth_getLogs', [filter()]).finally(() => answers++)
    while (answers < 5 && !(await search().catch(() => undefined)));
    expect(await search()).toHaveLength(5)
    expect(answers).toBeGreaterThan(2)
    first.asked.splice(0)
    expect(await search()).toHaveLength(5)
    // Only what may still change is read again.
    expect(first.countOf('eth_getLogs')).toBeLessThan(100)
  })

  test('that failed for a moment grows again', async () => {
    const node = nodeOf([first])
    first.add({ methods: ['eth_getLogs'], times: 1, fault: failed })
    const few = { ...filter(), toBlock: block(start + 2) }
    const all = { ...filter(), toBlock: block(start + 240) }
    await node.ask('eth_getLogs', [few])
    expect(await node.ask('eth_getLogs', [all])).toHaveLength(4)
    first.asked.splice(0)
    await node.ask('eth_getLogs', [{ ...all, address: account }])
    expect(first.countOf('eth_getLogs')).toBeLessThan(100)
  })

  test('down to single blocks finds all logs', async () => {
    first.add({ fault: limitsRange(1, failed) })
    const few = { ...filter(), toBlock: block(start + 100) }
    expect(await nodeOf([first]).ask('eth_getLogs', [few])).toHaveLength(2)
  })

  test.each([
    ['pruned', refuses(4_444, 'pruned history unavailable')],
    ['unknown to the node', refuses(-32_601, 'the method eth_getLogs does not exist/is not available')],
  ])('that is %s is refused once, in the words of the node', async (_, refusal) => {
    first.add({ methods: ['eth_getLogs'], fault: refusal })
    await expect(nodeOf([first]).ask('eth_getLogs', [filter()])).rejects.toHaveProperty('name', 'EvmNodeError')
    expect(first.countOf('eth_getLogs')).toBe(1)
  })
})

describe('other limits of size', () => {
  test.each([
    [
      'one error for the batch',
      respondsWith(200, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}'),
    ],
    ['an error for each call', refuses(-32_000, 'Batch of more than 10 requests are not allowed')],
    ['HTTP 413', respondsWith(413, '')],
    ['HTTP 500', respondsWith(500, '{"error":"oops"}')],
  ])('of a batch, refused with %s, shrink it, and the size is remembered', async (_, refusal) => {
    first.add({ fault: limitsBatch(13, refusal) })
    const node = nodeOf([first])
    const read = () => Promise.all(Array.from({ length: 50 }, () => node.ask('eth_getBalance', [emitter, 'latest'])))
    expect(new Set(await read())).toEqual(new Set(['0x0']))
    first.requests.splice(0)
    await read()
    expect(first.requests.map(({ length }) => length)).toEqual([13, 13, 13, 11])
  })

  test('of a batch, after a moment of trouble, grow again', async () => {
    const node = nodeOf([first])
    const read = () => Promise.all(Array.from({ length: 4 }, () => node.ask('eth_getBalance', [emitter, 'latest'])))
    await node.ask('eth_blockNumber', [])
    first.add({ times: 4, fault: limitsBatch(1, respondsWith(500, 'oops')) })
    await read()
    for (let reads = 0; reads < 100; reads++) await read()
    first.requests.splice(0)
    await read()
    expect(first.requests).toHaveLength(1)
  })

  test('of the gas of a call are met with less gas', async () => {
    const limit = 9_000_000n
    const isMore = ({ params: [asked] }: { params: readonly unknown[] }) =>
      BigInt(String(Reflect.get(Object(asked), 'gas'))) > limit
    first.add({
      methods: ['eth_call'],
      when: isMore,
      fault: refuses(-32_000, 'gas limit exceeds the cap of this node'),
    })
    const call = { from: account, to: emitter, gas: numberToHex(30_000_000) }
    expect(await nodeOf([first]).ask('eth_call', [call, 'latest'])).toBe('0x')
  })
})

describe('after a transaction of ours', () => {
  const behind = (blocks: number) => isBehind(() => blocks)
  const mined = async (node: ReturnType<typeof nodeOf>, value: bigint) => {
    const hash = await act(emitter, value)
    expect(await node.ask('eth_getTransactionReceipt', [hash])).toMatchObject({ transactionHash: hash })
  }

  test('a node that is a block behind is not believed, and the next one is asked', async () => {
    const node = nodeOf([first, second])
    const before = BigInt(String(await node.ask('eth_getBalance', [emitter, 'latest'])))
    await mined(node, 5n)
    first.add({ fault: isBehind(() => 1) })
    expect(BigInt(String(await node.ask('eth_getBalance', [emitter, 'latest'])))).toBe(before + 5n)
    const simulated = await node.ask('eth_getBlockByNumber', ['latest', false])
    expect(Number(Reflect.get(Object(simulated), 'number'))).toBe(await head())
  })

  test('the only node is waited for while it is behind', async () => {
    const node = nodeOf([first])
    const before = BigInt(String(await node.ask('eth_getBalance', [emitter, 'latest'])))
    await mined(node, 7n)
    first.add({ fault: isBehind(() => (time > 1_012_000 ? 0 : 1)) })
    first.asked.splice(0)
    expect(BigInt(String(await node.ask('eth_getBalance', [emitter, 'latest'])))).toBe(before + 7n)
    expect(first.countOf('eth_blockNumber')).toBeGreaterThan(5)
  })

  test.each([
    ['two nodes in turn', [isHonest, behind(1)]],
    ['two nodes in turn, the late one first', [behind(1), isHonest]],
    ['three nodes', [isHonest, behind(1), behind(3)]],
  ])('%s behind one address never mix their states', async (_, nodes) => {
    const node = nodeOf([first])
    const balance = async () => BigInt(String(await node.ask('eth_getBalance', [emitter, 'latest'])))
    const before = await balance()
    await mined(node, 11n)
    first.add({ fault: inTurn(...nodes) })
    for (let read = 0; read < 6; read++) {
      expect(await balance()).toBe(before + 11n)
      const estimate = await node.ask('eth_estimateGas', [{ from: account, to: emitter }])
      expect(Number(estimate)).toBeGreaterThan(21_000)
      time += 500
    }
  })

  test('a receipt that only one of two nodes has is still a receipt', async () => {
    const node = nodeOf([first])
    const hash = await act(emitter)
    const receipt = () => node.ask('eth_getTransactionReceipt', [hash])
    expect(await receipt()).not.toBeNull()
    first.add({ fault: inTurn(behind(1), isHonest) })
    for (let read = 0; read < 4; read++) expect(await receipt()).not.toBeNull()
  })

  test('a node that accepts no block number for an estimate returns an estimate without it', async () => {
    const node = nodeOf([first])
    await mined(node, 1n)
    const named = ({ params }: { params: readonly unknown[] }) => params.length > 1
    first.add({
      methods: ['eth_estimateGas'],
      when: named,
      fault: refuses(-32_602, 'too many arguments, want at most 1'),
    })
    expect(Number(await node.ask('eth_estimateGas', [{ from: account, to: emitter }]))).toBeGreaterThan(21_000)
  })

  test('a receipt of a block that never comes stops the reads for two minutes, not for good', async () => {
    const node = nodeOf([first])
    const hash = await act(emitter)
    const stop = first.add({ methods: ['eth_getTransactionReceipt'], fault: says({ blockNumber: '0xffffffff' }) })
    await node.ask('eth_getTransactionReceipt', [hash])
    stop()
    await expect(node.ask('eth_getBalance', [emitter, 'latest'])).rejects.toThrow(NoNodeAnswers)
    time += 120_000
    expect(Number(await node.ask('eth_getBalance', [emitter, 'latest']))).toBeGreaterThan(0)
  })
})

describe('a node that refuses the tag `pending`', () => {
  test.each([
    ['as invalid', refuses(-32_602, 'invalid argument 1: pending block is not supported')],
    ['as unknown', refuses(-32_000, 'pending state is not available')],
    ['by HTTP 400', respondsWith(400, 'Bad Request')],
  ])('%s is asked for `latest`, which is remembered', async (_, refusal) => {
    first.add({ fault: refusesTag('pending', refusal) })
    const node = nodeOf([first])
    const count = () =>
      node.askAll([
        { method: 'eth_getTransactionCount', params: [account, 'latest'] },
        { method: 'eth_getTransactionCount', params: [account, 'pending'] },
      ])
    const [latest, pending] = await count()
    expect(pending).toBe(latest)
    first.asked.splice(0)
    expect(await count()).toEqual([latest, latest])
    expect(first.asked.some(({ params }) => params.includes('pending'))).toBe(false)
  })

  test('for a moment is asked for it again', async () => {
    const node = nodeOf([first])
    const count = () => node.ask('eth_getTransactionCount', [account, 'pending'])
    first.add({ times: 1, fault: refusesTag('pending', refuses(-32_603, 'internal error')) })
    await count()
    first.asked.splice(0)
    await count()
    expect(first.asked.some(({ params }) => params.includes('pending'))).toBe(true)
  })
})
