import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startWriteAheadProxy } from './writeAheadProxy'

const sending = '{"id":1,"method":"eth_sendRawTransaction","params":["0x02aa"]}'

/** An echo server in place of anvil, and a proxy in front of it. */
async function openProxy() {
  const steps: string[] = []
  const engine = createServer((request, response) => {
    request.on('data', (body) => {
      steps.push(`engine ${body}`)
      response.end(body)
    })
  })
  const sockets = new WebSocketServer({ server: engine })
  sockets.on('connection', (socket) => socket.on('message', (body) => socket.send(`echo ${body}`)))
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  const { port } = engine.address() as AddressInfo
  const proxy = await startWriteAheadProxy(`http://127.0.0.1:${port}`, (raw) => steps.push(`log ${raw}`))
  onTestFinished(async () => {
    await proxy.stop()
    for (const socket of sockets.clients) socket.terminate()
    engine.closeAllConnections()
    engine.close()
  })
  return { proxy, steps }
}

test('a signed transaction is logged before anvil receives it, alone or in a batch', async () => {
  const { proxy, steps } = await openProxy()
  const post = async (body: string) => (await fetch(proxy.url, { method: 'POST', body })).text()
  expect(await post(sending)).toBe(sending)
  expect(steps).toEqual(['log 0x02aa', `engine ${sending}`])
  await post(`[{"id":2,"method":"eth_chainId"},${sending},{"method":"eth_sendRawTransaction","params":["none"]}]`)
  expect(steps.filter((step) => step.startsWith('log'))).toEqual(['log 0x02aa', 'log 0x02aa'])
})

test('bodies without a signed transaction are forwarded unchanged, also invalid ones', async () => {
  const { proxy, steps } = await openProxy()
  for (const body of ['{"method":"eth_chainId"}', '{"eth_sendRawTransaction', '7'])
    expect(await (await fetch(proxy.url, { method: 'POST', body })).text()).toBe(body)
  expect(steps.filter((step) => step.startsWith('log'))).toEqual([])
})

test('over a WebSocket too, and messages sent before anvil listens arrive', async () => {
  const { proxy, steps } = await openProxy()
  const socket = new WebSocket(proxy.url.replace('http', 'ws'))
  onTestFinished(() => socket.terminate())
  const answers = new Promise<string[]>((resolve) => {
    const received: string[] = []
    socket.on('message', (body) => {
      received.push(String(body))
      if (received.length === 2) resolve(received)
    })
  })
  socket.on('open', () => {
    socket.send(sending)
    socket.send('{"method":"eth_chainId"}')
  })
  expect(await answers).toEqual([`echo ${sending}`, 'echo {"method":"eth_chainId"}'])
  expect(steps).toEqual(['log 0x02aa'])
})
