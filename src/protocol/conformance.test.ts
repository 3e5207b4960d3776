import { expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { conformanceOf } from './conformance'

const fieldOf = (report: ReturnType<typeof conformanceOf>, path: string) =>
  report.fields.find((field) => field.path === path)

test('a chain list that follows the specification has every field of the right type', () => {
  const report = conformanceOf('chains', JSON.stringify(bodies.chains))
  expect(report.problem).toBeUndefined()
  expect(report.fields.every(({ matching, present }) => matching === present)).toBe(true)
  expect(fieldOf(report, '$.data[].chainCurrencies[].currency.ticker')).toMatchObject({ section: '2.4' })
})

test('a swap that follows the specification has every field of the right type', () => {
  const report = conformanceOf('swap', JSON.stringify(bodies.swap))
  expect(report.fields.filter(({ matching, present }) => matching < present)).toEqual([])
  expect(report.extra.every((path) => path.startsWith('$.data'))).toBe(true)
})

test('missing, mistyped and unspecified fields are reported with their path', () => {
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
  expect(fieldOf(report, '$.status')).toMatchObject({ possible: 1, present: 0 })
  expect(fieldOf(report, '$.message')).toMatchObject({ present: 1, matching: 0, firstMismatch: '7' })
  expect(fieldOf(report, '$.data.path')).toMatchObject({ matching: 0 })
  expect(fieldOf(report, '$.data.minAmountOut')).toMatchObject({ matching: 0, firstMismatch: '"0.5"' })
  expect(fieldOf(report, '$.data.transactions[].order')).toMatchObject({
    possible: 2,
    present: 2,
    matching: 1,
    firstMismatch: '"first"',
  })
  expect(fieldOf(report, '$.data.transactions[].data')).toMatchObject({ possible: 2, present: 1, matching: 1 })
  expect(report.extra).toEqual(['$.data.expected'])
})

test('of pools only the envelope is specified, whose data is a list or null', () => {
  const report = conformanceOf('pools', JSON.stringify(bodies.pools), { status: 200, contentType: 'application/json' })
  expect(report.fields.map(({ path }) => path)).toEqual([
    'HTTP status',
    'Content-Type',
    '$.message',
    '$.data',
    '$.status',
  ])
  expect(report.fields.every(({ matching }) => matching === 1)).toBe(true)
  expect(report.extra).toEqual([])
  const strange = conformanceOf('pools', '{"message":"","data":{"pools":[]},"status":1}')
  expect(fieldOf(strange, '$.data')).toMatchObject({ matching: 0, section: '4.4', firstMismatch: '{"pools":[]}' })
})

test('the HTTP status and content type are checked too', () => {
  const swap = JSON.stringify(bodies.swap)
  const came = (status?: number, contentType?: string) =>
    conformanceOf('swap', swap, { status, contentType })
      .fields.slice(0, 2)
      .map(({ possible, matching }) => [possible, matching])
  expect(came(201, 'application/json; charset=utf-8')).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(came(200, 'text/html')).toEqual([
    [1, 0],
    [1, 0],
  ])
  // The request was made in another tab: nothing is reported against the deployment.
  expect(came()).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(conformanceOf('chains', '{}', { status: 200 }).fields[0]).toMatchObject({ path: 'HTTP status', matching: 1 })
})

test('the request body is checked against the specification too', () => {
  const requestBody = '{"tokenAId":1,"tokenBId":2,"slippage":5,"amount":"1","sender":"a","recipient":7}'
  const report = conformanceOf('swap', '{}', { requestBody })
  const verdict = (name: string) => {
    const { present, matching } = fieldOf(report, `sent.${name}`)!
    return [present, matching]
  }
  expect(verdict('tokenAId')).toEqual([1, 1])
  expect(verdict('slippage')).toEqual([1, 0])
  expect(verdict('recipient')).toEqual([1, 0])
  expect(fieldOf(report, 'sent.skipNonSwapTransactions')).toMatchObject({ present: 0, isOptional: true })
})

test('all fields of a deposit request are checked, and that its answer is null', () => {
  const requestBody =
    '{"amountA":1,"amountB":2.5,"tokenAId":1,"tokenBId":2,"tickLower":-887272,"tickUpper":887273,"networkName":"x","recipient":"r","creationTick":0}'
  const report = conformanceOf('add', '{"message":"ok","data":null,"status":true}', { status: 201, requestBody })
  expect(report.fields.filter(({ section }) => section === '4.3')).toHaveLength(11)
  expect(report.fields.filter(({ matching, present }) => matching < present).map(({ path }) => path)).toEqual([
    'sent.tickUpper',
  ])
  expect(fieldOf(conformanceOf('add', '{"data":[]}'), '$.data')).toMatchObject({ matching: 0, firstMismatch: '[]' })
})

test.each(['', '<html>', '{"a":', '[]', 'null', '"x"'])('%j is checked without throwing', (text) => {
  expect(() => conformanceOf('chains', text)).not.toThrow()
})
