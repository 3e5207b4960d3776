import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canary, envelope } from '../gateway/testGateway'
import { knownJson } from '../knownJson'

/** A service on this computer, in which each network answers in its own way. */
export type StubService = {
  readonly url: string
  /** Request lines such as `GET /api/blockchain`, in order. */
  readonly asked: string[]
  /** Requests whose caller disconnected before the response. */
  readonly left: string[]
  readonly stop: () => void
}

/** Unusually formatted JSON: no two JSON writers would agree on these bytes. */
export const odd =
  '{ "status" : 1 ,"data":[{"tvl":1e21,"sqrt":79228162514264337593543950336,"π":"\\u00e9"}], "message":""}\n'

/** More bytes of pools than the gateway passes on here. */
export const tooMuch = 1024 * 1024 + 1

/** How a network of this name answers a request for its pools, and how a swap with this amount is answered. */
const ways: Readonly<Record<string, (response: ServerResponse) => void>> = {
  Silent: () => {},
  Gone: (response) => void response.socket?.destroy(),
  Elsewhere: (response) => void response.writeHead(302, { location: '/api/blockchain' }).end(),
  Page: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  Large: (response) => void response.writeHead(200, json).end(envelope(['x'.repeat(tooMuch)])),
  Late: (response) => void setTimeout(() => response.writeHead(200, json).end(odd), 600),
  NoSuchStatus: (response) => void response.socket?.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}'),
  NotModified: (response) => void response.writeHead(304).end(),
  PageOfJson: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(odd),
  Hints: (response) =>
    response.writeEarlyHints({ link: '</x.css>; rel=preload' }, () => response.writeHead(200, json).end(odd)),
  Busy: (response) => {
    const [now, then] = [0, 30_000].map((later) => new Date(Date.now() + later).toUTCString())
    response.writeHead(503, { ...json, date: now, 'retry-after': then }).end('{"message":"busy"}')
  },
  Pieces: (response) => {
    response.writeHead(200, json).write('{"message":"')
    const pieces = [...`${canary}","data":[],"status":true}`]
    const timer = setInterval(() => {
      const piece = pieces.splice(0, 3).join('')
      if (piece) return void response.write(piece)
      clearInterval(timer)
      response.end()
    }, 1)
  },
  Echo: (response) =>
    void response
      .writeHead(500, { 'content-type': 'text/html', 'x-api-key': canary, 'set-cookie': `key=${canary}` })
      .end(`<pre>${canary}</pre>`),
}

const json = { 'content-type': 'application/json', server: 'nest', 'x-powered-by': 'Express', 'set-cookie': 'a=b' }
const names = ['Harbor', 'Delta', 'Crowd', 'Stale', ...Object.keys(ways)]
const chains = envelope(names.map((name, id) => ({ id, name, routerSlug: name.toLowerCase() })))

export async function startService(): Promise<StubService> {
  const asked: string[] = []
  const left: string[] = []
  const answer: RequestListener = async (request, response) => {
    if (request.url === '/node') return void response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    if (request.url === '/elsewhere') return void response.writeHead(307, { location: '/node' }).end()
    asked.push(`${request.method} ${request.url}`)
    response.on('close', () => response.writableFinished || left.push(`${request.method} ${request.url}`))
    if (request.headers['x-api-key'] !== canary) return void response.writeHead(401, json).end('{"message":"no key"}')
    if (request.url === '/api/blockchain') return void response.writeHead(200, json).end(chains)
    const [, network = ''] = /^\/api\/amm\/pool\/all\/(\w+)$/.exec(request.url ?? '') ?? []
    const way = ways[request.method === 'POST' ? await amountIn(request) : network]
    if (way) way(response)
    else response.writeHead(request.method === 'POST' ? 201 : 200, json).end(odd)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    left,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function amountIn(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return String(knownJson(Buffer.concat(chunks).toString()).amount)
}
