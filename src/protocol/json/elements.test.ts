import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createElementReader, noParsedElements } from './elements'
import { isJsonNumber, type Json, jsonNumber, NotJson, parseJson, writeJson } from './json'

/** The result of parsing a body or its error: with the element reader, and with only the parser. */
const byElements = (text: string) => outcome(() => readBody(text).value)
const byParser = (text: string) => outcome(() => parseJson(text))

function outcome(read: () => Json) {
  try {
    return writeJson(read())
  } catch (error) {
    if (error instanceof NotJson) return error.why
    throw error
  }
}

function readBody(text: string, before = noParsedElements) {
  const { elements, elementAt } = createElementReader(before)
  return { value: parseJson(text, elementAt), elements }
}

const digits = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt({ min: 0n, max: 10n ** 24n }),
    fc.constantFrom('', '.0', '.50', '.000001', '.1234567890123456'),
    fc.constantFrom('', 'e3', 'E-7', 'e+21'),
  )
  .map((parts) => parts.join(''))
  .filter(isJsonNumber)
  .map((text): Json => jsonNumber(text))
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', '1', '0', '"', '\\', '{', '},{'),
)
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    digits,
    name,
    fc.constantFrom(null, true, false),
    fc.array(tie('node')),
    fc.array(fc.tuple(name, tie('node'))).map((members) => new Written(members as [string, Json][])),
  ),
})).node

/** An object with its members as written, repeated and special ones included. */
class Written {
  readonly members: readonly [string, Json][]

  constructor(members: readonly [string, Json][]) {
    this.members = members
  }
}

function write(node: unknown): string {
  if (node instanceof Written)
    return `{${node.members.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`).join()}}`
  return Array.isArray(node) ? `[${node.map(write).join()}]` : writeJson(node as Json)
}

describe('the element reader gives the same result as the parser', () => {
  test('for any elements: M-081 digits, M-026 repeated members, M-027 special names, M-006 unusual characters', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), (nodes) => {
        const text = `{"data":${write(nodes)}}`
        expect(byElements(text)).toBe(byParser(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ...['1e3', '0.50', '-0', '1E400', '123456789012345678', '0.0000001', '848304.8999999999', '1.5', '-7', '100', '0'],
    ...['-0.0', '-0e5', '100.0', '0.000001', '0.00000012', '999999999999999', '9999999999999999', '1.0E+2', '0.1e-7'],
    ...['01', '1.', '.5', '+1', '1e', '-', '1-2', 'NaN'],
  ])('for the number %s', (number) => {
    const text = `[{"a":${number},"b":[${number}]}]`
    expect(byElements(text)).toBe(byParser(text))
    const spaced = `[ { "a" : ${number} , "b" : [ 1,${number} ] }, {"c":${number}\n} ]`
    expect(byElements(spaced)).toBe(byParser(spaced))
  })

  test('M-027 the element reader leaves out a special name that is written with escapes', () => {
    const text = '[{"\\u005f_proto__":{"a":1},"b":"caf\\u00e9","c":2},{"b":1}]'
    expect(byElements(text)).toBe('[{"b":"café","c":2},{"b":1}]')
  })

  test('M-004 M-008 for a body that is broken anywhere', () => {
    const text = '{"message":"caf\\u00e9","data":[{"a":[1.250,{"b":"\\"}"}]},{"__proto__":{"c":1}}],"status":true}'
    const odd = '{}[]",:\\0a '
    for (let at = 0; at <= text.length; at++) {
      expect(byElements(text.slice(0, at))).toBe(byParser(text.slice(0, at)))
      for (const character of odd) {
        const broken = text.slice(0, at) + character + text.slice(at + 1)
        expect(byElements(broken)).toBe(byParser(broken))
      }
    }
  })

  test('M-011 deep nesting is refused without a stack overflow, however wide it is', () => {
    for (const nested of ['{"a":'.repeat(40), `{"a":${'['.repeat(1_000_000)}`, '{"a":['.repeat(200_000)])
      expect(byElements(`[${nested}`)).toBe('too deep')
    const deep = `[${'{"a":['.repeat(14)}1${']}'.repeat(14)}]`
    expect(byElements(deep)).toBe(deep)
  })

  test('a record as long as a whole body is read', () => {
    const ticks = Array.from({ length: 300_000 }, (_, tick) => [tick, 1])
    const text = JSON.stringify({ data: [{ ticks }, { name: 'x'.repeat(1_000_000) }] })
    expect(byElements(text)).toBe(text)
  })
})

describe('the next body', () => {
  test('unchanged records stay the same objects', () => {
    const record = (place: number, tvl: number) => ({ place, tvl })
    const body = (tvl: number) => JSON.stringify({ data: [record(0, 1), record(1, tvl), record(2, 1)] })
    const first = readBody(body(1))
    const { data } = first.value as { readonly data: readonly Json[] }
    expect(data.map((value, index) => value === first.elements.values[index])).toEqual([true, true, true])
    const second = readBody(body(2), first.elements)
    expect(second.elements.values.map((value, index) => value === first.elements.values[index])).toEqual([
      true,
      false,
      true,
    ])
    expect(second.value).toEqual({ data: [record(0, 1), record(1, 2), record(2, 1)] })
  })

  test('the result is that of the parser, with the elements of any body before', () => {
    const list = fc.array(tree, { maxLength: 5 })
    fc.assert(
      fc.property(list, list, fc.nat(5), (nodes, fresh, kept) => {
        const { elements } = readBody(`{"message":"[{","data":${write(nodes)}}`)
        const text = `{"data":${write([...nodes.slice(0, kept), ...fresh, ...nodes.slice(kept)])}}`
        expect(outcome(() => readBody(text, elements).value)).toBe(byParser(text))
        expect(outcome(() => readBody(text.slice(0, -2), elements).value)).toBe(byParser(text.slice(0, -2)))
      }),
      { numRuns: 500 },
    )
  })

  test('of many bodies that are nearly alike only the text of the newest is kept', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const body = (poll: number) =>
      JSON.stringify(
        Array.from({ length: 2_000 }, (_, index) => ({
          place: index,
          note: 'x'.repeat(400),
          isNew: index % 250 < poll,
        })),
      )
    let { elements } = readBody(body(0))
    collect()
    const before = process.memoryUsage().heapUsed
    for (let poll = 1; poll <= 30; poll++) ({ elements } = readBody(body(poll), elements))
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * body(0).length)
    expect(elements.values.length).toBe(2_000)
  })

  test('unchanged records of every list stay the same objects', () => {
    const text = '{"warnings":[{"a":1}, {"a":2}],"data":{"Harbor":[{"b":1},{"b":2}], "Delta": [ ], "Quarry":[{"b":3}]}}'
    const first = readBody(text)
    expect(first.elements.values).toEqual([{ a: 1 }, { a: 2 }, { b: 1 }, { b: 2 }, { b: 3 }])
    const { elements, value } = readBody(text, first.elements)
    expect(elements.values.every((value, index) => value === first.elements.values[index])).toBe(true)
    expect(value).toEqual(JSON.parse(text))
  })

  test.each([
    ['one of a megabyte', { long: 'x'.repeat(1_200_000) }],
    ['a null', null],
    ['one that is nested deeply', { deep: Array.from({ length: 20 }).reduce<Json>((inside) => ({ inside }), 'x') }],
    ['one whose list has an object of another kind', [{ c: 1 }]],
  ] as const)('unchanged records before and after %s stay the same objects', (_, odd) => {
    for (const data of [
      [{ a: 1 }, odd, { a: 2 }, { a: 3 }],
      [odd, { a: 1 }, { a: 2 }],
    ]) {
      const text = JSON.stringify({ message: 'see [{', data })
      const recordsOf = ({ value }: { value: Json }) => (value as { readonly data: readonly Json[] }).data
      const first = readBody(text)
      const second = readBody(text, first.elements)
      expect(first.value).toEqual(JSON.parse(text))
      expect(second.value).toEqual(first.value)
      const isKept = recordsOf(second).map((record, index) => record === recordsOf(first)[index])
      expect(isKept.filter((_, index) => Object.hasOwn(data[index] ?? {}, 'a'))).not.toContain(false)
    }
  })
})
