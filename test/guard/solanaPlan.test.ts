import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { fromUnits } from '../../src/domain/amount'
import type { Chain } from '../../src/domain/chain'
import type { Token } from '../../src/domain/token'
import type { MakerToken } from '../../src/exchange/solana/instructions'
import { createSolanaLedger } from '../../src/exchange/solana/ledger'
import { createMarketMaker, type MarketMaker } from '../../src/exchange/solana/maker/marketMaker'
import { createRpcMethods } from '../../src/exchange/solana/methods'
import type { CheckOptions } from '../../src/guard/check/checkedPlan'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { noHistory } from '../../src/guard/checkInputs'
import type { SwapIntent } from '../../src/guard/intent'
import type { Plan } from '../../src/guard/plan'
import { planSwap } from '../../src/guard/plan/planSwap'
import { isIntact } from '../../src/guard/seal'
import type { SwapAnswer } from '../../src/protocol/serviceMessages'
import { answerOf, farUsdc, me, record } from './fixtures'

const ledger = createSolanaLedger()
const methods = createRpcMethods(ledger)
const ask: RpcPort = async (method, params) => methods[method]!(...params)
const localSolana: Chain = { id: 3, chainId: 741_003, name: 'Reef', kind: 'solana', isEnabled: true }
const trader = Keypair.generate().publicKey.toBase58()
const prices: Record<string, bigint> = { SOL: 180_000_000n, USDC: 1_000_000n, BONQ: 21n }
const dollars: Record<string, string> = { USDC: '1', BONQ: '0.000021' }
let marketMaker: MarketMaker

beforeAll(() => {
  marketMaker = createMarketMaker(ledger, {
    supplies: [
      { symbol: 'USDC', decimals: 6, stock: 20_000_000n * 10n ** 6n },
      { symbol: 'BONQ', decimals: 5, stock: 10n ** 17n },
    ],
    price: (symbol) => prices[symbol]!,
    depth: 2_000_000_000_000n,
  })
  marketMaker.fund(trader, makerToken('SOL'), 200_000_000_000n)
  marketMaker.fund(trader, makerToken('USDC'), 10n ** 13n)
})

afterAll(() => ledger.stop())

function makerToken(symbol: string): MakerToken {
  return marketMaker.tokens.find((token) => token.symbol === symbol)!
}

function tokenOf({ symbol, decimals, mint }: MakerToken): Token {
  const address = mint?.toBase58() ?? 'native'
  return {
    id: 1,
    chain: localSolana,
    address,
    symbol,
    name: symbol,
    decimals,
    isNative: false,
    price: dollars[symbol],
    imagePath: undefined,
  }
}

function asked(): { intent: SwapIntent; answer: SwapAnswer } {
  const [sell, buy] = [makerToken('USDC'), makerToken('BONQ')]
  const amountIn = 25_000_000n
  const people = { sender: trader, recipient: trader }
  const offer = marketMaker.offer({ sell, buy, amountIn, ...people, note: 'swap:1' })!
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token: tokenOf(sell), units: amountIn },
    buy: tokenOf(buy),
    slippageBps: 50,
    ...people,
    skipNonSwapTransactions: false,
  }
  const transaction = record({ data: offer.transaction, to: 'market maker', chainType: 'SOLANA', value: '0' })
  return { intent, answer: answerOf([transaction], { minAmountOut: fromUnits(offer.amountOut, buy.decimals) }) }
}

function planned({ intent, answer }: ReturnType<typeof asked>): Plan {
  const result = planSwap(intent, answer, { receivedAt: 1_000, chains: [] })
  if (result.is === 'refused') throw new Error(JSON.stringify(result.findings))
  return result.plan
}

function look(plan: Plan, more: Partial<CheckOptions> = {}) {
  const nodes = () => [{ ask }]
  return checkPlan(plan, { nodes }, { now: 2_000, account: trader, chains: [], ...more })
}

test('S-10 a Solana answer becomes a sealed plan, is simulated, and promises what the market maker signed', async () => {
  const plan = planned(asked())
  expect(plan.steps).toMatchObject([{ kind: 'solana', chainId: 741_003, from: trader }])
  expect(isIntact(plan)).toBe(true)
  const checked = await look(plan)
  expect(checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')).toEqual([])
  expect(checked.verdict.level).toBe('proven')
  expect(checked.arrival).toBe(plan.quote.minimumReceived?.units)
  expect(checked.decodedMinimum).toBe(plan.quote.minimumReceived?.units)
})

test('A-30 A-27 V-010 the rules all chains share hold for Solana too', async () => {
  const plan = planned(asked())
  const codes = async (other: Plan, more: Partial<CheckOptions>) =>
    (await look(other, more)).verdict.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)
  expect(await codes(plan, { now: 100_000 })).toContain('V-017')
  expect(await codes(plan, { account: Keypair.generate().publicKey.toBase58() })).toContain('V-008')
  expect(await codes({ ...plan, receivedAt: 1_000, intent: { ...plan.intent, slippageBps: 1 } }, {})).toContain('V-010')
  expect(await codes(plan, { history: { ...noHistory, sent: [{ hash: plan.hash, at: 1_500 }] } })).toContain('M-101')
})

test('S-1 V-003 data that is not a Solana transaction, or is marked as another kind, is refused', () => {
  const { intent, answer } = asked()
  const refusal = (change: Partial<SwapAnswer['transactions'][number]>) => {
    const result = planSwap(
      intent,
      { ...answer, transactions: [{ ...answer.transactions[0]!, ...change }] },
      { receivedAt: 0, chains: [] },
    )
    return result.is === 'refused'
      ? result.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)
      : []
  }
  expect(refusal({ data: 'AAAA' })).toEqual(['V-001'])
  expect(refusal({ data: null })).toEqual(['V-001'])
  expect(refusal({ chainType: 'EVM' })).toEqual(['V-003'])
})

test.each([
  ['SOL', 'BONQ', 1n],
  ['SOL', 'BONQ', 2n],
  ['BONQ', 'SOL', 1n],
])('S-7b a swap over %s in two transactions, which may stop in between, is blocked', async (middle, bought, parts) => {
  const { intent } = asked()
  const [sell, mid, buy] = ['USDC', middle, bought].map(makerToken) as [MakerToken, MakerToken, MakerToken]
  const people = { sender: trader, recipient: trader }
  marketMaker.fund(trader, mid, 10n ** 14n)
  const first = marketMaker.offer({ sell, buy: mid, amountIn: intent.sell.units / parts, ...people, note: 'swap:1' })!
  const second = marketMaker.offer({ sell: mid, buy, amountIn: first.amountOut, ...people, note: 'swap:2' })!
  const direct = marketMaker.offer({ sell, buy, amountIn: intent.sell.units / parts, ...people, note: 'swap:3' })!
  const offers = parts === 1n ? [first, second] : [first, second, direct]
  const transactions = offers.map(({ transaction }, order) =>
    record({ data: transaction, to: 'market maker', chainType: 'SOLANA', value: '0', order }),
  )
  const minAmountOut = fromUnits((second.amountOut * 9n) / 10n, buy.decimals)
  const plan = planned({ intent: { ...intent, buy: tokenOf(buy) }, answer: answerOf(transactions, { minAmountOut }) })
  const { level, findings } = (await look(plan)).verdict
  expect(level).toBe('blocked')
  expect(findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)).toContain('V-016')
})

test('V-016 an answer without a minimum needs a tick once the form has shown one', async () => {
  const { intent, answer } = asked()
  const plan = planned({ intent, answer: { ...answer, minAmountOut: undefined } })
  const said = async (more: Partial<CheckOptions>) =>
    (await look(plan, more)).verdict.findings
      .filter(({ code, severity }) => code === 'V-016' && severity === 'warn')
      .map(({ kind }) => kind)
  expect(await said({ shownMinimum: 1_000n })).toEqual(['not-promised'])
  expect(await said({})).toEqual([])
})

test('A-31 a crossing from Solana may not be owed half of what is expected', async () => {
  const { intent, answer } = asked()
  const crossing = { ...intent, buy: farUsdc, recipient: me }
  const tolerated = async (minAmountOut: string) => {
    const plan = planned({ intent: crossing, answer: { ...answer, minAmountOut, expectedAmountOut: '25' } })
    const { findings } = (await look(plan)).verdict
    return findings.filter(({ code }) => code === 'A-31').map(({ kind, severity }) => `${severity} ${kind}`)
  }
  expect(await tolerated('12')).toEqual(['block accepts-less'])
  expect(await tolerated('24.7')).toEqual(['warn accepts-less'])
  expect(await tolerated('24.88')).toEqual([])
})

test('a Solana node that is silent leaves the plan unchecked, never green', async () => {
  const silent = () => [{ ask: () => Promise.reject(new Error('down')) }]
  const { verdict, forecast } = await checkPlan(
    planned(asked()),
    { nodes: silent },
    { now: 2_000, account: trader, chains: [] },
  )
  expect(verdict.level).not.toBe('proven')
  expect(forecast.is).toBe('not simulated')
})

test('V-016 a minimum below the one on the form is never green on Solana either', async () => {
  const one = asked()
  const plan = planned(one)
  const minimum = plan.quote.minimumReceived!.units
  const findingsAt = async (shownMinimum: bigint) =>
    (await look(plan, { shownMinimum })).verdict.findings.filter(
      ({ code, severity }) => code === 'V-016' && severity !== 'ok',
    )
  expect(await findingsAt(minimum)).toEqual([])
  expect(await findingsAt((minimum * 101n) / 100n)).toEqual([
    expect.objectContaining({ kind: 'below-shown', severity: 'warn' }),
  ])
})
