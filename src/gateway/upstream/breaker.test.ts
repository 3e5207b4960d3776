import { expect, test } from 'vitest'
import { createBreaker } from './breaker'

const rule = { distinct: 3, share: 0.5, within: 1_000, pause: 5_000 }

function breakerAt(start = 0) {
  const time = { now: start }
  const breaker = createBreaker(() => time.now, rule)
  const failThree = () => {
    for (const name of ['a', 'b', 'c']) breaker.report({ caller: name, subject: `pair ${name}` }, false)
  }
  return { time, breaker, failThree }
}

test('the breaker opens when several pairs fail for several callers, and allows one probe after the pause', () => {
  const { time, breaker, failThree } = breakerAt()
  failThree()
  expect(breaker.waitSeconds()).toBe(5)

  time.now = 5_000
  expect([breaker.waitSeconds(), breaker.waitSeconds()]).toEqual([0, 5])
  breaker.report({ caller: 'a', subject: 'pair a' }, true)
  expect(breaker.waitSeconds()).toBe(0)
})

test('one caller cannot open the breaker, with any number of failing pairs', () => {
  const { breaker } = breakerAt()
  for (let pair = 0; pair < 100; pair++) breaker.report({ caller: 'one', subject: `pair ${pair}` }, false)
  expect(breaker.waitSeconds()).toBe(0)
})

test('one pair cannot open the breaker, with any number of callers', () => {
  const { breaker } = breakerAt()
  for (let caller = 0; caller < 100; caller++) breaker.report({ caller: `${caller}`, subject: 'the pair' }, false)
  expect(breaker.waitSeconds()).toBe(0)
})

test('a few failing pairs among many that work do not open the breaker', () => {
  const { breaker, failThree } = breakerAt()
  for (let pair = 0; pair < 10; pair++) breaker.report({ caller: 'd', subject: `good ${pair}` }, true)
  failThree()
  expect(breaker.waitSeconds()).toBe(0)
})

test('the breaker stays open when a probe fails', () => {
  const { time, breaker, failThree } = breakerAt()
  failThree()
  time.now = 6_000
  expect(breaker.waitSeconds()).toBe(0)
  breaker.report({ caller: 'a', subject: 'pair a' }, false)
  expect(breaker.waitSeconds()).toBe(5)
})

test('failures further apart than the window do not open the breaker', () => {
  const { time, breaker } = breakerAt()
  for (const name of ['a', 'b', 'c', 'd']) {
    breaker.report({ caller: name, subject: `pair ${name}` }, false)
    time.now += 600
  }
  expect(breaker.waitSeconds()).toBe(0)
})

test('a probe is allowed immediately when another route shows that the service is back', () => {
  const { time, breaker, failThree } = breakerAt()
  breaker.allowProbe()
  expect(breaker.waitSeconds()).toBe(0)
  failThree()
  time.now = 1_000
  expect(breaker.waitSeconds()).toBe(4)
  breaker.allowProbe()
  expect([breaker.waitSeconds(), breaker.waitSeconds()]).toEqual([0, 5])
})
