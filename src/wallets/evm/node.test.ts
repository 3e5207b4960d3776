import { describe, expect, test } from 'vitest'
import { knownJson } from '../../../test/knownJson'
import type { Provider } from './connection/provider'
import { createEvmNode } from './node'
import { EvmNodeError } from './rpc/nodeRefusal'
import { NoNodeAnswers } from './rpc/sourcesInTurn'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }
type Behaviour = (call: Call) => unknown

/** Nodes by URL: each returns a value or an `error`, or throws like a broken network. */
function network(nodes: Readonly<Record<string, Behaviour | number>>) {
  const requests: { url: string; methods: string[] }[] = []
  const post: typeof fetch = async (input, init) => {
    const url = String(input)
    const asked: Call | Call[] = knownJson(String(init?.body))
    const calls = Array.isArray(asked) ? asked : [asked]
    requests.push({ url, methods: calls.map(({ method }) => method) })
    const node = nodes[url]
    if (node === undefined) throw new TypeError('Failed to fetch')
    if (typeof node === 'number') return new Response('<html>busy</html>', { status: node })
    const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...answerOf(node, call) }))
    return new Response(JSON.stringify(Array.isArray(asked) ? answers.reverse() : answers[0]))
  }
  return { post, requests }
}

function answerOf(node: Behaviour, call: Call): object {
  try {
    const answer = node(call)
    return answer === undefined ? {} : { result: answer }
  } catch (error) {
    return { error }
  }
}

function honest(chainId: string, answers: Readonly<Record<string, unknown>> = {}): Behaviour {
  return ({ method, params }) => {
    if (method === 'eth_chainId') return chainId
    return method in answers ? answers[method] : saying(method, params)
  }
}

/** A number where the method has one. */
function saying(method: string, params: readonly unknown[]): string {
  const isNumber = method === 'eth_blockNumber' || method === 'eth_estimateGas'
  return isNumber ? `0x${Number(params[0]) || 0}` : `${method} ${JSON.stringify(params)}`
}

const chain = { chainId: 5, name: 'Harbor', rpcUrls: ['/a', '/b'] }

function nodeOn(nodes: Parameters<typeof network>[0], more: object = {}) {
  const { post, requests } = network(nodes)
  return { node: createEvmNode(chain, { fetch: post, retryDelays: [], ...more }), requests }
}

test('the first node of the right chain is asked, and asked first from then on', async () => {
  const { node, requests } = nodeOn({ '/a': honest('0x1'), '/b': honest('0x5') })
  expect(await node.ask('eth_getLogs', [1])).toBe('eth_getLogs [1]')
  expect(await node.ask('eth_getLogs', [2])).toBe('eth_getLogs [2]')
  expect(requests.map(({ url }) => url)).toEqual(['/a', '/b', '/b', '/b'])
})

test('F-61 a node of another chain is never believed, not even when no other answers', async () => {
  const { node } = nodeOn({ '/a': honest('0x1') })
  await expect(node.ask('eth_blockNumber', [])).rejects.toThrow(NoNodeAnswers)
})

describe.each([
  ['does not exist', undefined],
  ['answers 429', 429],
  ['answers 500', 500],
])('F-59 F-60 a node that %s', (_, broken) => {
  test('gives way to the next', async () => {
    const nodes = { ...(broken === undefined ? {} : { '/a': broken }), '/b': honest('5') }
    const { node } = nodeOn(nodes)
    expect(await node.ask('eth_getLogs', [])).toBe('eth_getLogs []')
  })
})

test('F-27 limits reported in the response itself count as such', async () => {
  let calls = 0
  const limited: Behaviour = ({ method }) => {
    if (method === 'eth_chainId') return '0x5'
    calls++
    throw { code: -32005, message: 'daily request count exceeded' }
  }
  const { node } = nodeOn({ '/a': limited, '/b': honest('0x5') })
  expect(await node.ask('eth_getLogs', [])).toBe('eth_getLogs []')
  expect(calls).toBe(1)
})

test('F-27 what no one could answer is asked twice more', async () => {
  let calls = 0
  const failsOnce: Behaviour = ({ method }) => {
    if (method === 'eth_chainId') return '0x5'
    if (++calls < 3) throw { code: 429, message: 'slow down' }
    return 'at last'
  }
  const { post } = network({ '/a': failsOnce })
  const node = createEvmNode({ ...chain, rpcUrls: ['/a'] }, { fetch: post, retryDelays: [0, 0] })
  expect(await node.ask('eth_getLogs', [])).toBe('at last')
})

test('a refusal is the node’s answer: it is passed on with its data, and no one else is asked', async () => {
  const refusing: Behaviour = ({ method }) => {
    if (method === 'eth_chainId') return '0x5'
    throw { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  }
  const { node, requests } = nodeOn({ '/a': refusing, '/b': honest('0x5') })
  await expect(node.ask('eth_estimateGas', [])).rejects.toMatchObject({
    name: 'EvmNodeError',
    code: 3,
    data: '0x08c379a0',
  })
  expect(requests.some(({ url }) => url === '/b')).toBe(false)
})

test('small simultaneous reads are batched, and return in order', async () => {
  const { node, requests } = nodeOn({ '/a': honest('0x5') })
  await node.ask('eth_blockNumber', [])
  const answers = await Promise.all([1, 2, 3].map((n) => node.ask('eth_call', [n])))
  expect(answers).toEqual(['eth_call [1]', 'eth_call [2]', 'eth_call [3]'])
  expect(requests.at(-1)?.methods).toEqual(['eth_call', 'eth_call', 'eth_call'])
})

test('simultaneous estimates are batched, and no read waits for them', async () => {
  const { node, requests } = nodeOn({ '/a': honest('0x5') })
  await node.ask('eth_blockNumber', [])
  const asked = ['eth_estimateGas', 'eth_getBlockByNumber', 'eth_call', 'eth_estimateGas']
  const answers = await Promise.all(asked.map((method, n) => node.ask(method, [n])))
  expect(answers).toEqual(asked.map((method, n) => saying(method, [n])))
  expect(requests.slice(-2).map(({ methods }) => methods)).toEqual([
    ['eth_estimateGas', 'eth_estimateGas'],
    ['eth_getBlockByNumber', 'eth_call'],
  ])
})

test.each([
  ['a simulation', 'eth_simulateV1', [{}, 'latest']],
  ['a call with state overrides', 'eth_call', [{}, 'latest', { '0x1': { code: '0x00' } }]],
  ['a full block', 'eth_getBlockByNumber', ['latest', true]],
])('%s is sent by itself: nothing else waits for it', async (_, heavy, params) => {
  const { node, requests } = nodeOn({ '/a': honest('0x5') })
  await node.ask('eth_blockNumber', [])
  await Promise.all([
    node.ask('eth_call', [{}, 'latest']),
    node.ask(heavy, params),
    node.ask('eth_getBlockByNumber', ['latest', false]),
    node.ask(heavy, params),
    node.ask('eth_estimateGas', [{}]),
  ])
  expect(
    requests
      .slice(-4)
      .map(({ methods }) => methods.join())
      .toSorted(),
  ).toEqual([heavy, heavy, 'eth_call,eth_getBlockByNumber', 'eth_estimateGas'].toSorted())
})

describe('a node that refuses a whole batch by its HTTP status', () => {
  const refusedAlone = (asked: unknown, status: number, refuses: (call: Call) => boolean) => {
    const calls: Call[] = Array.isArray(asked) ? asked : [asked]
    if (calls.some(refuses)) return new Response('{"error":"Bad Request"}', { status })
    const answers = calls.map(({ id, method, params }) => ({
      id,
      result: method === 'eth_chainId' ? '0x5' : `0xa${params[0]}`,
    }))
    return new Response(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
  }

  /** The first node refuses the batch of a call that it refuses; the second answers all of them. */
  function picky(status: number, refuses: (call: Call) => boolean, second: Behaviour | undefined) {
    const { post, requests } = network(second ? { '/b': second } : {})
    const fetch: typeof post = async (input, init) => {
      if (String(input) !== '/a') return post(input, init)
      const asked = knownJson(String(init?.body))
      requests.push({ url: '/a', methods: [asked].flat().map(({ method }) => method) })
      return refusedAlone(asked, status, refuses)
    }
    return { node: createEvmNode(chain, { fetch, retryDelays: [] }), requests }
  }

  const estimates = (node: ReturnType<typeof picky>['node']) =>
    Promise.allSettled([1, 2, 3].map((n) => node.ask('eth_estimateGas', [n])))

  test('loses only the call that it refuses, which the next node may answer', async () => {
    const { node } = picky(400, ({ params }) => params[0] === 2, honest('0x5'))
    expect(await estimates(node)).toEqual([
      { status: 'fulfilled', value: '0xa1' },
      { status: 'fulfilled', value: '0x2' },
      { status: 'fulfilled', value: '0xa3' },
    ])
  })

  test('loses only the call that no node answers', async () => {
    const { node } = picky(500, ({ params }) => params[0] === 2, undefined)
    expect((await estimates(node)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('it gets single requests once, and then the next node gets the batch', async () => {
    const { node, requests } = picky(403, ({ method }) => method === 'eth_estimateGas', honest('0x5'))
    expect((await estimates(node)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    const counts = requests.filter(({ methods }) => methods.includes('eth_estimateGas'))
    expect(counts.map(({ url, methods }) => [url, methods.length])).toEqual([
      ['/a', 3],
      ...[1, 2, 3].map(() => ['/a', 1]),
      ['/b', 3],
    ])
  })

  test('F-27 it gets no further requests if the status is a rate limit', async () => {
    const { node, requests } = picky(429, ({ method }) => method === 'eth_estimateGas', honest('0x5'))
    await estimates(node)
    expect(requests.filter(({ methods }) => methods.includes('eth_estimateGas')).map(({ url }) => url)).toEqual([
      '/a',
      '/b',
    ])
  })

  test('a partial answer to calls that belong together is refused', async () => {
    const { node } = picky(400, ({ params }) => params[0] === 2, honest('0x5'))
    expect(await node.askAll([1, 2].map((n) => ({ method: 'eth_getLogs', params: [n] })))).toEqual([
      'eth_getLogs [1]',
      'eth_getLogs [2]',
    ])
  })
})

test('one refusal among many is one refusal', async () => {
  const refusesFilters: Behaviour = ({ method, params }) => {
    if (method === 'eth_chainId') return '0x5'
    if (params[0] === 2) throw { code: 3, message: 'execution reverted' }
    return 'fine'
  }
  const { node } = nodeOn({ '/a': refusesFilters })
  const answers = await Promise.allSettled([1, 2, 3].map((n) => node.ask('eth_call', [n])))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a node that takes no questions together is asked one by one', async () => {
  let posts = 0
  const post: typeof fetch = async (_, init) => {
    posts++
    const asked = knownJson(String(init?.body))
    if (Array.isArray(asked))
      return new Response('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}')
    return new Response(
      JSON.stringify({ id: asked.id, result: asked.method === 'eth_chainId' ? '0x5' : asked.params[0] }),
    )
  }
  const node = createEvmNode(chain, { fetch: post, retryDelays: [] })
  expect(await node.askAll([1, 2].map((n) => ({ method: 'eth_call', params: [n] })))).toEqual([1, 2])
  expect(await node.askAll([3, 4].map((n) => ({ method: 'eth_call', params: [n] })))).toEqual([3, 4])
  expect(posts).toBe(1 + 1 + 2 + 2)
})

test.each([[undefined], [{ result: undefined }], ['nonsense']])(
  'an answer without a result is a refusal: %j',
  async (answer) => {
    const post: typeof fetch = async (_, init) => {
      const { id, method } = knownJson(String(init?.body))
      return new Response(JSON.stringify(method === 'eth_chainId' ? { id, result: '0x5' } : (answer ?? null)))
    }
    const node = createEvmNode(chain, { fetch: post, retryDelays: [] })
    await expect(node.ask('eth_getLogs', [])).rejects.toThrow(EvmNodeError)
  },
)

describe('the wallet’s own node', () => {
  test('F-29 I6 the wait for it is as short as for a node, at its address and at its reads', async () => {
    for (const silent of ['eth_chainId', 'eth_getLogs']) {
      const unresponsive: Provider = {
        request: ({ method }) => (method === silent ? new Promise(() => {}) : Promise.resolve('0x5')),
      }
      const { node } = nodeOn({}, { wallet: () => unresponsive, timeout: 20 })
      await expect(node.ask('eth_getLogs', [])).rejects.toThrow(NoNodeAnswers)
    }
  })

  const wallet = (chainId: string): Provider => ({
    request: async ({ method }) => (method === 'eth_chainId' ? chainId : `wallet ${method}`),
  })

  test('F-29 it is used when none of ours responds, as long as it is on this chain', async () => {
    const { node } = nodeOn({}, { wallet: () => wallet('0x5') })
    expect(await node.ask('eth_getLogs', [])).toBe('wallet eth_getLogs')
    const { node: other } = nodeOn({}, { wallet: () => wallet('0x1') })
    await expect(other.ask('eth_getLogs', [])).rejects.toThrow('No node of Harbor answers')
  })

  test('it is not preferred over ours', async () => {
    const { node } = nodeOn({ '/a': honest('0x5') }, { wallet: () => wallet('0x5') })
    expect(await node.ask('eth_getLogs', [])).toBe('eth_getLogs []')
  })
})
