import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUnits } from '../../src/domain/amount'
import type { Token } from '../../src/domain/token'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { type App, openApp } from './app'

let app: App

beforeAll(async () => {
  app = await openApp()
})

afterAll(() => app.stop())

const amount = (token: Token, text: string) => ({ token, units: toUnits(text, token.decimals) })
const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })
type Trader = Awaited<ReturnType<App['openTrader']>>

/** Reviews, confirms and carries out one swap; returns the balances of both tokens before and after. */
async function trade(trader: Trader, sell: ReturnType<typeof amount>, buy: Token) {
  const balances = async () =>
    [await app.balance(sell.token, trader.address), await app.balance(buy, trader.address)] as const
  const before = await balances()
  const checked = await trader.review(trader.intend(sell, buy))
  const id = await trader.orderService.open(checked.plan)
  await trader.orderService.act(id, { type: 'start' })
  return { checked, id, order: trader.order(id), before, after: await balances() }
}

test('a newcomer sells the native coin: one signature, and the receipt agrees with the chain', async () => {
  const trader = await app.openTrader()
  const [eth, usdc] = [app.token('ETH'), app.token('USDC')]
  const { checked, order, before, after } = await trade(trader, amount(eth, '0.5'), usdc)

  expect(checked.verdict.findings.filter(({ severity }) => severity === 'block')).toEqual([])
  expect(order.tasks.map(({ step, progress }) => [step.purpose.does, progress.at])).toEqual([['swap', 'done']])
  expect(trader.asked.length).toBe(1)
  const [task] = order.tasks
  const receipt = task?.progress.at === 'done' ? task.progress.receipt : undefined
  expect(receipt?.received?.units).toBe(after[1] - before[1])
  expect(before[0] - after[0]).toBe(toUnits('0.5', 18) + receipt!.fee)
  expect(after[1] - before[1]).toBeGreaterThanOrEqual(checked.plan.quote.minimumReceived!.units)
})

test('a token needs an approval first; the service is asked for a new quote before the swap', async () => {
  const trader = await app.openTrader()
  const [usdc, weth] = [app.token('USDC'), app.token('WETH')]
  const asked = () => app.client.log.entries().filter(({ path }) => path === '/api/swap/native').length
  const askedBefore = asked()
  const { order, before, after } = await trade(trader, amount(usdc, '250.25'), weth)

  expect(order.tasks.map(({ step, progress }) => [step.purpose.does, progress.at])).toEqual([
    ['approve', 'done'],
    ['swap', 'done'],
  ])
  expect(asked() - askedBefore).toBe(2)
  expect(before[0] - after[0]).toBe(toUnits('250.25', 6))
  expect(after[1]).toBeGreaterThan(before[1])
})

test('an allowance left over from a rejected swap is revoked first, where the token requires it', async () => {
  let requests = 0
  const trader = await app.openTrader(() => {
    if (++requests === 2) throw rejection
  })
  const [usdt, weth] = [app.token('USDT'), app.token('WETH')]
  const left = await trade(trader, amount(usdt, '10'), weth)
  expect(left.order.tasks.map(({ progress }) => progress.at)).toEqual(['done', 'rejected'])
  await trader.orderService.act(left.id, { type: 'dismiss' })

  const { order, before, after } = await trade(trader, amount(usdt, '20'), weth)
  expect(order.tasks.map(({ step, progress }) => [step.purpose.does, progress.at])).toEqual([
    ['reset', 'done'],
    ['approve', 'done'],
    ['swap', 'done'],
  ])
  expect(before[0] - after[0]).toBe(toUnits('20', 6))
})

test('a rejection changes nothing, and the same order can be tried again', async () => {
  let isWilling = false
  const trader = await app.openTrader(() => {
    if (!isWilling) throw rejection
  })
  const [eth, usdc] = [app.token('ETH'), app.token('USDC')]
  const { id, order, before, after } = await trade(trader, amount(eth, '0.1'), usdc)
  expect(order.tasks.map(({ progress }) => progress.at)).toEqual(['rejected'])
  expect(after).toEqual(before)

  isWilling = true
  await trader.orderService.act(id, { type: 'retry' })
  expect(trader.order(id).tasks.map(({ progress }) => progress.at)).toEqual(['done'])
  expect(await app.balance(usdc, trader.address)).toBeGreaterThan(before[1])
})

test("a refusal of the exchange reaches the trader in the exchange's words", async () => {
  const [eth, weth] = [app.token('ETH'), app.token('ETH')]
  const outcome = await app.client.swap({
    tokenAId: eth.id,
    tokenBId: weth.id,
    slippage: 5,
    amount: '0',
    sender: '0x000000000000000000000000000000000000dEaD',
    recipient: '0x000000000000000000000000000000000000dEaD',
    skipNonSwapTransactions: true,
  })
  expect(outcome).toMatchObject({
    is: 'refused',
    refusal: { code: 'invalid', status: 400, said: expect.stringContaining('slippage') },
  })
})

describe('the chain and pool lists', () => {
  test('the chain list is decoded without a deviation, and has every token', () => {
    const { chains, tokens, remarks } = app.catalog
    expect(
      chains
        .filter(({ kind }) => kind === 'evm')
        .every(({ isEnabled, viewOnly }) => isEnabled && viewOnly === undefined),
    ).toBe(true)
    expect(
      tokens.filter(({ chain, isNative }) => chain.name === 'Harbor' && isNative).map(({ symbol }) => symbol),
    ).toEqual(['ETH'])
    expect(remarks).toEqual([])
  })

  test('look-alike and unusual token names have cautions', () => {
    const cautious = app.catalog.tokens.filter(({ chain, cautions }) => chain.name === 'Harbor' && cautions)
    expect(cautious.map(({ cautions }) => cautions!.map(({ is }) => is))).toEqual([['unusual name'], ['look-alike']])
  })

  test('every pool is interpreted with evidence and without contradictions', async () => {
    const outcome = await app.client.pools('Harbor')
    if (outcome.is === 'refused') throw new Error(outcome.refusal.code)
    const pools = createPoolReader(
      'evm',
      app.catalog.tokens.filter(({ chain }) => chain.name === 'Harbor'),
    ).read(outcome.answer.value)
    expect(pools.length).toBeGreaterThanOrEqual(8)
    for (const pool of pools) {
      const { tick, sqrtPriceX96, price, feePpm, tickSpacing, liquidity, tvl, positionManager } = pool
      expect([tick, sqrtPriceX96, price, liquidity].map((figure) => figure.is === 'known' && figure.certainty)).toEqual(
        ['evident', 'evident', 'evident', 'evident'],
      )
      expect([feePpm, tickSpacing, tvl, positionManager].every(({ is }) => is === 'known')).toBe(true)
      expect(pool.token0.token && pool.token1.token).toBeTruthy()
      expect(pool.positions.length).toBeGreaterThan(0)
      expect(pool.remarks).toEqual([])
    }
  })
})

test('A-43 the API key of the exchange is in no response', () => {
  expect(app.heard.length).toBeGreaterThan(20)
  expect(app.heard.some((text) => text.includes(app.exchange.apiKey))).toBe(false)
})
