import fc from 'fast-check'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { knownJson } from '../../test/knownJson'
import { addMembers, buildForwardedBody, swapMembers } from './requestBody'

test('an amount is forwarded with every digit', () => {
  const body = '{"amountA":0.1234567890123456789012345,"amountB":100000000000000000000000001,"tickLower":-60}'
  expect(buildForwardedBody(body, addMembers)).toBe(body)
})

test('members that the specification does not name are not forwarded', () => {
  expect(buildForwardedBody('{"tokenAId":1,"amount":"5","admin":true}', swapMembers)).toBe(
    '{"tokenAId":1,"amount":"5"}',
  )
})

test.each([
  ['[]', 'The body must be a JSON object.'],
  ['5', 'The body must be a JSON object.'],
  ['null', 'The body must be a JSON object.'],
  ['{', 'The body is not JSON.'],
  ['{} {}', 'The body is not JSON.'],
  ['{"tokenAId":1,"tokenAId":2}', 'The body names a member twice.'],
  ['{"tokenAId":1,"\\u0074okenAId":2}', 'The body names a member twice.'],
  ['{"__proto__":{"tokenAId":1}}', 'The body has a forbidden member.'],
  ['{"amount":{"$gt":0}}', 'amount must be a plain value.'],
  ['{"sender":["a"]}', 'sender must be a plain value.'],
  [
    '{"tokenAId":{"__proto__":{"isLosslessNumber":true},"value":"1,\\"injected\\":true"}}',
    'tokenAId must be a plain value.',
  ],
  ['{"tokenAId":{"isLosslessNumber":true,"value":"1,\\"injected\\":true"}}', 'tokenAId must be a plain value.'],
  ['{"tokenAId":{"text":"1,\\"injected\\":true"}}', 'tokenAId must be a plain value.'],
  ['{"tokenAId":{"toJSON":1}}', 'tokenAId must be a plain value.'],
])('%s is refused: %s', (body, why) => {
  expect(() => buildForwardedBody(body, swapMembers)).toThrow(why)
})

test('JSON inside a string value is forwarded as a string', () => {
  const body = JSON.stringify({ sender: '","admin":true,"x":"', recipient: 'a{b}[c]:"d' })
  expect(buildForwardedBody(body, swapMembers)).toBe(body)
})

test("for any request, the forwarded body is an object of plain values with the specification's member names", () => {
  const values = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.object(), fc.array(fc.string()))
  const names = fc.constantFrom(...swapMembers, '__proto__', 'toString', 'constructor', 'isLosslessNumber', 'value')
  fc.assert(
    fc.property(fc.dictionary(names, values), (given) => {
      const forwarded = forwardedOrRefused(JSON.stringify(given))
      if (forwarded === undefined) return
      const members = Object.entries<unknown>(knownJson(forwarded))
      expect(members.map(([name]) => name)).toEqual(
        Object.keys(given).filter((name) => swapMembers.some((member) => member === name)),
      )
      for (const [, value] of members) expect(value === null || typeof value !== 'object').toBe(true)
    }),
  )
})

function forwardedOrRefused(text: string): string | undefined {
  try {
    return buildForwardedBody(text, swapMembers)
  } catch (error) {
    if (error instanceof HTTPException) return undefined
    throw error
  }
}
