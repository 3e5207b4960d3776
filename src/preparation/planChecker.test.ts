import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  harborSettings,
  honest,
  intentOf,
  localSolana,
  me,
  planOf,
  positionManager,
  router,
  usdc,
  weth,
} from '../../test/guard/fixtures'
import { deployment, wait, walletsWith } from '../../test/services'
import { type Client, createClient } from '../api/client'
import { chainsQuery } from '../api/queries'
import { tickToSqrtPriceX96 } from '../domain/liquidity/tick'
import { programs } from '../guard/decode/solana/programs'
import type { DepositIntent } from '../guard/liquidityIntent'
import type { AnyPlan, Plan, Step } from '../guard/plan'
import { revokeStep } from '../guard/plan/approval'
import { noQuote } from '../guard/plan/liquiditySteps'
import { refundPlan } from '../guard/plan/refundFromEscrow'
import { takenBackBy } from '../guard/rules/input/ruleInput'
import { isIntact, seal } from '../guard/seal'
import { keepsMinimum } from '../orders/actions/keptMinimum'
import { openOrder } from '../orders/openOrder'
import type { Order } from '../orders/order'
import { applyEvent, type OrderEvent } from '../orders/orderReducer'
import { createPlanChecker } from './planChecker'

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
  const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
  const hash = `0x${'1'.repeat(64)}`
  const receipt = { hash, block: 2n, fee: 1n, received: undefined, spent: undefined }
  const events: OrderEvent[] = Array.from({ length: count }).flatMap(() => [
    { type: 'checking', when: 1 },
    { type: 'asked', anchor, when: 1 },
    { type: 'sent', hash, when: 1 },
    { type: 'confirmed', receipt, when: 1 },
  ])
  return events.reduce(applyEvent, openOrder('one', plan, plan.receivedAt))
}

/** Looks a minute after the plan was made, at a chain that does not answer. */
async function checked(order: Order, index: number) {
  return checkerFor(order).checker.checkStep(order, plan.steps[index]!)
}

function checkerFor(order: Order) {
  const asked: string[] = []
  const client: Client = createClient({
    base: 'http://service.test',
    chains: [harborSettings],
    fetch: async (address) => {
      asked.push(new URL(String(address)).pathname)
      return new Response(JSON.stringify({ status: true, data: [] }), {
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  const account = { owner: programs.token, lamports: 1, data: ['', 'base64'] }
  const rpc = (chainId: number) => async (method: string) => {
    if (chainId === localSolana.chainId) return method === 'getMultipleAccounts' ? { value: [account] } : 'genesis'
    if (method === 'eth_chainId') return '0xb4e89'
    throw new Error('This node is away.')
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const checker = createPlanChecker({
    askSwap: client.swap,
    tokens: async () => (await queries.ensureQueryData(chainsQuery(client))).value.catalog.tokens,
    deployment: { ...deployment, chains: [harborSettings] },
    nodes: (chainId) => [{ ask: rpc(chainId) }],
    wallets: walletsWith({}),
    wait,
    clock: () => plan.receivedAt + minute,
    orders: () => [order],
  })
  return { checker, asked }
}

test('A-30 an old answer is not signed', async () => {
  expect(await checked(afterSteps(0), 0)).toMatchObject({
    is: 'refused',
    failure: { code: 'refused', facts: { findings: [{ code: 'V-017', severity: 'block' }] } },
  })
})

test('A-30 once money has moved, the remaining steps can be finished at any age of the plan', async () => {
  expect(await checked(afterSteps(2), 2)).toEqual({ is: 'passed' })
})

const allowance = { chainId: 741_001, owner: me, token: usdc.address, spender: positionManager }
const revocation = { steps: [revokeStep(allowance)], quote: noQuote, receivedAt: whole.receivedAt }
const deposit: DepositIntent = {
  kind: 'deposit',
  pool: { token0: usdc, token1: weth, feePpm: 3000, positionManager, startTick: undefined },
  pay: [
    { token: usdc, units: 1_000_000n },
    { token: weth, units: 1_000n },
  ],
  range: { tickLower: -600, tickUpper: 600 },
  toleranceBps: 200,
  sqrtPriceX96: tickToSqrtPriceX96(7),
  sender: me,
  recipient: me,
}

test('V-008 a payment for someone who cannot receive it is refunded all the same', async () => {
  const far = { ...usdc, chain: localSolana, address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }
  const crossing = { ...intentOf(usdc, '100', far), recipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }
  const back = refundPlan(crossing, { chainId: 741_001, contract: router, id: 7n }, plan.receivedAt + minute)
  const paying = seal({ ...back, steps: back.steps.map((step) => ({ ...step, to: usdc.address })) })
  const outcomes = [back, paying].map((each) => {
    const order = openOrder('one', each, each.receivedAt)
    return checkerFor(order).checker.checkStep(order, each.steps[0]!)
  })
  const [reclaimed, paid] = await Promise.all(outcomes)
  expect(reclaimed).toEqual({ is: 'passed' })
  expect(JSON.stringify(paid)).toContain('token-account')
})

test('M-093 what the service sends is never mistaken for a request to take something back', () => {
  const [own] = revocation.steps
  expect(takenBackBy([own!], [harborSettings])).toBe('revocation')
  expect(takenBackBy([{ ...own!, said: honest(whole.intent).transactions[0]! }], [harborSettings])).toBe(undefined)
})

test.each<[string, AnyPlan]>([
  ['a swap', seal({ ...revocation, intent: whole.intent })],
  ['a deposit', seal({ ...revocation, intent: deposit })],
  [
    'somebody else’s order',
    seal({ ...revocation, intent: { ...whole.intent, sell: { token: usdc, units: 0n }, buy: usdc } }),
  ],
])(
  'A-22 A-30 what %s left allowed is taken back however old the plan is, and the service is not asked',
  async (_, old) => {
    const order = openOrder('one', old, old.receivedAt)
    const { checker, asked } = checkerFor(order)
    const renewal = await checker.requote(order)
    expect(renewal).toMatchObject({
      is: 'plan',
      needsConfirmation: false,
      plan: { steps: old.steps, receivedAt: plan.receivedAt + minute },
    })
    expect(renewal.is === 'plan' && isIntact(renewal.plan)).toBe(true)
    expect(renewal.is === 'plan' && keepsMinimum(order.confirmedMinimum, renewal.plan)).toBe(true)
    expect(asked).toEqual(['/api/blockchain'])
  },
)
