import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../bin/parts/build.mjs'
import type { Judgement } from '../../src/preparation/judge/judgement'
import { endCommands, startCommand } from './command'

const root = join(import.meta.dirname, '..', '..')
const person = '0x00000000000000000000000000000000000A11cE'
const thief = '0x00000000000000000000000000000000000bAd00'

type Body = Readonly<Record<string, unknown>>

/** Set when the gateway runs. */
let base = ''
let eth = 0
let usdc = 0
let weth = 0

beforeAll(async () => {
  await build(['app', 'server', 'judge'])
  // The market does not trade, so that prices do not change between the answer and its check.
  const app = startCommand('start', { PORT: '0', TIDEGATE_LIVE: 'no' })
  base = /http:\S+/.exec(await app.says(/is ready on/))![0]
  await post('/faucet', { kind: 'evm', address: person })
  const { data } = (await (await fetch(`${base}/api/blockchain`)).json()) as {
    data: { name: string; chainCurrencies: { id: number; currency: { ticker: string } }[] }[]
  }
  const idOf = (ticker: string) =>
    data.find(({ name }) => name === 'Harbor')!.chainCurrencies.find(({ currency }) => currency.ticker === ticker)!.id
  eth = idOf('ETH')
  usdc = idOf('USDC')
  weth = idOf('WETH')
})
afterAll(endCommands)

async function post(path: string, body: Body): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).text()
}

function swapOf(amount: string): Body {
  const accounts = { sender: person, recipient: person }
  return { tokenAId: eth, tokenBId: usdc, slippage: 50, amount, ...accounts, skipNonSwapTransactions: false }
}

/** Runs `node bin/judge.mjs` as an operator does. */
async function judge(input: string, address = base) {
  const child = spawn(process.execPath, [join(root, 'bin', 'judge.mjs'), '--base', address, '-'], { cwd: root })
  let [said, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  child.stdin.end(input)
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { exitCode, complaints, judgement: said === '' ? undefined : (JSON.parse(said) as Judgement) }
}

function fileOf(request: Body, answer: string, accepted?: string): string {
  const more = accepted === undefined ? '' : `,"accepted":${accepted}`
  return `{"request":${JSON.stringify(request)},"answer":${answer}${more}}`
}

/** Replaces the service's statements next to the transactions, which are unchanged. */
function withMinimum(answer: string, minAmountOut: string | undefined): string {
  const { data, ...rest } = JSON.parse(answer) as { data: object }
  return JSON.stringify({ ...rest, data: { ...data, minAmountOut } })
}

describe('npm run judge', () => {
  test('an honest swap is proven, with its steps and balance changes', async () => {
    const request = swapOf('0.5')
    const { exitCode, judgement } = await judge(fileOf(request, await post('/api/swap/native', request)))
    expect(exitCode).toBe(0)
    expect(judgement).toMatchObject({
      level: 'proven',
      steps: [{ order: 1, purpose: 'swap', chainId: 741001 }],
      bounds: { pays: [{ token: 'native', symbol: 'ETH', units: '500000000000000000' }] },
    })
    const { promised, arrives } = judgement!.bounds
    expect(BigInt(arrives!)).toBeGreaterThanOrEqual(BigInt(promised!))
    expect(BigInt(promised!)).toBeGreaterThan(0n)
  })

  test('a swap to a thief is blocked, and the finding names the step and the reason', async () => {
    const request = swapOf('0.5')
    const answer = await post('/api/swap/native', request)
    const stolen = answer.replaceAll(person.slice(2).toLowerCase(), thief.slice(2).toLowerCase())
    expect(stolen).not.toBe(answer)
    const { exitCode, judgement } = await judge(fileOf(request, stolen))
    expect(exitCode).toBe(2)
    expect(judgement?.level).toBe('blocked')
    const blocks = judgement!.findings.filter(({ severity }) => severity === 'block')
    expect(blocks.map(({ code }) => code)).toContain('V-013')
    expect(JSON.stringify(blocks).toLowerCase()).toContain(thief.toLowerCase())
  })

  test('a re-quote equals itself', async () => {
    const request = swapOf('0.5')
    const answer = await post('/api/swap/native', request)
    const { judgement, exitCode } = await judge(fileOf(request, answer, answer))
    expect(judgement).toMatchObject({ level: 'proven', renewal: { isEqual: true, news: [] } })
    expect(exitCode).toBe(0)
  })

  test('V-057 a renewal that differs is not green, though it is proven by itself', async () => {
    const request = swapOf('0.5')
    const answer = await post('/api/swap/native', request)
    const coins = '500000000000000000'
    const forThief = answer.replaceAll(person.slice(2).toLowerCase(), thief.slice(2).toLowerCase())
    const forLess = await post('/api/swap/native', { ...request, slippage: 90 })
    const renewals = [
      [forThief, answer, 'another call'],
      [answer, answer.replace(`"value":${coins}`, '"value":509000000000000000'), 'more is sold'],
      [answer, forLess, 'a lower minimum'],
      [answer, withMinimum(answer, '1'), 'a lower minimum'],
      [answer, withMinimum(answer, undefined), 'a lower minimum'],
    ] as const
    const judged = renewals.map(async ([accepted, renewed, change]) => {
      expect(accepted).not.toBe(renewed)
      const { judgement, exitCode } = await judge(fileOf(request, renewed, accepted))
      expect(judgement?.renewal?.isEqual).toBe(false)
      expect(judgement?.renewal?.news).toContainEqual(expect.objectContaining({ code: 'V-057', facts: { change } }))
      expect([1, 2]).toContain(exitCode)
    })
    await Promise.all(judged)
  })

  test('a deposit is judged by the transactions that the app builds for it', async () => {
    const { data } = (await (await fetch(`${base}/api/amm/pool/all/Harbor`)).json()) as {
      data: { token0: { id: number }; token1: { id: number }; tick: number }[]
    }
    const pool = data.find(({ token0, token1 }) => [token0.id, token1.id].sort().join() === [weth, usdc].sort().join())!
    const tick = Math.floor(pool.tick / 60) * 60
    const isWethFirst = pool.token0.id === weth
    const request = {
      // The range is above the price: only the first token is paid, for any move of the price in the meantime.
      amountA: isWethFirst ? 0.1 : 100,
      amountB: 0,
      tokenAId: pool.token0.id,
      tokenBId: pool.token1.id,
      tickLower: tick + 600,
      tickUpper: tick + 1_200,
      networkName: 'Harbor',
      recipient: person,
      creationTick: pool.tick,
    }
    const file = fileOf(request, await post('/api/amm/interactions/add', request))
    const { exitCode, judgement, complaints } = await judge(file)
    expect(judgement?.findings.filter(({ severity }) => severity === 'block')).toEqual([])
    expect(judgement?.steps.map(({ purpose }) => purpose)).toEqual(['approve', 'deposit'])
    expect([0, 1]).toContain(exitCode)
    // A request names no tolerance: the assumed one is reported, unless the file has one.
    expect(complaints).toBe('No "toleranceBps" in the input: 200 assumed, as the form does for this range.\n')
    expect((await judge(file.replace('{', '{"toleranceBps":300,'))).complaints).toBe('')
    const changes = [
      [
        { tickLower: request.tickUpper, tickUpper: request.tickLower },
        'tickLower and tickUpper of "request" have to be',
      ],
      [{ tickUpper: 900_000 }, 'ticks from -887272 to 887272'],
      [{ recipient: 'nobody' }, '"recipient" of "request" is nobody, which is no account on Harbor'],
    ] as const
    for (const [change, complaint] of changes) {
      const answer = '{"message":"ok","status":true,"data":null}'
      const { exitCode, complaints } = await judge(fileOf({ ...request, ...change }, answer))
      expect([exitCode, complaints]).toEqual([64, expect.stringContaining(complaint)])
    }
  })

  test.each([
    ['{}', '"request" is not an object'],
    ['{"request":{"tokenAId":1}}', '"answer" is missing'],
    ['{"request":{"tokenAId":1},"answer":{}}', '"request" has no tokenBId'],
    ['{"request":{},"answer":{},"anwser":{}}', 'has a member "anwser"'],
    ['nonsense', 'is not JSON'],
    ['', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['{"request":{"a":1,"a":2},"answer":{}}', 'has the member "a" twice'],
    [`{"request":{},"answer":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'too deep'],
  ])('%s is invalid input, and the error names the remedy', async (input, complaint) => {
    const { exitCode, complaints } = await judge(input)
    expect(complaints).toContain(complaint)
    expect(exitCode).toBe(64)
  })

  test('a request with values that cannot be is invalid input', async () => {
    const request = swapOf('0.5')
    const files = [
      [{ tokenAId: 999_999 }, 'tokenAId 999999 of "request" is not in the service\'s list of chains'],
      [{ amount: '1e400' }, '"amount" is not an amount of ETH'],
      [{ slippage: -1 }, 'slippage -1 of "request" is not between 0 and 100 %'],
      [{ slippage: 20_000 }, 'slippage 20000 of "request" is not between'],
      [{ sender: '0x12' }, '"sender" of "request" is 0x12, which is no account on Harbor'],
      [{ recipient: '0x1' }, '"recipient" of "request" is 0x1, which is no account on Harbor'],
      [{ recipient: '' }, '"recipient" of "request" is , which is no account on Harbor'],
      [{ recipient: thief.slice(2) }, 'which is no account on Harbor'],
      [{ recipient: `${thief} ` }, 'which is no account on Harbor'],
    ] as const
    const judged = files.map(async ([change, complaint]) => {
      const { exitCode, complaints } = await judge(fileOf({ ...request, ...change }, '{}'))
      expect(complaints).toContain(complaint)
      expect(exitCode).toBe(64)
    })
    await Promise.all(judged)
    const declined = '{"message":"no","status":false,"data":null}'
    const { complaints } = await judge(fileOf(request, await post('/api/swap/native', request), declined))
    expect(complaints).toContain('"accepted" is not an answer with a plan in it')
  })

  test('a gateway that is away, or has no service, leaves everything unchecked', async () => {
    const down = createServer((_, answer) => answer.writeHead(503).end()).listen(0, '127.0.0.1')
    await once(down, 'listening')
    const { port } = down.address() as AddressInfo
    const addresses = [
      ['http://127.0.0.1:9', 'cannot be reached'],
      [`http://127.0.0.1:${port}`, 'answers 503'],
    ] as const
    for (const [address, complaint] of addresses) {
      const { exitCode, complaints, judgement } = await judge('{"request":{},"answer":{}}', address)
      expect(complaints).toContain(complaint)
      expect([exitCode, judgement]).toEqual([3, { level: 'unchecked', findings: [], steps: [], bounds: { pays: [] } }])
    }
    down.close()
    expect((await judge('{"request":{},"answer":{}}', `${base}/api`)).exitCode).toBe(64)
  })
})
