import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMembers, canonicalBody, networkNames, networkSegment, swapMembers } from './requestBody'

test('every digit of an amount is passed on', () => {
  const body = '{"amountA":0.1234567890123456789012345,"amountB":100000000000000000000000001,"tickLower":-60}'
  expect(canonicalBody(body, addMembers)).toEqual({ is: 'body', body })
})

test('members the specification does not name are left out', () => {
  expect(canonicalBody('{"tokenAId":1,"amount":"5","admin":true}', swapMembers)).toEqual({
    is: 'body',
    body: '{"tokenAId":1,"amount":"5"}',
  })
})

test.each([
  ['[]', 'The body must be a JSON object.'],
  ['5', 'The body must be a JSON object.'],
  ['null', 'The body must be a JSON object.'],
  ['{', 'The body is not JSON, or names a member twice.'],
  ['{"tokenAId":1,"tokenAId":2}', 'The body is not JSON, or names a member twice.'],
  ['{"__proto__":{"tokenAId":1}}', 'The body has a forbidden member.'],
  ['{"amount":{"$gt":0}}', 'amount must be a plain value.'],
  ['{"sender":["a"]}', 'sender must be a plain value.'],
])('%s is refused: %s', (body, why) => {
  expect(canonicalBody(body, swapMembers)).toEqual({ is: 'refused', why })
})

test.each([
  ['Ethereum', 'Ethereum'],
  ['BNB%20Chain', 'BNB Chain'],
  ['zk-Sync_2.0', 'zk-Sync_2.0'],
  ['Harbor%20(local)', 'Harbor (local)'],
  ['%D0%AD%D1%84%D0%B8%D1%80', 'Эфир'],
])('%s is a name', (encoded, name) => {
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
])('%j is no name of a network (H-09)', (encoded) => {
  expect(networkSegment(encoded)).toBeUndefined()
})

test('a name never leaves its segment of the path', () => {
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

test('networks are known by name and by slug', () => {
  const body = new TextEncoder().encode('{"data":[{"name":"BNB Chain","routerSlug":"bnb"},{"name":5},null]}')
  expect(networkNames(body)).toEqual(new Set(['BNB Chain', 'bnb']))
  expect(networkNames(new TextEncoder().encode('{"data":null}'))).toEqual(new Set())
})
