import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActivityTimer } from './activityTimer'

let steps: number
let failures: unknown[]
let step: () => Promise<void>
let timer: ReturnType<typeof createActivityTimer>

beforeEach(() => {
  vi.useFakeTimers()
  steps = 0
  failures = []
  step = async () => {
    steps += 1
  }
  timer = createActivityTimer(() => step(), {
    everyMs: 5_000,
    activeForMs: 60_000,
    onFailure: (error) => failures.push(error),
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('no step runs before the first touch', async () => {
  await vi.advanceTimersByTimeAsync(600_000)
  expect(steps).toBe(0)
})

test('steps run for a minute after the last touch, then stop', async () => {
  timer.touch()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(steps).toBe(6)
  timer.touch()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(steps).toBe(18)
  expect(vi.getTimerCount()).toBe(0)
})

test('many users do not make the steps more frequent', async () => {
  for (let call = 0; call < 50; call++) timer.touch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toBe(2)
})

test('a failed step is reported, and the next one still runs', async () => {
  step = async () => {
    steps += 1
    throw new Error('no trade')
  }
  timer.touch()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toBe(2)
  expect(failures).toHaveLength(2)
})

test('a slow step is awaited and never runs twice in parallel', async () => {
  step = async () => {
    steps += 1
    await new Promise((resolve) => setTimeout(resolve, 12_000))
  }
  timer.touch()
  await vi.advanceTimersByTimeAsync(17_000)
  expect(steps).toBe(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(steps).toBe(2)
})

test('after stop no step runs, and the current one is awaited', async () => {
  let isFinished = false
  step = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    isFinished = true
  }
  timer.touch()
  await vi.advanceTimersByTimeAsync(5_500)
  const stopped = timer.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  expect(isFinished).toBe(true)
  timer.touch()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
})
