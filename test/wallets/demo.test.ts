import { parseTransaction } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOf, memberOf } from '../../src/chain/rpc'
import { parseRpc } from '../../src/gateway/rpc/jsonRpc'
import type { Deployment } from '../../src/protocol/deployment/deployment'
import { DemoRefused, fundDemo } from '../../src/wallets/demo'
import type { Provider } from '../../src/wallets/evm/connection/provider'
import { allowsEvmDemo, createEvmDemo } from '../../src/wallets/evm/demo/demo'
import { explainWallet } from '../../src/wallets/evm/failures'
import { type OrderChain, startOrderChain, stranger } from '../orders/localChain'

let harbor: OrderChain
let embedded: Deployment

beforeAll(async () => {
  harbor = await startOrderChain()
  embedded = {
    mode: 'embedded',
    name: 'Embedded',
    apiBase: '',
    slippageUnit: 'basis points',
    imageBaseUrl: undefined,
    chains: [{ ...harbor.chain, rpcUrls: ['/rpc/741001'] }],
    faucetUrl: '/faucet',
  }
})
afterAll(() => harbor?.close())

/** The gateway's proxy of the chain. */
const throughGateway: typeof fetch = (input, init) =>
  fetch(String(input).replace('/rpc/741001', harbor.engine.url), init)

function keeping(kept = new Map<string, string>()) {
  return {
    kept,
    storage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
    fetch: throughGateway,
    retryDelays: [],
  }
}

async function connected(provider: Provider): Promise<string> {
  const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
  return address!
}

describe('play money only', () => {
  test.each<[string, (deployment: Deployment) => Deployment]>([
    ['a hosted service', (deployment) => ({ ...deployment, mode: 'hosted' })],
    ['no chain of its own', (deployment) => ({ ...deployment, chains: [] })],
    ['the number of a chain with real money', (deployment) => withChain(deployment, { chainId: 1 })],
    ['a node of somebody else', (deployment) => withChain(deployment, { rpcUrls: ['https://rpc.example'] })],
    [
      'a node of somebody else, written like its own',
      (deployment) => withChain(deployment, { rpcUrls: ['//rpc.example'] }),
    ],
    [
      'a node of somebody else beside its own',
      (deployment) => withChain(deployment, { rpcUrls: ['/rpc/1', 'https://rpc.example'] }),
    ],
    ['no node', (deployment) => withChain(deployment, { rpcUrls: [] })],
  ])('a deployment with %s has no demo wallet', (_, change) => {
    const deployment = change(embedded)
    expect(allowsEvmDemo(deployment)).toBe(false)
    const { kept, ...options } = keeping()
    expect(() => createEvmDemo(deployment, options)).toThrow(DemoRefused)
    expect(kept.size).toBe(0)
  })

  test('an embedded one has', () => expect(allowsEvmDemo(embedded)).toBe(true))

  test('a node of another chain than configured gets no signature', async () => {
    const { fetch: _, ...options } = keeping()
    let sent = 0
    const elsewhere: typeof fetch = async (input, init) => {
      if (String(init?.body).includes('eth_sendRawTransaction')) sent++
      if (!String(init?.body).includes('eth_chainId')) return throughGateway(input, init)
      return new Response('{"id":0,"result":"0x1"}')
    }
    const provider = createEvmDemo(embedded, { ...options, fetch: elsewhere })
    const from = await connected(provider)
    await expect(
      provider.request({ method: 'eth_sendTransaction', params: [{ from, to: stranger, value: '0x1' }] }),
    ).rejects.toThrow()
    expect(sent).toBe(0)
  })

  test('a node that changes to another chain later gets a signature of its own chain only', async () => {
    const { fetch: _, ...options } = keeping()
    const sent: string[] = []
    let isElsewhere = false
    const changing: typeof fetch = async (input, init) => {
      const call: unknown = JSON.parse(String(init?.body))
      if (isElsewhere && memberOf(call, 'method') === 'eth_chainId') return new Response('{"id":0,"result":"0x1"}')
      if (memberOf(call, 'method') !== 'eth_sendRawTransaction') return throughGateway(input, init)
      sent.push(String(listOf(memberOf(call, 'params'))[0]))
      return new Response(JSON.stringify({ id: 0, result: `0x${'1'.repeat(64)}` }))
    }
    const provider = createEvmDemo(embedded, { ...options, fetch: changing, sendsBatches: true })
    const from = await connected(provider)
    await provider.request({ method: 'eth_blockNumber' })
    isElsewhere = true
    await provider.request({ method: 'eth_sendTransaction', params: [{ from, to: stranger, gas: '0x5208' }] })
    await provider.request({ method: 'wallet_sendCalls', params: [{ from, calls: [{ to: stranger }] }] })
    const signed = sent.map((bytes) => parseTransaction(bytes as `0x02${string}`))
    expect(signed.map(({ chainId }) => chainId)).toEqual([741001, 741001])
    expect(signed[1]).toMatchObject({ authorizationList: [{ chainId: 741001 }] })
  })

  function withChain(deployment: Deployment, change: object): Deployment {
    return { ...deployment, chains: deployment.chains.map((chain) => ({ ...chain, ...change })) }
  }
})

test('it signs by itself and sends through our own node', async () => {
  const { kept, ...options } = keeping()
  const provider = createEvmDemo(embedded, options)
  const from = await connected(provider)
  await harbor.cheats.setBalance({ address: from as `0x${string}`, value: 10n ** 18n })
  const before = await harbor.reads.getBalance({ address: stranger })
  const hashes = await Promise.all(
    [1, 2, 3].map((value) =>
      provider.request({
        method: 'eth_sendTransaction',
        params: [{ from, to: stranger, value: `0x${value}`, data: '0x', chainId: '0xb4e89' }],
      }),
    ),
  )
  expect(new Set(hashes).size).toBe(3)
  await expect.poll(() => harbor.reads.getBalance({ address: stranger })).toBe(before + 6n)
  expect([...kept.keys()]).toContain('tidegate.demo.evm')
})

test('it asks its node only for what gateways pass on, and keeps the nonce and the gas of the page', async () => {
  const { fetch: _, ...options } = keeping()
  const methods = new Set<string>()
  const sent: string[] = []
  const watched: typeof fetch = async (input, init) => {
    const body: unknown = JSON.parse(String(init?.body))
    for (const call of Array.isArray(body) ? listOf(body) : [body]) {
      const method = String(memberOf(call, 'method'))
      methods.add(method)
      if (method === 'eth_sendRawTransaction') sent.push(String(listOf(memberOf(call, 'params'))[0]))
    }
    return throughGateway(input, init)
  }
  const provider = createEvmDemo(embedded, { ...options, fetch: watched })
  const from = await connected(provider)
  await harbor.cheats.setBalance({ address: from as `0x${string}`, value: 10n ** 18n })
  const transaction = { from, to: stranger, value: '0x1', nonce: '0x0', gas: '0x7530' }
  await provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  expect(sent.map((bytes) => parseTransaction(bytes as `0x02${string}`))).toMatchObject([{ gas: 30_000n }])
  const calls = [...methods].map((method, id) => ({ id, method }))
  expect(parseRpc('evm', JSON.stringify(calls))).toMatchObject({ calls: calls.map(() => ({ is: 'allowed' })) })
})

test.each([
  ['refuses the transaction', { code: -32_000, message: 'intrinsic gas too low' }],
  ['finds that it reverts', { code: 3, message: 'execution reverted', data: '0x' }],
])('a node that %s is quoted as it is', async (_, error) => {
  const { fetch: __, ...options } = keeping()
  const refusing: typeof fetch = (input, init) =>
    /eth_sendRawTransaction|eth_estimateGas/.test(String(init?.body))
      ? Promise.resolve(new Response(JSON.stringify({ id: 0, error })))
      : throughGateway(input, init)
  const provider = createEvmDemo(embedded, { ...options, fetch: refusing })
  const from = await connected(provider)
  for (const gas of [{}, { gas: '0x5208' }])
    await expect(
      provider.request({ method: 'eth_sendTransaction', params: [{ from, to: stranger, nonce: '0x0', ...gas }] }),
    ).rejects.toMatchObject({ name: 'EvmNodeError', ...error })
})

test('a node that becomes silent is reported as silent', async () => {
  const { fetch: _, ...options } = keeping()
  const silent: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  const provider = createEvmDemo(embedded, { ...options, fetch: silent })
  const from = await connected(provider)
  const sending = provider.request({ method: 'eth_sendTransaction', params: [{ from, to: stranger, nonce: '0x0' }] })
  await expect(sending.catch(explainWallet)).resolves.toMatchObject({ code: 'unreachable' })
})

test('its key and its connection survive a reload', async () => {
  const { kept, ...options } = keeping()
  const first = createEvmDemo(embedded, options)
  expect(await first.request({ method: 'eth_accounts' })).toEqual([])
  const address = await connected(first)
  const second = createEvmDemo(embedded, keeping(kept))
  expect(await second.request({ method: 'eth_accounts' })).toEqual([address])
  await second.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(await createEvmDemo(embedded, keeping(kept)).request({ method: 'eth_accounts' })).toEqual([])
})

test('a key that someone spoiled is replaced', async () => {
  const { kept, ...options } = keeping(new Map([['tidegate.demo.evm', 'not a key']]))
  const address = await connected(createEvmDemo(embedded, options))
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(kept.get('tidegate.demo.evm')).toMatch(/^0x[0-9a-f]{64}$/)
})

test.each([
  ['eth_sign', 4200],
  ['personal_sign', 4200],
  ['wallet_sendCalls', 4200],
  ['wallet_addEthereumChain', 4200],
])('it does not do %s', async (method, code) => {
  const provider = createEvmDemo(embedded, keeping())
  await connected(provider)
  await expect(provider.request({ method, params: [{}] })).rejects.toMatchObject({ code })
})

test('it sends for no one it is not connected to, and on no other chain', async () => {
  const provider = createEvmDemo(embedded, keeping())
  const transaction = { from: stranger, to: stranger, value: '0x1' }
  await expect(provider.request({ method: 'eth_sendTransaction', params: [transaction] })).rejects.toMatchObject({
    code: 4100,
  })
  const from = await connected(provider)
  await expect(
    provider.request({ method: 'eth_sendTransaction', params: [{ ...transaction, from, chainId: '0x1' }] }),
  ).rejects.toMatchObject({ code: 4901 })
  await expect(
    provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }),
  ).rejects.toMatchObject({ code: 4902 })
})

test('it is funded by the faucet, and lives without one', async () => {
  const asked: unknown[] = []
  const faucet: typeof fetch = async (input, init) => {
    asked.push([String(input), JSON.parse(String(init?.body))])
    throw new TypeError('Failed to fetch')
  }
  await fundDemo(embedded, 'evm', stranger, faucet)
  await fundDemo({ ...embedded, faucetUrl: undefined }, 'evm', stranger, faucet)
  expect(asked).toEqual([['/faucet', { kind: 'evm', address: stranger }]])
})
