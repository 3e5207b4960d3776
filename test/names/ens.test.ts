import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex } from 'viem'
import { toCoinType } from 'viem/ens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmNode } from '../../src/wallets/evm/node'
import { nameOf, resolveName } from '../../src/wallets/names/ens'
import { type OrderChain, spender, startOrderChain, stranger, trader } from '../orders/localChain'
import { registryCalls, registryCode } from './registry'

let chain: OrderChain
let registry: Hex
const other = 8_453

beforeAll(async () => {
  chain = await startOrderChain()
  registry = await chain.create(registryCode())
})
afterAll(() => chain?.close())

function deps(gateways: readonly string[] = []) {
  const { ask } = createEvmNode(chain.chain, { retryDelays: [] })
  return { rpc: () => ask, settings: { chainId: chain.chain.chainId, universalResolver: registry, gateways } }
}

const write = (data: Hex) => chain.send(registry, data)

test('a name resolves to the address it is registered for, in upper and lower case', async () => {
  await write(registryCalls.address('alice.eth', trader))
  expect(await resolveName(deps(), ' Alice.ETH ')).toEqual({ is: 'found', name: 'alice.eth', address: trader })
  expect(await resolveName(deps(), 'nobody.eth')).toEqual({ is: 'unknown' })
})

test('a name with characters that no registry accepts is invalid', async () => {
  for (const name of ['al ice.eth', 'aliсe.eth', 'a..eth'])
    expect(await resolveName(deps(), name)).toEqual({ is: 'malformed' })
})

test('an address has a name only if the name resolves to the address', async () => {
  await write(registryCalls.address('bob.eth', stranger))
  await write(registryCalls.name(stranger, 'bob.eth'))
  await write(registryCalls.name(trader, 'bob.eth'))
  expect(await nameOf(deps(), stranger.toLowerCase())).toBe('bob.eth')
  expect(await nameOf(deps(), trader)).toBeUndefined()
  expect(await nameOf(deps(), spender)).toBeUndefined()
})

test('a name that is not written as registries write it names no one', async () => {
  await write(registryCalls.address('carol.eth', spender))
  await write(registryCalls.name(spender, 'Carol.eth'))
  expect(await nameOf(deps(), spender)).toBeUndefined()
  await write(registryCalls.name(spender, 'carol.eth'))
  expect(await nameOf(deps(), spender)).toBe('carol.eth')
})

test('on another network the record of that network counts, else an address that a key holds', async () => {
  await write(registryCalls.address('dora.eth', trader))
  expect(await resolveName(deps(), 'dora.eth', other)).toMatchObject({ is: 'found', address: trader })
  await write(registryCalls.address('dora.eth', stranger, toCoinType(other)))
  expect(await resolveName(deps(), 'dora.eth', other)).toMatchObject({ is: 'found', address: stranger })
  expect(await resolveName(deps(), 'dora.eth', chain.chain.chainId)).toMatchObject({ address: trader })
})

test('a contract of the registry’s network is not paid on another one', async () => {
  await write(registryCalls.address('vault.eth', chain.token))
  expect(await resolveName(deps(), 'vault.eth', chain.chain.chainId)).toMatchObject({ is: 'found' })
  expect(await resolveName(deps(), 'vault.eth', other)).toEqual({ is: 'contract' })
})

test('a name kept by a server is looked up only at servers of the deployment', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: encodeAbiParameters([{ type: 'address' }], [trader]) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await write(registryCalls.server('eve.eth', `${origin}/{sender}/{data}`))
    expect(await resolveName(deps(), 'eve.eth')).toEqual({ is: 'off chain' })
    expect(await resolveName(deps(['https://ccip.example']), 'eve.eth')).toEqual({ is: 'off chain' })
    expect(asked).toEqual([])
    expect(await resolveName(deps([origin]), 'eve.eth')).toMatchObject({ is: 'found', address: trader })
    expect(asked).toHaveLength(1)
  } finally {
    server.close()
  }
})

test('a node that reports the revert of a server’s name with a code of its own shows the same', async () => {
  const reverted = Object.assign(new Error('VM execution error.'), { code: -32_015, data: '0x556f1830' })
  const rpc = () => () => Promise.reject(reverted)
  expect(await resolveName({ ...deps(), rpc }, 'eve.eth')).toEqual({ is: 'off chain' })
  expect(await nameOf({ ...deps(), rpc }, trader)).toBeUndefined()
})

test('a registry that cannot be reached is not an unknown name', async () => {
  const rpc = () => () => Promise.reject(new Error('fetch failed'))
  await expect(resolveName({ ...deps(), rpc }, 'alice.eth')).rejects.toThrow()
  await expect(nameOf({ ...deps(), rpc }, trader)).rejects.toThrow()
})
