import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRecentResponses } from './recentResponses'
import { type HttpServer, listen } from './server'

let server: HttpServer
let asked: number
let counted: number[]
let now: number
let answer: (request: Request) => Response

beforeEach(async () => {
  asked = 0
  counted = []
  now = 1_000_000
  answer = () => list('tidegate; hit')
  server = await listen({ port: 0, host: '127.0.0.1' })
  const recent = createRecentResponses({ clock: () => now, counterOf: (_, status) => () => counted.push(status) })
  const serve = (request: Request) => {
    asked++
    return answer(request)
  }
  server.serve(serve, undefined, recent)
})
afterEach(() => server.close())

/** As the gateway answers: without a `content-length`, which the server adds. */
function list(cacheStatus: string, status = 200, body = new TextEncoder().encode(`list ${asked}`)): Response {
  const headers = { 'cache-status': cacheStatus, 'content-type': 'application/json', age: '3' }
  return new Response(status === 304 ? null : body, { status, headers })
}

const get = (path = '/api/blockchain', headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

test('a list that was answered a moment ago is sent again as it was, with all its headers, and counted', async () => {
  const [first, second] = [await get(), await get()]
  expect([await first.text(), await second.text()]).toEqual(['list 1', 'list 1'])
  const known = (response: Response) => [...response.headers].filter(([name]) => name !== 'date')
  expect(known(second)).toEqual(known(first))
  expect(asked).toBe(1)
  expect(counted).toEqual([200])
})

test.each([9, 70_000])(
  'a list of %i bytes is sent again byte for byte and with its length, to requests in a row',
  async (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => index % 256)
    answer = () => list('tidegate; hit', 200, bytes)
    const ask = `GET /api/blockchain HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n`
    const first = await exchange(`${ask}connection: close\r\n\r\n`)
    const both = await exchange(`${ask}\r\n${ask}connection: close\r\n\r\n`)
    expect(asked).toBe(1)
    expect(counted).toEqual([200, 200])
    const sizes = [...first, ...both].map(({ head }) => /content-length: (\d+)/.exec(head)?.[1])
    expect(sizes).toEqual([size, size, size].map(String))
    for (const { head, body } of both) {
      expect(head).not.toContain('transfer-encoding')
      expect(body.equals(bytes)).toBe(true)
    }
  },
)

test('whatever headers callers make up, each is answered as its own request is', async () => {
  const read = ['host', 'origin', 'accept-encoding', 'if-none-match']
  answer = ({ headers }) =>
    list('tidegate; hit', 200, Buffer.from(JSON.stringify(read.map((name) => headers.get(name)))))
  const alone = await listen({ port: 0, host: '127.0.0.1' })
  alone.serve(answer)
  const name = fc.constantFrom('Origin', 'origin', 'ACCEPT-ENCODING', 'If-None-Match', 'accept', 'x-origin', 'orıgin')
  const value = fc.constantFrom('', 'br', 'BR', 'b, r', '"1"', 'null', 'br\r\n n"1"', 'br\nn"1"', 'br\tn', 'é')
  const headers = fc.array(fc.tuple(name, value), { maxLength: 4 })
  const ask = (port: number, lines: readonly (readonly [string, string])[]) => {
    const text = lines.map((line) => `${line.join(': ')}\r\n`).join('')
    return exchange(`GET /api/blockchain HTTP/1.1\r\nhost: a\r\n${text}connection: close\r\n\r\n`, port)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(headers, { minLength: 2, maxLength: 6 }), async (requests) => {
      now += 10_000
      for (const lines of requests) {
        const [[got], [own]] = [await ask(server.port, lines), await ask(alone.port, lines)]
        expect(got?.body.toString()).toBe(own?.body.toString())
      }
    }),
    { numRuns: 40 },
  )
  await alone.close()
  expect(counted.length).toBeGreaterThan(0)
})

test('how a caller writes the name of a header makes no other request of it', async () => {
  const ask = (name: string) =>
    exchange(`GET /api/blockchain HTTP/1.1\r\n${name}: a\r\naccept: */*\r\nconnection: close\r\n\r\n`)
  await ask('Host')
  await ask('HOST')
  expect(asked).toBe(1)
})

test('a header that Node leaves out because there are too many makes no request like one that has it', async () => {
  const many = 'a: b\r\n'.repeat(1_000)
  const ask = (headers: string) =>
    exchange(`GET /api/blockchain HTTP/1.1\r\nhost: a\r\n${headers}connection: close\r\n\r\n`)
  await ask(`${many}origin: https://partner.example\r\n`)
  await ask('origin: https://partner.example\r\n')
  expect(asked).toBe(2)
})

test('a client that reads nothing of a list that is sent again is disconnected', async () => {
  const timeouts = { headers: 10_000, request: 10_000, checkInterval: 1_000, response: 200 }
  const strict = await listen({ port: 0, host: '127.0.0.1', timeouts })
  const bytes = new Uint8Array(30_000_000)
  const recent = createRecentResponses({ clock: () => now, counterOf: (_, status) => () => counted.push(status) })
  strict.serve(() => list('tidegate; hit', 200, bytes), undefined, recent)
  const ask = 'GET /api/blockchain HTTP/1.1\r\nhost: a\r\n'
  const [first] = await exchange(`${ask}connection: close\r\n\r\n`, strict.port)
  expect(first?.body.length).toBe(bytes.length)
  const idle = connect(strict.port, '127.0.0.1').on('error', () => undefined)
  idle.write(`${ask}\r\n`)
  await new Promise((resolve) => setTimeout(resolve, 5 * timeouts.response))
  let read = 0
  await new Promise((resolve) => idle.on('data', (part) => (read += part.length)).on('close', resolve))
  expect(counted).toEqual([200])
  expect(read).toBeLessThan(bytes.length)
  await strict.close(0)
})

/** Sends requests on one connection, and reads their answers until the server closes it. */
async function exchange(text: string, port = server.port): Promise<{ readonly head: string; readonly body: Buffer }[]> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let rest = Buffer.concat(await socket.toArray())
  const answers = []
  while (rest.length > 0) {
    const start = rest.indexOf('\r\n\r\n') + 4
    const head = rest.subarray(0, start).toString('latin1').toLowerCase()
    const end = start + Number(/content-length: (\d+)/.exec(head)?.[1] ?? rest.length)
    answers.push({ head, body: rest.subarray(start, end) })
    rest = rest.subarray(end)
  }
  return answers
}

test('after a second it is answered anew', async () => {
  await get()
  now += 999
  await get()
  expect(asked).toBe(1)
  now += 1
  expect(await (await get()).text()).toBe('list 2')
})

test('a clock that goes back ends it', async () => {
  await get()
  now -= 10_000
  expect(await (await get()).text()).toBe('list 2')
})

test.each([
  ['another path', () => get('/api/amm/pool/all/Harbor')],
  ['a page of another origin', () => get('/api/blockchain', { origin: 'https://partner.example' })],
  ['another encoding', () => get('/api/blockchain', { 'accept-encoding': 'br' })],
  ['an earlier version of it', () => get('/api/blockchain', { 'if-none-match': '"1"' })],
  ['another method', () => fetch(`${server.url}/api/blockchain`, { method: 'POST' })],
  ['another name of the host', () => fetch(`${server.url.replace('127.0.0.1', 'localhost')}/api/blockchain`)],
])('%s is another request', async (_, ask) => {
  await get()
  await ask()
  expect(asked).toBe(2)
})

test('a version that the browser has is answered with 304 again', async () => {
  answer = () => list('tidegate; hit', 304)
  const both = [
    await get('/api/blockchain', { 'if-none-match': '"1"' }),
    await get('/api/blockchain', { 'if-none-match': '"1"' }),
  ]
  expect(both.map(({ status }) => status)).toEqual([304, 304])
  expect(asked).toBe(1)
})

test.each(['tidegate; fwd=miss; stored', 'tidegate; hit; fwd=stale; fwd-status=502; detail=refused'])(
  'what is new or stale is answered anew: %s',
  async (cacheStatus) => {
    answer = () => list(cacheStatus)
    await get()
    await get()
    expect(asked).toBe(2)
  },
)

test('nothing outside the service’s lists is kept', async () => {
  await get('/swap')
  await get('/swap')
  expect(asked).toBe(2)
})

test('callers who make up headers do not fill the memory', async () => {
  for (let n = 0; n < 40; n++) await get('/api/blockchain', { 'if-none-match': `"${n}"` })
  expect(asked).toBe(40)
  await get('/api/blockchain', { 'if-none-match': '"0"' })
  expect(asked).toBe(41)
})
