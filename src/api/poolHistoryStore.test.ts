import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { maxSnapshots, type PoolSnapshot } from '../domain/pools/poolHistory'
import { openPoolHistory } from './poolHistoryStore'

const start = Date.UTC(2026, 0, 1)
const moment = (minute: number, tvl = String(minute)): PoolSnapshot => ({
  at: start + minute * 60_000,
  figures: { tvl },
  record: undefined,
})

test('many pools are recorded in one transaction, and each is read separately, the oldest snapshot first', async () => {
  const history = openPoolHistory()
  const all = (minute: number) =>
    Array.from({ length: 200 }, (_, index) => ({ pool: `at once ${index}`, moment: moment(minute, `${index}`) }))
  await history.record(all(1))
  await history.record(all(2))
  expect(await history.read('at once 7')).toEqual([moment(1, '7'), moment(2, '7')])
  expect(await history.read('at once 199')).toEqual([moment(1, '199'), moment(2, '199')])
  await history.forget('at once 7')
  expect(await history.read('at once 7')).toEqual([])
  expect((await history.read('at once 8')).length).toBe(2)
})

test('a snapshot that another visit recorded a moment ago is not recorded again', async () => {
  await openPoolHistory().record([{ pool: 'again', moment: moment(1) }])
  const later = openPoolHistory()
  await later.record([{ pool: 'again', moment: { ...moment(1), at: start + 61_000 } }])
  await later.record([{ pool: 'again', moment: moment(2) }])
  expect(await later.read('again')).toEqual([moment(1), moment(2)])
})

test('the ring buffer keeps the newest snapshots', async () => {
  const history = openPoolHistory()
  for (let minute = 0; minute < maxSnapshots + 3; minute++)
    await history.record([{ pool: 'ring', moment: moment(minute) }])
  const kept = await history.read('ring')
  expect(kept.length).toBe(maxSnapshots)
  expect(kept[0]).toEqual(moment(3))
  expect(kept.at(-1)).toEqual(moment(maxSnapshots + 2))
})
