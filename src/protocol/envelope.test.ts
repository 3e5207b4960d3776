import { describe, expect, test } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { decodeChains } from './chains'
import { isUsableStatus, type RawResponse } from './envelope'
import { decodeAddLiquidity } from './liquidity'
import { decodePools } from './pools/poolsCodec'
import { isTransient } from './refusal'
import { retryDelay } from './refusalReader'
import { decodeSwap } from './swap'

const heard = (text: string, facts: Partial<RawResponse> = {}): RawResponse => ({
  status: 200,
  contentType: 'application/json',
  retryAfter: undefined,
  receivedAt: Date.UTC(2026, 0, 1),
  text,
  ...facts,
})
const say = (body: unknown, facts?: Partial<RawResponse>) => heard(JSON.stringify(body), facts)
const refusalOf = (facts: RawResponse) => {
  const reading = decodeChains(facts)
  return reading.is === 'refused' ? reading.refusal : undefined
}

test('conforming answers are decoded without a deviation', () => {
  const readings = [
    decodeChains(say(bodies.chains)),
    decodeSwap(say(bodies.swap, { status: 201 })),
    decodePools(say(bodies.pools)),
    decodeAddLiquidity(say(bodies.added, { status: 201 })),
  ]
  for (const reading of readings) expect(reading).toMatchObject({ is: 'answer', deviations: [] })
})

describe('HTTP error responses', () => {
  test('all problems that the service lists are kept', () => {
    expect(refusalOf(say(bodies.refusals[0]!.body, { status: 400 }))).toEqual({
      code: 'invalid',
      said: 'amount must be positive; slippage must not be less than 10',
      status: 400,
      retryAfter: undefined,
    })
  })

  test.each([
    [401, 'key refused'],
    [403, 'key refused'],
    [404, 'not found'],
    [405, 'not offered'],
    [408, 'busy'],
    [422, 'invalid'],
    [429, 'busy'],
    [500, 'failing'],
    [501, 'not offered'],
    [503, 'failing'],
    [302, 'unexpected'],
  ])('M-016 M-017 M-018 M-019: status %i is the refusal "%s" with or without a body', (status, code) => {
    for (const text of ['', '<h1>no</h1>', '{"message":"no"}', '"no"', '[]', 'null', '{"message":{"deep":1}}'])
      expect(refusalOf(heard(text, { status }))?.code).toBe(code)
  })

  test('M-016 the API key is not repeated in the message', () => {
    expect(refusalOf(heard('', { status: 401 }))).toMatchObject({ code: 'key refused', said: undefined })
  })

  test.each([
    ['7', 7_000],
    ['0', 1_000],
    ['1000000000', 60_000],
    ['Thu, 01 Jan 2026 00:00:20 GMT', 20_000],
    ['Thu, 01 Jan 1970 00:00:20 GMT', 1_000],
    ['soon', 10_000],
    [undefined, 10_000],
  ])('M-018 "Retry-After: %s" waits %i ms', (header, wait) => {
    expect(retryDelay(header, Date.UTC(2026, 0, 1))).toBe(wait)
    expect(refusalOf(heard('', { status: 429, retryAfter: header }))?.retryAfter).toBe(wait)
  })

  test('only transient refusals are retried', () => {
    const again = [401, 404, 400, 501, 429, 500].filter((status) => isTransient(refusalOf(heard('', { status }))!))
    expect(again).toEqual([429, 500])
  })

  test('M-019 M-023 messages of the service are cleaned and cut', () => {
    const said = (message: unknown) => refusalOf(say({ message }, { status: 500 }))?.said
    expect(said('a\u202eb\u0000c')).toBe('abc')
    expect(said('x'.repeat(10_000))?.length).toBe(200)
    expect(said('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
    expect(said(['one', { message: 'two' }, 3])).toBe('one; two; 3')
    expect(said({ message: 'inside' })).toBe('inside')
    expect(said({})).toBeUndefined()
    expect(refusalOf(say({ error: 'Bad Gateway' }, { status: 502 }))?.said).toBe('Bad Gateway')
  })
})

describe('bodies that are not an answer', () => {
  test.each([
    ['M-001 a login page', '<!doctype html><p>Log in', 'text/html', 'wrong content type'],
    ['M-001 a page under a JSON type', '<html></html>', 'application/json', 'wrong content type'],
    ['M-003 an empty body', ' \n', 'application/json', 'empty'],
    ['M-004 a body cut off', '{"message":"ok","data":[', 'application/json', 'cut off'],
    ['M-007 two documents', '{"a":1}{"a":1}', 'application/json', 'not JSON'],
    ['M-008 NaN', '{"message":"ok","data":[],"status":NaN}', 'application/json', 'not JSON'],
    ['M-011 a tower', '['.repeat(100_000), 'application/json', 'too deep'],
    ['M-022 a list', '[]', 'application/json', 'wrong shape'],
    ['M-022 text', '"ok"', 'application/json', 'wrong shape'],
    ['M-022 null', 'null', 'application/json', 'wrong shape'],
    ['M-021 no data', '{"message":"ok","status":true}', 'application/json', 'wrong shape'],
    ['M-024 an object for a list', '{"message":"ok","data":{},"status":true}', 'application/json', 'wrong shape'],
    ['a status that is away', '{"message":"ok","data":[]}', 'application/json', 'declined'],
  ])('%s', (_, text, contentType, code) => {
    expect(refusalOf(heard(text, { contentType }))?.code).toBe(code)
  })

  test('M-024 a list instead of one swap is refused, even with one element', () => {
    const reading = decodeSwap(say({ ...bodies.swap, data: [bodies.swap.data] }))
    expect(reading).toMatchObject({ is: 'refused', refusal: { code: 'wrong shape' } })
  })
})

test('M-002 JSON with another content type is decoded, and reported', () => {
  for (const contentType of ['text/plain', undefined, 'text/html'])
    expect(decodeChains(say(bodies.chains, { contentType }))).toMatchObject({
      is: 'answer',
      deviations: [{ code: 'M-002', did: 'coerced' }],
    })
})

test('a status is usable when it is truthy and not a word or number for failure', () => {
  for (const status of [true, 1, 'success', 'ok', 200, 201, {}, [], '200']) expect(isUsableStatus(status)).toBe(true)
  for (const status of [false, 0, '', null, undefined, 'error', 'Failed', ' false ', '0', 400, 500, '404'])
    expect(isUsableStatus(status)).toBe(false)
})

test('an answer with a falsy status is refused with its message', () => {
  const reading = decodeSwap(say({ message: 'No route found', data: null, status: false }, { status: 201 }))
  expect(reading).toMatchObject({ is: 'refused', refusal: { code: 'declined', said: 'No route found', status: 201 } })
})

test('M-023 a message that is not text is reported', () => {
  expect(decodeChains(say({ ...bodies.chains, message: 7 }))).toMatchObject({
    is: 'answer',
    message: '7',
    deviations: [{ code: 'M-023', where: '$.message' }],
  })
})
