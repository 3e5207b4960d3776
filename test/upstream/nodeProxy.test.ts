import { Keypair } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startAnvil } from '../../src/exchange/engine/anvil'
import { startSolanaNode } from '../../src/exchange/solana/node'
import { knownJson } from '../knownJson'
import {
  disagrees,
  drops,
  inTurn,
  isBehind,
  isFrozen,
  isHonest,
  isSilent,
  lags,
  limitsBatch,
  limitsRange,
  losesAnswer,
  refuses,
  refusesTag,
  respondsWith,
  says,
} from './nodeFaults'
import { type NodeProxy, startNodeProxy } from './nodeProxy'

const account = `0x${'a1'.repeat(20)}`
const call = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 7, method, params })

describe('a misbehaving EVM node', () => {
  let engine: Awaited<ReturnType<typeof startAnvil>>
  let proxy: NodeProxy

  beforeAll(async () => {
    engine = await startAnvil({ chainId: 741_001, genesisTime: 1_700_000_000 })
    proxy = await startNodeProxy(engine.url)
  })
  afterEach(() => proxy.heal())
  afterAll(async () => {
    await proxy?.close()
    await engine?.stop()
  })

  const post = (body: unknown) => fetch(proxy.url, { method: 'POST', body: JSON.stringify(body) })
  const ask = async (method: string, ...params: readonly unknown[]) =>
    knownJson(await (await post(call(method, ...params))).text())
  const result = async (method: string, ...params: readonly unknown[]) => (await ask(method, ...params)).result
  const mine = (blocks: number) =>
    fetch(engine.url, { method: 'POST', body: JSON.stringify(call('anvil_mine', blocks)), headers: json })
  const json = { 'content-type': 'application/json' }

  test('answers as its node does while it has no rules', async () => {
    expect(await result('eth_chainId')).toBe('0xb4e89')
    const batch = await post([call('eth_chainId'), { ...call('eth_nope'), id: 8 }])
    expect(await batch.json()).toMatchObject([
      { id: 7, result: '0xb4e89' },
      { id: 8, error: { code: -32_601 } },
    ])
  })

  test('refuses one method as often as asked for, and then answers it', async () => {
    proxy.add({ methods: ['eth_chainId'], times: 1, fault: refuses(-32_005, 'limit exceeded') })
    expect(await ask('eth_chainId')).toMatchObject({ error: { code: -32_005 } })
    expect(await result('eth_chainId')).toBe('0xb4e89')
  })

  test('a misbehaving node drops a request, or executes it and loses the answer', async () => {
    proxy.add({ methods: ['eth_chainId'], fault: drops })
    await expect(post(call('eth_chainId'))).rejects.toThrow()
    proxy.heal()
    proxy.add({ methods: ['evm_mine'], fault: losesAnswer })
    const before = Number(await result('eth_blockNumber'))
    await expect(post(call('evm_mine'))).rejects.toThrow()
    expect(Number(await result('eth_blockNumber'))).toBe(before + 1)
  })

  test('answers with a page in HTML, also to a batch of which it refuses one call', async () => {
    proxy.add({ methods: ['eth_gasPrice'], fault: respondsWith(503, '<html>', { 'retry-after': '3' }) })
    const answer = await post([call('eth_chainId'), call('eth_gasPrice')])
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([503, '3', '<html>'])
  })

  test('a misbehaving node is blocks behind in all its answers', async () => {
    await mine(5)
    const head = Number(await result('eth_blockNumber'))
    proxy.add({ fault: isBehind(() => 2) })
    expect(Number(await result('eth_blockNumber'))).toBe(head - 2)
    expect(Number((await result('eth_getBlockByNumber', 'latest', false)).number)).toBe(head - 2)
    expect(await result('eth_getBlockByNumber', `0x${head.toString(16)}`, false)).toBeNull()
    expect(await ask('eth_getBalance', account, `0x${head.toString(16)}`)).toMatchObject({
      error: { message: 'header not found' },
    })
  })

  test('a misbehaving node is several nodes behind one address', async () => {
    proxy.add({ methods: ['eth_chainId'], fault: inTurn(says('0x1'), isHonest) })
    expect([await result('eth_chainId'), await result('eth_chainId'), await result('eth_chainId')]).toEqual([
      '0x1',
      '0xb4e89',
      '0x1',
    ])
  })

  test('limits ranges, batches and tags', async () => {
    await mine(30)
    const refusal = refuses(-32_602, 'too much')
    for (const fault of [limitsRange(10, refusal), limitsBatch(2, refusal), refusesTag('pending', refusal)])
      proxy.add({ fault })
    expect(await ask('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' })).toHaveProperty('error')
    expect(await ask('eth_getLogs', { fromBlock: '0x1', toBlock: '0xa' })).toHaveProperty('result')
    expect(await (await post([1, 2, 3].map(() => call('eth_chainId')))).json()).toMatchObject([
      { error: {} },
      { error: {} },
      { error: {} },
    ])
    expect(await ask('eth_getTransactionCount', account, 'pending')).toHaveProperty('error')
    expect(await ask('eth_getTransactionCount', account, 'latest')).toHaveProperty('result')
  })

  test('keeps silent, or disagrees with its node', async () => {
    proxy.add({ methods: ['eth_gasPrice'], fault: isSilent })
    const silence = fetch(proxy.url, {
      method: 'POST',
      body: JSON.stringify(call('eth_gasPrice')),
      signal: AbortSignal.timeout(50),
    })
    await expect(silence).rejects.toThrow('timeout')
    proxy.add({ methods: ['eth_blockNumber'], fault: disagrees((head) => `0x1${String(head).slice(2)}`) })
    expect(Number(await result('eth_blockNumber'))).toBeGreaterThan(15)
  })

  test('answers late, and applies each of its rules', async () => {
    proxy.add({ methods: ['eth_chainId'], fault: says('0x1') })
    proxy.add({ methods: ['eth_chainId'], fault: lags(1) })
    expect(await result('eth_chainId')).toBe('0x1')
  })
})

test('a misbehaving Solana node repeats its first answer', async () => {
  const node = await startSolanaNode()
  const proxy = await startNodeProxy(node.url)
  try {
    const owner = Keypair.generate().publicKey.toBase58()
    const balance = async () => {
      const response = await fetch(proxy.url, { method: 'POST', body: JSON.stringify(call('getBalance', owner)) })
      return knownJson(await response.text()).result.value
    }
    const thaw = proxy.add({ methods: ['getBalance'], fault: isFrozen() })
    expect(await balance()).toBe(0)
    node.call('requestAirdrop', [owner, 1_000_000])
    expect(await balance()).toBe(0)
    thaw()
    expect(await balance()).toBe(1_000_000)
  } finally {
    await proxy.close()
    await node.stop()
  }
})
