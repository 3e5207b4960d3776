import { expect, test, vi } from 'vitest'
import { createDiscovery } from './discovery'
import { legacyWallets, quirks, withoutQuirks } from './legacyWallets'
import type { Provider } from './provider'

const account = '0x00000000000000000000000000000000000000aA'
const request: Provider['request'] = async () => null
const unsupported = () => Promise.reject(Object.assign(new Error('no such method'), { code: -32601 }))

const pageWith = (ethereum: unknown) => Object.assign(new EventTarget(), { ethereum })
const namesIn = (ethereum: unknown) => legacyWallets({ ethereum }).map(({ announcement: { id, name } }) => [id, name])

test('a wallet that announces nothing is offered under its own name, not as the MetaMask it imitates', () => {
  expect(namesIn({ request, isMetaMask: true })).toEqual([['injected.metamask', 'MetaMask']])
  expect(namesIn({ request, isMetaMask: true, isRabby: true })).toEqual([['injected.rabby-wallet', 'Rabby Wallet']])
  expect(namesIn({ request, isMetaMask: true, isTrust: true })).toEqual([['injected.trust-wallet', 'Trust Wallet']])
  expect(namesIn({ request })).toEqual([['injected.browser-wallet', 'Browser wallet']])
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

test('quirk: no request, but send or sendAsync', async () => {
  const send = vi.fn(async () => '0x1')
  await expect(withoutQuirks({ send }).request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  expect(send).toHaveBeenCalledWith('eth_chainId', [])
  const sendAsync = (payload: { method: string }, callback: (error: unknown, answer: unknown) => void) =>
    payload.method === 'eth_chainId' ? callback(null, { jsonrpc: '2.0', id: 1, result: '0x5' }) : callback('no', null)
  const provider = withoutQuirks({ sendAsync })
  await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x5')
  await expect(provider.request({ method: 'eth_accounts' })).rejects.toBe('no')
})

test('quirk: answers and refusals in an envelope', async () => {
  const provider = withoutQuirks({ request: async () => ({ jsonrpc: '2.0', id: 1, result: '0x2' }) })
  await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x2')
  const refusing = withoutQuirks({ request: async () => ({ jsonrpc: '2.0', id: 1, error: { code: 4001 } }) })
  await expect(refusing.request({ method: 'eth_sendTransaction' })).rejects.toEqual({ code: 4001 })
})

test('quirk: enable instead of a request for accounts, and a refusal stays one', async () => {
  const enable = vi.fn(async () => [account])
  const provider = withoutQuirks({ request: unsupported, enable })
  await expect(provider.request({ method: 'eth_requestAccounts' })).resolves.toEqual([account])
  const declined = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  await expect(
    withoutQuirks({ request: declined, enable }).request({ method: 'eth_requestAccounts' }),
  ).rejects.toThrow()
  expect(enable).toHaveBeenCalledOnce()
})

test('quirk: the number of the network in decimal', async () => {
  const request: Provider['request'] = ({ method }) =>
    method === 'net_version' ? Promise.resolve('56') : unsupported()
  await expect(withoutQuirks({ request }).request({ method: 'eth_chainId' })).resolves.toBe('56')
  await expect(withoutQuirks({ request }).request({ method: 'eth_blockNumber' })).rejects.toThrow('no such method')
})

test('quirk: one account as a text', async () => {
  const provider = withoutQuirks({ request: async () => account })
  await expect(provider.request({ method: 'eth_accounts' })).resolves.toEqual([account])
  await expect(provider.request({ method: 'eth_getCode' })).resolves.toBe(account)
})

test('quirk: events by other names and with other news', () => {
  const listeners = new Map<string, (news: unknown) => void>()
  const { on } = withoutQuirks({
    request,
    addListener: (event: string, tell: () => void) => listeners.set(event, tell),
  })
  const heard: unknown[] = []
  on?.('accountsChanged', (news) => heard.push(news))
  on?.('chainChanged', (news) => heard.push(news))
  listeners.get('accountsChanged')?.(account)
  listeners.get('accountsChanged')?.(undefined)
  listeners.get('networkChanged')?.('56')
  listeners.get('chainChanged')?.('0x38')
  expect(heard).toEqual([[account], [], '56', '0x38'])
})

test('every quirk of the table has its test here', () => {
  expect(Object.keys(quirks)).toEqual(['no request', 'envelope', 'enable', 'network number', 'one account', 'events'])
})
