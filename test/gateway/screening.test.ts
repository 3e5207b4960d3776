import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { refusalText } from '../../src/components/refusal.messages'
import { addressesFromFile } from '../../src/gateway/node/files'
import { createScreening } from '../../src/gateway/screening'
import { readSettings } from '../../src/gateway/settings'
import { refusalCode } from '../../src/protocol/refusalReader'
import { buildGateway } from './testGateway'

const listed = '0xAbCdEf0000000000000000000000000000000001'
const other = '0x2222222222222222222222222222222222222222'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function listFile(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-screening-'))
  stops.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'addresses.txt')
  writeFileSync(file, text)
  return file
}

/** A screening service that counts, and knows `listed`. */
async function startScreening() {
  const asked: string[] = []
  const state = { isDown: false, isForeign: false }
  const server = createServer((incoming, response) => {
    asked.push(`${incoming.url} ${incoming.headers['x-api-key']}`)
    const isListed = incoming.url?.toLowerCase().endsWith(listed.toLowerCase())
    const answer = state.isForeign
      ? { identifications: isListed ? [{ category: 'sanctions' }] : [] }
      : { refused: isListed }
    response.writeHead(state.isDown ? 500 : 200).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check/{address}`, asked, state }
}

function build(environment: Record<string, string>) {
  const state = { now: 1_000_000 }
  const { screening } = readSettings(environment, [], () => '')
  const gateway = buildGateway(undefined, {
    clock: () => state.now,
    screening: screening && createScreening(screening, addressesFromFile, () => state.now),
  })
  const swap = (sender: string, recipient = sender) =>
    gateway.post(
      '/api/swap/native',
      JSON.stringify({ tokenAId: 1, tokenBId: 2, slippage: 50, amount: '1.5', sender, recipient }),
    )
  const add = (recipient: string) =>
    gateway.post('/api/amm/interactions/add', JSON.stringify({ amountA: 1, recipient }))
  return { ...gateway, swap, add, clock: state }
}

test('quotes and deposits of an address on the list are refused before the service is asked, however it is written', async () => {
  const file = listFile(`# refused by order\n${listed}  # one\n`)
  const { swap, add, ask, state } = build({ TIDEGATE_SCREENING: file })
  for (const address of [listed, listed.toLowerCase()]) {
    expect((await swap(address)).status).toBe(451)
    expect((await swap(other, address)).status).toBe(451)
    expect((await add(address)).status).toBe(451)
  }
  expect(state.upstream).toEqual([])
  expect((await swap(other)).status).toBe(201)
  expect((await add(other)).status).toBe(201)
  expect((await ask('/api/blockchain')).status).toBe(200)
})

test('a changed list counts from the next request, and a missing one keeps its last content', async () => {
  const file = listFile('')
  const { swap } = build({ TIDEGATE_SCREENING: file })
  expect((await swap(listed)).status).toBe(201)
  await expect
    .poll(async () => {
      writeFileSync(file, listed)
      return (await swap(listed)).status
    })
    .toBe(451)
  rmSync(file)
  expect((await swap(listed)).status).toBe(451)
  expect((await swap(other)).status).toBe(201)
})

test('a screening service is asked once per address and hour, with its key, and in either form of answer', async () => {
  for (const isForeign of [false, true]) {
    const service = await startScreening()
    service.state.isForeign = isForeign
    const { swap, clock } = build({ TIDEGATE_SCREENING: service.url, TIDEGATE_SCREENING_KEY: 'k-1' })
    expect([(await swap(listed)).status, (await swap(` ${listed}`)).status, (await swap(other)).status]).toEqual([
      451, 451, 201,
    ])
    expect(service.asked).toEqual([`/check/${listed} k-1`, `/check/${other} k-1`])
    clock.now += 3_600_001
    await swap(other)
    expect(service.asked).toHaveLength(3)
  }
})

test('while the screening service fails, a known address trades on for a day, and for an unknown one nothing is sent', async () => {
  const service = await startScreening()
  const { swap, clock, state } = build({ TIDEGATE_SCREENING: service.url })
  expect((await swap(other)).status).toBe(201)
  service.state.isDown = true
  clock.now += 3_600_001
  expect((await swap(other)).status).toBe(201)
  const unknown = await swap(listed)
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])
  clock.now += 86_400_000
  expect((await swap(other)).status).toBe(503)
  expect(state.upstream).toHaveLength(2)
})

test('the person reads a calm sentence that names the way out', () => {
  expect(refusalText({ code: refusalCode(451), said: undefined })).toBe(
    'This app does not trade with this address. Nothing was sent, and you can withdraw from pools as before.',
  )
})

test('TIDEGATE_SCREENING is read strictly', () => {
  const read = (environment: Record<string, string>) => () => readSettings(environment, [], () => '').screening
  expect(read({})()).toBeUndefined()
  expect(read({ TIDEGATE_SCREENING_KEY: 'k' })).toThrow('TIDEGATE_SCREENING is not')
  expect(read({ TIDEGATE_SCREENING: 'list.txt', TIDEGATE_SCREENING_KEY: 'k' })).toThrow('is a file')
  for (const url of ['https://screening.example/', 'http://screening.example/{address}'])
    expect(read({ TIDEGATE_SCREENING: url })).toThrow('https://screening.example/{address}')
  expect(() => addressesFromFile('/does/not/exist')).toThrow('cannot be read')
})
