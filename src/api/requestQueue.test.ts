import { expect, test } from 'vitest'
import { refuse } from '../protocol/refusal'
import { queued } from './poolLists'
import type { HttpRequest } from './requester'

const of = (path: string): HttpRequest => ({ method: 'GET', path, body: undefined, maxBytes: 1 })

/** Lets the queued requests be sent. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Requests that wait until the test answers them. */
function service() {
  const sent: string[] = []
  const answers = new Map<string, (error?: Error) => void>()
  const request = queued(({ path }) => {
    sent.push(path)
    return new Promise((_, reject) => answers.set(path, (error = new Error(`answered ${path}`)) => reject(error)))
  }, 2)
  const ask = (path: string, signal?: AbortSignal) =>
    request(of(path), () => ({ is: 'refused', refusal: refuse('failing'), deviations: [] }), signal).catch(
      (error: Error) => error,
    )
  return { sent, ask, answer: (path: string) => answers.get(path)?.() }
}

test('two networks are asked at a time, and a third when one of them has answered or failed', async () => {
  const { sent, ask, answer } = service()
  const all = ['a', 'b', 'c', 'd'].map((path) => ask(path))
  await tick()
  expect(sent).toEqual(['a', 'b'])
  answer('b')
  await all[1]
  await tick()
  expect(sent).toEqual(['a', 'b', 'c'])
  answer('a')
  answer('c')
  await all[2]
  await tick()
  expect(sent).toEqual(['a', 'b', 'c', 'd'])
  answer('d')
  await all[3]
  void ask('e')
  void ask('f')
  await tick()
  expect(sent.slice(4)).toEqual(['e', 'f'])
})

test('who leaves before their turn is never asked for, and does not hold up the others', async () => {
  const { sent, ask, answer } = service()
  const leaving = new AbortController()
  const first = ask('a')
  void ask('b')
  await tick()
  const third = ask('c', leaving.signal)
  const fourth = ask('d')
  leaving.abort(new Error('left'))
  expect(await third).toEqual(new Error('left'))
  answer('a')
  await first
  await tick()
  expect(sent).toEqual(['a', 'b', 'd'])
  expect(await ask('e', AbortSignal.abort(new Error('gone')))).toEqual(new Error('gone'))
  answer('d')
  await fourth
  void ask('f')
  await tick()
  expect(sent).toEqual(['a', 'b', 'd', 'f'])
})
