import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openDoor, PortTaken } from './server'

const here = { port: 0, host: '127.0.0.1' }
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('before anything stands behind it, the door asks people to come again', async () => {
  const door = await openDoor(here)
  const early = await fetch(door.url)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  door.open(() => new Response('welcome'))
  expect(await (await fetch(door.url)).text()).toBe('welcome')
  await door.close()
  await expect(fetch(door.url)).rejects.toThrow()
})

test('a taken port is told with what to do about it', async () => {
  const door = await openDoor(here)
  const again = openDoor({ ...here, port: door.port })
  await expect(again).rejects.toThrow(PortTaken)
  await expect(again).rejects.toThrow(`Port ${door.port} on 127.0.0.1 is taken.`)
  await door.close()
})

test('who is inside when the door closes is served to the end (H-16)', async () => {
  const door = await openDoor(here)
  let arrived = 0
  door.open(async () => {
    arrived++
    await later(arrived < 100 ? 300 : 100)
    return new Response('served')
  })
  const inside = Array.from({ length: 100 }, () => fetch(door.url).then((response) => response.text()))
  await expect.poll(() => arrived, { interval: 5, timeout: 30_000 }).toBe(100)
  await door.close()
  expect(new Set(await Promise.all(inside))).toEqual(new Set(['served']))
})

test('who does not come to an end is not waited for', async () => {
  const door = await openDoor(here)
  door.open(() => new Promise(() => {}))
  const endless = fetch(door.url).catch(() => 'hung up')
  await later(20)
  await door.close(50)
  expect(await endless).toBe('hung up')
})

test('the caller is the address that connects, not the one that is claimed', async () => {
  const door = await openDoor(here)
  door.open((_, { caller }) => new Response(caller))
  const claim = { headers: { 'x-forwarded-for': '6.6.6.6' } }
  expect(await (await fetch(door.url, claim)).text()).toBe('127.0.0.1')
  await door.close()

  const behindProxy = await openDoor({ ...here, trustedProxies: 1 })
  behindProxy.open((_, { caller }) => new Response(caller))
  expect(await (await fetch(behindProxy.url, claim)).text()).toBe('6.6.6.6')
  await behindProxy.close()
})

test('headers beyond all measure are refused', async () => {
  const door = await openDoor(here)
  door.open(() => new Response('welcome'))
  expect((await fetch(door.url, { headers: { 'x-long': 'a'.repeat(20_000) } })).status).toBe(431)
  await door.close()
})

test('a port that cannot be had for another reason says so', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await expect(openDoor({ port: 0, host: '203.0.113.1' })).rejects.toThrow('EADDRNOTAVAIL')
  server.close()
})
