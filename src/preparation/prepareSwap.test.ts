import { expect, test, vi } from 'vitest'
import { harborSettings, honest, intentOf, me, planOf, usdc, weth } from '../../test/guard/fixtures'
import { deployment, wait, walletsWith } from '../../test/services'
import { noHistory } from '../guard/checkInputs'
import { checkOnChain } from './checkOnChain'
import type { AskSwap, PrepareDeps } from './prepareDeps'
import { prepareSwap } from './prepareSwap'
import { createSimulationNodes } from './simulationNodes'

const intent = intentOf(usdc, '200', weth)
const plan = planOf(intent, honest(intent))
const heard = { message: '', deviations: [], receivedAt: plan.receivedAt, age: 0, from: 'service' } as const

/** A node that answers the simplest reads; `later` methods never. */
function nodeWithout(...later: readonly string[]) {
  const asked: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: `0x${(741001).toString(16)}`,
    eth_gasPrice: '0x1',
    eth_getBalance: '0xffffffffffffffffffff',
    eth_getBlockByNumber: { number: '0x10', timestamp: '0x10', baseFeePerGas: '0x1', gasLimit: '0x1c9c380' },
    eth_getCode: '0x',
  }
  const ask = (method: string) => {
    asked.push(method)
    if (later.includes(method)) return new Promise<unknown>(() => {})
    return method in answers ? Promise.resolve(answers[method]) : Promise.reject(new Error(`Nobody answers ${method}.`))
  }
  return { asked, ask }
}

function depsWith(ask: (method: string) => Promise<unknown>, batchSupport = async () => undefined): PrepareDeps {
  const wallets = walletsWith({ batchSupport, rpc: () => ask })
  return {
    ...{ deployment: { ...deployment, chains: [harborSettings] }, wallets, nodes: createSimulationNodes(wallets.rpc) },
    ...{ clock: () => plan.receivedAt, wait, tokens: [usdc, weth], history: async () => noHistory },
  }
}

test('the chain is read while the wallet still thinks about what it can do', async () => {
  const { asked, ask } = nodeWithout()
  const batchSupport = vi.fn(() => new Promise<undefined>(() => {}))
  void checkOnChain(plan, depsWith(ask, batchSupport))
  await vi.waitFor(() => expect(asked).toContain('eth_getBlockByNumber'))
  expect(batchSupport).toHaveBeenCalledWith(me, 741001)
})

test('the steps are simulated as soon as the latest block is known, while code is still being read', async () => {
  const { asked, ask } = nodeWithout('eth_getCode')
  void checkOnChain(plan, depsWith(ask))
  await vi.waitFor(() => expect(asked).toContain('eth_simulateV1'))
  expect(asked).toContain('eth_estimateGas')
})

test('a node on another chain simulates nothing', async () => {
  const { asked, ask } = nodeWithout()
  const elsewhere = (method: string) => (method === 'eth_chainId' ? Promise.resolve('0x1') : ask(method))
  const { verdict } = await checkOnChain(plan, depsWith(elsewhere))
  expect(verdict.level).toBe('blocked')
  expect(asked).toContain('eth_getBlockByNumber')
  expect(asked).not.toContain('eth_simulateV1')
})

test('a node that answers an estimate by nonsense is a finding, and no failure of the check', async () => {
  const { ask } = nodeWithout()
  const odd = (method: string) => (method === 'eth_estimateGas' ? Promise.resolve(null) : ask(method))
  const { verdict } = await checkOnChain(plan, depsWith(odd))
  expect(verdict.findings.map(({ code }) => code)).toContain('V-030')
})

test('the head of the chain is asked for next to the service, and the steps are simulated on it with its answer', async () => {
  const { asked, ask } = nodeWithout()
  let answer: (result: Awaited<ReturnType<AskSwap>>) => void = () => {}
  const askSwap: AskSwap = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  let isSilent = false
  const quiet = (method: string) =>
    isSilent && method === 'eth_getBlockByNumber' ? new Promise<unknown>(() => {}) : ask(method)
  void prepareSwap(intent, askSwap, depsWith(quiet))
  expect(asked.toSorted()).toEqual(['eth_chainId', 'eth_gasPrice', 'eth_getBalance', 'eth_getBlockByNumber'])
  await Promise.resolve()
  // The block of the check itself is never passed: only the earlier one is known.
  isSilent = true
  answer({ is: 'answer', answer: { value: honest(intent), ...heard } })
  await vi.waitFor(() => expect(asked).toContain('eth_simulateV1'))
})

test('where a new block made the early head wrong, it is not asked for early again', async () => {
  const { asked, ask } = nodeWithout()
  let block = 0x10
  const quick = (method: string) => {
    if (method !== 'eth_getBlockByNumber') return ask(method)
    const number = `0x${(block++).toString(16)}`
    return ask(method).then((head) => ({ ...(head as object), number }))
  }
  const [beside, tries]: [number[], number[]] = [[], []]
  const askSwap: AskSwap = async () => {
    beside.push(asked.length)
    // The node answers before the service does.
    await new Promise((resolve) => setTimeout(resolve))
    return { is: 'answer', answer: { value: honest(intent), ...heard } }
  }
  const deps = depsWith(quick)
  for (const _ of ['first review', 'second review']) {
    asked.length = 0
    await prepareSwap(intent, askSwap, deps)
    tries.push(asked.filter((method) => method === 'eth_simulateV1').length)
  }
  expect(beside).toEqual([4, 0])
  expect(tries).toEqual([2, 1])
})

test('a check that is not of a new answer rests on no earlier head', async () => {
  const { asked, ask } = nodeWithout('eth_getBlockByNumber')
  void checkOnChain(plan, depsWith(ask))
  await vi.waitFor(() => expect(asked).toContain('eth_getCode'))
  expect(asked).not.toContain('eth_simulateV1')
})
