import { Keypair, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Token } from '../../src/domain/token'
import { createSolanaLedger, type SolanaLedger } from '../../src/exchange/solana/ledger'
import { createMarketMaker, type MarketMaker } from '../../src/exchange/solana/maker/marketMaker'
import { createRpcMethods } from '../../src/exchange/solana/methods'
import type { Plan, SolanaStep } from '../../src/guard/plan'
import { NotThisStep } from '../../src/orders/actions/actionHandlers'
import type { DeliveryStatus, DeliveryTracker, PaidOrder } from '../../src/orders/delivery'
import { orderPhase } from '../../src/orders/orderPhase'
import { unexpectedTransactions } from '../../src/orders/requests/unsettledRequests'
import { decodeOrder, encodeOrder } from '../../src/orders/store/orderCodec'
import { fundsLocation, orderStatus } from '../../src/signing/progress/orderStatus'
import { createSolanaExecutor } from '../../src/wallets/solana/executor'
import { SolanaNodeError } from '../../src/wallets/solana/node'
import type { Rpc } from '../../src/wallets/wallets'
import { planOf, sealOf, usd } from './plans'
import { type Browser, createBrowser, never, type ScriptedWallet, settled, type Tab } from './testBrowser'

/*
 * Orders on a real local Solana, with the executor of the app and a wallet that really signs. The page closes at every
 * point of an order, and nothing that could land twice is signed twice.
 */

const trader = Keypair.generate()
const owner = trader.publicKey.toBase58()
const sold = 1_000_000n
let ledger: SolanaLedger
let marketMaker: MarketMaker
let browser: Browser
let tabs: Tab[] = []
/** How often a wallet was asked, over all tabs of a story. */
let signatures = 0
let before = 0n

beforeAll(() => {
  ledger = createSolanaLedger()
  marketMaker = createMarketMaker(ledger, {
    supplies: [{ symbol: 'USDC', decimals: 6, stock: 10n ** 13n }],
    price: (symbol) => (symbol === 'SOL' ? 180_000_000n : 1_000_000n),
    depth: 2_000_000_000_000n,
  })
  marketMaker.fund(owner, marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!, 10n ** 9n)
  ledger.airdrop(owner, 1_000_000_000n)
})

afterAll(() => ledger.stop())

beforeEach(async () => {
  browser = createBrowser()
  signatures = 0
  before = await held()
})

afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

type Script = {
  /** The person's action; signing, unless the script replaces it. */
  readonly sign?: (transaction: VersionedTransaction) => Promise<VersionedTransaction>
  /** Is between the app and the node; `ask` asks the node itself. */
  readonly node?: NodeScript
  /** A second node of the chain. */
  readonly second?: NodeScript
}

type NodeScript = (method: string, ask: () => unknown, params: readonly unknown[]) => unknown

const reef = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true } as const

function tokenOf(symbol: string): Token {
  const { decimals, mint } = marketMaker.tokens.find((token) => token.symbol === symbol)!
  const address = mint?.toBase58() ?? '11111111111111111111111111111111'
  const names = { symbol, name: symbol, decimals, isNative: mint === undefined }
  // In the order in which a journal writes them, so that the stand-in for a seal holds.
  return { id: decimals, chain: reef, address, ...names, price: undefined, imagePath: undefined }
}

function swap(buy: Token = tokenOf('SOL'), minimumReceived = 1_000_000n): Plan {
  const [sell, coin] = ['USDC', 'SOL'].map((symbol) => marketMaker.tokens.find((token) => token.symbol === symbol)!)
  const offer = marketMaker.offer({
    sell: sell!,
    buy: coin!,
    amountIn: sold,
    sender: owner,
    recipient: owner,
    note: 'swap:1',
  })!
  const usual = planOf({ sell: { token: tokenOf('USDC'), units: sold }, buy, sender: owner, minimumReceived })
  const step: SolanaStep = {
    kind: 'solana',
    index: 0,
    chainId: reef.chainId,
    from: owner,
    transaction: offer.transaction,
    purpose: { does: 'swap' },
    said: undefined,
  }
  const plan = { ...usual, steps: [step], receivedAt: browser.clock.now() }
  return { ...plan, hash: sealOf(plan) }
}

/** A tab whose wallet and node end with it. */
function tabWith(script: Script = {}, wish: Parameters<Browser['openTab']>[0] = {}): Tab {
  let isDead = false
  const methods = createRpcMethods(ledger)
  const through =
    (node: NodeScript | undefined): Rpc =>
    async (method, params) => {
      if (isDead) return never()
      const ask = () => methods[method]!(...params)
      const answer = await (node ? node(method, ask, params) : ask())
      return isDead ? never() : answer
    }
  const first = through(script.node)
  const nodes = [first, ...(script.second ? [through(script.second)] : [])]
  const rpc: Rpc = Object.assign((...call: Parameters<Rpc>) => first(...call), { each: async () => nodes })
  const sign = async (transaction: VersionedTransaction) => {
    signatures += 1
    const signed = script.sign ? await script.sign(transaction) : signedBy(transaction)
    return isDead ? never<VersionedTransaction>() : signed
  }
  const wallet: ScriptedWallet = {
    executor: createSolanaExecutor({ address: () => owner, sign, onChange: () => () => {} }, () => rpc),
    requests: [],
    mostOpen: () => 1,
    die: () => {
      isDead = true
    },
    change: () => {},
  }
  const requote = () => ({ is: 'plan', plan: swap(), needsConfirmation: false }) as const
  const tab = browser.openTab({ wallet, requote, ...wish })
  tabs.push(tab)
  return tab
}

function signedBy(transaction: VersionedTransaction): VersionedTransaction {
  transaction.sign([trader])
  return transaction
}

/** An order that has come as far as this. */
async function begun(wanted: string, script: Script = {}, wish: Parameters<Browser['openTab']>[0] = {}) {
  const tab = tabWith(script, wish)
  await tab.orders.load()
  const id = await tab.orders.open(swap())
  void tab.orders.act(id, { type: 'start' })
  await reaching(tab, id, wanted)
  return { tab, id }
}

/** Hashing a message takes time that no clock of ours moves. */
async function reaching(tab: Tab, id: string, wanted: string) {
  for (let round = 0; round < 100 && at(tab, id).join() !== wanted; round++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await browser.clock.pass(round % 10 === 9 ? 1_000 : 0)
  }
  expect(at(tab, id).join()).toBe(wanted)
}

/** The page goes away in the middle of everything and comes back. */
async function reloaded(tab: Tab, script: Script = {}, wish: Parameters<Browser['openTab']>[0] = {}) {
  tab.close()
  const next = tabWith(script, wish)
  await next.orders.load()
  await browser.clock.pass(3_000)
  return next
}

async function triedAgain(tab: Tab, id: string) {
  await tab.orders.act(id, { type: 'retry' })
  await settled()
  void tab.orders.act(id, { type: 'accept' })
  await reaching(tab, id, 'done')
}

const blockhashNotFound = new SolanaNodeError(
  'sendTransaction',
  -32_002,
  'Transaction simulation failed: Blockhash not found',
  undefined,
)

const at = (tab: Tab, id: string) => tab.order(id).tasks.map(({ progress }) => progress.at)

async function held(): Promise<bigint> {
  const mint = marketMaker.tokens.find(({ symbol }) => symbol === 'USDC')!.mint!.toBase58()
  const answer = (await createRpcMethods(ledger).getTokenAccountsByOwner!(
    owner,
    { mint },
    { encoding: 'jsonParsed' },
  )) as {
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }
  return BigInt(answer.value[0]?.account.data.parsed.info.tokenAmount.amount ?? 0)
}

function lamports(): number {
  return Number(ledger.lookup(owner)?.lamports() ?? 0n)
}

/** Blocks go by, so that what was offered can land no more. */
function passBlocks(count: number) {
  for (let block = 0; block < count; block++) ledger.airdrop(Keypair.generate().publicKey.toBase58(), 1_000_000n)
}

test('an order is signed once, written down before it is sent, and ends with its receipt', async () => {
  const { tab, id } = await begun('done')
  expect(signatures).toBe(1)
  expect(before - (await held())).toBe(sold)
  const states = browser.journal.writes.map(({ tasks }) => tasks[0]?.progress.at)
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
    'waiting',
    'checking',
    'signing',
    'sent',
    'done',
  ])
  const [task] = tab.order(id).tasks
  if (task?.progress.at !== 'done') throw new Error('It is not done.')
  expect(task.progress.anchor).toMatchObject({ kind: 'solana', account: owner })
  expect(bs58.decode(task.progress.hash)).toHaveLength(64)
  expect(task.progress.receipt.spent).toMatchObject({ units: sold })
  expect(decodeOrder(encodeOrder(tab.order(id)))).toEqual({ is: 'order', order: tab.order(id) })
})

describe('a reload', () => {
  test('before the prompt: nothing was ever asked, so the order is put away', async () => {
    const { tab, id } = await begun('checking', {}, { checkStep: () => never() })
    const later = await reloaded(tab)
    expect(later.order(id)).toMatchObject({ isDismissed: true })
    expect(signatures).toBe(0)
    expect(await held()).toBe(before)
  })

  test('during the prompt: nothing was sent, and it is asked again only by a click', async () => {
    const { tab, id } = await begun('signing', { sign: () => never() })
    const later = await reloaded(tab)
    expect(at(later, id)).toEqual(['unknown'])
    await browser.clock.pass(60_000)
    expect(signatures).toBe(1)
    await triedAgain(later, id)
    expect(signatures).toBe(2)
    expect(before - (await held())).toBe(sold)
  })

  test('between the signature and the journal: the signature is lost with the page, and nothing was sent', async () => {
    let leave = () => {}
    const between = tabWith({
      sign: async (transaction) => {
        leave()
        return signedBy(transaction)
      },
    })
    leave = () => between.close()
    const id = await between.orders.open(swap())
    void between.orders.act(id, { type: 'start' })
    await reaching(between, id, 'signing')
    await settled()
    const later = await reloaded(between)
    expect(at(later, id)).toEqual(['unknown'])
    expect(signatures).toBe(1)
    expect(await held()).toBe(before)
    await triedAgain(later, id)
    expect(before - (await held())).toBe(sold)
  })

  test('after the signature and before sending: the signed bytes are sent, and nothing is signed again', async () => {
    const { tab, id } = await begun('sent', {
      node: (method, ask) => (method === 'sendTransaction' ? never() : ask()),
    })
    expect(await held()).toBe(before)
    const later = await reloaded(tab)
    await reaching(later, id, 'done')
    expect(signatures).toBe(1)
    expect(before - (await held())).toBe(sold)
  })

  test('while no node takes it: it expires when its blockhash is dead, and is offered afresh', async () => {
    const refusing: Script = {
      node: (method, ask) => {
        if (method === 'sendTransaction') throw blockhashNotFound
        return ask()
      },
    }
    const { tab, id } = await begun('sent', refusing)
    const later = await reloaded(tab, refusing)
    expect(at(later, id)).toEqual(['sent'])
    expect(orderStatus(later.order(id), false).is).toBe('not accepted')
    passBlocks(155)
    await browser.clock.pass(60_000)
    expect(at(later, id)).toEqual(['expired'])
    expect(signatures).toBe(1)
    const last = await reloaded(later)
    await triedAgain(last, id)
    expect(before - (await held())).toBe(sold)
  })

  test('after sending, before anyone heard: the signature is found, and nothing is signed again', async () => {
    const { tab, id } = await begun('sent', {
      node: async (method, ask) => {
        const answer = await ask()
        return method === 'sendTransaction' || method === 'getSignatureStatuses' ? never() : answer
      },
    })
    await browser.clock.pass(1_000)
    const later = await reloaded(tab)
    await reaching(later, id, 'done')
    expect(signatures).toBe(1)
    expect(before - (await held())).toBe(sold)
  })

  test('while confirming: awaited, never sent again', async () => {
    const young = { value: [{ err: null, confirmationStatus: 'processed', slot: 1, confirmations: 0 }] }
    const hesitant: Script = {
      node: (method, ask) => (method === 'getSignatureStatuses' ? young : method === 'getTransaction' ? null : ask()),
    }
    const { tab, id } = await begun('sent', hesitant)
    await browser.clock.pass(5_000)
    expect(at(tab, id)).toEqual(['sent'])
    const still = await reloaded(tab, hesitant)
    expect(at(still, id)).toEqual(['sent'])
    const later = await reloaded(still)
    await reaching(later, id, 'done')
    expect(signatures).toBe(1)
    expect(before - (await held())).toBe(sold)
  })

  test('with a silent node: the order waits, shows it, and ends when the node is back', async () => {
    const deaf: Script = {
      node: (method, ask) => {
        if (method === 'getSignatureStatuses' || method === 'getTransaction') throw new Error('The node is down.')
        return ask()
      },
    }
    const { tab, id } = await begun('sent', deaf)
    const silent = await reloaded(tab, deaf)
    await browser.clock.pass(20_000)
    expect(silent.order(id).blocked).toBe('unreachable')
    const later = await reloaded(silent)
    await reaching(later, id, 'done')
    expect(signatures).toBe(1)
  })
})

test('I3 a signature that cannot be written down is not sent: no later visit would find it', async () => {
  const { tab, id } = await begun('failed', {
    sign: async (transaction) => {
      browser.journal.break(signatures === 1)
      return signedBy(transaction)
    },
  })
  expect(tab.order(id).tasks[0]?.progress).toMatchObject({ failure: { code: 'refused', facts: { is: 'not written' } } })
  expect(await held()).toBe(before)
  browser.journal.break(false)
  void tab.orders.act(id, { type: 'retry' })
  await reaching(tab, id, 'done')
  expect(before - (await held())).toBe(sold)
})

describe('nodes that do not know what landed', () => {
  /** As a node answers whose picture is of the moment before: with every method, and with finalized heights far ahead. */
  const forgetful: NodeScript = (method, ask) => {
    switch (method) {
      case 'getSignatureStatuses':
        return { context: { slot: 2e9 }, value: [null] }
      case 'getTransaction':
        return null
      case 'getSignaturesForAddress':
        return []
      case 'getBlockHeight':
        return 1e9
      case 'getEpochInfo':
        return { absoluteSlot: 1e9, blockHeight: 1e9 }
      case 'isBlockhashValid':
        return { context: { slot: 2e9 }, value: false }
      case 'getBalance':
        return { context: { slot: 2e9 }, value: lamportsBefore }
      default:
        return ask()
    }
  }

  let lamportsBefore = 0
  beforeEach(() => {
    lamportsBefore = lamports()
  })

  /** Returns empty results for some methods once the swap was sent, until this is switched off. */
  function forgettingBy(...methods: readonly string[]) {
    const state = { isSent: false, isBehind: true }
    const node: NodeScript = (method, ask, params) => {
      state.isSent ||= method === 'sendTransaction'
      const isForgotten = state.isSent && state.isBehind && (methods.length === 0 || methods.includes(method))
      return isForgotten ? forgetful(method, ask, params) : ask()
    }
    return { state, node }
  }

  test('I2 a node whose status cache is empty for minutes still shows the transaction, and the swap is done once', async () => {
    const { node } = forgettingBy('getSignatureStatuses')
    const { tab, id } = await begun('done', { node })
    passBlocks(155)
    await browser.clock.pass(100_000)
    expect(at(tab, id)).toEqual(['done'])
    expect(signatures).toBe(1)
  })

  test.each([
    ['statuses and transactions', ['getSignatureStatuses', 'getTransaction']],
    ['every index', ['getSignatureStatuses', 'getTransaction', 'getSignaturesForAddress']],
    [
      'every index, with heights of another machine',
      ['getSignatureStatuses', 'getTransaction', 'getSignaturesForAddress', 'getEpochInfo', 'isBlockhashValid'],
    ],
  ])(
    'I2 a node without %s: what became of the swap is not known yet, nothing is offered, and a later look books it',
    async (_, methods) => {
      const { state, node } = forgettingBy(...methods)
      const { tab, id } = await begun('sent', { node })
      passBlocks(155)
      await browser.clock.pass(100_000)
      expect(at(tab, id)).toEqual(['sent'])
      expect(orderStatus(tab.order(id), false)).toMatchObject({
        is: 'not found',
        choices: ['look', 'paste hash', 'dismiss'],
      })
      expect(fundsLocation(tab.order(id))).toEqual({ is: 'moving' })
      await tab.orders.act(id, { type: 'retry' })
      await browser.clock.pass(30 * 60_000)
      expect(at(tab, id)).toEqual(['unknown'])
      expect(orderStatus(tab.order(id), false).choices).not.toContain('retry')
      state.isBehind = false
      await browser.clock.pass(120_000)
      expect(at(tab, id)).toEqual(['done'])
      expect(signatures).toBe(1)
      expect(before - (await held())).toBe(sold)
    },
  )

  test('I2 a second node is asked before the swap is called expired', async () => {
    const { state, node } = forgettingBy()
    const { tab, id } = await begun('done', { node, second: (_, ask) => ask() })
    expect(state.isBehind).toBe(true)
    expect(at(tab, id)).toEqual(['done'])
    expect(signatures).toBe(1)
  })

  test('other transactions of the account explain its balance, so an expired swap can be tried again', async () => {
    const { tab, id } = await begun('sent', {
      node: (method, ask) => {
        if (method === 'sendTransaction') throw blockhashNotFound
        return ask()
      },
    })
    passBlocks(1)
    ledger.airdrop(owner, 12_345n)
    passBlocks(155)
    await browser.clock.pass(60_000)
    expect(at(tab, id)).toEqual(['expired'])
  })

  test.each([
    ['waits', async () => undefined],
    ['asks for it again', async (tab: Tab, id: string) => void tab.orders.act(id, { type: 'retry' })],
  ])(
    'I2 a node that calls a swap expired and knows it later: it is done once, also when the person %s',
    async (_, act) => {
      const { state, node } = forgettingBy()
      const { tab, id } = await begun('expired', { node })
      state.isBehind = false
      await act(tab, id)
      for (let looks = 0; looks < 10 && at(tab, id).join() !== 'done'; looks++) await browser.clock.pass(3_000)
      expect(at(tab, id)).toEqual(['done'])
      expect(signatures).toBe(1)
      expect(before - (await held())).toBe(sold)
    },
  )

  test('I2 a swap that expired falsely and was signed again is shown as a second one when a node has it', async () => {
    const { state, node } = forgettingBy()
    const { tab, id } = await begun('expired', { node })
    void tab.orders.act(id, { type: 'retry' })
    await expect.poll(() => signatures).toBe(2)
    await settled()
    state.isBehind = false
    await reaching(tab, id, 'done')
    await browser.clock.pass(30_000)
    expect(unexpectedTransactions(tab.order(id)).map(({ outcome }) => outcome.is)).toEqual(['done'])
    expect(before - (await held())).toBe(2n * sold)
  })
})

test('a worse quote after an expiry is not signed without a question', async () => {
  const refusing: Script = {
    node: (method, ask) => {
      if (method === 'sendTransaction') throw blockhashNotFound
      return ask()
    },
  }
  const worse = () => ({ is: 'plan', plan: swap(tokenOf('SOL'), 999_100n), needsConfirmation: false }) as const
  const { tab, id } = await begun('sent', refusing, { requote: worse })
  passBlocks(155)
  await browser.clock.pass(60_000)
  expect(at(tab, id)).toEqual(['expired'])
  void tab.orders.act(id, { type: 'retry' })
  await expect.poll(() => tab.order(id).blocked).toBe('price moved')
  expect(signatures).toBe(1)
})

describe('a pasted signature', () => {
  /** The prompt was lost with its page, and the wallet signs and sends by itself. */
  async function sentByWallet() {
    let shown: VersionedTransaction | undefined
    const { tab, id } = await begun('signing', {
      sign: (transaction) => {
        shown = transaction
        return never()
      },
    })
    const later = await reloaded(tab)
    const send = (transaction: VersionedTransaction) =>
      String(
        createRpcMethods(ledger).sendTransaction!(Buffer.from(signedBy(transaction).serialize()).toString('base64'), {
          encoding: 'base64',
        }),
      )
    return { tab: later, id, shown: shown!, send }
  }

  test('of this step is followed to its receipt', async () => {
    const { tab, id, shown, send } = await sentByWallet()
    await tab.orders.act(id, { type: 'paste hash', hash: send(shown) })
    await reaching(tab, id, 'done')
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ receipt: { spent: { units: sold } } })
  })

  test('a pasted signature of another transaction, or of one that no node has, is not booked', async () => {
    const { tab, id, send } = await sentByWallet()
    passBlocks(1)
    const [other] = swap().steps
    if (other?.kind !== 'solana') throw new Error('It is not a step on Solana.')
    const hash = send(VersionedTransaction.deserialize(Buffer.from(other.transaction, 'base64')))
    for (const pasted of [hash, bs58.encode(new Uint8Array(64).fill(7))])
      await expect(tab.orders.act(id, { type: 'paste hash', hash: pasted })).rejects.toThrow(NotThisStep)
    expect(at(tab, id)).toEqual(['unknown'])
  })
})

test('I2 with nodes that stop producing blocks, the swap can be searched for, and is neither expired nor offered again', async () => {
  const still: NodeScript = (method, ask) => {
    if (method === 'sendTransaction') return 'signature'
    return method === 'getEpochInfo' ? { absoluteSlot: 1, blockHeight: 1 } : ask()
  }
  const { tab, id } = await begun('sent', { node: still, second: (method, ask, params) => still(method, ask, params) })
  passBlocks(155)
  await browser.clock.pass(10 * 60_000)
  expect(at(tab, id)).toEqual(['sent'])
  expect(orderStatus(tab.order(id), false)).toMatchObject({
    is: 'not found',
    choices: ['look', 'paste hash', 'dismiss'],
  })
  expect(fundsLocation(tab.order(id))).toEqual({ is: 'moving' })
  expect(signatures).toBe(1)
})

describe('signed bytes', () => {
  test('signed bytes that the first node refuses are sent again, also to another node, and the order shows it', async () => {
    let refusals = 0
    const { tab, id } = await begun('sent', {
      node: (method, ask) => {
        if (method === 'sendTransaction' && refusals++ < 3) throw blockhashNotFound
        return ask()
      },
    })
    await settled()
    expect(orderStatus(tab.order(id), false)).toMatchObject({ is: 'not accepted', choices: ['look'] })
    await reaching(tab, id, 'done')
    expect(signatures).toBe(1)
    expect(before - (await held())).toBe(sold)
  })

  test('that a node accepted and dropped are sent again with no retries of the node, until they are confirmed', async () => {
    const sent: unknown[] = []
    const { tab, id } = await begun('done', {
      node: (method, ask, params) => {
        if (method !== 'sendTransaction') return ask()
        sent.push(params)
        return sent.length < 4 ? 'signature' : ask()
      },
    })
    expect(new Set(sent.map((params) => JSON.stringify(params))).size).toBe(1)
    expect(sent).toHaveLength(4)
    expect(sent[0]).toMatchObject([expect.any(String), { maxRetries: 0 }])
    expect(at(tab, id)).toEqual(['done'])
    expect(signatures).toBe(1)
  })
})

test('I2 a signature that comes after the order went on without it is never sent', async () => {
  let sign: () => void = () => undefined
  const one = tabWith({
    sign: (transaction) => new Promise((resolve) => (sign = () => resolve(signedBy(transaction)))),
  })
  await one.orders.load()
  const id = await one.orders.open(swap())
  void one.orders.act(id, { type: 'start' })
  await reaching(one, id, 'signing')
  const two = tabWith()
  await two.orders.load()
  await two.orders.act(id, { type: 'take over' })
  await reaching(two, id, 'unknown')
  await triedAgain(two, id)
  sign()
  await settled()
  await browser.clock.pass(10_000)
  expect(signatures).toBe(2)
  expect(before - (await held())).toBe(sold)
  expect(at(one, id)).toEqual(['done'])
})

test('two tabs: only one asks, the other mirrors', async () => {
  const { tab, id } = await begun('signing', { sign: () => never() })
  const other = tabWith()
  await other.orders.load()
  await browser.clock.pass(30_000)
  expect(at(other, id)).toEqual(['signing'])
  expect(signatures).toBe(1)
  expect(tab.order(id).history.filter(({ what }) => what === 'asked')).toHaveLength(1)
})

describe('an order from Solana to another chain', () => {
  const filled: DeliveryStatus = { at: 'filled', units: 1_000_000n, hash: '0xfar' }

  function scripted(...reported: readonly DeliveryStatus[]) {
    const looks: PaidOrder[] = []
    const deliveryTracker: DeliveryTracker = {
      readBaseline: async () => ({ block: 3n, balance: 0n }),
      getStatus: async (paid) => {
        looks.push(paid)
        return reported[Math.min(looks.length, reported.length) - 1]!
      },
    }
    return { deliveryTracker, looks }
  }

  async function crossing(deliveryTracker: DeliveryTracker) {
    const tab = tabWith({}, { deliveryTracker })
    await tab.orders.load()
    const id = await tab.orders.open(swap({ ...usd, chain: { ...usd.chain, chainId: 741_002, name: 'Delta' } }))
    void tab.orders.act(id, { type: 'start' })
    await reaching(tab, id, 'done')
    return { tab, id }
  }

  test('a crossing from Solana is followed by its signature and slot, and is done when the destination chain has paid', async () => {
    const { deliveryTracker, looks } = scripted({ at: 'awaited' }, filled)
    const { tab, id } = await crossing(deliveryTracker)
    await browser.clock.pass(10_000)
    const [task] = tab.order(id).tasks
    if (task?.progress.at !== 'done') throw new Error('It is not done.')
    const { hash, receipt } = task.progress
    expect(looks[0]?.payment).toEqual({ chainId: reef.chainId, hash, block: receipt.block, to: undefined })
    expect(receipt.block).toBeGreaterThan(0n)
    expect(orderPhase(tab.order(id))).toBe('done')
  })

  test('goes on being followed after a reload, and nothing is signed for it', async () => {
    const { tab, id } = await crossing(scripted({ at: 'awaited' }).deliveryTracker)
    expect(orderPhase(tab.order(id))).toBe('under way')
    const later = await reloaded(tab, {}, { deliveryTracker: scripted(filled).deliveryTracker })
    await browser.clock.pass(60_000)
    expect(later.order(id).destination?.delivery).toEqual(filled)
    expect(signatures).toBe(1)
    expect(decodeOrder(encodeOrder(later.order(id)))).toEqual({ is: 'order', order: later.order(id) })
  })
})
