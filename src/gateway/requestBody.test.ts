import { expect, test } from 'vitest'
import { addMembers, buildForwardedBody, swapMembers } from './requestBody'

test('every digit of an amount is passed on', () => {
  const body = '{"amountA":0.1234567890123456789012345,"amountB":100000000000000000000000001,"tickLower":-60}'
  expect(buildForwardedBody(body, addMembers)).toEqual({ is: 'body', body })
})

test('members the specification does not name are left out', () => {
  expect(buildForwardedBody('{"tokenAId":1,"amount":"5","admin":true}', swapMembers)).toEqual({
    is: 'body',
    body: '{"tokenAId":1,"amount":"5"}',
  })
})

test.each([
  ['[]', 'The body must be a JSON object.'],
  ['5', 'The body must be a JSON object.'],
  ['null', 'The body must be a JSON object.'],
  ['{', 'The body is not JSON, or names a member twice.'],
  ['{"tokenAId":1,"tokenAId":2}', 'The body is not JSON, or names a member twice.'],
  ['{"__proto__":{"tokenAId":1}}', 'The body has a forbidden member.'],
  ['{"amount":{"$gt":0}}', 'amount must be a plain value.'],
  ['{"sender":["a"]}', 'sender must be a plain value.'],
])('%s is refused: %s', (body, why) => {
  expect(buildForwardedBody(body, swapMembers)).toEqual({ is: 'refused', why })
})
