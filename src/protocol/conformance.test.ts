import { expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { conformanceOf } from './conformance'

const fieldOf = (report: ReturnType<typeof conformanceOf>, path: string) =>
  report.fields.find((field) => field.path === path)

test('a chain list that follows the specification has every field of the right type', () => {
  const report = conformanceOf('chains', JSON.stringify(bodies.chains))
  expect(report.trouble).toBeUndefined()
  expect(report.fields.every(({ fitting, present }) => fitting === present)).toBe(true)
  expect(fieldOf(report, '$.data[].chainCurrencies[].currency.ticker')).toMatchObject({ section: '2.4' })
})

test('a swap that follows it does, too', () => {
  const report = conformanceOf('swap', JSON.stringify(bodies.swap))
  expect(report.fields.filter(({ fitting, present }) => fitting < present)).toEqual([])
  expect(report.extra.every((path) => path.startsWith('$.data'))).toBe(true)
})

test('what is away, of another type, or not specified is told with its path', () => {
  const body = {
    message: 7,
    data: {
      path: ['a', 1],
      transactions: [{ order: 'first', data: '0x' }, { order: 1 }],
      minAmountOut: '0.5',
      expected: 1,
    },
  }
  const report = conformanceOf('swap', JSON.stringify(body))
  expect(fieldOf(report, '$.status')).toMatchObject({ places: 1, present: 0 })
  expect(fieldOf(report, '$.message')).toMatchObject({ present: 1, fitting: 0, stranger: '7' })
  expect(fieldOf(report, '$.data.path')).toMatchObject({ fitting: 0 })
  expect(fieldOf(report, '$.data.minAmountOut')).toMatchObject({ fitting: 0, stranger: '"0.5"' })
  expect(fieldOf(report, '$.data.transactions[].order')).toMatchObject({
    places: 2,
    present: 2,
    fitting: 1,
    stranger: '"first"',
  })
  expect(fieldOf(report, '$.data.transactions[].data')).toMatchObject({ places: 2, present: 1, fitting: 1 })
  expect(report.extra).toEqual(['$.data.expected'])
})

test('of pools only the envelope is specified, whose data is a list or nothing', () => {
  const report = conformanceOf('pools', JSON.stringify(bodies.pools), { status: 200, contentType: 'application/json' })
  expect(report.fields.map(({ path }) => path)).toEqual([
    'HTTP status',
    'Content-Type',
    '$.message',
    '$.data',
    '$.status',
  ])
  expect(report.fields.every(({ fitting }) => fitting === 1)).toBe(true)
  expect(report.extra).toEqual([])
  const strange = conformanceOf('pools', '{"message":"","data":{"pools":[]},"status":1}')
  expect(fieldOf(strange, '$.data')).toMatchObject({ fitting: 0, section: '4.4', stranger: '{"pools":[]}' })
})

test('how an answer came counts: its status and what it says it is', () => {
  const swap = JSON.stringify(bodies.swap)
  const came = (status?: number, contentType?: string) =>
    conformanceOf('swap', swap, { status, contentType })
      .fields.slice(0, 2)
      .map(({ places, fitting }) => [places, fitting])
  expect(came(201, 'application/json; charset=utf-8')).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(came(200, 'text/html')).toEqual([
    [1, 0],
    [1, 0],
  ])
  // Another tab asked: nothing is held against the deployment.
  expect(came()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(conformanceOf('chains', '{}', { status: 200 }).fields[0]).toMatchObject({ path: 'HTTP status', fitting: 1 })
})

test('what is sent is held against the specification, too', () => {
  const asked = '{"tokenAId":1,"tokenBId":2,"slippage":5,"amount":"1","sender":"a","recipient":7}'
  const report = conformanceOf('swap', '{}', { asked })
  const verdict = (name: string) => {
    const { present, fitting } = fieldOf(report, `sent.${name}`)!
    return [present, fitting]
  }
  expect(verdict('tokenAId')).toEqual([1, 1])
  expect(verdict('slippage')).toEqual([1, 0])
  expect(verdict('recipient')).toEqual([1, 0])
  expect(fieldOf(report, 'sent.skipNonSwapTransactions')).toMatchObject({ present: 0, isOptional: true })
})

test('a deposit is held against all of its fields, and its answer against null', () => {
  const asked =
    '{"amountA":1,"amountB":2.5,"tokenAId":1,"tokenBId":2,"tickLower":-887272,"tickUpper":887273,"networkName":"x","recipient":"r","creationTick":0}'
  const report = conformanceOf('add', '{"message":"ok","data":null,"status":true}', { status: 201, asked })
  expect(report.fields.filter(({ section }) => section === '4.3')).toHaveLength(11)
  expect(report.fields.filter(({ fitting, present }) => fitting < present).map(({ path }) => path)).toEqual([
    'sent.tickUpper',
  ])
  expect(fieldOf(conformanceOf('add', '{"data":[]}'), '$.data')).toMatchObject({ fitting: 0, stranger: '[]' })
})

test.each(['', '<html>', '{"a":', '[]', 'null', '"x"'])('%j is looked at without harm', (text) => {
  expect(() => conformanceOf('chains', text)).not.toThrow()
})
