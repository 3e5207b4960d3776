import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import type { CheckedPlan, CheckOptions } from '../../src/guard/check/checkedPlan'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { judgePlan, swapRules } from '../../src/guard/check/judgePlan'
import { noHistory } from '../../src/guard/checkInputs'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan, Step } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import { everySwap } from '../../src/guard/scope'
import { seal } from '../../src/guard/seal'
import type { SwapAnswer } from '../../src/protocol/serviceMessages'
import { honestFacts } from './corpus/world'
import { answerOf, honest, intentOf, known, me, planOf, record, thief, usdc, weth } from './fixtures'
import { ledger, marketMaker, offered, rpc, startLocalExchange } from './localSolana'

/* P10: the same fault gives the same findings of the shared rules on an EVM chain, on Solana and in a payment of bitcoin. */

beforeAll(startLocalExchange)
afterAll(() => ledger.stop())

const receivedAt = known.receivedAt
const priced = (token: Token, price: string): Token => ({ ...token, price })

/** A swap and its answer on one kind of chain, and how it is judged there. */
type Side = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly plan: (intent: SwapIntent, answer: SwapAnswer) => Plan
  readonly judge: (plan: Plan, change: Changes) => Promise<CheckedPlan['verdict']> | CheckedPlan['verdict']
}
type Changes = Partial<Pick<CheckOptions, 'now' | 'account' | 'history' | 'shownMinimum'>>

function evm(): Side {
  const intent = intentOf(usdc, '1000', weth)
  return {
    intent,
    answer: honest(intent),
    plan: (asked, answer) => planOf(asked, answer),
    judge: (plan, change) =>
      judgePlan(plan.intent as SwapIntent, plan, { ...honestFacts(plan.intent as SwapIntent, plan), ...change }),
  }
}

function solana(): Side {
  const { intent, data, amountOut } = offered('USDC', 'BONQ', 25_000_000n)
  const { sell, buy } = intent
  const transaction = record({ data, to: marketMaker.address, chainType: 'SOLANA', value: '0' })
  return {
    intent: { ...intent, sell: { ...sell, token: priced(sell.token, '1') }, buy: priced(buy, '0.000021') },
    answer: answerOf([transaction], {
      minAmountOut: fromUnits(amountOut, buy.decimals),
      expectedAmountOut: fromUnits((amountOut * 1_005n) / 1_000n, buy.decimals),
    }),
    plan: (asked, answer) => planned(asked, answer, []),
    judge: (plan, change) => checked(plan, change, []),
  }
}

const vault = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const chains = [
  { ...known.chains[0]!, chainId: 8_332, kind: 'bitcoin' as const, name: 'Bitcoin', trusted: [vault] },
  { ...known.chains[0]!, chainId: 1, name: 'Ethereum', trusted: [] },
]

function bitcoin(): Side {
  const from = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin' as const, isEnabled: true }
  const to = { id: 11, chainId: 1, name: 'Ethereum', kind: 'evm' as const, isEnabled: true }
  const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const btc: Token = {
    ...usdc,
    chain: from,
    address: 'btc',
    symbol: 'BTC',
    decimals: 8,
    isNative: true,
    price: '95000',
  }
  const sender = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const payment = {
    type: 'deposit',
    chainType: 'BTC',
    to: vault,
    value: '0.01',
    data: `=:ETH.USDC-6EB48:${me}:94500000000`,
  }
  return {
    intent: { ...intentOf(btc, '0.01', { ...usdc, chain: to, address }), sender },
    answer: answerOf([record(payment)], { minAmountOut: '945', expectedAmountOut: '949' }),
    plan: (asked, answer) => planned(asked, answer, chains),
    judge: (plan, change) => checked(plan, change, chains),
  }
}

function planned(intent: SwapIntent, answer: SwapAnswer, settings: CheckOptions['chains']): Plan {
  const result = planSwap(intent, answer, { receivedAt, chains: settings })
  if (result.is === 'refused') throw new Error(JSON.stringify(result.findings))
  return result.plan
}

async function checked(plan: Plan, change: Changes, settings: CheckOptions['chains']) {
  const nodes = () => (plan.intent.sender.startsWith('bc1') ? [] : [{ ask: rpc }])
  const options = { now: receivedAt + 1_000, account: plan.intent.sender, chains: settings, ...change }
  return (await checkPlan(plan, { nodes }, options)).verdict
}

const shared: ReadonlySet<string> = new Set(
  swapRules.filter(({ scopes }) => everySwap.every((scope) => scopes.includes(scope))).map(({ code }) => code),
)

/** A check of EVM swaps only, of a question that is asked on all chains. */
const onlyOnEvm = 'V-054.needless'

/** The blocks and warnings of the shared rules, in their order. */
async function objections(
  side: Side,
  { alter = (plan) => plan, answer = (same) => same, ask = (same) => same, inputs }: Fault,
) {
  const plan = side.plan(ask(side.intent), answer(side.answer))
  const { findings } = await side.judge(alter(plan), inputs?.(plan) ?? {})
  return findings
    .filter(({ code, kind, severity }) => {
      const isLoud = severity === 'block' || severity === 'warn'
      return isLoud && shared.has(code) && `${code}.${kind}` !== onlyOnEvm
    })
    .map(({ code, kind, severity }) => `${code}.${kind} ${severity}`)
}

type Fault = {
  readonly alter?: (plan: Plan) => Plan
  readonly answer?: (answer: SwapAnswer) => SwapAnswer
  readonly ask?: (intent: SwapIntent) => SwapIntent
  readonly inputs?: (plan: Plan) => Changes
}

const steps = (change: (steps: readonly Step[]) => readonly Step[]) => (plan: Plan) =>
  seal({ ...plan, steps: change(plan.steps) })
const sent = (secondsAgo: number) => (plan: Plan) => ({
  history: { ...noHistory, sent: [{ hash: plan.hash, at: receivedAt + 1_000 - secondsAgo * 1_000 }] },
})
const scaled = (text: string | undefined, percent: number) => `${(Number(text) * percent) / 100}`

const faults: readonly (readonly [string, Fault, readonly string[]])[] = [
  ['nothing is wrong', {}, []],
  ['the answer is old', { inputs: () => ({ now: receivedAt + 600_000 }) }, ['V-017.stale block']],
  ['another account is connected', { inputs: () => ({ account: thief }) }, ['V-008.other-account block']],
  [
    'another account signs',
    { alter: steps((all) => all.map((one) => ({ ...one, from: thief }))) },
    ['V-008.other-signer block'],
  ],
  [
    'the plan changed after it was sealed',
    { alter: (plan) => ({ ...plan, intent: { ...plan.intent, slippageBps: 49 } }) },
    ['V-010.changed block'],
  ],
  ['it was sent a second ago', { inputs: sent(1) }, ['M-101.sent-before block']],
  ['it was sent an hour ago', { inputs: sent(3_600) }, ['M-101.sent-before warn']],
  ['no step is left', { alter: steps(() => []) }, ['V-054.nothing block']],
  [
    'the network of a step is another one',
    { alter: steps((all) => all.with(-1, { ...all.at(-1)!, chainId: 77 })) },
    ['V-003.stray block'],
  ],
  [
    'the output is worth half of the input by the listed prices',
    { ask: ({ buy, ...rest }) => ({ ...rest, buy: priced(buy, scaled(buy.price, 50)) }) },
    ['A-32.worth block'],
  ],
  [
    'the form showed a larger minimum',
    { inputs: ({ quote }) => ({ shownMinimum: ((quote.minimumReceived?.units ?? 0n) * 102n) / 100n }) },
    ['V-016.below-shown warn'],
  ],
]

describe('the same fault on three kinds of chains', () => {
  test.each(faults)('%s: the shared rules have the same findings', async (_, fault, expected) => {
    const [onEvm, onSolana, inBitcoin] = await Promise.all(
      [evm(), solana(), bitcoin()].map((side) => objections(side, fault)),
    )
    expect(onSolana).toEqual(onEvm)
    expect(inBitcoin).toEqual(onEvm)
    expect(onEvm).toEqual(expected)
  })

  test('a wider slippage has the same findings where the transaction does not fix the output', async () => {
    const wider: Fault = { answer: (same) => ({ ...same, expectedAmountOut: scaled(same.minAmountOut, 105) }) }
    const [onEvm, inBitcoin] = await Promise.all([evm(), bitcoin()].map((side) => objections(side, wider)))
    expect(onEvm).toEqual(['A-31.accepts-less warn'])
    expect(inBitcoin).toEqual(onEvm)
  })

  test.each([
    ['twice the typed amount is taken', 1n, 2n, 'V-015.too-much block'],
    ['half of the typed amount is used', 2n, 1n, 'V-015.only-part warn'],
  ])('P10 %s: the ledgers of both kinds give the same finding', async (_, times, by, expected) => {
    for (const side of [evm(), solana()]) {
      const plan = side.plan(side.intent, side.answer)
      const { sell } = side.intent
      const typed = { ...side.intent, sell: { ...sell, units: (sell.units * times) / by } }
      const { findings } = await side.judge(seal({ ...plan, intent: typed }), {})
      expect(findings.map(({ code, kind, severity }) => `${code}.${kind} ${severity}`)).toContain(expected)
    }
  })

  test('at least ten rules are shared by the three kinds', () => {
    expect(shared.size).toBeGreaterThanOrEqual(10)
  })
})
