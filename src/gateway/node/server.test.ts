import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { listen, PortUnavailable } from './server'

const loopback = { port: 0, host: '127.0.0.1' }
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('before `serve` is called, a request gets a 503 with Retry-After', async () => {
  const server = await listen(loopback)
  const early = await fetch(server.url)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  server.serve(() => new Response('welcome'))
  expect(await (await fetch(server.url)).text()).toBe('welcome')
  await server.close()
  await expect(fetch(server.url)).rejects.toThrow()
})

test('a port in use is an error that names the remedy', async () => {
  const server = await listen(loopback)
  const again = listen({ ...loopback, port: server.port })
  await expect(again).rejects.toThrow(PortUnavailable)
  await expect(again).rejects.toThrow(`Port ${server.port} on 127.0.0.1 is taken.`)
  await server.close()
})

test('requests that are being answered when the server closes get their answer (H-16)', async () => {
  const server = await listen(loopback)
  let arrived = 0
  server.serve(async () => {
    arrived++
    await sleep(arrived < 100 ? 300 : 100)
    return new Response('served')
  })
  const pending = Array.from({ length: 100 }, () => fetch(server.url).then((response) => response.text()))
  await expect.poll(() => arrived, { interval: 5, timeout: 30_000 }).toBe(100)
  await server.close()
  expect(new Set(await Promise.all(pending))).toEqual(new Set(['served']))
})

test('closing does not wait for a request that never ends', async () => {
  const server = await listen(loopback)
  server.serve(() => new Promise(() => {}))
  const endless = fetch(server.url).catch(() => 'connection closed')
  await sleep(20)
  await server.close(50)
  expect(await endless).toBe('connection closed')
})

test('the caller is the address of the connection, not the one in a header', async () => {
  const server = await listen(loopback)
  server.serve((_, { caller }) => new Response(caller))
  const claim = { headers: { 'x-forwarded-for': '6.6.6.6' } }
  expect(await (await fetch(server.url, claim)).text()).toBe('127.0.0.1')
  await server.close()

  const behindProxy = await listen({ ...loopback, trustedProxies: 1 })
  behindProxy.serve((_, { caller }) => new Response(caller))
  expect(await (await fetch(behindProxy.url, claim)).text()).toBe('6.6.6.6')
  await behindProxy.close()
})

const offer = 'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'
const notFound = (_: unknown, socket: Duplex) => void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')

/** Sends the parts one after the other, and collects the response until the server closes the connection. */
async function exchanged(port: number, ...parts: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (part) => {
    said += part
  })
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve))
    await sleep(20)
  }
  return closed
}

test.each([
  ['GET', [''], 'welcome '],
  ['HEAD', [''], ''],
  ['POST', ['content-length: 4\r\n\r\nbody'], 'welcome body'],
  ['POST in parts', ['content-length: 4\r\n\r\nb', 'ody'], 'welcome body'],
  ['POST in chunks', ['transfer-encoding: chunked\r\n\r\n3\r\nbod\r\n', '1\r\ny\r\n0\r\n\r\n'], 'welcome body'],
] as const)('a %s that also offers HTTP/2 is answered as usual', async (name, [rest, ...later], body) => {
  const server = await listen(loopback)
  server.serve(async (request) => new Response(`welcome ${await request.text()}`), notFound)
  const head = `${name.split(' ')[0]} / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade, HTTP2-Settings, close\r\n${offer}`
  const text = await exchanged(server.port, head + (rest === '' ? '\r\n' : rest), ...later)
  await server.close()
  expect([text.slice(0, 12), text.slice(text.indexOf('\r\n\r\n') + 4)]).toEqual(['HTTP/1.1 200', body])
})

test('a request that hides the length of its body behind a thousand headers, and offers HTTP/2, is not read as two', async () => {
  const server = await listen(loopback)
  const paths: string[] = []
  server.serve((request) => {
    paths.push(new URL(request.url).pathname)
    return new Response('welcome')
  }, notFound)
  const hidden = 'GET /hidden HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n'
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\n${offer}${'a:b\r\n'.repeat(1_200)}`
  const text = await exchanged(server.port, `${head}content-length: ${hidden.length}\r\n\r\n${hidden}`)
  await server.close()
  expect([text.split('\r\n')[0], paths]).toEqual(['HTTP/1.1 431 Request Header Fields Too Large', []])
})

test('a connection on which every request offers HTTP/2 is kept', async () => {
  const server = await listen(loopback)
  server.serve((request) => new Response(new URL(request.url).pathname), notFound)
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  const paths = Array.from({ length: 15 }, (_, index) => `/${index}`)
  const requests = paths.map((path, index) => {
    const connection = `connection: Upgrade${index === 14 ? ', close' : ''}`
    return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${connection}\r\n${offer}\r\n`
  })
  const text = await exchanged(server.port, ...requests)
  await server.close()
  process.off('warning', note)
  expect(text.match(/^\/\d+/gm)).toEqual(paths)
  expect(warnings).toEqual([])
})

test.each([
  ['that keeps its own side open', 'welcome', true],
  ['that reads nothing', 'welcome'.repeat(4_000_000), false],
])('a caller %s after offering HTTP/2 does not hold up the end', async (_, body, reads) => {
  const server = await listen(loopback)
  server.serve(() => new Response(body), notFound)
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade, close\r\nupgrade: h2c\r\n\r\n')
  await new Promise((resolve) => socket.once('readable', resolve))
  if (reads) await new Promise((resolve) => socket.resume().once('end', resolve))
  const waited = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 2_000))
  const ended = await Promise.race([server.close(50).then(() => 'closed'), waited])
  socket.destroy()
  expect(ended).toBe('closed')
})

const shortTimeouts = { headers: 200, request: 400, checkInterval: 50, response: 200 }

test('a client that reads nothing of a large response is disconnected, and one that reads slowly is not', async () => {
  const response = 1_000
  const server = await listen({ ...loopback, timeouts: { ...shortTimeouts, response } })
  const body = 'welcome '.repeat(3_000_000)
  server.serve(async () => {
    // To make a response may take its time.
    await sleep(1.5 * response)
    return new Response(body)
  })
  const [idle, slow] = [0, 1].map(() => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
    return socket.pause()
  }) as [Socket, Socket]
  const sizeOf = async (socket: Socket, pause: number) => {
    let read = 0
    socket.on('data', (part) => {
      read += part.length
      if (pause > 0) setTimeout(() => socket.resume(), pause)
      if (pause > 0) socket.pause()
    })
    await new Promise((resolve) => socket.resume().on('close', resolve))
    return read
  }
  expect(await sizeOf(slow, 5)).toBeGreaterThan(body.length)
  await sleep(3 * response)
  expect(await sizeOf(idle, 0)).toBeLessThan(body.length)
  await server.close(0)
})

test('headers larger than 16 kB are refused', async () => {
  const server = await listen(loopback)
  server.serve(() => new Response('welcome'))
  expect((await fetch(server.url, { headers: { 'x-long': 'a'.repeat(20_000) } })).status).toBe(431)
  await server.close()
})

test('a client that sends its request byte by byte is disconnected', async () => {
  const server = await listen({ ...loopback, timeouts: shortTimeouts })
  server.serve(async (request) => new Response(await request.text()))
  const beginnings = [
    'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ',
    'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n',
  ]
  for (const beginning of beginnings) {
    const client = connect(server.port, '127.0.0.1')
    const closed = new Promise<string>((resolve) => client.on('close', () => resolve('closed')))
    client.on('error', () => undefined).resume()
    client.write(beginning)
    const timer = setInterval(() => client.write('x'), 50)
    expect(await Promise.race([closed, sleep(10_000)])).toBe('closed')
    clearInterval(timer)
  }
  await server.close(0)
})

test('an address that cannot be bound for another reason gives an error with that reason', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await expect(listen({ port: 0, host: '203.0.113.1' })).rejects.toThrow('EADDRNOTAVAIL')
  server.close()
})

test('a client that pipelines requests and reads nothing is disconnected at its ninth, and the memory stays small', async () => {
  const server = await listen(loopback)
  let asked = 0
  const megabyte = 1024 * 1024
  server.serve(() => {
    asked++
    return new Response(new Uint8Array(megabyte))
  })
  const before = process.memoryUsage().rss
  const requests = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`.repeat(300)
  const closed = Array.from({ length: 10 }, () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    // A socket that does not read does not see its end either: it reads again once the requests have arrived.
    socket.pause().write(requests, () => setTimeout(() => socket.resume(), 200))
    return new Promise<boolean>((resolve) => socket.on('close', () => resolve(true)))
  })
  expect(await Promise.all(closed)).toEqual(closed.map(() => true))
  expect(asked).toBeLessThanOrEqual(80)
  expect(process.memoryUsage().rss - before).toBeLessThan(500 * megabyte)
  await server.close()
})

test('a client that waits for each answer may send any number of requests on one connection', async () => {
  const server = await listen(loopback)
  server.serve(() => new Response('served'))
  const said = await new Promise<number>((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let answers = 0
    const ask = () => socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`)
    socket.on('data', () => {
      answers++
      if (answers < 30) ask()
      else socket.destroy()
    })
    socket.on('close', () => resolve(answers))
    ask()
  })
  expect(said).toBe(30)
  await server.close()
})

test('a health check in HTTP/1.0 without a Host gets an answer, and two Host headers are refused', async () => {
  const server = await listen(loopback)
  server.serve((request) => new Response(new URL(request.url).hostname))
  expect(await exchanged(server.port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [\s\S]*localhost$/)
  const twice = 'GET / HTTP/1.1\r\nhost: a.example\r\nHost: b.example\r\n\r\n'
  expect(await exchanged(server.port, twice)).toMatch(/^HTTP\/1\.1 400 /)
  await server.close()
})

test('a server that drains answers, and asks each client to open its next connection elsewhere', async () => {
  const server = await listen(loopback)
  server.serve(() => new Response('served'))
  expect((await fetch(server.url)).headers.get('connection')).toBe('keep-alive')
  server.drain()
  const response = await fetch(server.url)
  expect([response.headers.get('connection'), await response.text()]).toEqual(['close', 'served'])
  await server.close()
})

test('closing returns how many requests were cut off', async () => {
  const server = await listen(loopback)
  let arrived = 0
  server.serve(() => new Promise(() => void arrived++))
  const endless = [fetch(server.url), fetch(server.url)].map((request) => request.catch(() => 'cut'))
  await expect.poll(() => arrived).toBe(2)
  expect(await server.close(50)).toBe(2)
  expect(await Promise.all(endless)).toEqual(['cut', 'cut'])
  const idle = await listen(loopback)
  expect(await idle.close()).toBe(0)
})
