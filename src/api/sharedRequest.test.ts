import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minInterval } from './minInterval'
import { throttled } from './sharedRequest'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Answers 1, 2, 3, … after `took` milliseconds, and records when each request began. */
function service({ took = 10, restFor = 0 } = {}) {
  const begun: number[] = []
  const aborted: number[] = []
  const ask = throttled<number>((signal) => {
    const turn = begun.push(performance.now())
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(turn)
        reject(signal.reason)
      })
      setTimeout(() => resolve({ value: turn, retryAfter: restFor }), took)
    })
  })
  return { ask, begun, aborted }
}

const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!)

test('concurrent callers share one request', async () => {
  const { ask, begun } = service()
  const answers = Promise.all([ask(), ask(), ask()])
  await vi.advanceTimersByTimeAsync(20)
  expect(await answers).toEqual([1, 1, 1])
  expect(begun.length).toBe(1)
})

test('requests are five seconds apart, however often they are called for', async () => {
  const { ask, begun } = service()
  for (let asked = 0; asked < 399; asked++) {
    void ask()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(begun.length).toBe(8)
  expect(Math.min(...gaps(begun))).toBeGreaterThanOrEqual(minInterval)
})

test('an early caller waits for the next response, and does not get the last one', async () => {
  const { ask } = service()
  void ask()
  await vi.advanceTimersByTimeAsync(1_000)
  const early = ask()
  await vi.advanceTimersByTimeAsync(3_900)
  expect(await Promise.race([early, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(200)
  expect(await early).toBe(2)
})

test('M-018 Retry-After delays the next request', async () => {
  const { ask, begun } = service({ restFor: 30_000 })
  for (let asked = 0; asked < 100; asked++) {
    void ask()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(Math.min(...gaps(begun))).toBeGreaterThanOrEqual(30_000)
})

test('a request that no one waits for any more is aborted', async () => {
  const { ask, aborted } = service({ took: 10_000 })
  const [one, two] = [new AbortController(), new AbortController()]
  const asked = [ask(one.signal), ask(two.signal)].map((promise) => promise.catch((reason) => reason))
  await vi.advanceTimersByTimeAsync(100)
  one.abort('gone')
  expect(await asked[0]).toBe('gone')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(aborted).toEqual([])
  two.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(aborted).toEqual([1])
})

test('a component that remounts immediately keeps its request', async () => {
  const { ask, begun, aborted } = service({ took: 2_000 })
  const leaving = new AbortController()
  ask(leaving.signal).catch(() => {})
  await vi.advanceTimersByTimeAsync(50)
  leaving.abort()
  const back = ask(new AbortController().signal)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await back).toBe(1)
  expect([begun.length, aborted.length]).toEqual([1, 0])
})

test('after an abort, too, the next request waits for its interval', async () => {
  const { ask, begun } = service({ took: 4_000 })
  for (let turn = 0; turn < 10; turn++) {
    const visit = new AbortController()
    ask(visit.signal).catch(() => {})
    await vi.advanceTimersByTimeAsync(300)
    visit.abort()
    await vi.advanceTimersByTimeAsync(700)
  }
  expect(begun.length).toBeLessThanOrEqual(2)
  expect(Math.min(...gaps(begun), minInterval)).toBeGreaterThanOrEqual(minInterval)
})

test('a caller that aborts while waiting causes no request', async () => {
  const { ask, begun } = service()
  await expect(ask(AbortSignal.abort('left'))).rejects.toBe('left')
  expect(begun).toEqual([])
})

test('a request that fails rejects for all callers, and the next waits for its interval', async () => {
  let turn = 0
  const times: number[] = []
  const ask = throttled<number>(async () => {
    times.push(performance.now())
    if (++turn === 1) throw new Error('broken line')
    return { value: turn, retryAfter: 0 }
  })
  const failures = await Promise.all([ask(), ask()].map((promise) => promise.catch((error) => error.message)))
  expect(failures).toEqual(['broken line', 'broken line'])
  const next = ask()
  await vi.advanceTimersByTimeAsync(minInterval)
  expect(await next).toBe(2)
  expect(gaps(times)[0]).toBeGreaterThanOrEqual(minInterval)
})
