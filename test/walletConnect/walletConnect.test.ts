import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Batch } from '../../src/orders/batch'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { createWallets } from '../../src/wallets/createWallets'
import { WalletConnectSession } from '../../src/wallets/walletConnect/session'
import type { Wallets } from '../../src/wallets/wallets'
import type { BadWallet } from '../badWallet'
import { type OrderChain, startOrderChain, trader } from '../orders/localChain'
import { openPage } from '../wallets/page'
import { LinkedWallet } from './linkedWallet'
import { type Relay, startRelay } from './relay'

let harbor: OrderChain
let relay: Relay
let deployment: Deployment
let wallet: BadWallet
let phone: LinkedWallet
const open: Wallets[] = []

// The library shares its core over a process. Here each page is its own, as it is in a browser.
vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')

beforeAll(async () => {
  const [chain, started] = await Promise.all([startOrderChain(), startRelay()])
  harbor = chain
  relay = started
  deployment = {
    mode: 'hosted',
    name: 'Hosted',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    chains: [harbor.chain, { ...harbor.chain, chainId: 741_002, name: 'Delta' }],
    faucetUrl: undefined,
    walletConnect: { projectId: 'tests', relayUrl: relay.url },
  }
})
afterAll(async () => {
  await harbor?.close()
  await relay?.close()
})

beforeEach(async () => {
  wallet = harbor.openWallet()
  wallet.isLocked = false
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  phone = await LinkedWallet.open({
    relayUrl: relay.url,
    addresses: { eip155: trader },
    chains: ['eip155:741001'],
    answer: ({ method, params }) => wallet.provider.request({ method, params: params as readonly unknown[] }),
  })
})
afterEach(async () => {
  for (const wallets of open.splice(0))
    for (const account of wallets.store.getState().accounts) await wallets.disconnect(account)
  await phone.close()
})

const option = 'evm:walletConnect'

/** A page whose person scans the code with the phone as soon as it is shown. */
async function openApp(page = openPage()): Promise<Wallets> {
  const wallets = createWallets(deployment, page)
  open.push(wallets)
  await wallets.discover()
  wallets.store.subscribe(({ pairing }, before) => {
    if (pairing && pairing !== before.pairing) void phone.scan(pairing.uri)
  })
  return wallets
}

test('it is offered only where the operator has an id, and nothing is asked of the relay before it is chosen', async () => {
  const sent = relay.published.length
  const { walletConnect: _, ...without } = deployment
  const [bare, offered] = [createWallets(without, openPage()), createWallets(deployment, openPage())]
  await Promise.all([bare.discover(), offered.discover()])
  expect(bare.store.getState().options).toEqual([])
  expect(offered.store.getState().options).toMatchObject([{ id: option, name: 'WalletConnect', isElsewhere: true }])
  expect(relay.published).toHaveLength(sent)
})

test('a phone that scans the code is connected, and signs and sends for real', async () => {
  const wallets = await openApp()
  expect(await wallets.connect(option)).toMatchObject({
    address: trader,
    chainId: 741_001,
    walletName: 'WalletConnect',
  })
  expect(wallets.store.getState().pairing).toBeUndefined()

  const executor = await wallets.executor('evm')
  const step = harbor.deposit(7n)
  await executor.ensureReady(step)
  const anchor = await executor.createAnchor(step)
  const hash = await executor.send(step, anchor, () => {})
  expect(hash).toBe(wallet.sent[0])
  await expect.poll(async () => (await executor.getStatus(step, anchor, hash)).is).toBe('done')
  expect(phone.questions.map(({ chain, method }) => [chain, method])).toEqual([
    ['eip155:741001', 'eth_sendTransaction'],
  ])
})

test('a phone that batches is asked once for all steps, by an id that its status is asked with', async () => {
  const asked: { readonly method: string; readonly params: unknown }[] = []
  await phone.close()
  phone = await LinkedWallet.open({
    relayUrl: relay.url,
    addresses: { eip155: trader },
    chains: ['eip155:741001'],
    answer: async ({ method, params }) => {
      asked.push({ method, params })
      if (method === 'wallet_getCapabilities') return { '0xb4e89': { atomic: { status: 'supported' } } }
      if (method === 'wallet_sendCalls') return { id: String(Reflect.get(Object(Array.of(params).flat()[0]), 'id')) }
      return { version: '2.0.0', atomic: true, status: 100, receipts: [] }
    },
  })
  const wallets = await openApp()
  await wallets.connect(option)
  expect(await wallets.batchSupport(trader, 741_001)).toBe('supported')
  const step = harbor.deposit(7n)
  const batch: Batch = {
    ...{ kind: 'evm batch', chainId: 741_001, from: trader, steps: [harbor.approval(7n), step] },
    assertion: { changes: [{ token: harbor.token, account: trader, least: -7n }], allowances: [] },
  }
  const executor = await wallets.executor('evm')
  await executor.ensureReady(batch)
  const anchor = await executor.createAnchor(batch)
  const taken = vi.fn()
  expect(await executor.send(batch, anchor, () => {}, taken)).toBeUndefined()
  const id = anchor.kind === 'evm' ? anchor.batch?.id : undefined
  expect(taken).toHaveBeenCalledExactlyOnceWith(id)
  const [request] = asked.filter(({ method }) => method === 'wallet_sendCalls')
  expect(request?.params).toMatchObject([{ id, from: trader, chainId: '0xb4e89', atomicRequired: true }])
  // Both steps, between the two calls that bound them.
  expect(Object(Array.of(request?.params).flat()[0]).calls).toHaveLength(4)
  expect(await executor.getStatus(batch, anchor, undefined)).toEqual({ is: 'taken', id })
})

test('F-20 a connection and a request that were rejected on the phone are quiet noes', async () => {
  const wallets = await openApp()
  phone.lets = false
  await expect(wallets.connect(option)).rejects.toMatchObject({ failure: { code: 'rejected' } })
  expect(wallets.store.getState().pairing).toBeUndefined()

  phone.lets = true
  await wallets.connect(option)
  wallet.arrange('eth_sendTransaction', 'reject')
  const executor = await wallets.executor('evm')
  const step = harbor.deposit(7n)
  const sending = executor.send(step, await executor.createAnchor(step), () => {}).catch(executor.toFailure)
  expect(await sending).toMatchObject({ code: 'rejected' })
})

test('a network the session does not have is asked of the wallet, and its refusal is explained', async () => {
  const wallets = await openApp()
  await wallets.connect(option)
  wallet.arrange('wallet_addEthereumChain', 'reject')
  const executor = await wallets.executor('evm')
  const ready = executor.ensureReady({ ...harbor.deposit(1n), chainId: 741_002 }, () => {})
  expect(await ready.then(() => undefined, executor.toFailure)).toMatchObject({ code: 'rejected' })
  expect(phone.questions.at(-1)).toMatchObject({ method: 'wallet_addEthereumChain', chain: 'eip155:741001' })
})

test('the session of an earlier visit is there again, without a code', async () => {
  const kept = new Map<string, string>()
  const before = await openApp(openPage(kept))
  await before.connect(option)
  // The page is closed; the next one has only its stored state.
  const after = createWallets(deployment, openPage(kept))
  open.splice(0, 1, after)
  await after.restore()
  expect(after.store.getState().accounts).toMatchObject([{ address: trader, walletId: option }])
  expect(after.store.getState().pairing).toBeUndefined()
  expect(phone.sessions).toBe(1)
})

test('an expired pairing code shows a message, and is removed from the screen', async () => {
  const shown: (string | undefined)[] = []
  const client = {
    on: () => {},
    session: { getAll: () => [] },
    connect: async () => ({ uri: 'wc:1@2', approval: () => Promise.reject(new Error('Proposal expired')) }),
  }
  const link = new WalletConnectSession({
    deployment,
    settings: { projectId: 'tests', relayUrl: relay.url },
    page: openPage(),
    onPairing: (pairing) => shown.push(pairing?.uri),
    open: async () => client as never,
  })
  await expect(link.connect('eip155')).rejects.toMatchObject({ failure: { facts: { is: 'code expired' } } })
  expect(shown).toEqual(['wc:1@2', undefined])
})

test('H-1 an answer to a transaction is listened for over days, to anything else as long as the library does', async () => {
  const asked: unknown[] = []
  const session = { topic: 'topic', expiry: Date.now(), namespaces: {} }
  const client = {
    on: () => {},
    session: { getAll: () => [session] },
    request: async (request: { expiry?: number }) => void asked.push(request.expiry),
  }
  const link = new WalletConnectSession({
    deployment,
    settings: { projectId: 'tests', relayUrl: relay.url },
    page: openPage(),
    onPairing: () => {},
    open: async () => client as never,
  })
  for (const method of ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_getCallsStatus'])
    await link.request({ chain: 'eip155:1', method, params: [] })
  expect(asked).toEqual([259_200, 259_200, undefined])
})

test('A-26 a session is asked for nothing that this app never asks', async () => {
  const link = new WalletConnectSession({
    deployment,
    settings: { projectId: 'tests', relayUrl: relay.url },
    page: openPage(),
    onPairing: () => {},
    open: () => Promise.reject(new Error('Nothing is opened for it.')),
  })
  for (const [chain, method] of [
    ['eip155:1', 'personal_sign'],
    ['eip155:1', 'eth_signTypedData_v4'],
    ['solana:1', 'solana_signMessage'],
    ['solana:1', 'eth_sendTransaction'],
  ] as const)
    await expect(link.request({ chain, method, params: [] })).rejects.toThrow(`does not ask wallets for ${method}`)
})

test('F-15 it is gone here when it is ended on the phone, and gone there when it is ended here', async () => {
  const wallets = await openApp()
  await wallets.connect(option)
  await phone.leave()
  await expect.poll(() => wallets.store.getState().accounts).toEqual([])

  const account = await wallets.connect(option)
  expect(phone.sessions).toBe(1)
  await wallets.disconnect(account)
  expect(wallets.store.getState().accounts).toEqual([])
  await expect.poll(() => phone.sessions).toBe(0)
})

test('F-15 ended on both sides at the same moment it is gone on both, and no error is left that no one hears', async () => {
  const unheard = vi.fn()
  process.on('unhandledRejection', unheard)
  try {
    const wallets = await openApp()
    const account = await wallets.connect(option)
    await Promise.all([wallets.disconnect(account), phone.leave()])
    await expect.poll(() => phone.sessions).toBe(0)
    expect(wallets.store.getState().accounts).toEqual([])
    // Their goodbyes cross on the relay.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(unheard).not.toHaveBeenCalled()
  } finally {
    process.off('unhandledRejection', unheard)
  }
})

test('an answer that the network delayed arrives after the connection is back', async () => {
  const wallets = await openApp()
  await wallets.connect(option)
  const executor = await wallets.executor('evm')
  const step = harbor.deposit(9n)
  const anchor = await executor.createAnchor(step)
  const before = wallet.sent.length
  const sending = executor.send(step, anchor, () => {})
  await expect.poll(() => wallet.sent.length).toBe(before + 1)
  relay.cut()
  expect(await sending).toBe(wallet.sent[before])
})

test('a session that is ended while no relay answers is gone here for good, with its keys', async () => {
  const own = await startRelay()
  const settings = { ...deployment, walletConnect: { projectId: 'tests', relayUrl: own.url } }
  const other = await LinkedWallet.open({
    relayUrl: own.url,
    addresses: { eip155: trader },
    chains: ['eip155:741001'],
    answer: () => Promise.reject(new Error('Nothing is asked of it.')),
  })
  const kept = new Map<string, string>()
  const wallets = createWallets(settings, openPage(kept))
  await wallets.discover()
  wallets.store.subscribe(({ pairing }, before) => {
    if (pairing && pairing !== before.pairing) void other.scan(pairing.uri)
  })
  const account = await wallets.connect(option)
  const stored = (part: string) => [...kept].find(([name]) => name.endsWith(part))?.[1] ?? ''
  const topic = /"topic":"([0-9a-f]{64})"/.exec(stored('//session'))?.[1] ?? 'none'
  expect(stored('//keychain')).toContain(topic)
  await own.close()
  await wallets.disconnect(account)
  await expect.poll(() => stored('//session')).toBe('[]')
  await expect.poll(() => stored('//keychain')).not.toContain(topic)
  await other.close()
}, 30_000)
