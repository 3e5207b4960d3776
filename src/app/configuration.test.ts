import { afterEach, expect, test, vi } from 'vitest'
import { readDeployment } from '../protocol/deployment/deployment'
import { readConfiguration } from './configuration'

afterEach(() => vi.unstubAllGlobals())

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = { chainId: 741001, kind: 'evm', name: 'Harbor', rpcUrls: ['/rpc/741001'], nativeCurrency: coin }

test('what a deployment leaves out has a default', () => {
  expect(readDeployment({ mode: 'hosted', name: 'Acme', chains: [chain] })).toEqual({
    mode: 'hosted',
    name: 'Acme',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    faucetUrl: undefined,
    chains: [
      {
        ...chain,
        wsUrl: undefined,
        explorerUrl: undefined,
        wrappedNative: undefined,
        trusted: [],
        positionManager: undefined,
        confirmations: 1,
        genesisHash: undefined,
      },
    ],
  })
})

test('wallets on other devices need an id and a relay', () => {
  const walletConnect = { projectId: 'p1', relayUrl: 'wss://relay.example' }
  expect(readDeployment({ mode: 'hosted', name: 'Acme', walletConnect }).walletConnect).toEqual(walletConnect)
})

test('names need the address of their resolver', () => {
  const ens = { chainId: 1, universalResolver: `0x${'ab'.repeat(20)}`, gateways: [] }
  expect(readDeployment({ mode: 'hosted', name: 'Acme', ens }).ens).toEqual(ens)
  expect(() => readDeployment({ mode: 'hosted', name: 'Acme', ens: { ...ens, universalResolver: 1 } })).toThrow(
    'ens.universalResolver should be a text',
  )
})

test('readers of names and private nodes arrive as the operator named them', () => {
  const uns = [{ chainId: 137, proxyReader: `0x${'ab'.repeat(20)}` }]
  const chains = [{ ...chain, privateRpcUrl: 'https://private.example/' }]
  const read = readDeployment({ mode: 'hosted', name: 'Acme', uns, chains })
  expect(read.uns).toEqual(uns)
  expect(read.chains[0]?.privateRpcUrl).toBe('https://private.example/')
  expect(() => readDeployment({ mode: 'hosted', name: 'Acme', uns: [{ chainId: 137 }] })).toThrow('uns[0].proxyReader')
})

test.each([
  [null, 'the configuration should be an object'],
  [{ name: 'Acme' }, 'mode should be embedded or hosted'],
  [{ mode: 'hosted', name: 'Acme', slippageUnit: 'furlongs' }, 'slippageUnit should be'],
  [
    { mode: 'hosted', name: 'Acme', chains: [{ ...chain, chainId: '1' }] },
    'chains[0].chainId should be a whole number',
  ],
  [
    { mode: 'hosted', name: 'Acme', walletConnect: { projectId: 'p', relayUrl: 'https://relay.example' } },
    'walletConnect.relayUrl should be a WebSocket address',
  ],
  [{ mode: 'hosted', name: 'Acme', chains: [{ ...chain, rpcUrls: [1] }] }, 'chains[0].rpcUrls[0] should be a text'],
])('a setting that is wrong is named: %j', (json, sentence) => {
  expect(() => readDeployment(json)).toThrow(sentence)
})

test.each([
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['refused', async () => new Response('gone', { status: 404 })],
  ['unreadable', async () => new Response('<!doctype html>')],
  ['unreadable', async () => new Response('{"mode":"hosted"}')],
] as const)('settings that are %s keep the app from starting', async (is, fetch) => {
  vi.stubGlobal('fetch', fetch)
  expect(await readConfiguration()).toMatchObject({ is })
})
