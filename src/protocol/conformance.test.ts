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

test('of pools only the envelope is specified', () => {
  const report = conformanceOf('pools', JSON.stringify(bodies.pools))
  expect(report.fields.map(({ path }) => path)).toEqual(['$.message', '$.data', '$.status'])
  expect(report.extra).toEqual([])
})

test.each(['', '<html>', '{"a":', '[]', 'null', '"x"'])('%j is looked at without harm', (text) => {
  expect(() => conformanceOf('chains', text)).not.toThrow()
})
