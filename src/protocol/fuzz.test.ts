import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { decodeChains } from './chains'
import type { DecodeResult, RawResponse } from './envelope'
import { decodeAddLiquidity } from './liquidity'
import { decodePools } from './pools/poolsCodec'
import { refusalCodes } from './refusal'
import { decodeSwap } from './swap'

/** The number of broken answers in a run; `FUZZ_SEED` repeats a run, `FUZZ_RUNS` makes it longer. */
const seed = Number(globalThis.process?.env.FUZZ_SEED ?? Date.now() & 0xffffff)
const mutants = Number(globalThis.process?.env.FUZZ_RUNS ?? (globalThis.process?.env.TIDEGATE_DEEP ? 100_000 : 25_000))

type Rng = () => number
type Tree = null | boolean | number | string | Tree[] | { [name: string]: Tree }

const decoders: readonly (readonly [string, Tree, number, (heard: RawResponse) => DecodeResult<unknown>])[] = [
  ['chains', trimmed(bodies.chains), 200, decodeChains],
  ['swap', bodies.swap as Tree, 201, decodeSwap],
  ['pools', bodies.pools as Tree, 200, decodePools],
  ['deposit', bodies.added as Tree, 201, decodeAddLiquidity],
  ...bodies.refusals.map(({ status, body }) => ['refusal', body as Tree, status, decodeSwap] as const),
]

test(`${mutants} broken answers are decoded or refused, never a crash (seed ${seed})`, () => {
  const random = mulberry(seed)
  const outcomes = { answer: 0, refused: 0 }
  for (let run = 0; run < mutants; run++) {
    const [name, good, status, decode] = pick(random, decoders)
    const text = broken(random, good)
    try {
      const reading = decode({ status, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text })
      outcomes[reading.is]++
      if (reading.is === 'refused' && !refusalCodes.includes(reading.refusal.code)) throw new Error('no known refusal')
    } catch (error) {
      throw new Error(`seed ${seed}, run ${run}, ${name}: ${text.slice(0, 2_000)}`, { cause: error })
    }
  }
  expect(outcomes.answer).toBeGreaterThan(mutants / 20)
  expect(outcomes.refused).toBeGreaterThan(mutants / 20)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Reflect.get([], 'polluted')).toBeUndefined()
})

test('any text is decoded or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 100, max: 599 }), (text, status) => {
      for (const [, , , decode] of decoders)
        expect(['answer', 'refused']).toContain(
          decode({ status, contentType: undefined, retryAfter: text, receivedAt: 0, text }).is,
        )
    }),
  )
})

/** A good body with one to three changes, and sometimes a change of its text. */
function broken(random: Rng, good: Tree): string {
  let tree = good
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) tree = mutate(random, tree)
  const text = JSON.stringify(tree) ?? ''
  return random() < 0.1 ? tear(random, text) : text
}

/** Changes the value at a random place. */
function mutate(random: Rng, tree: Tree): Tree {
  if (typeof tree !== 'object' || tree === null || random() < 0.15) return swapped(random, tree)
  if (Array.isArray(tree)) {
    const items = [...tree]
    const index = Math.floor(random() * items.length)
    const act = random()
    if (items.length === 0 || act < 0.1) items.push(strange(random))
    else if (act < 0.2) items.splice(index, 1)
    else if (act < 0.3) items.push(items[index]!)
    else if (act < 0.4) items.reverse()
    else if (act < 0.42) return Array.from({ length: 40 }, () => items[index]!)
    else items[index] = mutate(random, items[index]!)
    return items
  }
  const names = Object.keys(tree)
  const name = pick(random, names) ?? 'data'
  const copy: { [name: string]: Tree } = { ...tree }
  const act = random()
  if (act < 0.1) delete copy[name]
  else if (act < 0.2)
    Object.defineProperty(copy, pick(random, hostileNames), { value: strange(random), enumerable: true })
  else if (act < 0.25) copy[pick(random, names) ?? 'x'] = copy[name] ?? null
  else copy[name] = mutate(random, copy[name] ?? null)
  return copy
}

/** The value converted to another type, or another value. */
function swapped(random: Rng, tree: Tree): Tree {
  const act = random()
  if (act < 0.15) return [tree]
  if (act < 0.3) return { value: tree }
  if (act < 0.45) return JSON.stringify(tree)
  if (act < 0.55 && typeof tree === 'string') return Number(tree)
  if (act < 0.6 && typeof tree === 'number') return -tree
  return strange(random)
}

function strange(random: Rng): Tree {
  const act = random()
  if (act < 0.02) return nestedTree(40)
  if (act < 0.04) return 'x'.repeat(2_000)
  return pick(random, strangers)
}

function tear(random: Rng, text: string): string {
  const at = Math.floor(random() * text.length)
  const act = random()
  if (act < 0.3) return text.slice(0, at)
  if (act < 0.5) return text + text
  if (act < 0.7) return text.slice(0, at) + pick(random, fragments) + text.slice(at)
  if (act < 0.85) return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 5))
  return text.replace(
    /\d+/,
    pick(random, ['NaN', 'Infinity', '1e999999999', '-0', '01', '123456789012345678901234567890']),
  )
}

const hostileNames = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length', '']
const strangers: readonly Tree[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  5e-324,
  9007199254740992,
  '',
  ' ',
  '0',
  '-1',
  '0x1',
  'NaN',
  'Infinity',
  '1e999999999',
  '0.1',
  'null',
  '__proto__',
  'USD\u202eC',
  '\ud800',
  '\u0000',
  '👩‍👩‍👧',
  '<script>',
  [],
  {},
  [[]],
  [null],
  { __proto__: null, polluted: 1 },
  { constructor: { prototype: { polluted: 1 } } },
]
const fragments = ['"', '\\', '{', '}', '[', ']', ',', ':', '\\u', '\u0000', '//', '"__proto__":{"polluted":1},']

/** The chain list without its repetitions: shorter bodies leave time for more mutants. */
function trimmed({ data, ...envelope }: typeof bodies.chains): Tree {
  return { ...envelope, data: data.map((chain) => ({ ...chain, chainCurrencies: chain.chainCurrencies.slice(0, 2) })) }
}

function nestedTree(height: number): Tree {
  let tree: Tree = {}
  for (let level = 0; level < height; level++) tree = { a: tree }
  return tree
}

function pick<Item>(random: Rng, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** A small random generator (mulberry32), reproducible from its seed. */
function mulberry(state: number): Rng {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
