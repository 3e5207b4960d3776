import { expect, test } from 'vitest'
import { repeatedMember } from './repeatedMember'

test.each([
  ['{"a":1,"b":2}', undefined],
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":{"b":1},"b":{"a":1}}', undefined],
  ['{"a":"\\"a\\":","b":["a","a"]}', undefined],
  ['{"request":{"x":1,"x":2}}', 'x'],
  ['{"request":{"x":{"y":1,"y":2}}}', 'y'],
  ['{"answer":{"x":1},"request":{"x":1}}', undefined],
  ['{"request":[{"x":1,"x":2}]}', 'x'],
  ['{"request":[{"x":1},{"x":2}]}', undefined],
  ['[{"a":1,"a":2}]', 'a'],
  ['7', undefined],
])('in %s the member written twice is %j', (text, repeated) => {
  expect(repeatedMember(text)).toBe(repeated)
})
