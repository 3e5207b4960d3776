import { expect, test } from 'vitest'
import { hashNo, reset, stepOf, trader, usd } from '../../../test/orders/plans'
import { batchCalls } from './batch'
import type { BatchQuery } from './batchStatus'
import { getBatchStatus } from './batchStatus'
import type { EvmNode } from './node'

/** A node that does not know any transaction, and returns this nonce for the account. */
function nodeCounting(nonce: number): EvmNode {
  const answer = (method: string) => {
    if (method === 'eth_getTransactionCount') return `0x${nonce.toString(16)}`
    return method === 'eth_blockNumber' ? '0x2' : null
  }
  return {
    ask: async (method) => answer(method),
    askAll: async (calls) => calls.map(({ method }) => answer(method)),
  }
}

function queryWith(nonce: number, request: () => Promise<unknown>): BatchQuery {
  return {
    node: nodeCounting(nonce),
    chain: {
      chainId: 741_001,
      kind: 'evm',
      name: 'Harbor',
      rpcUrls: ['/a'],
      wsUrl: undefined,
      explorerUrl: undefined,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      wrappedNative: undefined,
      trusted: [],
      positionManager: undefined,
      confirmations: 1,
      genesisHash: undefined,
    },
    batch: {
      kind: 'evm batch',
      chainId: 741_001,
      from: trader,
      steps: [stepOf({})],
      assertion: { changes: [], allowances: [] },
    },
    anchor: { kind: 'evm', account: trader, nonce: 7, block: 1n, minedNonce: 7, batch: { id: '0x1', isTaken: true } },
    accounts: [],
    claimed: new Set(),
    provider: { request },
  }
}

const manager = '0x00000000000000000000000000000000000000ee'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const increase = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
const word = (value: string | number) =>
  (typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const position = {
  address: manager,
  topics: [transfer, `0x${word(0)}`, `0x${word(trader)}`, `0x${word(77)}`],
  data: '0x',
}
const paid = {
  address: usd.address,
  topics: [transfer, `0x${word(trader)}`, `0x${word(manager)}`],
  data: `0x${word(6)}`,
}
const added = {
  address: manager,
  topics: [increase, `0x${word(77)}`],
  data: `0x${word(5)}${word(6)}${word(0)}`,
}

/** A mined transaction that holds the batch, with these logs. */
function minedWith(query: BatchQuery, logs: readonly unknown[]): BatchQuery {
  const input = `0x${batchCalls(query.batch)
    .map(({ data }) => data.slice(2))
    .join('')}`
  const ask = async (method: string) => {
    if (method === 'eth_getTransactionByHash') return { hash: hashNo(1), input, from: hashNo(9).slice(0, 42) }
    if (method === 'eth_getTransactionReceipt')
      return { transactionHash: hashNo(1), blockNumber: '0x2', status: '0x1', from: manager, logs }
    if (method === 'eth_blockNumber') return '0x2'
    return '0x0'
  }
  const askAll: EvmNode['askAll'] = (calls) => Promise.all(calls.map(({ method }) => ask(method)))
  return { ...query, node: { ask, askAll } }
}

const deposit = stepOf({ to: manager, data: '0x88316456', purpose: { does: 'deposit' } })
const taking = { token: usd.address, account: trader, least: -10n }

test.each([
  [
    'a position that arrived',
    [{ ...taking }, { token: manager, account: trader, least: 1n }],
    [position, paid, added],
    'done',
  ],
  ['none', [{ ...taking }, { token: manager, account: trader, least: 1n }], [paid, added], 'reverted'],
  ['a position that was added to', [taking], [paid, added], 'done'],
  ['nothing moved', [taking], [], 'reverted'],
])('a deposit within a bundle that went through, with %s', async (_, changes, logs, is) => {
  const query = queryWith(7, unknownBatch)
  const batch = { ...query.batch, steps: [deposit, stepOf(reset, 1)], assertion: { changes, allowances: [] } }
  const status = await getBatchStatus(minedWith({ ...query, batch }, logs), hashNo(1))
  expect(status.is).toBe(is)
  if (status.is === 'done') expect(status.receipt.grown).toMatchObject({ position: 77n, amount0: 6n })
})

test.each([
  ['adds coins to a position', [added], 'done'],
  ['fails inside the bundle, so no coin leaves', [], 'reverted'],
])('a batch of a contract account that %s is recognised by the logs of the position manager', async (_, logs, is) => {
  const query = queryWith(7, unknownBatch)
  const step = stepOf({ to: manager, value: 5n, data: `0x219f5d17${word(77)}`, purpose: { does: 'deposit' } })
  const changes = [{ token: 'native', account: trader, least: -5n }]
  const batch = { ...query.batch, steps: [step], assertion: { changes, allowances: [] } }
  expect(await getBatchStatus(minedWith({ ...query, batch }, logs), hashNo(1))).toMatchObject({ is })
})

test.each([
  ['by the account', trader, { cost: { fee: 42_000n * 3n, minedAt: 1_700_000_000_000 } }],
  ['by a bundler', manager, {}],
])('a batch that failed on chain and was sent %s costs the account what it paid', async (_, from, cost) => {
  const query = queryWith(7, unknownBatch)
  const { node } = minedWith(query, [])
  const paid = { gasUsed: '0xa410', effectiveGasPrice: '0x3', status: '0x0', from }
  const ask: EvmNode['ask'] = async (method, params) => {
    if (method === 'eth_getBlockByNumber') return { timestamp: '0x6553f100' }
    const answer = await node.ask(method, params)
    return method === 'eth_getTransactionReceipt' ? Object.assign({}, answer, paid) : answer
  }
  const askAll: EvmNode['askAll'] = (calls) => Promise.all(calls.map(({ method, params }) => ask(method, params)))
  const status = await getBatchStatus({ ...query, node: { ask, askAll } }, hashNo(1))
  expect(status).toEqual({ is: 'reverted', hash: hashNo(1), why: undefined, ...cost })
})

test('a batch that went through in parts, with no transaction named, is not mistaken for one that was not sent', async () => {
  const query = queryWith(7, async () => ({ status: 600 }))
  expect(await getBatchStatus(query, undefined)).toEqual({ is: 'undecided' })
})

const unknownBatch = () => Promise.reject({ code: 5730, message: 'No such bundle' })
const silent = () => Promise.reject(new Error('Locked'))

test.each([
  ['that its wallet knows nothing of either is not on chain any more', 7, unknownBatch, 'not seen'],
  ['is undecided where its wallet cannot be asked', 7, silent, 'undecided'],
  ['is undecided where the account has sent something since', 8, unknownBatch, 'undecided'],
  ['that its wallet still carries out is undecided', 7, async () => ({ status: 100 }), 'undecided'],
])('the status of a batch with an unknown hash: one %s', async (_, nonce, request, is) => {
  expect(await getBatchStatus(queryWith(nonce, request), hashNo(1))).toEqual({ is })
})

test('a batch that one node does not know is found at the next', async () => {
  const query = queryWith(7, unknownBatch)
  const next = minedWith(query, []).node
  const node = { ...query.node, each: () => [query.node, next] }
  const batch = { ...query.batch, assertion: { changes: [], allowances: [] } }
  expect(await getBatchStatus({ ...query, node, batch }, hashNo(1))).toMatchObject({ is: 'done' })
})
