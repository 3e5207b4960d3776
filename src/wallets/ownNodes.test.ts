import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { chainWith, deployment, drawer } from '../../test/services'
import { createEvmNodes } from './evm/node'
import { readNodeNetwork } from './nodeNetwork'
import { forgetOwnNodes, isAllowedNode, readNodeUrl, readOwnNodes, saveOwnNode } from './ownNodes'

const harbor = chainWith(741_001, 'Harbor', { rpcUrls: ['http://127.0.0.1:1/rpc'] })
const solanaChain = chainWith(741_003, 'Reef', { kind: 'solana', genesisHash: 'Reef1' })
const silent = () => Promise.reject(new Error('No node.'))
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A node on this computer that answers every method with what is listed. */
async function node(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id: number; method: string }
      asked.push(method)
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

describe('a node of the person’s own', () => {
  test('it is accepted only with the right chain id', async () => {
    const right = await node({ eth_chainId: '0xb4e89' })
    const other = await node({ eth_chainId: '0x1' })
    expect(await readNodeNetwork(harbor, right.url, silent)).toBe('right network')
    expect(await readNodeNetwork(harbor, other.url, silent)).toBe('another network')
    expect(await readNodeNetwork(harbor, 'http://127.0.0.1:1/', silent)).toBe('no answer')
  })

  test('on Solana it needs the genesis hash of the settings, or that of the deployment’s node', async () => {
    const solana = await node({ getGenesisHash: 'Reef1' })
    expect(await readNodeNetwork(solanaChain, solana.url, silent)).toBe('right network')
    expect(await readNodeNetwork({ ...solanaChain, genesisHash: 'Mainnet' }, solana.url, silent)).toBe(
      'another network',
    )
    expect(await readNodeNetwork({ ...solanaChain, genesisHash: undefined }, solana.url, async () => 'Reef1')).toBe(
      'right network',
    )
    expect(await readNodeNetwork({ ...solanaChain, genesisHash: undefined }, solana.url, async () => 'Else')).toBe(
      'another network',
    )
    // No one vouches for it: two unknowns are not the same.
    expect(await readNodeNetwork({ ...solanaChain, genesisHash: undefined }, solana.url, silent)).toBe('no answer')
  })

  test('it gets requests first from the next one on, and the deployment’s nodes respond when it does not', async () => {
    const ours = await node({ eth_chainId: '0xb4e89', eth_blockNumber: '0x1' })
    const own = await node({ eth_chainId: '0xb4e89', eth_blockNumber: '0x2' })
    const stranger = await node({ eth_chainId: '0x1', eth_blockNumber: '0x3' })
    let chosen: string | undefined
    const nodes = createEvmNodes(
      [{ ...harbor, rpcUrls: [ours.url] }],
      () => undefined,
      () => chosen,
    )
    const block = () => nodes(741_001)?.ask('eth_blockNumber', [])
    expect(await block()).toBe('0x1')
    chosen = own.url
    expect(await block()).toBe('0x2')
    chosen = stranger.url
    expect(await block()).toBe('0x1')
    expect(stranger.asked).toEqual(['eth_chainId'])
    chosen = 'http://127.0.0.1:1/'
    expect(await block()).toBe('0x1')
    chosen = undefined
    expect(await block()).toBe('0x1')
  })

  test('it is stored per network, replaced and removed', () => {
    const storage = drawer()
    saveOwnNode(storage, 1, 'https://one.example/')
    saveOwnNode(storage, 56, 'https://two.example/')
    saveOwnNode(storage, 1, 'https://three.example/')
    expect(readOwnNodes(storage)).toEqual({ 1: 'https://three.example/', 56: 'https://two.example/' })
    saveOwnNode(storage, 1, undefined)
    expect(readOwnNodes(storage)).toEqual({ 56: 'https://two.example/' })
  })

  test('if the browser stores nothing, it is not kept, with a note and without other effects', () => {
    const storage = drawer()
    saveOwnNode(storage, 1, 'https://one.example/')
    const full = {
      ...storage,
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
    }
    expect(saveOwnNode(full, 1, 'https://two.example/')).toBeUndefined()
    expect(saveOwnNode(full, 1, undefined)).toBeUndefined()
    expect(() => forgetOwnNodes(full)).not.toThrow()
    expect(readOwnNodes(full)).toEqual({ 1: 'https://one.example/' })
  })

  test('it must be an origin that the CSP allows', () => {
    const named = { ...deployment, rpcOrigins: ['https://node.example'] }
    expect(isAllowedNode('https://node.example/key', named, 'https://app.example')).toBe(true)
    expect(isAllowedNode('https://app.example/rpc/1', named, 'https://app.example')).toBe(true)
    for (const other of ['https://node.example.evil/', 'http://node.example/', 'https://node.example:8443/'])
      expect(isAllowedNode(other, named, 'https://app.example'), other).toBe(false)
  })

  test('any typed or stored text is an address, or is refused with a reason', () => {
    expect(readNodeUrl(' https://node.example/key?x=1 ')).toEqual({ is: 'url', url: 'https://node.example/key?x=1' })
    expect(readNodeUrl('http://localhost:8545')).toMatchObject({ is: 'url' })
    expect(readNodeUrl('http://node.example')).toEqual({ is: 'invalid', why: 'not safe' })
    expect(readNodeUrl('https://me:secret@node.example')).toEqual({ is: 'invalid', why: 'with password' })
    for (const text of ['', 'node.example', 'javascript:alert(1)', 'wss://node.example', 'data:,x'])
      expect(readNodeUrl(text), text).toEqual({ is: 'invalid', why: 'not an address' })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.webUrl()), (text) => {
        expect(() => readNodeUrl(text)).not.toThrow()
        const read = readOwnNodes({ getItem: () => text, setItem: () => {} })
        for (const url of Object.values(read)) expect(readNodeUrl(url).is).toBe('url')
      }),
    )
  })
})
