import { expect, test } from 'vitest'
import { createDiscovery } from './discovery'
import type { Provider } from './provider'

const icon = 'data:image/svg+xml;base64,AAAA'

function wallet(): Provider {
  return { request: async () => null }
}

function announce(page: EventTarget, info: object, provider: unknown) {
  const detail = { info: { uuid: crypto.randomUUID(), name: 'Test', rdns: 'test.wallet', icon, ...info }, provider }
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

function begin() {
  const page = new EventTarget()
  return { page, discovery: createDiscovery(page) }
}

test('wallets that announce themselves are found, also when they come late', () => {
  const { page, discovery } = begin()
  const early = wallet()
  page.addEventListener('eip6963:requestProvider', () => announce(page, { uuid: 'one', name: 'Early' }, early))
  discovery.ask()
  let news = 0
  discovery.subscribe(() => news++)
  announce(page, { name: 'Late', rdns: 'late.wallet' }, wallet())
  discovery.ask()
  expect(discovery.found().map(({ name, id }) => [name, id])).toEqual([
    ['Early', 'test.wallet'],
    ['Late', 'late.wallet'],
  ])
  expect(news).toBe(1)
})

test('A-24 the provider is the one handed over at the announcement, even if another script announces the same again', () => {
  const { page, discovery } = begin()
  const first = wallet()
  announce(page, { uuid: 'one' }, first)
  announce(page, { uuid: 'one' }, wallet())
  expect(discovery.found()).toHaveLength(1)
  expect(discovery.found()[0]?.provider).toBe(first)
})

test('A-24 two wallets of one name are both shown, and known to be twins', () => {
  const { page, discovery } = begin()
  announce(page, { uuid: 'one' }, wallet())
  announce(page, { uuid: 'two' }, wallet())
  expect(discovery.found().map(({ id, isDuplicate }) => [id, isDuplicate])).toEqual([
    ['test.wallet', true],
    ['test.wallet#2', true],
  ])
})

test('one provider under two numbers is one wallet', () => {
  const { page, discovery } = begin()
  const provider = wallet()
  announce(page, { uuid: 'one' }, provider)
  announce(page, { uuid: 'two' }, provider)
  expect(discovery.found()).toHaveLength(1)
})

test.each([
  ['https://evil.example/x.png'],
  ['javascript:alert(1)'],
  ['data:text/html,<script>1</script>'],
  [`data:image/png;base64,${'A'.repeat(300_000)}`],
  [7],
])('A-24 only a picture inside the announcement is shown: %s', (odd) => {
  const { page, discovery } = begin()
  announce(page, { icon: odd }, wallet())
  expect(discovery.found()[0]?.icon).toBeUndefined()
})

test('A-13 names are shown without characters that turn or hide text', () => {
  const { page, discovery } = begin()
  announce(page, { name: `Meta\u202eMask\u200b${'!'.repeat(99)}` }, wallet())
  announce(page, { name: '\u200b', rdns: 'other' }, wallet())
  expect(discovery.found().map(({ name }) => name)).toEqual([`MetaMask${'!'.repeat(32)}`, 'Unnamed wallet'])
})

test.each([
  [null],
  [{}],
  [{ info: {} }],
  [{ info: { uuid: 1, rdns: 'a', name: 'b' }, provider: wallet() }],
  [{ info: { uuid: 'a', rdns: 'a', name: 'b' }, provider: {} }],
])('an invalid announcement is ignored: %j', (detail) => {
  const { page, discovery } = begin()
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  expect(discovery.found()).toEqual([])
})
