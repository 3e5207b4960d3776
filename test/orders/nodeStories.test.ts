import { Keypair, type VersionedTransaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '../../src/domain/token'
import { startSolanaNode } from '../../src/exchange/solana/node'
import type { EvmStep } from '../../src/guard/plan'
import { cancellableTransaction } from '../../src/orders/actions/cancellation'
import type { DeliveryTracker } from '../../src/orders/delivery'
import type { Order } from '../../src/orders/order'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import { fundsLocation, orderStatus } from '../../src/signing/progress/orderStatus'
import { createDeliveryTracker } from '../../src/wallets/delivery/deliveryTracker'
import { createEvmNode } from '../../src/wallets/evm/node'
import { createSolanaExecutor } from '../../src/wallets/solana/executor'
import { openSolanaNode } from '../../src/wallets/solana/node'
import { HeldWallet } from '../heldWallet'
import { deployment, walletsWith } from '../services'
import {
  answersOldState,
  disagrees,
  drops,
  inTurn,
  isBehind,
  isBehindSlots,
  isFrozen,
  isHonest,
  limitsBatch,
  limitsRange,
  limitsResults,
  refuses,
  refusesTag,
  respondsWith,
  says,
  writesIdsAsText,
} from '../upstream/nodeFaults'
import { type NodeProxy, type NodeRule, startNodeProxy } from '../upstream/nodeProxy'
import { type ChainTab, createChainBrowser, freshPlan, states } from './chainBrowser'
import { type OrderChain, startOrderChain, stranger, trader, traderKey } from './localChain'
import { amount, sealOf, weth } from './plans'
import { solanaPayment } from './solanaPayment'

/*
 * Whole orders behind nodes that misbehave as public reports describe: docs/world.md, "Nodes and chains". The app, the chain
 * and the wallet are real; only the node in between is not to be trusted.
 */

const speedUp = 100
let tabs: ChainTab[] = []
let proxy: NodeProxy
afterEach(async () => {
  for (const tab of tabs) tab.close()
  tabs = []
  await proxy.close()
})

/** Waits until the order is as wanted; `act` is what the person does until then. */
async function until(
  tab: ChainTab,
  id: string,
  isWanted: (order: Order) => boolean,
  act: () => unknown = () => undefined,
) {
  for (let look = 0; look < 800 && !isWanted(tab.order(id)); look++) {
    await act()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  const { tasks, blocked } = tab.order(id)
  expect(
    isWanted(tab.order(id)),
    JSON.stringify([tasks.map(({ progress }) => progress), blocked], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ).toBe(true)
}

/** Where the swap pays, and who looks for it there. */
type Elsewhere = {
  readonly buys?: Token
  readonly deliveryTracker?: DeliveryTracker
  readonly recipient?: string
}

const isDone = (order: Order) => order.tasks.every(({ progress }) => progress.at === 'done')
const statusOf = (order: Order) => orderStatus(order, false).is

describe('on EVM', () => {
  let chain: OrderChain
  let wallet: HeldWallet
  let snapshot: `0x${string}`
  beforeAll(async () => {
    chain = await startOrderChain()
  })
  beforeEach(async () => {
    snapshot = await chain.cheats.snapshot()
    proxy = await startNodeProxy(chain.engine.url)
    wallet = new HeldWallet({ url: chain.engine.url, chainId: chain.chain.chainId, key: traderKey, honoursNonce: true })
  })
  afterEach(async () => {
    await chain.cheats.revert({ id: snapshot })
  })
  afterAll(() => chain?.close())

  async function begun(
    names: readonly ('approve' | 'swap' | 'wrap')[] = ['approve', 'swap'],
    others: readonly string[] = [],
    { buys = weth, deliveryTracker, recipient = trader }: Elsewhere = {},
  ) {
    const looks = Array<number>(60).fill(10)
    const browser = createChainBrowser({
      chain: {
        executorOf: (signer) =>
          chain.executorOf(signer, { rpcUrls: [proxy.url, ...others] }, { behindDelays: looks, retryDelays: [5, 20] }),
      },
      wallet,
      speedUp,
      ...(deliveryTracker && { deliveryTracker }),
    })
    const steps: Readonly<Record<(typeof names)[number], EvmStep>> = {
      approve: chain.approval(1_000n),
      swap: chain.transfer(stranger, 1_000n),
      wrap: chain.deposit(10n ** 16n),
    }
    const tab = browser.openTab()
    tabs.push(tab)
    await tab.orders.load()
    const { intent, ...plan } = freshPlan(names.map((name) => steps[name]))
    const asked = {
      ...plan,
      intent: { ...intent, buy: buys, recipient },
      quote: { ...plan.quote, minimumReceived: amount(buys, 1n) },
    }
    const id = await tab.orders.open({ ...asked, hash: sealOf(asked) })
    void tab.orders.act(id, { type: 'start' })
    return { tab, id }
  }

  const confirms = async () => {
    for (const prompt of wallet.open) await wallet.confirm(prompt)
  }
  const approves = async () => {
    if (wallet.prompts.length === 1) await confirms()
  }
  const sentOnce = (count: number) => {
    expect(wallet.prompts).toHaveLength(count)
    expect(new Set(wallet.prompts.flatMap(({ hash }) => hash ?? [])).size).toBe(count)
  }

  test.each<[string, NodeRule]>([
    [
      'answers its first chain id with a rate limit',
      { methods: ['eth_chainId'], times: 1, fault: refuses(429, 'limit') },
    ],
    ['is down for a while', { times: 5, fault: respondsWith(503, 'busy') }],
    ['limits requests in bodies with status 200', { times: 8, fault: refuses(-32_005, 'rate limit exceeded') }],
    ['takes no batches', { fault: limitsBatch(1, refuses(-32_600, 'batch too large')) }],
    ['refuses the tag pending', { fault: refusesTag('pending', refuses(-32_602, 'invalid block tag')) }],
    ['has no index of transactions', { methods: ['eth_getTransactionByHash'], fault: says(null) }],
    ['sends a text in place of JSON for a while', { times: 6, fault: respondsWith(200, 'Too Many Requests') }],
    ['has a text for an error', { times: 6, fault: respondsWith(200, '{"error":"upstream connect error"}') }],
    ['answers calls with nothing for a while', { methods: ['eth_call'], times: 4, fault: says('0x') }],
    [
      'has neither receipts nor transactions at first, while the nonce has moved',
      { methods: ['eth_getTransactionReceipt', 'eth_getTransactionByHash'], times: 8, fault: says(null) },
    ],
    [
      'has pruned its history',
      { methods: ['eth_getLogs'], fault: refuses(4_444, 'pruned history unavailable for this block range') },
    ],
    [
      'leaves the price out of receipts',
      {
        methods: ['eth_getTransactionReceipt'],
        fault: disagrees((receipt) => receipt && { ...receipt, effectiveGasPrice: undefined }),
      },
    ],
    [
      'says null for the base fee',
      {
        methods: ['eth_getBlockByNumber'],
        fault: disagrees((block) => block && { ...block, baseFeePerGas: null }),
      },
    ],
    ['writes ids as text', { fault: writesIdsAsText }],
    ['answers latest with older state', { fault: answersOldState(2) }],
    ['has an error in its result', { times: 6, fault: says({ error: 'rate limit exceeded' }) }],
    ['answers null for a while', { times: 8, fault: says(null) }],
    ['sends nothing at all for a while', { times: 6, fault: respondsWith(200, '') }],
    [
      'sends an error without the envelope',
      { times: 6, fault: respondsWith(200, '{"code":-32097,"message":"slow down"}') },
    ],
    ['redirects for a while', { times: 6, fault: respondsWith(302, '', { location: 'https://login.invalid/' }) }],
    ['refuses large answers', { methods: ['eth_getBlockByNumber'], fault: refuses(-32_008, 'response is too big') }],
    [
      'leaves sums out of receipts',
      {
        methods: ['eth_getTransactionReceipt'],
        fault: disagrees((receipt) => receipt && { ...receipt, gasUsed: null, cumulativeGasUsed: null }),
      },
    ],
  ])('I2 a node that %s: approval and swap happen once', async (_, rule) => {
    proxy.add(rule)
    const { tab, id } = await begun()
    await until(tab, id, isDone, async () => {
      await confirms()
      // Before the wallet was asked, the order offers to try again.
      if (statusOf(tab.order(id)) === 'failed') await tab.orders.act(id, { type: 'retry' })
      if (tab.order(id).updatedPlan) await tab.orders.act(id, { type: 'accept' })
    })
    sentOnce(2)
  })

  test.each<[string, () => NodeRule]>([
    ['is some blocks behind for ever', () => ({ fault: isBehind(() => 3) })],
    ['is of another chain', () => ({ methods: ['eth_chainId'], fault: says('0x1') })],
    [
      'says sometimes that it is of another chain',
      () => ({ methods: ['eth_chainId'], fault: inTurn(says('0x1'), isHonest) }),
    ],
    [
      'loses transactions',
      () => ({ methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'], fault: says(null) }),
    ],
    ['counts what was sent too low', () => ({ methods: ['eth_getTransactionCount'], fault: isFrozen() })],
    ['repeats its first answers', () => ({ fault: isFrozen() })],
    [
      'is two nodes of different heads',
      () => ({
        fault: inTurn(
          isHonest,
          isBehind(() => 2),
        ),
      }),
    ],
    ['answers null to everything', () => ({ fault: says(null) })],
    ['answers null to counts', () => ({ methods: ['eth_getTransactionCount'], fault: says(null) })],
    [
      'answers null to estimates and gas',
      () => ({ methods: ['eth_estimateGas', 'eth_getBlockByNumber'], fault: says(null) }),
    ],
    ['answers with a text', () => ({ methods: ['eth_blockNumber', 'eth_getBalance'], fault: says('unavailable') })],
    [
      'has an error in its results',
      () => ({ when: ({ method }) => method !== 'eth_chainId', fault: says({ error: 'x' }) }),
    ],
    ['answers with nothing', () => ({ methods: ['eth_getTransactionCount', 'eth_blockNumber'], fault: says('0x') })],
    [
      'has receipts without status',
      () => ({
        methods: ['eth_getTransactionReceipt'],
        fault: disagrees((receipt) => receipt && { ...receipt, status: undefined }),
      }),
    ],
  ])('I2 two nodes, of which the first %s: approval and swap happen once', async (_, rule) => {
    proxy.add(rule())
    const { tab, id } = await begun(['approve', 'swap'], [chain.engine.url])
    await until(tab, id, isDone, async () => {
      await confirms()
      if (statusOf(tab.order(id)) === 'failed') await tab.orders.act(id, { type: 'retry' })
      if (tab.order(id).updatedPlan) await tab.orders.act(id, { type: 'accept' })
    })
    sentOnce(2)
  })

  test('a node one block behind after the approval is awaited, and the balance is never called too low', async () => {
    const { tab, id } = await begun()
    await until(
      tab,
      id,
      (order) => states(order).startsWith('done') || wallet.open.length > 0,
      () => undefined,
    )
    let behind = 1
    proxy.add({ fault: isBehind(() => behind) })
    await confirms()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(states(tab.order(id))).not.toContain('failed')
    behind = 0
    await until(tab, id, isDone, confirms)
    sentOnce(2)
  })

  test('I2 a node without transactions, receipts and nonces: nothing is offered for signing again, and a later look books it', async () => {
    const { tab, id } = await begun(['swap'])
    await until(tab, id, () => wallet.open.length > 0)
    proxy.add({ methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'], fault: says(null) })
    proxy.add({ methods: ['eth_getTransactionCount'], fault: says('0x0') })
    await confirms()
    await until(tab, id, (order) => statusOf(order) === 'not found')
    expect(orderStatus(tab.order(id), false).choices).not.toContain('retry')
    expect(fundsLocation(tab.order(id))).toEqual({ is: 'moving' })
    proxy.heal()
    await until(tab, id, isDone)
    sentOnce(1)
  })

  test.each<[string, Pick<NodeRule, 'methods' | 'fault'>]>([
    ['unreachable', { fault: drops }],
    ['limited', { fault: refuses(429, 'Too many requests') }],
    [
      'refused',
      {
        methods: ['eth_getTransactionByHash', 'eth_getTransactionReceipt'],
        fault: refuses(-32_601, 'the method is not available'),
      },
    ],
    ['behind', { fault: isBehind(() => 2) }],
  ])('what nodes do is named while a swap confirms: %s', async (name, rule) => {
    const { tab, id } = await begun()
    await until(tab, id, (order) => states(order).startsWith('done,signing') && wallet.open.length > 0, approves)
    proxy.add(rule)
    await confirms()
    await until(tab, id, (order) => statusOf(order) === name)
    expect(orderStatus(tab.order(id), false).choices).toContain('look')
    proxy.heal()
    await until(tab, id, isDone)
    sentOnce(2)
  })

  describe('a delivery on another chain', () => {
    let far: OrderChain
    let farProxy: NodeProxy
    beforeAll(async () => {
      far = await startOrderChain(741_002)
      farProxy = await startNodeProxy(far.engine.url)
    })
    afterEach(() => farProxy.heal())
    afterAll(async () => {
      await farProxy?.close()
      await far?.close()
    })

    test.each<[string, NodeRule]>([
      [
        'refuses long searches for logs by HTTP 400',
        { fault: limitsRange(40, respondsWith(400, '{"error":{"code":-32600,"message":"up to a 10 block range"}}')) },
      ],
      [
        'counts results',
        {
          methods: ['eth_getLogs'],
          fault: limitsResults(1, refuses(-32_005, 'query returned more than 10000 results')),
        },
      ],
      ['takes back its newest block once', { methods: ['eth_blockNumber'], times: 2, fault: isBehind(() => 5) }],
      ['answers the first searches with nothing', { methods: ['eth_getLogs'], times: 3, fault: says(null) }],
    ])('a delivery is seen, and the order is done, although the node there %s', async (_, rule) => {
      const chains = [chain.chain, far.chain]
      const urls = new Map([
        [chain.chain.chainId, proxy.url],
        [far.chain.chainId, farProxy.url],
      ])
      const nodes = new Map(
        chains.map((each) => [
          each.chainId,
          createEvmNode({ ...each, rpcUrls: [urls.get(each.chainId)!] }, { retryDelays: [5, 20] }),
        ]),
      )
      const wallets = walletsWith({ rpc: (chainId) => nodes.get(chainId)!.ask })
      const deliveryTracker = createDeliveryTracker(wallets, { ...deployment, chains }, Date.now)
      const buys = {
        ...weth,
        id: 9,
        address: far.token,
        chain: { ...weth.chain, id: 2, chainId: 741_002, name: 'Delta' },
      }
      const { tab, id } = await begun(['swap'], [], { buys, deliveryTracker })
      await until(tab, id, () => wallet.open.length > 0)
      farProxy.add(rule)
      await confirms()
      await until(tab, id, (order) => statusOf(order) === 'handed over')
      // Others are paid as well, in other blocks.
      for (const to of [stranger, trader, stranger]) {
        await far.cheats.mine({ blocks: 60 })
        await far.send(far.token, far.call('mint', [to, 1_000n]))
      }
      await until(tab, id, (order) => statusOf(order) === 'done')
      expect(tab.order(id).destination?.delivery).toMatchObject({ at: 'filled', units: 1_000n })
      sentOnce(1)
    })
  })

  describe('behind a node of Solana', () => {
    let engine: Awaited<ReturnType<typeof startSolanaNode>>
    let farProxy: NodeProxy
    beforeAll(async () => {
      engine = await startSolanaNode()
      farProxy = await startNodeProxy(engine.url)
    })
    afterEach(() => farProxy.heal())
    afterAll(async () => {
      await farProxy?.close()
      await engine?.stop()
    })

    const perSecond = refuses(-32_005, 'You have exceeded the requests per second limit')
    test.each<[string, NodeRule]>([
      ['limits requests for a while', { times: 9, fault: respondsWith(429, '', { 'retry-after': '0' }) }],
      ['limits requests in bodies for a while', { times: 9, fault: perSecond }],
      ['lists nothing at first', { methods: ['getSignaturesForAddress'], times: 3, fault: says([]) }],
      ['lists null at first', { methods: ['getSignaturesForAddress'], times: 3, fault: says(null) }],
      ['has no details at first', { methods: ['getTransaction'], times: 3, fault: says(null) }],
      ['does not keep details for a while', { methods: ['getTransaction'], times: 3, fault: refuses(-32_011, 'Gone') }],
      ['is behind for a while', { times: 9, fault: isBehindSlots(() => 60) }],
      ['writes ids as text', { fault: writesIdsAsText }],
    ])('a delivery on Solana is seen, and the order is done, although the node there %s', async (_, rule) => {
      const far: DeploymentChain = {
        ...chain.chain,
        chainId: 741_003,
        kind: 'solana',
        name: 'Reef',
        rpcUrls: [farProxy.url],
        genesisHash: engine.ledger.genesis,
      }
      const node = openSolanaNode(far, fetch, { retryDelays: [5, 20], behindDelays: Array<number>(40).fill(10) })
      const nodes = new Map([
        [chain.chain.chainId, createEvmNode({ ...chain.chain, rpcUrls: [proxy.url] }, { retryDelays: [5, 20] }).ask],
        [far.chainId, node],
      ])
      const wallets = walletsWith({ rpc: (chainId) => nodes.get(chainId)! })
      const deliveryTracker = createDeliveryTracker(wallets, { ...deployment, chains: [chain.chain, far] }, Date.now)
      const recipient = Keypair.generate().publicKey.toBase58()
      const reef = { ...weth.chain, id: 3, chainId: far.chainId, name: 'Reef', kind: 'solana' } as const
      const buys = {
        ...weth,
        id: 10,
        address: 'So11111111111111111111111111111111111111112',
        isNative: true,
        chain: reef,
      }
      const { tab, id } = await begun(['swap'], [], { buys, deliveryTracker, recipient })
      await until(tab, id, () => wallet.open.length > 0)
      farProxy.add(rule)
      await confirms()
      await until(tab, id, (order) => statusOf(order) === 'handed over')
      engine.ledger.airdrop(recipient, 2_000_000n)
      await until(tab, id, (order) => statusOf(order) === 'done')
      expect(tab.order(id).destination?.delivery).toMatchObject({ at: 'filled', units: 2_000_000n })
      sentOnce(1)
    })
  })

  test('a swap that waits for a nonce which no node has is freed by that nonce, and done once', async () => {
    const nonce = await chain.reads.getTransactionCount({ address: trader })
    // The node still has an earlier transaction, which it loses afterwards.
    const forget = proxy.add({
      methods: ['eth_getTransactionCount'],
      when: ({ params }) => params.includes('pending'),
      fault: says(`0x${(nonce + 1).toString(16)}`),
    })
    const { tab, id } = await begun(['swap'])
    await until(tab, id, () => wallet.open.length > 0)
    await confirms()
    await until(tab, id, (order) => cancellableTransaction(order) !== undefined)
    forget()
    const pending = cancellableTransaction(tab.order(id))!
    const cancellation = await tab.executor.quoteCancellation?.(pending)
    if (!cancellation) throw new Error('The missing nonce is not offered.')
    expect(cancellation).toMatchObject({ nonce, waiting: nonce + 1 })
    const freed = tab.orders.act(id, { type: 'cancel transaction', pending, cancellation })
    await until(tab, id, () => wallet.open.length > 0)
    await confirms()
    await freed
    await until(tab, id, isDone)
    sentOnce(2)
    expect(wallet.prompts.map(({ asked }) => Number(asked.nonce))).toEqual([nonce + 1, nonce])
  })

  test('on a rollup, the receipt contains the sold amount, and the data fee as network cost', async () => {
    const dataFee = 3n * 10n ** 13n
    const { tab, id } = await begun(['wrap'])
    await until(tab, id, () => wallet.open.length > 0)
    proxy.add({
      methods: ['eth_getTransactionReceipt'],
      fault: disagrees((receipt) => receipt && { ...receipt, l1Fee: `0x${dataFee.toString(16)}` }),
    })
    const first = await chain.reads.getBlockNumber()
    proxy.add({
      methods: ['eth_getBalance'],
      when: ({ params: [, block] }) => Number(block) > Number(first),
      fault: disagrees((balance) => `0x${(BigInt(String(balance)) - dataFee).toString(16)}`),
    })
    await confirms()
    await until(tab, id, isDone)
    const [task] = tab.order(id).tasks
    if (task?.progress.at !== 'done') throw new Error('It is not done.')
    const { changes = [], fee } = task.progress.receipt
    expect(changes.find(({ token }) => token === 'native')?.delta).toBe(-(10n ** 16n))
    const spent = 10n ** 24n - (await chain.reads.getBalance({ address: trader }))
    expect(fee).toBe(spent - 10n ** 16n + dataFee)
  })
})

const levels = (confirmationStatus: unknown) =>
  disagrees((answer) => {
    const [status] = Object(answer).value
    return { ...Object(answer), value: [status && { ...status, confirmationStatus, confirmations: null }] }
  })

describe('on Solana', () => {
  let engine: Awaited<ReturnType<typeof startSolanaNode>>
  let signed = 0
  beforeAll(async () => {
    engine = await startSolanaNode()
  })
  beforeEach(async () => {
    proxy = await startNodeProxy(engine.url)
    signed = 0
  })
  afterAll(() => engine?.stop())

  async function begun(others: readonly string[] = []) {
    const [person, recipient] = [Keypair.generate(), Keypair.generate().publicKey]
    const owner = person.publicKey.toBase58()
    for (const address of [owner, recipient.toBase58()]) engine.ledger.airdrop(address, 1_000_000_000n)
    const open = (rpcUrls: readonly string[]) =>
      openSolanaNode({ name: 'Reef', rpcUrls, genesisHash: engine.ledger.genesis }, fetch, {
        retryDelays: [5, 20],
        behindDelays: Array<number>(40).fill(10),
      })
    const urls = [proxy.url, ...others]
    const each = urls.map((url) => open([url]))
    const rpc = Object.assign(open(urls), { each: async () => each })
    const sign = async (transaction: VersionedTransaction) => {
      signed++
      transaction.sign([person])
      return transaction
    }
    const plan = () => solanaPayment(engine.ledger, person, recipient, 20_000_000n)
    const browser = createChainBrowser({
      speedUp,
      wallet: { address: stranger, enter: () => ({ provider: { request: async () => null }, leave: () => undefined }) },
      chain: {
        executorOf: () =>
          createSolanaExecutor({ address: () => owner, sign, onChange: () => () => undefined }, () => rpc),
      },
      checker: { requote: async () => ({ is: 'plan', plan: plan(), needsConfirmation: false }) },
    })
    const tab = browser.openTab()
    tabs.push(tab)
    await tab.orders.load()
    const id = await tab.orders.open(plan())
    void tab.orders.act(id, { type: 'start' })
    return { tab, id }
  }

  test.each<[string, NodeRule]>([
    [
      'answers its first genesis hash with a rate limit',
      { methods: ['getGenesisHash'], times: 1, fault: refuses(429, 'limit') },
    ],
    ['is down for a while', { times: 3, fault: respondsWith(503, 'busy') }],
    ['limits requests in bodies with status 200', { times: 3, fault: refuses(429, 'Too many requests') }],
    [
      'has an empty cache of statuses',
      {
        methods: ['getSignatureStatuses'],
        fault: says({ context: { slot: 1 }, value: [null] }),
      },
    ],
    ['drops what it accepted', { methods: ['sendTransaction'], times: 2, fault: says('1'.repeat(64)) }],
    [
      'refuses the signed bytes at first',
      {
        methods: ['sendTransaction'],
        times: 2,
        fault: refuses(-32_002, 'Transaction simulation failed: Blockhash not found'),
      },
    ],
    ['is some slots behind for a while', { times: 20, fault: isBehindSlots(() => 5) }],
    ['writes ids as text', { fault: writesIdsAsText }],
    ['leaves the level out of statuses', { methods: ['getSignatureStatuses'], fault: levels(undefined) }],
    ['says null for the level of statuses', { methods: ['getSignatureStatuses'], fault: levels(null) }],
    ['has a status cache that stays at processed', { methods: ['getSignatureStatuses'], fault: levels('processed') }],
    [
      'has a list without statuses',
      { methods: ['getSignatureStatuses'], fault: says({ context: { slot: 1 }, value: [] }) },
    ],
    ['says null for statuses', { methods: ['getSignatureStatuses'], fault: says(null) }],
    ['refuses statuses', { methods: ['getSignatureStatuses'], fault: refuses(-32_601, 'Method not found') }],
    ['has no balances', { methods: ['getBalance'], fault: refuses(-32_601, 'Method not found') }],
    ['answers null for a while', { times: 2, fault: says(null) }],
    ['sends nothing at all for a while', { times: 3, fault: respondsWith(200, '') }],
  ])('I2 a node that %s: the swap is signed once, and done', async (_, rule) => {
    proxy.add(rule)
    const { tab, id } = await begun()
    await until(tab, id, isDone)
    expect(signed).toBe(1)
  })

  test.each<[string, () => NodeRule]>([
    ['is many slots behind for ever', () => ({ fault: isBehindSlots(() => 200) })],
    ['is of another network', () => ({ methods: ['getGenesisHash'], fault: says('another') })],
    ['repeats its first answers', () => ({ fault: isFrozen() })],
    ['loses what is sent', () => ({ methods: ['sendTransaction'], fault: says('1'.repeat(64)) })],
    [
      'knows no transactions',
      () => ({
        methods: ['getSignatureStatuses', 'getTransaction'],
        fault: ({ method }) => ({
          result: method === 'getTransaction' ? null : { context: { slot: 1 }, value: [null] },
        }),
      }),
    ],
  ])('I2 two nodes, of which the first %s: the swap is signed once, and done', async (_, rule) => {
    proxy.add(rule())
    const { tab, id } = await begun([engine.url])
    await until(tab, id, isDone)
    expect(signed).toBe(1)
  })

  test.each<[string, Pick<NodeRule, 'methods' | 'fault'>]>([
    ['unreachable', { fault: drops }],
    ['limited', { fault: refuses(429, 'Too many requests for a specific RPC call') }],
    ['refused', { fault: refuses(-32_601, 'Method not found') }],
    ['no details', { methods: ['getTransaction'], fault: says(null) }],
  ])('what nodes do is named while a swap confirms: %s', async (name, rule) => {
    const late = ['getSignatureStatuses', 'getTransaction', 'getEpochInfo']
    const { methods = late, fault } = rule
    proxy.add({ methods, fault })
    const { tab, id } = await begun()
    await until(tab, id, (order) => statusOf(order) === name)
    expect(orderStatus(tab.order(id), false).choices).toContain('look')
    expect(fundsLocation(tab.order(id))).toEqual({ is: 'moving' })
    proxy.heal()
    await until(tab, id, isDone)
    expect(signed).toBe(1)
  })
})
