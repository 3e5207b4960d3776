import { Keypair } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSolanaNode } from '../../src/exchange/solana/node'
import { NoNodeAnswers } from '../../src/wallets/evm/rpc/sourcesInTurn'
import { openSolanaNode, SolanaNodeError } from '../../src/wallets/solana/node'
import { drops, isBehindSlots, refuses, respondsWith, says } from './nodeFaults'
import { type NodeProxy, startNodeProxy } from './nodeProxy'

/* What public reports say of Solana nodes, each played in front of the local one: docs/world.md, "Nodes and chains". */

const owner = Keypair.generate().publicKey.toBase58()
let engine: Awaited<ReturnType<typeof startSolanaNode>>
let first: NodeProxy
let second: NodeProxy
let genesisHash = ''
let time = 0

beforeAll(async () => {
  engine = await startSolanaNode()
  first = await startNodeProxy(engine.url)
  second = await startNodeProxy(engine.url)
  genesisHash = String(
    await openSolanaNode({ name: 'Reef', rpcUrls: [engine.url], genesisHash: undefined })('getGenesisHash', []),
  )
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

function nodeOf(...proxies: readonly NodeProxy[]) {
  return openSolanaNode({ name: 'Reef', rpcUrls: proxies.map(({ url }) => url), genesisHash }, fetch, { clock })
}

const balance = async (ask: ReturnType<typeof nodeOf>) =>
  Number(Reflect.get(Object(await ask('getBalance', [owner, { commitment: 'confirmed' }])), 'value'))

test.each([
  ['a rate limit with HTTP 200', refuses(429, 'Too many requests')],
  ['a node that is unhealthy', refuses(-32_005, 'Node is behind by 42 slots')],
  ['HTML', respondsWith(200, '<html>')],
  ['half a JSON', respondsWith(200, '{"jsonrpc":"2.0","id":0,"resu')],
  ['HTTP 503', respondsWith(503, 'down')],
  ['nothing', drops],
])('the first question answered with %s is asked again', async (_, fault) => {
  first.add({ methods: ['getGenesisHash'], times: 1, fault })
  expect(await balance(nodeOf(first))).toBe(0)
})

test('no node is given up: after an hour of silence, or on another network, it is asked again', async () => {
  for (const rule of [{ fault: drops }, { methods: ['getGenesisHash'], fault: says('another') }]) {
    const stop = first.add(rule)
    const ask = nodeOf(first)
    await expect(balance(ask)).rejects.toThrow(NoNodeAnswers)
    time += 3_600_000
    stop()
    expect(await balance(ask)).toBe(0)
  }
})

test.each([
  ['a method that it does not serve', refuses(-32_601, 'Method not found')],
  ['a method for its index', refuses(-32_010, 'excluded from account secondary indexes')],
  ['a history that it does not keep', refuses(-32_011, 'Transaction history is not available from this node')],
  ['an inner error', refuses(-32_603, 'Internal error')],
])('a node that refuses %s gives way to the next', async (_, fault) => {
  first.add({ methods: ['getBalance'], fault })
  expect(await balance(nodeOf(first, second))).toBe(0)
})

test.each([
  ['in its own words', refuses(-32_602, 'Too many inputs provided; max 3')],
  ['for its plan', refuses(-32_600, 'getMultipleAccounts is limited to 3 accounts on this plan')],
  ['for the size of its answer', refuses(-32_008, 'Response is too big')],
  ['by HTTP 413', respondsWith(413, 'Payload Too Large')],
  ['with half an answer', respondsWith(200, '{"jsonrpc":"2.0","id":0,"result":{"context"')],
])('accounts that a node refuses for their number %s are read in parts, whose size is remembered', async (_, fault) => {
  const accounts = Array.from({ length: 40 }, () => Keypair.generate().publicKey.toBase58())
  engine.call('requestAirdrop', [accounts[0], 1_000_000])
  const tooMany = ({ params: [asked] }: { readonly params: readonly unknown[] }) => [asked].flat().length > 3
  first.add({ methods: ['getMultipleAccounts'], when: tooMany, fault })
  const ask = nodeOf(first)
  const read = async () => Reflect.get(Object(await ask('getMultipleAccounts', [accounts])), 'value')
  const value = await read()
  expect(value).toHaveLength(40)
  expect(value[0]).not.toBeNull()
  expect(value.slice(1)).toEqual(Array(39).fill(null))
  first.asked.splice(0)
  expect(await read()).toEqual(value)
  const sizes = first.asked.map(({ params: [asked] }) => [asked].flat().length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3)
})

test('accounts that a node refuses in any number are refused with its message', async () => {
  first.add({ methods: ['getMultipleAccounts'], fault: refuses(-32_602, 'Invalid param: WrongSize') })
  await expect(nodeOf(first)('getMultipleAccounts', [['a', 'b', 'c']])).rejects.toThrow('WrongSize')
})

test('what the chain refuses is not asked of another node', async () => {
  const refusal = refuses(-32_002, 'Transaction simulation failed: exceeded 200000 compute units')
  first.add({ methods: ['simulateTransaction'], fault: refusal })
  await expect(nodeOf(first, second)('simulateTransaction', [''])).rejects.toThrow(SolanaNodeError)
  expect(second.asked).toEqual([])
})

test('a rate limit names when the next try is made, and is reported as one', async () => {
  const ask = nodeOf(first)
  await balance(ask)
  first.add({ times: 1, fault: respondsWith(429, '', { 'retry-after': '5' }) })
  const asked = time
  expect(await balance(ask)).toBe(0)
  expect(time - asked).toBe(5_000)
  first.add({ fault: refuses(429, 'Too many requests for a specific RPC call') })
  await expect(balance(ask)).rejects.toMatchObject({ code: 429 })
})

describe('after a transaction of ours', () => {
  /** Reads a transaction that was just confirmed, as an order does. */
  const confirm = async (ask: ReturnType<typeof nodeOf>) => {
    const signature = engine.call('requestAirdrop', [owner, 1_000_000])
    expect(await ask('getTransaction', [signature, { encoding: 'json', commitment: 'confirmed' }])).not.toBeNull()
  }

  test('a node that is behind is not believed, and the next one is asked', async () => {
    const ask = nodeOf(first, second)
    const before = await balance(ask)
    await confirm(ask)
    first.add({ fault: isBehindSlots(() => 10_000) })
    expect(await balance(ask)).toBe(before + 1_000_000)
    expect(second.countOf('getBalance')).toBe(1)
  })

  test('the only node is waited for while it is behind', async () => {
    const ask = nodeOf(first)
    const before = await balance(ask)
    await confirm(ask)
    const began = time
    first.add({ fault: isBehindSlots(() => (time - began > 9_000 ? 0 : 10_000)) })
    expect(await balance(ask)).toBe(before + 1_000_000)
    expect(time - began).toBeGreaterThan(9_000)
  })
})
