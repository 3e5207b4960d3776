import { expect, test } from 'vitest'
import { driftOf, rememberedOf, type SchemaValue, schemaOf } from './schema'

const seen = (path: string, kind: SchemaValue['kind'], text = ''): SchemaValue => ({ path, kind, text })

const schema = schemaOf([
  [
    seen('$.tick', 'number', '-5'),
    seen('$.fee', 'number', '3000'),
    seen('$.list[].a', 'text', 'x'),
    seen('$.list[].a', 'nothing'),
  ],
  [seen('$.tick', 'digits', '7')],
])

test('each field is listed with its kinds, how often it occurs, and its smallest and largest value', () => {
  expect(schema).toEqual({
    records: 2,
    fields: [
      { path: '$.fee', kinds: ['number'], present: 1, example: '3000', least: 3000, most: 3000 },
      { path: '$.list[].a', kinds: ['nothing', 'text'], present: 1, example: 'x', least: undefined, most: undefined },
      { path: '$.tick', kinds: ['digits', 'number'], present: 2, example: '-5', least: -5, most: 7 },
    ],
  })
})

test('new, removed and changed kinds are reported; a field that is empty today is not', () => {
  const before = { '$.tick': ['number'], '$.apr': ['number'], '$.list[].a': ['text'], '$.fee': ['text'] } as const
  expect(driftOf(before, schema).map(({ path, is }) => `${path} ${is}`)).toEqual([
    '$.fee other kind',
    '$.tick other kind',
    '$.apr gone',
  ])
  expect(driftOf({}, schema).every(({ is }) => is === 'new')).toBe(true)
  expect(driftOf(before, schemaOf([]))).toEqual([])
})

test('a field that was seen before is remembered, so it is not new again', () => {
  const remembered = rememberedOf({ '$.apr': ['number'] }, schema)
  expect(remembered['$.apr']).toEqual(['number'])
  expect(driftOf(remembered, schema)).toEqual([{ path: '$.apr', is: 'gone', before: ['number'], after: [] }])
})

test('member names that objects inherit (`constructor`) are ordinary fields', () => {
  const odd = schemaOf([[seen('constructor', 'text', 'x')]])
  expect(driftOf({}, odd)).toMatchObject([{ path: 'constructor', is: 'new' }])
})
