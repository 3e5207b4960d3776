import { expect, test } from 'vitest'
import { createBreaker } from './breaker'

const rule = { failures: 3, within: 1_000, pause: 5_000 }

test('opens after too many failures in a short time, and lets one probe through after the pause', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 3; i++) breaker.report(false)
  expect(breaker.waitSeconds()).toBe(5)

  now = 5_000
  expect([breaker.waitSeconds(), breaker.waitSeconds()]).toEqual([0, 5])
  breaker.report(true)
  expect(breaker.waitSeconds()).toBe(0)
})

test('a probe that fails keeps it open', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 3; i++) breaker.report(false)
  now = 6_000
  expect(breaker.waitSeconds()).toBe(0)
  breaker.report(false)
  expect(breaker.waitSeconds()).toBe(5)
})

test('failures far apart do not open it', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 10; i++) {
    breaker.report(false)
    now += 600
  }
  expect(breaker.waitSeconds()).toBe(0)
})

test('when another route shows that the service is back, the next request probes at once', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  breaker.allowProbe()
  expect(breaker.waitSeconds()).toBe(0)
  for (let i = 0; i < 3; i++) breaker.report(false)
  now = 1_000
  expect(breaker.waitSeconds()).toBe(4)
  breaker.allowProbe()
  expect([breaker.waitSeconds(), breaker.waitSeconds()]).toEqual([0, 5])
})
