import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedNetworks, networkSegment } from './networkName'

test.each([
  ['Ethereum', 'Ethereum'],
  ['BNB%20Chain', 'BNB Chain'],
  ['zk-Sync_2.0', 'zk-Sync_2.0'],
  ['Harbor%20(local)', 'Harbor (local)'],
  ['%D0%AD%D1%84%D0%B8%D1%80', 'Эфир'],
])('%s is decoded', (encoded, name) => {
  expect(networkSegment(encoded)).toEqual({ name, segment: encodeURIComponent(name) })
})

test.each([
  ...['..', '.', '..%2F..%2Fswap%2Fnative', '%2e%2e', '%2e%2e%2f', 'a%2Fb', 'a/b', 'a%5Cb', 'a%00', 'a%0d%0aX:1'],
  ...[
    '%0d%0a',
    'a%3Fb',
    'a%23b',
    'a%25b',
    '%',
    '%zz',
    '%C0%AE',
    '',
    '%20',
    'a'.repeat(41),
    'a%E2%80%AEb',
    '%F0%9F%98%80',
  ],
  ...['a;b', 'a:b', 'a@b', '-a', '_a', '%7Ea', 'a%09b', 'a%7Fb', 'a%C2%A0b'],
])('%j is refused as a network name (H-09)', (encoded) => {
  expect(networkSegment(encoded)).toBeUndefined()
})

test('a network name never leaves its path segment', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const network = networkSegment(encodeURIComponent(text))
      if (!network) return
      const url = new URL(`https://service.example/api/amm/pool/all/${network.segment}`)
      expect(url.pathname.split('/')).toHaveLength(6)
      expect(url.search + url.hash).toBe('')
    }),
  )
})

test("the name and the slug of a network are the same network; a name takes precedence over another's slug", () => {
  const data = [
    { name: 'BNB Chain', routerSlug: 'bnb' },
    { name: 'B', routerSlug: 'C' },
    { name: 'C' },
    { name: 5 },
    null,
  ]
  expect([...listedNetworks(data)].sort()).toEqual([
    ['B', 'B'],
    ['BNB Chain', 'BNB Chain'],
    ['C', 'C'],
    ['bnb', 'BNB Chain'],
  ])
  expect(listedNetworks(null).size).toBe(0)
})
