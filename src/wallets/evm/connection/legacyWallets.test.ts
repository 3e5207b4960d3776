import { expect, test, vi } from 'vitest'
import { createDiscovery, legacyWallets } from './discovery'
import type { Provider } from './provider'

const account = '0x00000000000000000000000000000000000000aA'
const request: Provider['request'] = async () => null

const pageWith = (ethereum: unknown) => Object.assign(new EventTarget(), { ethereum })
const namesIn = (ethereum: unknown) => legacyWallets({ ethereum }).map(({ id, name }) => [id, name])

test('a wallet that announces nothing is offered under its own name, not as the MetaMask it imitates', () => {
  expect(namesIn({ request, isMetaMask: true })).toEqual([['injected.metamask', 'MetaMask']])
  expect(namesIn({ request, isMetaMask: true, isRabby: true })).toEqual([['injected.rabby-wallet', 'Rabby Wallet']])
  expect(namesIn({ request, isMetaMask: true, isTrust: true })).toEqual([['injected.trust-wallet', 'Trust Wallet']])
  expect(namesIn({ request })).toEqual([['injected.browser-wallet', 'Browser wallet']])
})

test('a provider may be a function', () => {
  const provider = Object.assign(() => null, { request, isFrame: true })
  expect(namesIn(provider)).toEqual([['injected.frame', 'Frame']])
})

test('wallets that share one place are offered one by one', () => {
  const providers = [
    { request, isMetaMask: true },
    { request, isCoinbaseWallet: true },
    { request, isMetaMask: true },
  ]
  expect(namesIn({ request, providers }).map(([, name]) => name)).toEqual(['MetaMask', 'Coinbase Wallet'])
})

test.each([[undefined], [null], [{}], ['0x'], [{ request: 1 }], [{ providers: 'many' }]])('no wallet is %j', (odd) => {
  expect(namesIn(odd)).toEqual([])
})

test('a wallet that announces itself is listed once, whether it comes before or after', () => {
  const raw = { request, isMetaMask: true }
  const page = pageWith(raw)
  const discovery = createDiscovery(page)
  discovery.ask()
  expect(discovery.found().map(({ id }) => id)).toEqual(['injected.metamask'])
  const info = { uuid: 'one', rdns: 'io.metamask', name: 'MetaMask', icon: '' }
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: raw } }))
  expect(discovery.found().map(({ id }) => id)).toEqual(['io.metamask'])
  const copy = createDiscovery(pageWith({ request, isMetaMask: true }))
  expect(copy.found()).toEqual([])
})

test('a wallet app that injects its provider late is found', () => {
  const page: EventTarget & { ethereum?: unknown } = new EventTarget()
  const discovery = createDiscovery(page)
  const news = vi.fn()
  discovery.subscribe(news)
  discovery.ask()
  page.ethereum = { request, isMetaMask: true }
  page.dispatchEvent(new Event('ethereum#initialized'))
  expect(discovery.found().map(({ name }) => name)).toEqual(['MetaMask'])
  expect(news).toHaveBeenCalledOnce()
})

test('A-24 a provider put in the place of the first one later is not used', async () => {
  const page = pageWith({ request: async () => 'first' })
  const discovery = createDiscovery(page)
  discovery.ask()
  page.ethereum = { request: async () => 'second' }
  discovery.ask()
  expect(await discovery.found()[0]?.provider.request({ method: 'eth_call' })).toBe('first')
})

test('the functions of a provider are called as its own, with what they were given', async () => {
  const raw = {
    accounts: [account],
    request({ method }: { method: string }) {
      return Promise.resolve(method === 'eth_accounts' ? this.accounts : null)
    },
    on: vi.fn(),
  }
  const [wallet] = legacyWallets({ ethereum: raw })
  expect(await wallet?.provider.request({ method: 'eth_accounts' })).toEqual([account])
  const listener = () => {}
  wallet?.provider.on?.('chainChanged', listener)
  expect(raw.on).toHaveBeenCalledExactlyOnceWith('chainChanged', listener)
})

test('a provider without request, as before EIP-1193, is no wallet', () => {
  expect(namesIn({ send: request, sendAsync: request, enable: request, isMetaMask: true })).toEqual([])
})
