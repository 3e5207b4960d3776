import { expect, test } from 'vitest'
import { createHandClock, lockless } from '../../../test/orders/testBrowser'
import { OrderStore } from '../store/orderStore'
import { watchOrders } from './watchOrders'

test('a loop that reaches its pause after the tab has closed sets no timer', async () => {
  const clock = createHandClock()
  let timers = 0
  const counted: typeof clock.after = (...asked) => {
    timers++
    return clock.after(...asked)
  }
  const journal = { all: async () => [], count: async () => 0, get: async () => undefined, change: async () => {} }
  const channel = { post: () => {}, subscribe: () => () => {} }
  const store = new OrderStore({ journal, channel, clock, locks: lockless })
  const watch = watchOrders(
    { clock: { ...clock, after: counted } },
    store,
    () => true,
    async () => {},
  )
  void watch.pause(5)
  watch.close()
  void watch.pause(5)
  expect(timers).toBe(1)
})
