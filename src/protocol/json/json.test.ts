import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ExactNumber, type Json, jsonNumber, NotAJsonNumber, NotJson, parseJson, writeJson } from './json'

const anyName = fc.string().filter((name) => name !== '__proto__')

const reason = (text: string) => {
  try {
    parseJson(text)
  } catch (error) {
    return error instanceof NotJson ? error.why : error
  }
  return 'read'
}

test('M-081 every digit of a number is kept', () => {
  for (const text of ['123456789012345678', '0.10', '1e21', '1.5e18', '-0.0', '1e400', '0.1', '-7'])
    expect(writeJson(parseJson(text))).toBe(text)
  expect(parseJson('7')).toBe(7)
  expect(parseJson('100000000000000000000000')).toEqual(new ExactNumber('100000000000000000000000'))
})

test('text that `JSON.parse` accepts is read the same', () => {
  fc.assert(
    fc.property(
      fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__')),
      fc.constantFrom(undefined, 1, '\t'),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.parse(writeJson(parseJson(text)))).toEqual(JSON.parse(text))
      },
    ),
  )
})

test('text that `JSON.parse` refuses is refused', () => {
  const fragment = fc.array(fc.constantFrom(...'{}[]":,\\ \n0123.eE+-truefalsn/"u00d8'), { maxLength: 12 })
  fc.assert(
    fc.property(fragment, (characters) => {
      const text = characters.join('')
      expect(reason(text) === 'read').toBe(isRead(() => JSON.parse(text)))
    }),
    { numRuns: 5_000 },
  )
})

test('written JSON reads back to the same value', () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((number) => jsonNumber(String(number)))
  const leaf = fc.oneof(digits, fc.string({ unit: 'binary' }), fc.boolean(), fc.constant(null))
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('node')), fc.dictionary(anyName, tie('node'))),
  })).node
  fc.assert(
    fc.property(tree, (json) => {
      expect(writeJson(parseJson(writeJson(json as Json)))).toBe(writeJson(json as Json))
    }),
  )
})

describe('M-004 a truncated body', () => {
  const text = '{"message":"caf\\u00e9","data":[1.25,{"a":null}],"status":true}'
  test.each(Array.from(text, (_, end) => end))('after %i characters is refused', (end) => {
    expect(['cut off', 'not JSON']).toContain(reason(text.slice(0, end)))
  })
})

test('M-007 two documents in one body are refused', () => {
  expect(reason('{} {}')).toBe('not JSON')
  expect(reason('1 2')).toBe('not JSON')
})

test.each([
  'NaN',
  '[Infinity]',
  '[1,]',
  '{"a":1,}',
  '{"a":1} // why',
  '01',
  '.5',
  '+1',
  "'a'",
  '"\u0007"',
  '{a:1}',
  '',
])('M-008 %s is not JSON', (text) => {
  expect(reason(text)).not.toBe('read')
})

test('M-006 lone surrogates and unusual characters are text', () => {
  expect(parseJson('"\\ud800"')).toBe('\ud800')
  expect(parseJson('"\u2028\u0000"'.replace('\u0000', ''))).toBe('\u2028')
})

test('M-011 deep nesting is refused without a stack overflow', () => {
  expect(reason('['.repeat(1_000_000))).toBe('too deep')
  expect(reason(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe('too deep')
  expect(reason('['.repeat(32) + ']'.repeat(32))).toBe('read')
})

test('a number in place of a name, or next to another value, is refused', () => {
  for (const text of ['{1.0:2}', '{1e300:2}', '[1.0 2]', '[1.0-2]', '[{}1.0]', '[1.0{}]', '"a"1.0', '1.0.0', 'tru1.0'])
    expect(reason(text)).toBe('not JSON')
})

test('M-081 very large numbers are kept as they are', () => {
  const text = '[1e+300,-1e+300,1e300,2e+300,1.7976931348623157e+308,0.10,{"a":1e+305}]'
  expect(writeJson(parseJson(text))).toBe(text)
  expect(parseJson('1e+300')).toBe(1e300)
})

test('M-026 of repeated members the last one counts', () => {
  expect(parseJson('{"to":"good","to":"evil"}')).toEqual({ to: 'evil' })
})

test('M-027 no member changes the prototype', () => {
  const read = parseJson('{"__proto__":{"polluted":1},"\\u005f_proto__":2,"constructor":{"prototype":{"polluted":1}}}')
  expect(Object.keys(read as object)).toEqual(['constructor'])
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect('polluted' in {}).toBe(false)
})

test('the text of a number is a JSON number or refused', () => {
  for (const text of ['', 'NaN', 'Infinity', '1.', '.5', '0x1', '1_000', ' 1'])
    expect(() => jsonNumber(text)).toThrow(NotAJsonNumber)
})

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

test('a string of any length is read, also one of escapes', () => {
  for (const part of ['\\n', '\\\\', '\\"', 'x']) {
    const text = `["${part.repeat(3_000_000)}",1.0]`
    expect(writeJson(parseJson(text)).length).toBe(text.length)
  }
})

test('a byte-order mark before the document is skipped', () => {
  expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 })
  expect(() => parseJson('{"a":\ufeff1}')).toThrow(NotJson)
})

test('an object that is nested too deeply is dropped without its list', () => {
  const deep = `{"id":2,"a":${'{"b":'.repeat(100)}1${'}'.repeat(100)}}`
  expect(parseJson(`{"data":[{"id":1},${deep},{"id":3,"text":"]}"}]}`)).toEqual({
    data: [{ id: 1 }, null, { id: 3, text: ']}' }],
  })
  expect(() => parseJson(deep)).toThrow('too deep')
  expect(() => parseJson(`[${deep.slice(0, -1)}]`)).toThrow(NotJson)
})
