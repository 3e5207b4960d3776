import { describe, expect, test } from 'vitest'
import { BadJudgeInput, judgeAt } from './judgeAt'

const settings = JSON.stringify({ mode: 'hosted', name: 'Test', imageBaseUrl: undefined, chains: [] })
const chains = '{"message":"ok","status":true,"data":[]}'
const file = '{"request":{"tokenAId":1},"answer":{}}'

function judged(text: string, pages: Readonly<Record<string, string>> = {}) {
  const answers: Readonly<Record<string, string>> = { '/config.json': settings, '/api/blockchain': chains, ...pages }
  return judgeAt(text, {
    get: async (path) => answers[path] ?? '',
    ask: () => Promise.reject(new Error('There is no node.')),
    clock: () => 0,
    wait: async () => undefined,
  })
}

async function complaint(text: string, pages?: Readonly<Record<string, string>>): Promise<string> {
  const error = await judged(text, pages).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(BadJudgeInput)
  return error instanceof Error ? error.message : ''
}

describe('what answers is no gateway', () => {
  test.each([
    ['a page', '<!doctype html><title>Welcome</title>'],
    ['nothing', ''],
    ['another JSON', '{"status":"alive"}'],
    ['a list', '[]'],
  ])('%s in place of its settings is named', async (_, page) => {
    expect(await complaint(file, { '/config.json': page })).toContain('give the address at which the app opens')
  })

  test('a page in place of the list of chains is not called the answer of the file', async () => {
    const said = await complaint(file, { '/api/blockchain': '<!doctype html>' })
    expect(said).toContain('The gateway has no list of chains')
  })
})

test('a member that is written twice is named: no one knows which one was sent', async () => {
  expect(await complaint('{"request":{"tokenAId":1,"tokenAId":2},"answer":{}}')).toContain('"tokenAId" twice')
  expect(await complaint('{"request":{},"answer":{},"answer":{}}')).toContain('"answer" twice')
  const list = '{"request":{},"answer":{"data":{"transactions":[{"to":"0x1"},{"to":"0x1","t\\u006f":"0x2"}]}}}'
  expect(await complaint(list)).toContain('"to" twice')
  expect(await complaint('{"request":{},"answer":{},"accepted":{"data":{"a":1,"a":1}}}')).toContain('"a" twice')
})

test.each([
  ['{"request":{"amountA":1},"answer":{},"accepted":{}}', '"accepted" is for swaps'],
  [
    '{"request":{"amountA":1},"answer":{},"toleranceBps":10001}',
    '"toleranceBps" is not a whole number from 0 to 10000',
  ],
  ['{"request":{"amountA":1},"answer":{},"toleranceBps":"much"}', '"toleranceBps" is not a whole number'],
])('of a deposit, %s cannot be judged', async (text, said) => {
  expect(await complaint(text)).toContain(said)
})
