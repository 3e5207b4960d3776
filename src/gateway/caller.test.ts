import { expect, test } from 'vitest'
import { callerAddress } from './caller'

test('without trusted proxies x-forwarded-for is ignored', () => {
  expect(callerAddress('203.0.113.9', '1.1.1.1', 0)).toBe('203.0.113.9')
})

test("behind one proxy the caller is the address that the proxy appended, regardless of the client's own header", () => {
  expect(callerAddress('10.0.0.1', '198.51.100.7', 1)).toBe('198.51.100.7')
  expect(callerAddress('10.0.0.1', '6.6.6.6, 198.51.100.7', 1)).toBe('198.51.100.7')
})

test('with fewer hops than trusted proxies the first hop is the caller', () => {
  expect(callerAddress('10.0.0.1', undefined, 2)).toBe('10.0.0.1')
})

test('an IPv6 /64 is one caller, and a mapped IPv4 address is that IPv4 address', () => {
  expect(callerAddress('2001:db8:1:2:aaaa::1', undefined, 0)).toBe(callerAddress('2001:db8:1:2:bbbb::2', undefined, 0))
  expect(callerAddress('2001:db8:1:3::1', undefined, 0)).not.toBe(callerAddress('2001:db8:1:2::1', undefined, 0))
  expect(callerAddress('::ffff:203.0.113.9', undefined, 0)).toBe('203.0.113.9')
})

test('a caller is the same on every connection where the proxy appends the port', () => {
  expect(callerAddress('10.0.0.1', '198.51.100.7:50123', 1)).toBe('198.51.100.7')
  expect(callerAddress('10.0.0.1', '[2001:db8:1:2::1]:50123', 1)).toBe(callerAddress('10.0.0.1', '2001:db8:1:2::1', 1))
  expect(callerAddress('10.0.0.1', '[::ffff:203.0.113.9]:443', 1)).toBe('203.0.113.9')
})
