import { expect, test } from 'vitest'
import { isObject, parseJson } from '../../protocol/json/json'
import { fieldsInRecord } from './recordFields'

const seen = (text: string) => {
  const json = parseJson(text)
  if (!isObject(json)) throw new Error('A record is an object.')
  return fieldsInRecord(json).map(({ path, kind }) => `${path} ${kind}`)
}

test('every field of a record is listed, under a path without indexes', () => {
  expect(seen('{"a":{"b":[{"c":1.50},{"c":null}]},"d":"12","e":true}')).toEqual([
    '$.a group',
    '$.a.b list',
    '$.a.b[] group',
    '$.a.b[].c number',
    '$.a.b[] group',
    '$.a.b[].c nothing',
    '$.d digits',
    '$.e yes or no',
  ])
})

test('an object with numbers as keys is a list, and a key with a dot in it is one key', () => {
  expect(seen('{"positions":{"7":{"x":1},"8":{"x":2}},"a.b":"y"}')).toEqual([
    '$.positions group',
    '$.positions[] group',
    '$.positions[].x number',
    '$.positions[] group',
    '$.positions[].x number',
    '$["a.b"] text',
  ])
})

test('a record of any size is read without freezing', () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, index])))
  expect(seen(wide).length).toBeLessThanOrEqual(2_001)
})
