import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EvmStep } from '../../src/guard/plan'
import { readChainHead } from '../../src/guard/simulate/evm/simulate'
import type { TransactionStatus } from '../../src/orders/executor'
import { createEvmNode } from '../../src/wallets/evm/node'
import { type OrderChain, startOrderChain, stranger, trader } from '../orders/localChain'
import { disagrees, drops, says } from './nodeFaults'
import { type NodeProxy, startNodeProxy } from './nodeProxy'

/* Answers of nodes about a sent transaction: a node without it proves nothing, and a missing figure stops nothing. */

let chain: OrderChain
let first: NodeProxy
let second: NodeProxy
let snapshot: `0x${string}`

beforeAll(async () => {
  chain = await startOrderChain()
  first = await startNodeProxy(chain.engine.url)
  second = await startNodeProxy(chain.engine.url)
})
beforeEach(async () => {
  snapshot = await chain.cheats.snapshot()
})
afterEach(async () => {
  for (const proxy of [first, second]) proxy.heal()
  await chain.cheats.revert({ id: snapshot })
})
afterAll(async () => {
  await Promise.all([first?.close(), second?.close()])
  await chain?.close()
})

/** Sends a step through honest nodes, and reads its status through these. */
async function statusAfter(
  step: EvmStep,
  nodes: readonly NodeProxy[],
  misbehave: () => void,
): Promise<TransactionStatus> {
  const executor = chain.executorOf(chain.openWallet(), { rpcUrls: nodes.map(({ url }) => url) })
  const anchor = await executor.createAnchor(step)
  const hash = (await executor.send(step, anchor, () => undefined)) ?? ''
  await expect.poll(() => chain.reads.getTransactionCount({ address: trader })).toBe(1)
  misbehave()
  return executor.getStatus(step, anchor, hash, [trader, stranger])
}

const lookUps = ['eth_getTransactionByHash', 'eth_getTransactionReceipt']

/** Neither the transaction nor its nonce is there. */
function forgets(node: NodeProxy) {
  node.add({ methods: lookUps, fault: says(null) })
  node.add({ methods: ['eth_getTransactionCount'], fault: says('0x0') })
}

describe('I2 a transaction that one node does not know', () => {
  test('a transaction that one node does not know is found at the next node', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first, second], () => forgets(first))
    expect(status).toMatchObject({ is: 'done' })
  })

  test('a transaction with a lost hash is found at the next node by its content', async () => {
    const step = chain.transfer(stranger, 5n)
    const executor = chain.executorOf(chain.openWallet(), { rpcUrls: [first.url, second.url] })
    const anchor = await executor.createAnchor(step)
    await executor.send(step, anchor, () => undefined)
    await expect.poll(() => chain.reads.getTransactionCount({ address: trader })).toBe(1)
    forgets(first)
    expect(await executor.getStatus(step, anchor, undefined)).toMatchObject({ is: 'done' })
  })

  test('a transaction is not seen only while no answering node has it', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first, second], () => {
      forgets(first)
      forgets(second)
      second.add({ fault: drops })
      first.add({ methods: ['eth_getLogs'], fault: says([]) })
    })
    expect(status).toEqual({ is: 'not seen' })
  })

  test('a transaction is found by its receipt if the index of transactions lags', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first], () =>
      first.add({ methods: ['eth_getTransactionByHash'], fault: says(null) }),
    )
    expect(status).toMatchObject({ is: 'done' })
  })

  test('a transaction with a receipt is in its block, although the node names an older head', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first], () =>
      first.add({ methods: ['eth_blockNumber'], fault: says('0x1') }),
    )
    expect(status).toMatchObject({ is: 'done' })
  })

  test('a transaction is read at the next node if the receipt of the first has no status', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first, second], () =>
      first.add({
        methods: ['eth_getTransactionReceipt'],
        fault: disagrees((receipt) => receipt && { ...receipt, status: undefined }),
      }),
    )
    expect(status).toMatchObject({ is: 'done' })
  })

  test("a transaction is not known yet as long as its logs exist, regardless of the node's other answers", async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first], () => forgets(first))
    expect(status).toEqual({ is: 'undecided' })
  })

  test('a transaction is not known yet if the node is behind the block of its request', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first], () => {
      forgets(first)
      first.add({ methods: ['eth_blockNumber'], fault: says('0x1') })
      first.add({ methods: ['eth_getLogs'], fault: says([]) })
    })
    expect(status).toEqual({ is: 'undecided' })
  })
})

const coin = 10n ** 16n
const dataFee = 3n * 10n ** 13n

/** A rollup takes a data fee in addition to gas: from the balance, and in the receipt or not. */
function takesDataFee(node: NodeProxy, stated: object) {
  node.add({
    methods: ['eth_getTransactionReceipt'],
    fault: disagrees((receipt) => receipt && { ...receipt, ...stated }),
  })
  node.add({
    methods: ['eth_getBalance'],
    when: ({ params: [, block] }) => Number(block) === latest,
    fault: disagrees((balance) => `0x${(BigInt(String(balance)) - dataFee).toString(16)}`),
  })
}

let latest = 0
async function mined() {
  latest = Number(await chain.reads.getBlockNumber())
}

describe('the cost of a transaction', () => {
  test.each([
    ['in the receipt', { l1Fee: `0x${dataFee.toString(16)}` }],
    ['left out', {}],
    ['null', { l1Fee: null }],
  ])('counts the fee of a rollup for data, with its figure %s, and the sold amount is exact', async (_, stated) => {
    const step = chain.deposit(coin)
    const executor = chain.executorOf(chain.openWallet(), { rpcUrls: [first.url] })
    const anchor = await executor.createAnchor(step)
    const hash = (await executor.send(step, anchor, () => undefined)) ?? ''
    await expect.poll(() => chain.reads.getTransactionCount({ address: trader })).toBe(1)
    await mined()
    takesDataFee(first, stated)
    const status = await executor.getStatus(step, anchor, hash, [trader])
    const receipt = await chain.reads.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(status).toMatchObject({
      is: 'done',
      receipt: {
        fee: receipt.gasUsed * receipt.effectiveGasPrice + dataFee,
        changes: [
          { account: trader, delta: coin },
          { token: 'native', delta: -coin },
        ],
      },
    })
  })

  test.each([
    ['left out', {}, dataFee, 0n],
    ['in the receipt', { l1Fee: `0x${dataFee.toString(16)}` }, dataFee, 0n],
    ['and that of the operator left out', {}, dataFee - 9_000n, 9_000n],
  ])('counts the received amount by the logs, with the fee of a rollup %s', async (_, stated, forData, forOperator) => {
    const executor = chain.executorOf(chain.openWallet(), { rpcUrls: [first.url] })
    const run = async (step: EvmStep, count: number) => {
      const anchor = await executor.createAnchor(step)
      const hash = (await executor.send(step, anchor, () => undefined)) ?? ''
      await expect.poll(() => chain.reads.getTransactionCount({ address: trader })).toBe(count)
      return { step, anchor, hash }
    }
    await run(chain.deposit(coin), 1)
    const { step, anchor, hash } = await run(chain.withdrawal(coin), 2)
    await mined()
    takesDataFee(first, stated)
    // The oracle's estimate is not exact.
    for (const [selector, fee] of [
      ['0x49948e0e', (forData * 11n) / 10n],
      ['0x275aedd2', forOperator],
    ] as const)
      first.add({
        methods: ['eth_call'],
        when: ({ params: [call] }) => String(Reflect.get(Object(call), 'data')).startsWith(selector),
        fault: says(`0x${fee.toString(16).padStart(64, '0')}`),
      })
    const status = await executor.getStatus(step, anchor, hash, [trader])
    const receipt = await chain.reads.getTransactionReceipt({ hash: hash as `0x${string}` })
    expect(status).toMatchObject({
      is: 'done',
      receipt: {
        fee: receipt.gasUsed * receipt.effectiveGasPrice + dataFee,
        changes: [
          { account: trader, delta: -coin },
          { token: 'native', delta: coin },
        ],
      },
    })
  })

  test.each([
    ['absent', undefined],
    ['null', null],
  ])('the cost is read from the transaction if the price in the receipt is %s', async (_, effectiveGasPrice) => {
    const status = await statusAfter(chain.deposit(coin), [first], () =>
      first.add({
        methods: ['eth_getTransactionReceipt'],
        fault: disagrees((receipt) => ({ ...Object(receipt), effectiveGasPrice })),
      }),
    )
    const spent = 10n ** 24n - (await chain.reads.getBalance({ address: trader }))
    expect(status).toMatchObject({ is: 'done', receipt: { fee: spent - coin } })
  })

  test('the cost is read from the balance if no price is known, and the order continues', async () => {
    const status = await statusAfter(chain.transfer(stranger, 5n), [first], () => {
      first.add({
        methods: lookUps,
        fault: disagrees((answer) => ({ ...Object(answer), effectiveGasPrice: null, gasPrice: null })),
      })
    })
    const spent = 10n ** 24n - (await chain.reads.getBalance({ address: trader }))
    expect(status).toMatchObject({ is: 'done', receipt: { fee: spent } })
  })
})

test.each([null, undefined])('a base fee that is %s counts as none, and simulations go on', async (baseFeePerGas) => {
  first.add({ methods: ['eth_getBlockByNumber'], fault: disagrees((block) => ({ ...Object(block), baseFeePerGas })) })
  const node = createEvmNode({ ...chain.chain, rpcUrls: [first.url] })
  expect(await readChainHead(trader, node.ask)).toMatchObject({ baseFee: 0n })
})
