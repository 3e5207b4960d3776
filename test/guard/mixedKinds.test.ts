import { Keypair } from '@solana/web3.js'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentStep, Plan, Step } from '../../src/guard/plan'
import { seal } from '../../src/guard/seal'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/*
 * A checker reads the steps of one kind. A forged plan of several kinds, with a seal of its own, is blocked whole: a step
 * that no rule reads is never part of a plan that may be signed.
 */

let local: LocalExchange
let onEvm: Plan
let onSolana: Plan
const me = privateKeyToAddress(generatePrivateKey())
const trader = Keypair.generate().publicKey.toBase58()
const harbor = 741_001
const reef = 741_003

beforeAll(async () => {
  local = await startLocalExchange()
  await local.exchange.fund('evm', me)
  await local.exchange.fund('solana', trader)
  onEvm = await planned(swapOf(local.token('USDC'), '40', local.token('WETH'), me))
  onSolana = await planned(swapOf(local.token('USDC', 'Reef'), '40', local.token('BONQ', 'Reef'), trader))
})
afterAll(() => local.exchange.stop())

async function planned(intent: Plan['intent']): Promise<Plan> {
  const result = await local.plan(intent)
  if (result.is === 'refused') throw new Error(JSON.stringify(result.findings))
  return result.plan
}

const payment: PaymentStep = {
  kind: 'bitcoin',
  index: 0,
  chainId: harbor,
  from: me,
  to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  units: 1_000_000n,
  memo: undefined,
  until: Date.now() + 3_600_000,
  purpose: { does: 'swap' },
  said: undefined,
}

/** The plan with these steps instead, numbered in their order, signed by its own account, and sealed again. */
function forged(plan: Plan, steps: readonly Step[], chainId?: number): Plan {
  const { sender } = plan.intent
  const ordered = steps.map((step, index) => ({
    ...step,
    index,
    from: sender,
    ...(chainId !== undefined && { chainId }),
  }))
  return seal({ ...plan, steps: ordered, receivedAt: Date.now() })
}

async function judged(plan: Plan) {
  const { verdict } = await local.check(plan)
  const blocks = verdict.findings.filter(({ severity }) => severity === 'block')
  return { level: verdict.level, codes: blocks.map(({ code }) => code) }
}

describe('V-003 a plan of several kinds', () => {
  test("there is no finding if every step is of the sold token's kind", async () => {
    expect(await judged(forged(onEvm, onEvm.steps))).toEqual({ level: 'proven', codes: [] })
    expect(await judged(forged(onSolana, onSolana.steps))).toEqual({ level: 'proven', codes: [] })
  })

  test.each<[string, () => Plan]>([
    ['a Solana transaction after a swap on EVM', () => forged(onEvm, [...onEvm.steps, ...onSolana.steps])],
    [
      'a Solana transaction that claims to be for the EVM chain',
      () => forged(onEvm, [...onEvm.steps, ...onSolana.steps], harbor),
    ],
    ['a Solana transaction before a swap on EVM', () => forged(onEvm, [...onSolana.steps, ...onEvm.steps])],
    ['nothing but a Solana transaction, sold on EVM', () => forged(onEvm, onSolana.steps)],
    ['an EVM transaction after a swap on Solana', () => forged(onSolana, [...onSolana.steps, ...onEvm.steps])],
    [
      'an EVM transaction that claims to be for Solana',
      () => forged(onSolana, [...onSolana.steps, ...onEvm.steps], reef),
    ],
    ['an EVM transaction before a swap on Solana', () => forged(onSolana, [...onEvm.steps, ...onSolana.steps])],
    ['nothing but EVM transactions, sold on Solana', () => forged(onSolana, onEvm.steps)],
    ['a payment after a swap on EVM', () => forged(onEvm, [...onEvm.steps, payment])],
    ['a payment before a swap on EVM', () => forged(onEvm, [payment, ...onEvm.steps])],
    ['a payment after a swap on Solana', () => forged(onSolana, [...onSolana.steps, payment])],
    ['nothing but a payment, sold on Solana', () => forged(onSolana, [payment])],
  ])('%s: blocked', async (_, plan) => {
    const { level, codes } = await judged(plan())
    expect({ level, codes }).toEqual({ level: 'blocked', codes: expect.arrayContaining(['V-003']) })
  })

  test('V-012 a plan without steps is blocked, for any sold token', async () => {
    for (const plan of [onEvm, onSolana])
      expect(await judged(forged(plan, []))).toEqual({ level: 'blocked', codes: expect.arrayContaining(['V-054']) })
  })
})

test('V-016 a coin bought on another chain is named and counted as that coin, not as the coin that pays for gas', async () => {
  const intent = swapOf(local.token('USDC'), '40', local.token('SOL', 'Reef'), me, { recipient: trader })
  const { verdict } = await local.check(await planned(intent), { shownMinimum: 10n ** 18n })
  const [below] = verdict.findings.filter(({ code, kind }) => code === 'V-016' && kind === 'below-shown')
  expect(below?.facts).toMatchObject({
    shown: { symbol: 'SOL', decimals: 9, units: String(10n ** 18n) },
    accepted: { symbol: 'SOL', decimals: 9 },
  })
  // No fact of any finding counts lamports as if they were wei of the paying chain.
  const amounts = verdict.findings.flatMap(({ facts }) => Object.values(facts))
  const coins = amounts.filter((fact) => Object(fact).units !== undefined && Object(fact).symbol === 'SOL')
  expect(coins.length).toBeGreaterThan(0)
  expect(coins.every((fact) => Object(fact).decimals === 9)).toBe(true)
})
