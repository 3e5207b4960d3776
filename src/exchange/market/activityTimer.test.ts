import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ActivityTimer, createActivityTimer } from './activityTimer'

let steps: number
let failures: unknown[]
let step: () => Promise<void>
let pace: ActivityTimer

beforeEach(() => {
  vi.useFakeTimers()
  steps = 0
  failures = []
  step = async () => {
    steps += 1
  }
  pace = createActivityTimer(() => step(), {
    everyMs: 5_000,
    patienceMs: 60_000,
    onFailure: (error) => failures.push(error),
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('nothing happens before somebody watches', async () => {
  await vi.advanceTimersByTimeAsync(600_000)
  expect(steps).toBe(0)
})

test('it goes on for a minute after the last look, then it rests', async () => {
  pace.touch()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(steps).toBe(6)
  pace.touch()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(steps).toBe(18)
  expect(vi.getTimerCount()).toBe(0)
})

test('many who watch do not make it faster', async () => {
  for (let look = 0; look < 50; look++) pace.touch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toBe(2)
})

test('a step that fails is told, and the next one comes all the same', async () => {
  step = async () => {
    steps += 1
    throw new Error('no trade')
  }
  pace.touch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toBe(2)
  expect(failures).toHaveLength(2)
})

test('a slow step is waited for, never doubled', async () => {
  step = async () => {
    steps += 1
    await new Promise((resolve) => setTimeout(resolve, 12_000))
  }
  pace.touch()
  await vi.advanceTimersByTimeAsync(17_000)
  expect(steps).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(steps).toBe(2)
})

test('once stopped it stays so, and what was under way is finished first', async () => {
  let isFinished = false
  step = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    isFinished = true
  }
  pace.touch()
  await vi.advanceTimersByTimeAsync(5_500)
  const stopped = pace.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(isFinished).toBe(true)
  pace.touch()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
})
