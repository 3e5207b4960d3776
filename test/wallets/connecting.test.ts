import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { readBalances, readGasPrice } from '../../src/wallets/balances'
import { createWallets } from '../../src/wallets/createWallets'
import { WalletConnectSession } from '../../src/wallets/walletConnect/session'
import { WalletFailure, type Wallets } from '../../src/wallets/wallets'
import type { BadWallet } from '../badWallet'
import { type OrderChain, startOrderChain, stranger, trader } from '../orders/localChain'
import { announce, openPage, type Page } from './page'

let harbor: OrderChain
let deployment: Deployment
let page: Page
let wallet: BadWallet

beforeAll(async () => {
  harbor = await startOrderChain()
  deployment = {
    mode: 'hosted',
    name: 'Hosted',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    chains: [harbor.chain],
    faucetUrl: undefined,
  }
})
afterAll(() => harbor?.close())

beforeEach(() => {
  page = openPage()
  wallet = harbor.openWallet()
})

async function connectedWith(id = 'evm:test.wallet'): Promise<Wallets> {
  announce(page, wallet.provider)
  const wallets = createWallets(deployment, page)
  await wallets.discover()
  await wallets.connect(id)
  return wallets
}

function account(wallets: Wallets) {
  return wallets.store.getState().accounts[0]
}

test('wallets that announce themselves are offered and connect with one request', async () => {
  const wallets = await connectedWith()
  expect(wallets.store.getState()).toMatchObject({
    at: 'ready',
    options: [{ id: 'evm:test.wallet', name: 'Test wallet', kind: 'evm', isDemo: false }],
    accounts: [{ kind: 'evm', address: trader, walletId: 'evm:test.wallet', chainId: 741_001 }],
  })
  expect(
    wallet.requests.map(({ method }) => method).filter((method) => !['eth_accounts', 'eth_chainId'].includes(method)),
  ).toEqual(['eth_requestAccounts'])
  const executor = await wallets.executor('evm')
  await expect(executor.ensureReady(harbor.deposit(1n))).resolves.toBeUndefined()
})

test('F-20 a refusal by the person is a failure with that reason, and can be retried', async () => {
  wallet.arrange('eth_requestAccounts', 'reject')
  const connecting = connectedWith()
  await expect(connecting).rejects.toThrow(WalletFailure)
  await expect(connecting).rejects.toMatchObject({ failure: { code: 'rejected' } })
  const wallets = createWallets(deployment, page)
  await wallets.discover()
  expect(await wallets.connect('evm:test.wallet')).toMatchObject({ address: trader })
})

test.each([
  ['F-43', { error: { code: -32002, message: 'already pending' } }, 'busy'],
  ['F-11', { answer: [] }, 'rejected'],
  ['F-44', { answer: null }, 'unknown'],
  ['F-44', { error: 'oops' }, 'unknown'],
] as const)('%s a wallet that meets the request with %j does not connect', async (_, response, code) => {
  wallet.arrange('eth_requestAccounts', response)
  await expect(connectedWith()).rejects.toMatchObject({ failure: { code } })
})

test('F-15 F-22 F-54 account and chain are followed into the store, in every notation of a wallet', async () => {
  const wallets = await connectedWith()
  let changes = 0
  const executor = await wallets.executor('evm')
  executor.onChange?.(() => changes++)
  wallet.select(1)
  expect(account(wallets)).toMatchObject({ address: stranger })
  for (const said of ['0x5', 5, '5', '0x05']) wallet.goTo(5, said)
  expect(account(wallets)).toMatchObject({ chainId: 5 })
  wallet.goTo(5, 'nonsense')
  expect(account(wallets)).toMatchObject({ chainId: 5 })
  expect(changes).toBeGreaterThanOrEqual(2)
})

test('F-11 a wallet that is locked is gone, and back when it is unlocked', async () => {
  const wallets = await connectedWith()
  wallet.lock()
  await expect.poll(() => account(wallets)).toBeUndefined()
  wallet.lock(false)
  await expect.poll(() => account(wallets)).toMatchObject({ address: trader })
})

test('a wallet that was disconnected here stays so when it reports that its own node is connected', async () => {
  const listeners = new Map<string, (news: unknown) => void>()
  const on = (event: string, listener: (news: unknown) => void) => void listeners.set(event, listener)
  announce(page, { ...wallet.provider, on })
  const wallets = createWallets(deployment, page)
  await wallets.discover()
  await wallets.connect('evm:test.wallet')
  await wallets.disconnect(account(wallets)!)
  const before = wallet.requests.length
  listeners.get('connect')?.({ chainId: '0xb4e89' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(account(wallets)).toBeUndefined()
  expect(wallet.requests.length).toBe(before)
})

test('a wallet of the last visit that has gone to sleep is waited for ten seconds, not asked again and again', async () => {
  await connectedWith()
  const asleep = { request: () => new Promise(() => {}) }
  const request = vi.spyOn(asleep, 'request')
  const next = openPage(page.kept)
  announce(next, asleep)
  const later = createWallets(deployment, next)
  await later.discover()
  vi.useFakeTimers()
  const restored = later.restore()
  await vi.advanceTimersByTimeAsync(10_000)
  await restored
  vi.useRealTimers()
  expect(later.store.getState()).toMatchObject({ at: 'ready', accounts: [] })
  expect(request).toHaveBeenCalledTimes(1)
})

describe('several accounts of one wallet', () => {
  test('F-15 another one is used at a press, signs, and is there again after a reload', async () => {
    const wallets = await connectedWith()
    expect(account(wallets)).toMatchObject({ address: trader, others: [stranger] })
    await wallets.select?.(account(wallets)!, stranger)
    expect(account(wallets)).toMatchObject({ address: stranger, others: [trader] })
    const executor = await wallets.executor('evm')
    await expect(executor.ensureReady(harbor.deposit(1n))).rejects.toMatchObject({ failure: { code: 'wrong account' } })
    await expect(executor.ensureReady({ ...harbor.deposit(1n), from: stranger })).resolves.toBeUndefined()

    const next = openPage(page.kept)
    announce(next, wallet.provider)
    const later = createWallets(deployment, next)
    await later.restore()
    expect(account(later)).toMatchObject({ address: stranger })
  })

  test('F-15 what the wallet itself changes counts again, and one that it does not share is not used', async () => {
    const wallets = await connectedWith()
    await wallets.select?.(account(wallets)!, stranger)
    wallet.select(0)
    expect(account(wallets)).toMatchObject({ address: trader })
    await wallets.select?.(account(wallets)!, '0x00000000000000000000000000000000000000aA')
    expect(account(wallets)).toMatchObject({ address: trader })
  })
})

test('a wallet at window.ethereum that announces nothing connects, swaps and is there again after a reload', async () => {
  const injected = { ...wallet.provider, isMetaMask: true, isRabby: true }
  const wallets = createWallets(deployment, Object.assign(page, { ethereum: injected }))
  await wallets.discover()
  expect(wallets.store.getState().options).toMatchObject([{ id: 'evm:injected.rabby-wallet', name: 'Rabby Wallet' }])
  await wallets.connect('evm:injected.rabby-wallet')
  const executor = await wallets.executor('evm')
  const step = harbor.deposit(1n)
  await executor.send(step, await executor.createAnchor(step), () => undefined)
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
  const later = createWallets(deployment, Object.assign(openPage(page.kept), { ethereum: injected }))
  await later.restore()
  expect(account(later)).toMatchObject({ address: trader, walletName: 'Rabby Wallet' })
})

describe('after a reload', () => {
  test('the wallet of the last visit is taken up without a prompt', async () => {
    await connectedWith()
    const next = openPage(page.kept)
    const later = createWallets(deployment, next)
    const restoring = later.restore()
    expect(later.store.getState().at).toBe('restoring')
    const prompts = wallet.asked('eth_requestAccounts')
    announce(next, wallet.provider)
    await restoring
    expect(account(later)).toMatchObject({ address: trader, chainId: 741_001 })
    expect(later.store.getState().at).toBe('ready')
    expect(wallet.asked('eth_requestAccounts')).toBe(prompts)
  })

  test('a disconnected wallet is not reconnected', async () => {
    const wallets = await connectedWith()
    await wallets.disconnect(account(wallets)!)
    expect(account(wallets)).toBeUndefined()
    const next = openPage(page.kept)
    announce(next, wallet.provider)
    const later = createWallets(deployment, next)
    await later.restore()
    expect(account(later)).toBeUndefined()
    expect(later.store.getState().options).toEqual([])
  })

  test('A-24 one of two that share a name is not guessed', async () => {
    await connectedWith()
    const next = openPage(page.kept)
    announce(next, harbor.openWallet().provider, { uuid: 'one' })
    announce(next, wallet.provider, { uuid: 'two' })
    const later = createWallets(deployment, next)
    await later.restore()
    expect(account(later)).toBeUndefined()
    await later.discover()
    expect(later.store.getState().options.map(({ name }) => name)).toEqual(['Test wallet (1)', 'Test wallet (2)'])
  })

  test('nothing loads without an earlier session', async () => {
    const wallets = createWallets(deployment, page)
    await wallets.restore()
    expect(wallets.store.getState()).toEqual({ at: 'ready', accounts: [], options: [] })
  })
})

test('A-24 a provider put in the place of another later is not used', async () => {
  const wallets = await connectedWith()
  const evil = harbor.openWallet()
  page.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: 'x', name: 'Test wallet', rdns: 'test.wallet' }, provider: evil.provider },
    }),
  )
  const executor = await wallets.executor('evm')
  const step = harbor.deposit(1n)
  await executor.send(step, await executor.createAnchor(step), () => undefined)
  expect(evil.requests).toEqual([])
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('the demo wallet is offered by an embedded deployment only, and connects at a click', async () => {
  const hosted = createWallets(deployment, page)
  await hosted.discover()
  expect(hosted.store.getState().options).toEqual([])
  const embedded = { ...deployment, mode: 'embedded' as const, chains: [{ ...harbor.chain, rpcUrls: ['/rpc/741001'] }] }
  const wallets = createWallets(embedded, openPage())
  await wallets.discover()
  expect(wallets.store.getState().options).toMatchObject([
    { name: 'Demo wallet (EVM)', isDemo: true, kind: 'evm' },
    { name: 'Demo wallet (EVM batches)', isDemo: true, kind: 'evm' },
  ])
  expect(await wallets.connect(wallets.store.getState().options[0]!.id)).toMatchObject({
    walletName: 'Demo wallet (EVM)',
    chainId: 741_001,
  })
})

test('an account is shown as being filled until the faucet has answered both of its demo wallets', async () => {
  const chains = [{ ...harbor.chain, rpcUrls: ['/rpc/741001'] }]
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', (url: string) =>
    url === '/faucet'
      ? new Promise<Response>((resolve) => answers.push(() => resolve(new Response())))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  const wallets = createWallets({ ...deployment, mode: 'embedded', faucetUrl: '/faucet', chains }, openPage())
  await wallets.discover()
  const first = wallets.connect('evm:demo.tidegate')
  await expect.poll(() => answers.length).toBe(1)
  const second = wallets.connect('evm:demo.tidegate.batches')
  await expect.poll(() => answers.length).toBe(2)
  const filled = () => wallets.store.getState().funding
  expect(filled()).toHaveLength(2)
  answers[0]?.()
  await first
  expect(filled()).toHaveLength(1)
  answers[1]?.()
  await second
  expect(filled()).toEqual([])
  vi.unstubAllGlobals()
})

test.each([
  ['the demo wallet', 'Demo wallet (EVM)', () => vi.spyOn(crypto, 'getRandomValues')],
  ['WalletConnect', 'WalletConnect', () => vi.spyOn(WalletConnectSession.prototype, 'subscribe')],
] as const)('when %s cannot start, a message shows it, and the other wallets are offered', async (_, name, breaks) => {
  announce(page, wallet.provider)
  const broken = breaks().mockImplementation(() => {
    throw new TypeError('not a function')
  })
  const walletConnect = { projectId: '0'.repeat(32), relayUrl: 'wss://relay.example' }
  const embedded = { ...deployment, mode: 'embedded' as const, chains: [{ ...harbor.chain, rpcUrls: ['/rpc/741001'] }] }
  const wallets = createWallets({ ...embedded, walletConnect }, page)
  await wallets.discover()
  broken.mockRestore()
  const { options, unstarted } = wallets.store.getState()
  expect(options.map((option) => option.name)).toContain('Test wallet')
  expect(unstarted).toEqual([{ what: { name }, detail: 'not a function' }])
})

test('a wallet that only calls itself the demo wallet is not', async () => {
  announce(page, wallet.provider, { name: 'Demo wallet (EVM)', rdns: 'demo.tidegate' })
  const wallets = createWallets(deployment, page)
  await wallets.discover()
  expect(wallets.store.getState().options).toMatchObject([{ isDemo: false }])
})

test('balances of many tokens are read in one call, and a contract without a balance is marked', async () => {
  const wallets = createWallets(deployment, page)
  const chain = { id: 1, chainId: 741_001, name: 'Harbor', kind: 'evm', isEnabled: true } as const
  const token = (address: string, isNative = false) => ({
    id: 1,
    chain,
    address,
    symbol: 'T',
    name: 'T',
    decimals: 6,
    isNative,
    price: undefined,
    imagePath: undefined,
  })
  const balances = await readBalances(wallets, trader, [token(harbor.token), token('', true), token(stranger)])
  expect(balances.map((amount) => amount?.units)).toEqual([1_000_000_000n, expect.any(BigInt), undefined])
  expect(await readGasPrice(wallets, 741_001)).toBeGreaterThan(0n)
  await expect(
    readBalances(wallets, trader, [token(harbor.token), { ...token(''), chain: { ...chain, chainId: 2 } }]),
  ).rejects.toThrow('one chain at a time')
})

test('a chain the deployment does not know is not asked about', async () => {
  await expect(createWallets(deployment, page).rpc(1)('eth_blockNumber', [])).rejects.toThrow(
    'no node for the chain number 1',
  )
  await expect(createWallets(deployment, page).executor('bitcoin')).rejects.toThrow(WalletFailure)
})
