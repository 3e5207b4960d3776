import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { cleanText } from '../domain/text/label'
import { decodeChains } from './chains'
import { countDropped } from './deviation'
import type { DecodeResult, RawResponse } from './envelope'
import { isObject, type Json, type JsonObject, jsonNumber, parseJson, writeJson } from './json/json'
import { addLiquidityRequest, decodeAddLiquidity, encodeAddLiquidityRequest } from './liquidity'
import { decodePools, samePools } from './pools/poolsCodec'
import { decodeRequest } from './request'
import type { AddLiquidityRequest, ChainCurrencyRecord, ChainRecord, SwapAnswer, SwapRequest } from './serviceMessages'
import { decodeSwap, encodeSwapRequest, swapRequest } from './swap'

const heard = (text: string): RawResponse => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: undefined,
  receivedAt: 0,
  text,
})
const say = (body: unknown) => heard(JSON.stringify(body))
const contentOf = <Value>(reading: DecodeResult<Value>): Value => {
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return reading.value
}
const withData = (data: unknown) => say({ message: 'ok', data, status: true })

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.constantFrom('', '.5', '.10', 'e21', 'e-7'))
  .map(([whole, tail]) => `${whole}${tail}`)
const anyJson: fc.Arbitrary<Json> = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.string(),
    anyDecimal.map(jsonNumber),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('node'),
      { maxKeys: 3 },
    ),
  ),
})).node
const anyRest = fc.dictionary(
  fc.string().map((name) => `x${name}`),
  anyJson,
  { maxKeys: 3 },
)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const stamps = { createdAt: fc.string(), updatedAt: fc.string(), rest: anyRest }
const anyWhole = fc.maxSafeInteger()

const bareChain = {
  id: maybe(anyWhole),
  name: fc.string(),
  routerSlug: fc.string(),
  chainId: anyWhole,
  messageReceiver: anyJson,
  status: anyJson,
  type: anyJson,
  ...stamps,
}
const anyListing: fc.Arbitrary<ChainCurrencyRecord> = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 48 }),
  address: fc.string(),
  chainId: maybe(anyWhole),
  currencyId: maybe(anyWhole),
  chain: maybe(fc.record(bareChain)),
  type: anyJson,
  relatedCurrencyId: fc.option(anyWhole),
  relatedCurrency: anyJson,
  currency: fc.record({
    id: maybe(anyWhole),
    name: fc.string(),
    ticker: fc.string(),
    decimals: fc.nat(),
    price: maybe(anyDecimal),
    relativeImagePath: maybe(fc.string()),
    ...stamps,
  }),
  ...stamps,
})
const anyChain: fc.Arbitrary<ChainRecord> = fc.record({
  ...bareChain,
  chainCurrencies: maybe(fc.array(anyListing, { maxLength: 3 })),
})
const anyShown = fc.string().map((text) => cleanText(text, 60))
const anySwap: fc.Arbitrary<SwapAnswer> = fc.record({
  path: fc.array(anyShown, { maxLength: 3 }),
  transactions: fc.array(
    fc.record({
      type: anyJson,
      data: anyJson,
      order: maybe(anyWhole),
      value: maybe(anyDecimal),
      gasAmount: maybe(anyDecimal),
      gasUsd: maybe(anyDecimal),
      to: maybe(fc.string()),
      chainType: anyJson,
      rpcUrl: maybe(fc.string()),
      rest: anyRest,
    }),
    { maxLength: 3 },
  ),
  dexToUse: maybe(anyShown),
  minAmountOut: maybe(anyDecimal),
  expectedAmountOut: maybe(anyDecimal),
  rest: anyRest,
})
const anySwapRequest: fc.Arbitrary<SwapRequest> = fc.record({
  tokenAId: anyWhole,
  tokenBId: anyWhole,
  slippage: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 10_000 }).map((value) => value + 0),
  amount: anyDecimal,
  sender: fc.string(),
  recipient: fc.string(),
  skipNonSwapTransactions: fc.boolean(),
})
const anyAddRequest: fc.Arbitrary<AddLiquidityRequest> = fc.record({
  amountA: anyDecimal,
  amountB: anyDecimal,
  tokenAId: anyWhole,
  tokenBId: anyWhole,
  tickLower: fc.integer(),
  tickUpper: fc.integer(),
  networkName: fc.string(),
  recipient: fc.string(),
  creationTick: fc.integer(),
})

const anAddRequest: AddLiquidityRequest = {
  amountA: '123456789.123456789123456789',
  amountB: '0.10',
  tokenAId: 1,
  tokenBId: 2,
  tickLower: -60,
  tickUpper: 60,
  networkName: 'Harbor',
  recipient: '0xa',
  creationTick: 0,
}

/** The body of a request, parsed as the service does. */
function bodyOf(text: string): JsonObject {
  const body = parseJson(text)
  if (!isObject(body)) throw new Error(`${text} is no JSON object.`)
  return body
}

function asGiven(request: object) {
  const members = Object.entries(request).map(([name, value]) => [name, { is: 'given', value, isCoerced: false }])
  return Object.fromEntries(members)
}

/** A message as the service sends it: amounts as numbers, and the members of `rest` among the others. */
function asSent(message: unknown): Json {
  if (Array.isArray(message)) return message.map(asSent)
  const { rest, ...members } = message as Readonly<Record<string, Json | undefined>> & { rest: JsonObject }
  const sent = Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (amounts.has(name)) return [[name, jsonNumber(String(value))] as const]
    return [[name, messages.has(name) ? asSent(value) : value] as const]
  })
  return { ...rest, ...Object.fromEntries(sent) }
}

const amounts = new Set(['price', 'value', 'gasAmount', 'gasUsd', 'minAmountOut', 'expectedAmountOut'])
const messages = new Set(['chainCurrencies', 'chain', 'currency', 'transactions'])

describe('nothing of a message is lost', () => {
  const sentAs = (data: Json, message = 'ok') => heard(writeJson({ message, data, status: true }))

  test('chains', () => {
    fc.assert(
      fc.property(fc.array(anyChain, { maxLength: 3 }), (chains) => {
        expect(contentOf(decodeChains(sentAs(asSent(chains))))).toEqual(chains)
      }),
    )
  })

  test('swaps', () => {
    fc.assert(
      fc.property(anySwap, (swap) => {
        expect(contentOf(decodeSwap(sentAs(asSent(swap))))).toEqual(swap)
      }),
    )
  })

  test('answers to a deposit', () => {
    fc.assert(
      fc.property(anyJson, (data) => {
        expect(contentOf(decodeAddLiquidity(sentAs(data)))).toEqual(data)
      }),
    )
  })

  test('pools', () => {
    fc.assert(
      fc.property(fc.array(anyRest), (records) => {
        expect(contentOf(decodePools(sentAs(records))).records).toEqual(records)
      }),
    )
  })

  test('requests', () => {
    fc.assert(
      fc.property(anySwapRequest, anyAddRequest, (swap, add) => {
        expect(decodeRequest(swapRequest, bodyOf(encodeSwapRequest(swap)))).toEqual(asGiven(swap))
        expect(decodeRequest(addLiquidityRequest, bodyOf(encodeAddLiquidityRequest(add)))).toEqual(asGiven(add))
      }),
    )
  })
})

test('a swap request has the member names of the specification', () => {
  expect(
    encodeSwapRequest({
      tokenAId: 11,
      tokenBId: 13,
      slippage: 50,
      amount: '0.100000000000000001',
      sender: '0xa',
      recipient: '0xb',
      skipNonSwapTransactions: false,
    }),
  ).toBe(
    '{"tokenAId":11,"tokenBId":13,"slippage":50,"amount":"0.100000000000000001","sender":"0xa","recipient":"0xb","skipNonSwapTransactions":false}',
  )
})

test('deposit amounts keep every digit', () => {
  expect(encodeAddLiquidityRequest(anAddRequest)).toContain('"amountA":123456789.123456789123456789,"amountB":0.10,')
})

test('an older swap request with a numeric amount is decoded', () => {
  const body = bodyOf('{"tokenAId":"1","tokenBId":2,"amount":0.10,"sender":"a","recipient":"b"}')
  expect(decodeRequest(swapRequest, body)).toEqual({
    tokenAId: { is: 'given', value: 1, isCoerced: true },
    tokenBId: { is: 'given', value: 2, isCoerced: false },
    amount: { is: 'given', value: '0.10', isCoerced: true },
    slippage: { is: 'given', value: 50, isCoerced: false },
    sender: { is: 'given', value: 'a', isCoerced: false },
    recipient: { is: 'given', value: 'b', isCoerced: false },
    skipNonSwapTransactions: { is: 'given', value: false, isCoerced: false },
  })
})

test('a malformed request lists the mistake of every member', () => {
  const body = bodyOf('{"tokenAId":"x","slippage":50,"amount":"1","sender":{},"recipient":"b","stranger":1}')
  expect(decodeRequest(swapRequest, body)).toMatchObject({
    tokenAId: { is: 'wrong type' },
    tokenBId: { is: 'missing' },
    sender: { is: 'wrong type' },
    recipient: { is: 'given' },
  })
  expect(decodeRequest(addLiquidityRequest, {})).toEqual(
    Object.fromEntries(Object.keys(anAddRequest).map((name) => [name, { is: 'missing' }])),
  )
})

describe('chains', () => {
  const [harbor] = bodies.chains.data
  const chain = (change: object) => contentOf(decodeChains(withData([{ ...harbor, ...change }])))

  test('M-031 a chain list may be empty', () => {
    expect(contentOf(decodeChains(withData([])))).toEqual([])
  })

  test.each([undefined, null, {}, 'none'])(
    'M-032 chainCurrencies %j leave a chain without tokens',
    (chainCurrencies) => {
      expect(chain({ chainCurrencies })[0]?.chainCurrencies).toBeUndefined()
    },
  )

  test.each([
    ['"1"', 1],
    ['"0x1"', 1],
    ['1.0', 1],
    ['1e3', 1000],
    ['1.5', undefined],
    ['1e21', undefined],
    ['9007199254740993', undefined],
    ['null', undefined],
    ['{}', undefined],
    ['true', undefined],
    ['"one"', undefined],
  ])('M-033 chainId %s is %s', (chainId, read) => {
    const text = JSON.stringify({ message: '', data: [{ ...harbor, chainId: 741001 }], status: 1 })
    const reading = decodeChains(heard(text.replace('"chainId":741001', `"chainId":${chainId}`)))
    expect(contentOf(reading)[0]?.chainId).toBe(read)
    expect(countDropped(reading.deviations)).toBe(read === undefined ? 1 : 0)
  })

  test('M-047 prices in text are prices, and other text is no price', () => {
    const [listing] = harbor!.chainCurrencies
    const price = (price: unknown) =>
      chain({ chainCurrencies: [{ ...listing, currency: { ...listing!.currency, price } }] })[0]?.chainCurrencies?.[0]
        ?.currency.price
    expect(price('1.2')).toBe('1.2')
    expect(price(null)).toBeUndefined()
    expect(price('NaN')).toBeUndefined()
    expect(price({})).toBeUndefined()
    expect(price(-1)).toBe('-1')
  })

  test('M-054 currencies that cannot be traded are dropped and counted, the others are kept', () => {
    const [listing] = harbor!.chainCurrencies
    const broken = [
      null,
      'x',
      { ...listing, id: null },
      { ...listing, currency: null },
      { ...listing, currency: { ...listing!.currency, decimals: '6.5' } },
    ]
    const reading = decodeChains(withData([{ ...harbor, chainCurrencies: [...broken, listing] }]))
    expect(contentOf(reading)[0]?.chainCurrencies?.length).toBe(1)
    expect(countDropped(reading.deviations)).toBe(5)
    expect(reading.deviations).toContainEqual({
      code: 'M-054',
      did: 'dropped',
      where: '$.data[].chainCurrencies[]',
      reason: { is: 'unreadable entry', entry: 'currency' },
      found: 'null',
      times: 5,
    })
  })

  test('M-056 a related currency is kept but not interpreted', () => {
    let related: object = {}
    for (let depth = 0; depth < 20; depth++) related = { currency: related }
    const [listing] = harbor!.chainCurrencies
    expect(chain({ chainCurrencies: [{ ...listing, relatedCurrency: related }] })[0]?.chainCurrencies?.length).toBe(1)
  })

  test('M-057 dates are kept as text in any format', () => {
    expect(chain({ createdAt: 1767225600000, updatedAt: '9999-99-99' })[0]).toMatchObject({
      createdAt: '1767225600000',
      updatedAt: '9999-99-99',
    })
  })

  test('M-028 members that the specification does not name are kept', () => {
    expect(chain({ explorer: 'https://scan.example' })[0]?.rest).toEqual({ explorer: 'https://scan.example' })
  })

  test('M-027 no member name changes a prototype', () => {
    const hostile = writeJson(parseJson(JSON.stringify(bodies.chains))).replaceAll(
      '"routerSlug"',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"routerSlug"',
    )
    expect(contentOf(decodeChains(heard(hostile))).length).toBe(2)
    expect('polluted' in {}).toBe(false)
  })
})

describe('swap answers', () => {
  const swap = (change: object) => decodeSwap(withData({ ...bodies.swap.data, ...change }))
  const [approve] = bodies.swap.data.transactions
  const transaction = (change: object) =>
    contentOf(swap({ transactions: [{ ...approve, ...change }] })).transactions[0]!

  test.each([undefined, null, {}, 'x', [null], [[]]])('M-061 transactions %j refuse the answer', (transactions) => {
    expect(swap({ transactions })).toMatchObject({ is: 'refused', refusal: { code: 'wrong shape' } })
  })

  test('M-062 an answer without transactions is decoded; the guard judges it', () => {
    expect(contentOf(swap({ transactions: [] })).transactions).toEqual([])
  })

  test.each([
    [0, 0],
    ['1', 1],
    [-1, -1],
    ['first', undefined],
    [1.5, undefined],
    [null, undefined],
  ])('M-069 order %j is %j', (order, read) => {
    expect(transaction({ order }).order).toBe(read)
  })

  test('M-069 an unusable order is kept in `rest`, null included; a missing one is not', () => {
    const { order: _, ...unordered } = approve!
    expect(contentOf(swap({ transactions: [unordered] })).transactions[0]?.rest).not.toHaveProperty('order')
    for (const order of [null, 1.5, 'first', {}]) expect(transaction({ order }).rest).toMatchObject({ order })
  })

  test.each([
    ['0x0', '0'],
    ['0xde0b6b3a7640001', '1000000000000000001'],
    ['0XFF', '255'],
    [` 0x${'f'.repeat(64)} `, String(2n ** 256n - 1n)],
    [`0x${'f'.repeat(65)}`, undefined],
    ['0x', undefined],
    ['-0x1', undefined],
  ])('M-081 a value in hexadecimal is read with every digit: %s', (value, read) => {
    expect(transaction({ value }).value).toBe(read)
  })

  test('M-082 a value that is not a number is kept in `rest`', () => {
    for (const value of ['abc', true, [], {}, 'NaN', '']) {
      const read = transaction({ value })
      expect([read.value, read.rest.value]).toEqual([undefined, value])
    }
    expect(transaction({ value: null })).toMatchObject({ value: undefined, rest: {} })
    expect(transaction({ value: '12.3' }).value).toBe('12.3')
  })

  test('M-081 values keep every digit', () => {
    const text = JSON.stringify({
      message: '',
      data: { ...bodies.swap.data, transactions: [{ ...approve, value: 7777 }] },
      status: true,
    })
    for (const value of ['123456789012345678', '1e21', '1.5e18', '0.1'])
      expect(contentOf(decodeSwap(heard(text.replace('7777', value)))).transactions[0]?.value).toBe(value)
  })

  test('M-077 data of another type is kept unchanged', () => {
    expect(transaction({ data: { to: '0x', nested: [1] } }).data).toEqual({ to: '0x', nested: [1] })
  })

  test('M-089 a path of any form becomes a list of text', () => {
    expect(contentOf(swap({ path: null })).path).toEqual([])
    expect(contentOf(swap({ path: [1, 2] })).path).toEqual(['1', '2'])
    expect(contentOf(swap({ path: [{}, 'a'] })).path).toEqual(['a'])
    expect(contentOf(swap({ path: 'direct' }))).toMatchObject({ path: [], rest: { path: 'direct' } })
  })

  test('M-088 minAmountOut may be text or missing', () => {
    expect(contentOf(swap({ minAmountOut: '12.3' })).minAmountOut).toBe('12.3')
    expect(contentOf(swap({ minAmountOut: null })).minAmountOut).toBeUndefined()
    expect(contentOf(swap({ minAmountOut: 1e-7 })).minAmountOut).toBe('1e-7')
  })
})

describe('deposit answers', () => {
  test('M-106 M-107 data of any type is kept', () => {
    for (const data of [null, '0xhash', { transactions: [] }, [1]])
      expect(contentOf(decodeAddLiquidity(withData(data)))).toEqual(data)
    expect(contentOf(decodeAddLiquidity(say({ message: 'ok', status: true })))).toBeNull()
  })

  test('M-108 a falsy status is a refusal with its message', () => {
    expect(decodeAddLiquidity(say({ message: 'Range is empty', data: null, status: false }))).toMatchObject({
      is: 'refused',
      refusal: { said: 'Range is empty' },
    })
  })
})

describe('pools', () => {
  const found = (data: unknown) => contentOf(decodePools(withData(data)))
  const [a, b] = [
    { id: '0x1', tick: 1 },
    { id: '0x2', tick: 2 },
  ]

  test('M-109 missing data is an empty list, not an error', () => {
    expect(found(null)).toMatchObject({ records: [], recordsPath: null })
  })

  test.each([
    ['a list', [a, b], '$.data[]'],
    ['{data}', { data: [a, b], total: 2 }, '$.data.data[]'],
    ['{pools}', { pools: [a, b] }, '$.data.pools[]'],
    ['{result: {pools}}', { result: { pools: [a, b] } }, '$.data.result.pools[]'],
    ['edges and nodes', { pools: { edges: [{ node: a }, { node: b }] } }, '$.data.pools.edges[].node'],
    [
      'edges alone',
      [
        { node: a, cursor: 'x' },
        { node: b, cursor: 'y' },
      ],
      '$.data[].node',
    ],
    ['groups', { v2: [a], v3: [b] }, '$.data.*'],
    ['one list under another name', { network: 'Harbor', liquidityPools: [a, b] }, '$.data.liquidityPools[]'],
  ])('records are found in %s', (_, data, recordsPath) => {
    expect(found(data)).toMatchObject({ records: [a, b], recordsPath })
  })

  test('records are found in a map, with their keys', () => {
    expect(found({ '0x1': { t: 1 }, '0x2': { t: 2 } })).toMatchObject({
      records: [{ t: 1 }, { t: 2 }],
      keys: ['0x1', '0x2'],
      recordsPath: '$.data.*',
    })
  })

  test('a single pool is a list of one', () => {
    expect(found({ address: '0x1', token0: '0xa', token1: '0xb' }).records.length).toBe(1)
  })

  test('data without pools is refused; entries that are not pools are dropped', () => {
    for (const data of ['x', 7, true, { total: 3 }]) expect(decodePools(withData(data)).is).toBe('refused')
    const reading = decodePools(withData([a, null, 7, 'x', [b], b]))
    expect(contentOf(reading).records).toEqual([a, b])
    expect(countDropped(reading.deviations)).toBe(4)
  })

  test('an entry that is no edge or no group is counted', () => {
    for (const data of [
      [{ node: a }, { node: null }, { node: b }],
      [{ pools: [a] }, { dex: 'Harbor' }, { pools: [b] }],
      [[a], 'x', [b]],
    ]) {
      const reading = decodePools(withData(data))
      expect(contentOf(reading).records).toEqual([a, b])
      expect(countDropped(reading.deviations)).toBe(1)
    }
  })

  test('an unchanged record stays the same object as in the answer before', () => {
    const first = found([a, b, { id: '0x3' }])
    const next = contentOf(decodePools(withData([{ id: '0x0' }, a, { ...b, tick: 3 }, { id: '0x3' }]), first))
    expect(next.records).toEqual([{ id: '0x0' }, a, { ...b, tick: 3 }, { id: '0x3' }])
    expect(next.records[1]).toBe(first.records[0])
    expect(next.records[2]).not.toBe(first.records[1])
    expect(next.records[3]).toBe(first.records[2])
    expect(samePools(next, contentOf(decodePools(withData(next.records), next)))).toBe(true)
    expect(samePools(next, first)).toBe(false)
  })

  test('reusing records does not change the result', () => {
    const lists = fc.array(anyRest, { maxLength: 6 })
    fc.assert(
      fc.property(lists, lists, fc.integer({ min: 0, max: 6 }), (old, fresh, kept) => {
        const text = writeJson({
          message: 'm',
          data: [...old.slice(0, kept), ...fresh, ...old.slice(kept)],
          status: 1,
        })
        const before = contentOf(decodePools(heard(writeJson({ message: 'longer', data: old, status: 1 }))))
        expect(contentOf(decodePools(heard(text), before)).records).toEqual(contentOf(decodePools(heard(text))).records)
      }),
    )
  })
})
