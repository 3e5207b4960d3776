import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBundle } from '../../src/components/orders/supportBundle'
import { fromUnits } from '../../src/domain/amount'
import { networkOf } from '../../src/domain/chain'
import { depositFor } from '../../src/domain/liquidity/deposit'
import type { Range } from '../../src/domain/liquidity/range'
import { noHistory } from '../../src/guard/checkInputs'
import type { LiquidityPlan } from '../../src/guard/rules/input/ruleInput'
import { openOrder } from '../../src/orders/openOrder'
import type { JudgeDeps } from '../../src/preparation/judge/judgeFile'
import { type LiquidityPool, liquidityPoolOf, toleranceFor } from '../../src/preparation/liquidity/liquidityPool'
import { writeJson } from '../../src/protocol/json/json'
import { toPlainJson } from '../../src/protocol/json/plainJson'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import {
  checkPastedLiquidity,
  readPastedLiquidity,
  type TriedLiquidity,
} from '../../src/screens/inspect/dryRun/pastedLiquidity'
import { requestedDeposit } from '../builders/liquidityOrders'
import { type LocalExchange, startLocalExchange } from '../guard/localExchange'
import { deployment } from '../services'

/*
 * Deposits, increases and withdrawals that support staff paste into the dry run of Inspect, on a real chain, for both
 * ways in which the exchange delivers a deposit.
 */

const harbor = 741_001
const me = privateKeyToAddress(generatePrivateKey())
const made = { made: '2026-01-31', deployment: 'test', browser: 'test', isMasked: false }

type Place = {
  readonly local: LocalExchange
  readonly deps: JudgeDeps
  readonly pool: LiquidityPool
  readonly range: Range
  readonly link: string
  readonly body: string
}

async function opened(addDelivery: 'null' | 'transactions' | 'treasury'): Promise<Place> {
  const local = await startLocalExchange({ addDelivery })
  await local.exchange.fund('evm', me)
  const deps: JudgeDeps = {
    deployment: { ...deployment, chains: local.chains },
    tokens: local.tokens,
    clock: () => Date.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    nodes: (chainId) => local.nodes(chainId),
    wallets: { store: { getState: () => ({ accounts: [] }) } },
    history: async () => noHistory,
    pools: async (network) => {
      const here = local.tokens.filter(({ chain }) => networkOf(chain) === network)
      const heard = await ask(local, `/api/amm/pool/all/${network}`)
      const read = decodePools(heard)
      return read.is === 'answer' ? createPoolReader('evm', here).read(read.value) : []
    },
  }
  const { chain } = local.token('WETH')
  const pools = (await deps.pools('Harbor')).flatMap((record) => liquidityPoolOf(record, chain, Date.now()) ?? [])
  const pair = ['USDC', 'WETH']
  const pool = pools.find(({ token0, token1 }) => [token0.symbol, token1.symbol].toSorted().join() === pair.join())!
  const middle = Math.floor(pool.tick / pool.spacing) * pool.spacing
  const range = { tickLower: middle - 10 * pool.spacing, tickUpper: middle + 10 * pool.spacing }
  const isWethFirst = pool.token0.symbol === 'WETH'
  const [given, wanted] = [isWethFirst ? 'amount0' : 'amount1', 2n * 10n ** 17n] as const
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96: pool.sqrtPriceX96, given, amount: wanted })
  const amountA = Number(fromUnits(amount0, pool.token0.decimals))
  const amountB = Number(fromUnits(amount1, pool.token1.decimals))
  const ticks = `lower=${range.tickLower}&upper=${range.tickUpper}`
  return {
    ...{ local, deps, pool, range },
    link: `/liquidity/add?pool=${harbor}:${pool.address}&${ticks}&${given}=0.2`,
    body: JSON.stringify({
      ...{ amountA, amountB },
      tokenAId: pool.token0.id,
      tokenBId: pool.token1.id,
      ...range,
      networkName: 'Harbor',
      recipient: me,
      creationTick: pool.tick,
    }),
  }
}

async function ask({ exchange }: LocalExchange, path: string, body?: string) {
  const headers = { 'x-api-key': exchange.apiKey, 'content-type': 'application/json' }
  const given = body === undefined ? { headers } : { headers, method: 'POST', body }
  const response = await exchange.fetch(new Request(`http://exchange.test${path}`, given))
  const [status, text] = [response.status, await response.text()]
  return { status, contentType: 'application/json', retryAfter: undefined, receivedAt: Date.now(), text }
}

function tried(text: string, { deps }: Place, signer: { sender?: string; toleranceBps?: number } = {}) {
  const pasted = readPastedLiquidity(text)
  if (!pasted) throw new Error('Nothing was found in the text.')
  return checkPastedLiquidity(pasted, { sender: '', toleranceBps: undefined, ...signer }, deps)
}

function planIn(outcome: TriedLiquidity): LiquidityPlan {
  if (outcome.is !== 'checked') throw new Error(`There is no plan: ${outcome.is}.`)
  const { findings } = outcome.checked.verdict
  expect(findings.filter(({ severity }) => severity === 'block')).toEqual([])
  return outcome.checked.plan
}

const purposes = (plan: LiquidityPlan) => plan.steps.map(({ purpose }) => purpose.does)
const bundleOf = (plan: LiquidityPlan) => writeBundle([openOrder('order-1', plan, Date.now())], made)

/** Signs everything, and returns the number of the newest position. */
async function carriedOut(plan: LiquidityPlan, { local }: Place): Promise<bigint> {
  const receipts = []
  for (const step of plan.steps) {
    if (step.kind !== 'evm') throw new Error('A deposit has EVM steps alone.')
    const { chainId, from, to, data, value } = step
    receipts.push(await local.send(chainId, { from, to, data, value }))
  }
  expect(receipts.map(({ status }) => status)).toEqual(receipts.map(() => '0x1'))
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const minted = receipts.at(-1)?.logs.find(({ topics }) => topics[0] === transfer && topics.length === 4)
  return BigInt(minted?.topics[3] ?? 0)
}

describe.each(['null', 'transactions'] as const)('where the exchange delivers deposits by %s', (delivery) => {
  let place: Place
  beforeAll(async () => {
    place = await opened(delivery)
  }, 120_000)
  afterAll(() => place.local.exchange.stop())

  test('a deposit is tried from a link, from a body, and from a body with its answer', async () => {
    const { link, body, pool, range } = place
    const usual = toleranceFor(pool, range).bps
    const linked = await tried(link, place, { sender: me })
    expect(linked.assumedToleranceBps).toBe(usual)
    expect(purposes(planIn(linked))).toEqual(['approve', 'approve', 'deposit'])
    const asked = await tried(body, place)
    expect(asked.assumedToleranceBps).toBe(usual)
    expect(planIn(asked).intent).toMatchObject({ kind: 'deposit', sender: me, toleranceBps: usual, range })

    const { text: answer } = await ask(place.local, '/api/amm/interactions/add', body)
    const answered = await tried(`{"request":${body},"answer":${answer},"toleranceBps":700}`, place)
    expect(answered.assumedToleranceBps).toBeUndefined()
    const plan = planIn(answered)
    expect(plan.intent).toMatchObject({ toleranceBps: 700 })
    expect(purposes(plan)).toEqual(['approve', 'approve', 'deposit'])
    // They are the exchange's own where it answers with transactions.
    expect(plan.steps.every(({ said }) => (said !== undefined) === (delivery === 'transactions'))).toBe(true)
    // From a bundle, too: its transactions as they are, or built again.
    expect(purposes(planIn(await tried(bundleOf(plan), place)))).toEqual(['approve', 'approve', 'deposit'])
  })

  test('a typed tolerance replaces the default, for any text', async () => {
    const { link, body } = place
    for (const text of [link, body, `{"request":${body},"toleranceBps":700}`]) {
      const outcome = await tried(text, place, { sender: me, toleranceBps: 1_234 })
      expect(outcome.assumedToleranceBps).toBeUndefined()
      expect(planIn(outcome).intent).toMatchObject({ toleranceBps: 1_234 })
    }
  })

  test('a position is added to and withdrawn from a link, an intent and a bundle', async () => {
    const { link, pool, local } = place
    const id = await carriedOut(planIn(await tried(link, place, { sender: me })), place)
    expect(id > 0n).toBe(true)
    const increase = planIn(await tried(`${link}&position=${id}`, place, { sender: me }))
    expect(increase.intent).toMatchObject({ kind: 'increase', position: id })
    for (const text of [writeJson(toPlainJson(increase.intent)), bundleOf(increase)])
      expect(planIn(await tried(text, place)).intent).toMatchObject({ kind: 'increase', position: id })

    // Without an address its owner signs.
    const page = await tried(`https://tidegate.example/positions/Harbor/${id}`, place)
    expect(page.assumedToleranceBps).toBe(50)
    const withdrawal = planIn(page)
    expect(withdrawal.intent).toMatchObject({ kind: 'withdraw', position: id, sender: me.toLowerCase() })
    expect(withdrawal.intent.kind === 'withdraw' && withdrawal.intent.liquidity > 0n).toBe(true)
    const move = await tried(`/liquidity/add?pool=${harbor}:${pool.address}&move=${id}`, place)
    expect(planIn(move).intent).toMatchObject({ kind: 'withdraw', position: id })
    for (const text of [writeJson(toPlainJson(withdrawal.intent)), bundleOf(withdrawal)])
      expect(planIn(await tried(text, place)).intent).toMatchObject({ kind: 'withdraw', position: id })

    // A third party cannot withdraw it: blocked, and reported.
    const stranger = await tried(`/positions/Harbor/${id}`, place, {
      sender: privateKeyToAddress(generatePrivateKey()),
    })
    expect(stranger.is === 'checked' && stranger.checked.verdict.level).toBe('blocked')
    await expect(tried('/positions/Harbor/999999999', place)).rejects.toMatchObject({ code: 'position' })
    await expect(tried(`/positions/Nowhere/${id}`, place)).rejects.toMatchObject({ code: 'network' })
    // Nothing of all this was sent.
    const [held] = await Promise.all([local.rpc(harbor)('eth_getTransactionCount', [me, 'latest'])])
    expect(Number(held)).toBe(3)
  })
})

describe('where the exchange makes deposits itself', () => {
  let place: Place
  beforeAll(async () => {
    place = await opened('treasury')
  }, 120_000)
  afterAll(() => place.local.exchange.stop())

  test('link, body, answer and bundle say that nothing is signed, and what would be requested', async () => {
    const { link, body, range } = place
    const answer = '{"message":"ok","data":null,"status":true}'
    const deposit = requestedDeposit({ at: 'accepted' })
    const bundle = writeBundle([{ ...deposit, request: { ...deposit.request, body } }], made)
    for (const text of [link, body, `{"request":${body},"answer":${answer}}`, bundle]) {
      const outcome = await tried(text, place, { sender: me })
      expect(outcome).toMatchObject({ is: 'nothing to sign', intent: { recipient: me, range } })
    }
  })

  test('a position cannot be read without its manager, and a message shows this', async () => {
    await expect(tried('/positions/Harbor/1', place)).rejects.toMatchObject({ code: 'no manager' })
  })
})
