import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { deployment, walletsWith } from '../../test/services'
import { type Client, createClient } from '../api/client'
import { harborSettings, honest, intentOf, me, planOf, usdc, weth } from '../guard/fixtures'
import type { Plan, Step } from '../guard/plan'
import { seal } from '../guard/seal'
import { advance, type OrderEvent } from '../orders/machine'
import { type Order, openOrder } from '../orders/order'
import { createCounsel } from './counsel'

const minute = 60_000
const [whole, half] = ['200', '100'].map((amount) => {
  const intent = intentOf(usdc, amount, weth)
  return planOf(intent, honest(intent))
}) as [Plan, Plan]
const plan = inHalves()

/** A plan whose money moves in two steps. */
function inHalves(): Plan {
  const { intent, quote, receivedAt } = whole
  const [approval, swap] = [whole.steps[0], half.steps[1]] as [Step, Step]
  return seal({ steps: [approval, { ...swap, index: 1 }, { ...swap, index: 2 }], intent, quote, receivedAt })
}

function afterSteps(count: number): Order {
  const mark = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
  const hash = `0x${'1'.repeat(64)}`
  const receipt = { hash, block: 2n, fee: 1n, received: undefined, spent: undefined }
  const events: OrderEvent[] = Array.from({ length: count }).flatMap(() => [
    { type: 'checking', when: 1 },
    { type: 'asked', mark, when: 1 },
    { type: 'sent', hash, when: 1 },
    { type: 'confirmed', receipt, when: 1 },
  ])
  return events.reduce(advance, openOrder('one', plan, plan.receivedAt))
}

/** Looks a minute after the plan was made, at a chain that does not answer. */
async function examined(order: Order, index: number) {
  const client: Client = createClient({
    base: 'http://service.test',
    chains: [harborSettings],
    fetch: async () =>
      new Response(JSON.stringify({ status: true, data: [] }), { headers: { 'content-type': 'application/json' } }),
  })
  const rpc = () => async (method: string) => {
    if (method === 'eth_chainId') return '0xb4e89'
    throw new Error('This node is away.')
  }
  const counsel = createCounsel({
    client,
    deployment: { ...deployment, chains: [harborSettings] },
    wallets: { ...walletsWith({}), rpc },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    clock: () => plan.receivedAt + minute,
    orders: () => [order],
  })
  return counsel.examine(order, plan.steps[index]!)
}

test('A-30 an old answer is not signed', async () => {
  expect(await examined(afterSteps(0), 0)).toMatchObject({
    is: 'refused',
    failure: { sentence: expect.stringContaining('seconds old') },
  })
})

test('A-30 once money has moved, what is left of the plan can be carried to its end however old it is', async () => {
  expect(await examined(afterSteps(2), 2)).toEqual({ is: 'passed' })
})
