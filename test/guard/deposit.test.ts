import { decodeEventLog, encodeFunctionData, erc20Abi, getAddress, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readExistingAllowance } from '../../src/chain/allowance'
import { depositFor } from '../../src/domain/liquidity/deposit'
import { amountsForLiquidity, burnMinimums, type PoolSide } from '../../src/domain/liquidity/liquidity'
import { fullRange, presetRange, type Range } from '../../src/domain/liquidity/range'
import type { Token } from '../../src/domain/token'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { isAsReviewed } from '../../src/guard/liquidityAdded'
import {
  coinPaid,
  type DepositIntent,
  type IncreaseIntent,
  type PayingIntent,
  tokensPaid,
  type WithdrawIntent,
} from '../../src/guard/liquidityIntent'
import type { EvmStep } from '../../src/guard/plan'
import { type ChainState, depositSteps, noQuote, withdrawSteps } from '../../src/guard/plan/liquiditySteps'
import type { LiquidityPlan } from '../../src/guard/rules/input/ruleInput'
import { seal } from '../../src/guard/seal'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf } from '../../src/preparation/liquidity/liquidityPool'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import { findingText } from '../../src/signing/findings/findingText'
import { approveData } from './fixtures'
import { type LocalExchange, startLocalExchange } from './localExchange'

/*
 * Deposits prepared by the app itself, checked by the guard and executed on real chains: the result equals the review,
 * to the unit.
 */

let local: LocalExchange
let pools: readonly LiquidityPool[]
const me = privateKeyToAddress(generatePrivateKey())

beforeAll(async () => {
  local = await startLocalExchange()
  pools = await readPools()
})

beforeEach(() => local.exchange.fund('evm', me))

afterAll(() => local.exchange.stop())

async function readPools(): Promise<LiquidityPool[]> {
  const { fetch, apiKey } = local.exchange
  const response = await fetch(
    new Request('http://exchange.test/api/amm/pool/all/Harbor', { headers: { 'x-api-key': apiKey } }),
  )
  const heard = {
    status: response.status,
    contentType: 'application/json',
    retryAfter: undefined,
    receivedAt: Date.now(),
  }
  const reading = decodePools({ ...heard, text: await response.text() })
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  const chain = local.token('WETH').chain
  const read = createPoolReader(
    chain.kind,
    local.tokens.filter((token) => token.chain.chainId === chain.chainId),
  ).read(reading.value)
  return read.flatMap((pool) => liquidityPoolOf(pool, chain, heard.receivedAt) ?? [])
}

function poolOf(a: string, b: string): LiquidityPool {
  const found = pools.find(
    ({ token0, token1 }) => [token0.symbol, token1.symbol].sort().join() === [a, b].sort().join(),
  )
  if (!found) throw new Error(`There is no pool of ${a} and ${b}.`)
  return found
}

type Deposit = {
  pool: LiquidityPool
  range: Range
  given: PoolSide
  amount: bigint
  coin?: Token
  toleranceBps?: number
  recipient?: string
}

function intentOf({ pool, range, given, amount, coin, toleranceBps = 200, recipient = me }: Deposit): DepositIntent {
  const deposit = depositFor({ ...range, sqrtPriceX96: pool.sqrtPriceX96, given, amount })
  const paid = (token: Token) => (coin && token.symbol === 'WETH' ? coin : token)
  return {
    kind: 'deposit',
    pool: { ...poolKeyOf(pool), positionManager: pool.positionManager! },
    pay: [
      { token: paid(pool.token0), units: deposit.amount0 },
      { token: paid(pool.token1), units: deposit.amount1 },
    ],
    range,
    toleranceBps,
    sqrtPriceX96: pool.sqrtPriceX96,
    sender: me,
    recipient,
  }
}

async function groundOf(intent: PayingIntent): Promise<ChainState> {
  const ask = local.rpc(741001)
  const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  const allowances = await Promise.all(
    tokensPaid(intent).map(({ token, units }) =>
      readExistingAllowance(ask, token.address, [me, intent.pool.positionManager], units),
    ),
  )
  const wrapped = local.chains[0]!.wrappedNative
  return { receivedAt: Date.now(), time: BigInt(block.timestamp), wrapped, allowances }
}

async function planOf(intent: PayingIntent): Promise<LiquidityPlan> {
  const ground = await groundOf(intent)
  return seal<PayingIntent>({
    intent,
    steps: depositSteps(intent, ground),
    quote: noQuote,
    receivedAt: ground.receivedAt,
  })
}

function checkedOf(plan: LiquidityPlan) {
  const natives = local.tokens.filter(({ isNative }) => isNative)
  return checkPlan(
    plan,
    { nodes: (chainId) => local.nodes(chainId) },
    { now: Date.now(), account: me, chains: local.chains, natives },
  )
}

const loud = (verdict: Awaited<ReturnType<typeof checkedOf>>['verdict']) =>
  verdict.findings.filter(({ severity }) => severity === 'warn' || severity === 'block')

type Receipt = {
  readonly status: string
  readonly gasUsed: string
  readonly effectiveGasPrice: string
  readonly logs: readonly { readonly topics: readonly string[]; readonly data: string }[]
}

async function balanceOf(token: Token, account: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] })
  return BigInt((await local.rpc(741001)('eth_call', [{ to: token.address, data }, 'latest'])) as string)
}

/** Sends as that account and waits until it is mined. */
async function send({
  value = 0n,
  ...call
}: {
  from: string
  to: string
  data: string
  value?: bigint
}): Promise<Receipt> {
  const node = local.rpc(741001)
  await node('anvil_impersonateAccount', [call.from])
  const hash = await node('eth_sendTransaction', [{ ...call, value: toHex(value), gas: '0x4c4b40' }])
  for (;;) {
    const receipt = await node('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt as Receipt
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const events = parseAbi([
  'event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])

/** Sends every step and returns the position that the manager reports. */
async function carryOut(plan: LiquidityPlan) {
  const receipts = []
  for (const step of plan.steps as EvmStep[]) {
    const { from, to, data, value } = step
    receipts.push(await send({ from, to, data, value }))
  }
  expect(receipts.map(({ status }) => status)).toEqual(receipts.map(() => '0x1'))
  const logs = receipts.at(-1)!.logs.flatMap(({ topics, data }) => {
    try {
      return [decodeEventLog({ abi: events, topics: topics as [`0x${string}`], data: data as `0x${string}` }).args]
    } catch {
      return []
    }
  })
  return logs[0]!
}

async function positionOf(id: bigint, manager: string) {
  const read = async (data: string) =>
    (await local.rpc(741001)('eth_call', [{ to: manager, data }, 'latest'])) as string
  const word = toHex(id, { size: 32 }).slice(2)
  const fields = await read(`0x99fbab88${word}`)
  const at = (index: number) => BigInt(`0x${fields.slice(2 + index * 64, 66 + index * 64)}`)
  const tick = (index: number) => Number(BigInt.asIntN(24, at(index)))
  const owner = getAddress(`0x${(await read(`0x6352211e${word}`)).slice(-40)}`)
  return { owner, tickLower: tick(5), tickUpper: tick(6), liquidity: at(7), owed: [at(10), at(11)] as const }
}

/** The allowance that rounding may leave: less than a billionth of the payment. */
function isDust({ token, amount }: { token: string; amount: bigint }, { pay }: PayingIntent): boolean {
  const paid = pay.find((side) => side.token.address.toLowerCase() === token.toLowerCase())?.units ?? 0n
  return paid === 0n || amount * 10n ** 9n <= paid
}

const around = (pool: LiquidityPool, percent: number) => presetRange({ kind: 'percent', percent }, pool)
const ether = 10n ** 18n

describe('an honest deposit passes every check, and the chain then holds what was reviewed', () => {
  test.each<[string, () => Deposit]>([
    [
      'balanced',
      () => ({
        pool: poolOf('WETH', 'USDC'),
        range: around(poolOf('WETH', 'USDC'), 10),
        given: 'amount0',
        amount: ether,
      }),
    ],
    [
      'with the coin itself',
      () => ({
        pool: poolOf('WETH', 'USDC'),
        range: around(poolOf('WETH', 'USDC'), 5),
        given: 'amount0',
        amount: ether,
        coin: local.token('ETH'),
      }),
    ],
    [
      'of the full range',
      () => ({ pool: poolOf('WETH', 'USDC'), range: fullRange(60), given: 'amount0', amount: ether / 2n }),
    ],
    [
      'of one token above the price',
      () => ({
        pool: poolOf('WETH', 'USDC'),
        range: presetRange({ kind: 'above' }, poolOf('WETH', 'USDC')),
        given: 'amount0',
        amount: ether,
      }),
    ],
    [
      'of one token below the price',
      () => ({
        pool: poolOf('WETH', 'USDC'),
        range: presetRange({ kind: 'below' }, poolOf('WETH', 'USDC')),
        given: 'amount1',
        amount: 500_000_000n,
      }),
    ],
    [
      'of a token that wants its allowance reset',
      () => ({
        pool: poolOf('WETH', 'USDT'),
        range: around(poolOf('WETH', 'USDT'), 20),
        given: 'amount1',
        amount: 300_000_000n,
      }),
    ],
    [
      'of a meme token',
      () => ({
        pool: poolOf('PUFF', 'USDC'),
        range: around(poolOf('PUFF', 'USDC'), 20),
        given: 'amount1',
        amount: 100_000_000n,
        toleranceBps: 1000,
      }),
    ],
  ])('%s', async (_, wish) => {
    const intent = intentOf(wish())
    const tether = local.token('USDT').address
    if (tokensPaid(intent).some(({ token }) => token.address === tether))
      await send({ from: me, to: tether, data: approveData(getAddress(intent.pool.positionManager), 5n) })
    const plan = await planOf(intent)
    const { verdict, inputs, forecast } = await checkedOf(plan)
    expect(loud(verdict)).toEqual([])
    expect(verdict.level).toBe('proven')
    expect(inputs.simulations.map(({ is }) => is)).toEqual(['run', 'run', 'run'])
    expect(forecast.is === 'simulated' && forecast.leftovers.filter((left) => !isDust(left, intent))).toEqual([])

    const made = await carryOut(plan)
    const position = await positionOf(made.tokenId, intent.pool.positionManager)
    expect(position).toMatchObject({ owner: me, ...intent.range, liquidity: made.liquidity })
    const [pay0, pay1] = intent.pay
    expect(
      made.amount0 <= pay0.units && made.amount0 * 10_000n >= pay0.units * BigInt(10_000 - intent.toleranceBps),
    ).toBe(true)
    expect(
      made.amount1 <= pay1.units && made.amount1 * 10_000n >= pay1.units * BigInt(10_000 - intent.toleranceBps),
    ).toBe(true)
    pools = await readPools()
    const { sqrtPriceX96 } = pools.find(({ address }) => address === wish().pool.address)!
    const cost = amountsForLiquidity({ ...intent.range, sqrtPriceX96, liquidity: made.liquidity, round: 'up' })
    expect(cost).toEqual({ amount0: made.amount0, amount1: made.amount1 })
    if (coinPaid(intent))
      expect(await local.rpc(741001)('eth_getBalance', [intent.pool.positionManager, 'latest'])).toBe('0x0')
  })
})

test('V-040 a pool of the same tokens and fee at another exchange is not the one that was chosen', async () => {
  pools = await readPools()
  const pool = poolOf('WETH', 'USDC')
  const twin = { ...pool, address: poolOf('WETH', 'USDT').address }
  const wish = { range: around(pool, 10), given: 'amount0', amount: ether / 20n } as const
  const sentences = await Promise.all(
    [pool, twin].map(async (pool) => {
      const { verdict, inputs } = await checkedOf(await planOf(intentOf({ pool, ...wish })))
      expect(inputs.evidence).toMatchObject([{ pool: poolOf('WETH', 'USDC').address?.toLowerCase() }])
      return verdict.findings.flatMap((finding) => (finding.severity === 'block' ? [findingText(finding)] : []))
    }),
  )
  expect(sentences[0]).toEqual([])
  expect(sentences[1]).toEqual(['This is not the pool you chose.'])
})

test.each([
  ['USDT', ['reset', 'approve', 'approve', 'deposit']],
  ['USDC', ['approve', 'approve', 'deposit']],
])('A-21 dust of an allowance of %s is taken back only where the token wants it so', async (symbol, purposes) => {
  pools = await readPools()
  const pool = poolOf('WETH', symbol)
  const intent = intentOf({ pool, range: around(pool, 10), given: 'amount1', amount: 200_000_000n })
  const spender = getAddress(intent.pool.positionManager)
  // The leftovers of earlier tests.
  for (const { token } of tokensPaid(intent))
    await send({ from: me, to: token.address, data: approveData(spender, 0n) })
  await send({ from: me, to: local.token(symbol).address, data: approveData(spender, 5n) })
  const plan = await planOf(intent)
  expect(plan.steps.map(({ purpose: { does } }) => does).toSorted()).toEqual(purposes.toSorted())
  const { verdict } = await checkedOf(plan)
  expect(loud(verdict)).toEqual([])
  await carryOut(plan)
})

describe('adding to a position that is there', () => {
  /** A position of the account, and the wish to add a part of what it was made of. */
  async function wished(more: Partial<Deposit> = {}) {
    pools = await readPools()
    const pool = poolOf('WETH', 'USDC')
    const first = intentOf({ pool, range: around(pool, 10), given: 'amount0', amount: ether / 20n, ...more })
    const made = await carryOut(await planOf(first))
    pools = await readPools()
    const again = intentOf({
      pool: poolOf('WETH', 'USDC'),
      range: first.range,
      given: 'amount0',
      amount: ether / 70n,
      ...more,
    })
    const intent: IncreaseIntent = { ...again, kind: 'increase', position: made.tokenId }
    return { intent, made }
  }

  const grownIn = ({ inputs }: Awaited<ReturnType<typeof checkedOf>>) =>
    inputs.simulations.map((run) => run.is === 'run' && run.growth && run.growth.after - run.growth.before)

  test.each<[string, () => Partial<Deposit>]>([
    ['with both tokens', () => ({})],
    ['with the coin itself', () => ({ coin: local.token('ETH') })],
    [
      'with one token above the price',
      () => ({ range: presetRange({ kind: 'above' }, poolOf('WETH', 'USDC')), amount: ether / 30n }),
    ],
  ])('%s increases it by the amount in the review, to the unit', async (_, more) => {
    const { intent, made } = await wished(more())
    const plan = await planOf(intent)
    const look = await checkedOf(plan)
    expect(loud(look.verdict)).toEqual([])
    expect(look.verdict.level).toBe('proven')
    const [foreseen, again] = grownIn(look)
    expect(again).toBe(foreseen)

    const before = await positionOf(made.tokenId, intent.pool.positionManager)
    const added = await carryOut(plan)
    const after = await positionOf(made.tokenId, intent.pool.positionManager)
    expect(added).toMatchObject({ tokenId: made.tokenId, liquidity: foreseen })
    expect(after).toEqual({ ...before, liquidity: before.liquidity + added.liquidity })
    expect(isAsReviewed(intent, { ...added, position: added.tokenId })).toBe(true)
    if (coinPaid(intent))
      expect(await local.rpc(741001)('eth_getBalance', [intent.pool.positionManager, 'latest'])).toBe('0x0')
  })

  test('V-049 an increase is blocked if the position is someone else’s, or no one’s', async () => {
    const friend = privateKeyToAddress(generatePrivateKey())
    const { intent, made } = await wished({ recipient: friend })
    const theirs = await checkedOf(await planOf({ ...intent, recipient: me }))
    expect(loud(theirs.verdict).map(({ code }) => code)).toEqual(['V-040'])
    expect(findingText(loud(theirs.verdict)[0]!).toLowerCase()).toContain(friend.toLowerCase())
    const unowned = await checkedOf(await planOf({ ...intent, recipient: me, position: made.tokenId + 1_000_000n }))
    expect(loud(unowned.verdict).map(({ code }) => code)).toContain('V-040')
    expect(unowned.verdict.level).toBe('blocked')
  })

  test('V-049 an increase is blocked if the position is in another pool or range than shown', async () => {
    const { intent } = await wished()
    const other = poolOf('WETH', 'USDT')
    const [token0, token1] = [other.token0, other.token1]
    const moved = await checkedOf(
      await planOf({ ...intent, range: { ...intent.range, tickUpper: intent.range.tickUpper + 60 } }),
    )
    expect(loud(moved.verdict).map(({ code }) => code)).toEqual(['V-040'])
    const elsewhere = await checkedOf(await planOf({ ...intent, pool: { ...intent.pool, token0, token1 } }))
    expect(loud(elsewhere.verdict).map(({ code }) => code)).toContain('V-040')
  })
})

describe('taking liquidity out again', () => {
  async function withdrawal(liquidityOf: (whole: bigint) => bigint, coin?: Token) {
    const pool = poolOf('WETH', 'USDC')
    const deposit = intentOf({ pool, range: around(pool, 10), given: 'amount0', amount: ether })
    const made = await carryOut(await planOf(deposit))
    const liquidity = liquidityOf(made.liquidity)
    const rating = { ...deposit.range, sqrtPriceX96: pool.sqrtPriceX96 }
    const intent: WithdrawIntent = {
      kind: 'withdraw',
      pool: deposit.pool,
      position: made.tokenId,
      range: deposit.range,
      liquidity,
      minimums: burnMinimums({ ...rating, liquidity, toleranceBps: 50 }),
      ...(coin && { coin }),
      sender: me,
      recipient: me,
    }
    const { time, receivedAt, wrapped } = await groundOf(deposit)
    const plan: LiquidityPlan = seal({
      intent,
      steps: withdrawSteps(intent, { time, wrapped }),
      quote: noQuote,
      receivedAt,
    })
    return { plan, intent, made }
  }

  test('pays out what burning is worth, to the unit, and leaves the rest', async () => {
    const { plan, intent, made } = await withdrawal((whole) => whole / 3n)
    const { verdict, forecast } = await checkedOf(plan)
    expect(loud(verdict)).toEqual([])
    const { sqrtPriceX96 } = poolOf('WETH', 'USDC')
    const value = amountsForLiquidity({ ...intent.range, sqrtPriceX96, liquidity: intent.liquidity, round: 'down' })
    const changes = forecast.is === 'simulated' ? forecast.changes : []
    const arrives = (token: Token) =>
      changes.find((change) => change.token.toLowerCase() === token.address.toLowerCase())?.delta
    expect([arrives(intent.pool.token0), arrives(intent.pool.token1)]).toEqual([value.amount0, value.amount1])
    for (const step of plan.steps as EvmStep[]) expect((await send(step)).status).toBe('0x1')
    const left = await positionOf(made.tokenId, intent.pool.positionManager)
    expect(left).toMatchObject({ liquidity: made.liquidity - intent.liquidity, owed: [0n, 0n] })
  })

  test('pays out native coin in place of wrapped coins, to the unit, and leaves nothing with the manager', async () => {
    const eth = local.tokens.find(({ isNative, chain }) => isNative && chain.chainId === 741001)!
    const { plan, intent } = await withdrawal((whole) => whole / 2n, eth)
    const { verdict, forecast } = await checkedOf(plan)
    expect(loud(verdict)).toEqual([])
    const { sqrtPriceX96 } = poolOf('WETH', 'USDC')
    const value = amountsForLiquidity({ ...intent.range, sqrtPriceX96, liquidity: intent.liquidity, round: 'down' })
    const { token0, token1, positionManager } = intent.pool
    const [weth, usdc] = token0.symbol === 'WETH' ? [token0, token1] : [token1, token0]
    const [coins, tokens] = weth === token0 ? [value.amount0, value.amount1] : [value.amount1, value.amount0]
    const changes = forecast.is === 'simulated' ? forecast.changes : []
    const arrives = (token: string) => changes.find((change) => change.token.toLowerCase() === token)?.delta
    expect([arrives('native'), arrives(usdc.address.toLowerCase())]).toEqual([coins, tokens])
    expect(arrives(weth.address.toLowerCase()) ?? 0n).toBe(0n)

    const heldBy = async (account: string) => ({
      coins: BigInt((await local.rpc(741001)('eth_getBalance', [account, 'latest'])) as string),
      weth: await balanceOf(weth, account),
      usdc: await balanceOf(usdc, account),
    })
    const [mine, managers] = await Promise.all([heldBy(me), heldBy(positionManager)])
    const receipt = await send(plan.steps[0] as EvmStep)
    expect(receipt.status).toBe('0x1')
    const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
    const after = await heldBy(me)
    expect(after).toEqual({ coins: mine.coins + coins - fee, weth: mine.weth, usdc: mine.usdc + tokens })
    expect(await heldBy(positionManager)).toEqual(managers)
  })

  test('collects only fees without touching the liquidity', async () => {
    const { plan, intent, made } = await withdrawal(() => 0n)
    const { verdict } = await checkedOf(plan)
    expect(loud(verdict)).toEqual([])
    for (const step of plan.steps as EvmStep[]) expect((await send(step)).status).toBe('0x1')
    expect(await positionOf(made.tokenId, intent.pool.positionManager)).toMatchObject({ liquidity: made.liquidity })
  })
})

test('a deposit whose price moved beyond the tolerance is blocked before the wallet is asked', async () => {
  const pool = poolOf('WETH', 'USDC')
  const elsewhere = { ...pool, sqrtPriceX96: (pool.sqrtPriceX96 * 1_002n) / 1_000n }
  const intent = intentOf({ pool: elsewhere, range: around(pool, 5), given: 'amount0', amount: ether })
  const { verdict } = await checkedOf(await planOf(intent))
  expect(verdict.level).toBe('blocked')
  expect(loud(verdict).map((finding) => `${finding.code}: ${findingText(finding)}`)).toEqual([
    'V-030: It would fail: the price moved beyond your slippage tolerance. Try again with a higher slippage tolerance or a wider range.',
  ])
})
