import { expect, test } from 'vitest'
import { parseJsonWithComments } from './jsonWithComments'

test('comments and a trailing comma are skipped, but not inside strings', () => {
  const text = `// of the service
[
  { "chainId": 1, /* main */ "rpcTarget": "https://node.example/*key*/", // a node, of ours
    "name": "a \\"quoted\\" // name",
    // "trusted": ["0x"],
  },
]
`
  expect(parseJsonWithComments(text)).toEqual([
    { chainId: 1, rpcTarget: 'https://node.example/*key*/', name: 'a "quoted" // name' },
  ])
})

test.each([
  ['[\n  { "a": 1\n    "b": 2 }\n]', 'Line 3'],
  ['[1,\n\n,2]', 'Line 3'],
  ['[\n/* never ends', 'Line'],
  ['{ "a": tru }', 'Line 1'],
])('the error for invalid JSON names the line: %j', (text, line) => {
  expect(() => parseJsonWithComments(text)).toThrow(line)
})

test('plain JSON is parsed as by `JSON.parse`', () => {
  const list = [{ a: 'b, ]', c: [1, 2, { d: null }] }]
  expect(parseJsonWithComments(JSON.stringify(list))).toEqual(list)
})

test('a member "__proto__" is a member like any other, and no prototype', () => {
  const json = parseJsonWithComments('{ "__proto__": { "chainId": 1 } }')
  expect(Object.entries(Object(json))).toEqual([['__proto__', { chainId: 1 }]])
  expect(Object(json).chainId).toBeUndefined()
})
