import { expect, test } from 'vitest'
import { createBreaker } from './breaker'

const rule = { failures: 3, within: 1_000, pause: 5_000 }

test('opens after too many failures in a short time, and allows one probe after the pause', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 3; i++) breaker.report(false)
  expect(breaker.waitSeconds()).toBe(5)

  now = 5_000
  expect([breaker.waitSeconds(), breaker.waitSeconds()]).toEqual([0, 5])
  breaker.report(true)
  expect(breaker.waitSeconds()).toBe(0)
})

test('stays open when a probe fails', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 3; i++) breaker.report(false)
  now = 6_000
  expect(breaker.waitSeconds()).toBe(0)
  breaker.report(false)
  expect(breaker.waitSeconds()).toBe(5)
})

test('does not open on failures far apart', () => {
  let now = 0
  const breaker = createBreaker(() => now, rule)
  for (let i = 0; i < 10; i++) {
    breaker.report(false)
    now += 600
  }
  expect(breaker.waitSeconds()).toBe(0)
})

test('allows a probe at once when another route shows that the service is back', () => {
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
