import { expect, test, vi } from 'vitest'
import { harborSettings, honest, intentOf, me, planOf, usdc, weth } from '../../test/guard/fixtures'
import { deployment, wait, walletsWith } from '../../test/services'
import { noHistory } from '../guard/checkInputs'
import { checkOnChain } from './checkOnChain'
import type { PrepareDeps } from './prepareDeps'

const intent = intentOf(usdc, '200', weth)
const plan = planOf(intent, honest(intent))

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
    ...{
      deployment: { ...deployment, chains: [harborSettings] },
      wallets,
      nodes: (chainId) => [{ ask: wallets.rpc(chainId) }],
    },
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

test('steps are simulated on the head that was read after the answer', async () => {
  const { asked, ask } = nodeWithout('eth_getBlockByNumber')
  void checkOnChain(plan, depsWith(ask))
  await vi.waitFor(() => expect(asked).toContain('eth_getCode'))
  expect(asked).not.toContain('eth_simulateV1')
})
