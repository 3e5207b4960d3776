import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, maxUint256, parseAbi, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromUnits } from '../../src/domain/amount'
import { depositFor } from '../../src/domain/liquidity/deposit'
import { usesToken } from '../../src/domain/liquidity/liquidity'
import { fullRange, presetRange, type Range } from '../../src/domain/liquidity/range'
import { sqrtPriceX96ToTick } from '../../src/domain/liquidity/tick'
import { defaultToleranceBps } from '../../src/domain/liquidity/tolerance'
import type { Token } from '../../src/domain/token'
import { checkPlan } from '../../src/guard/check/checkPlan'
import type { DepositIntent } from '../../src/guard/liquidityIntent'
import { planTransactions } from '../../src/guard/plan/planTransactions'
import { readDepositAnswer } from '../../src/protocol/depositAnswer'
import { decodeAddLiquidity, encodeAddLiquidityRequest } from '../../src/protocol/liquidity'
import type { TransactionRecord } from '../../src/protocol/serviceMessages'
import { draws } from '../depth'
import { approveData } from './fixtures'
import { type LocalExchange, startLocalExchange } from './localExchange'
import { createRandom } from './soundness/random'

/*
 * The service prepares deposits while the market moves: between what a person typed, what the service read, and the check.
 * Both the answers and the moves are real; only what is tampered with is changed here.
 */

const harbor = 741_001
const count = draws(60, 200)
const seed = Number(process.env.GUARD_FUZZ_SEED ?? 2026)
const limits = { timeout: 600_000, retry: 0 }

let local: LocalExchange
let pools: readonly Pool[]
const [me, trader, thief] = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()].map(
  privateKeyToAddress,
) as [Hex, Hex, Hex]

beforeAll(async () => {
  local = await startLocalExchange({ addDelivery: 'transactions' })
  await local.exchange.fund('evm', me)
  await local.exchange.fund('evm', trader)
  await local.rpc(harbor)('anvil_setBalance', [trader, toHex(10n ** 24n)])
  const weth = local.token('WETH')
  await act(trader, weth.address, encodeFunctionData({ abi, functionName: 'deposit' }), 10n ** 23n)
  for (const symbol of ['WETH', 'USDC', 'USDT'])
    await act(trader, local.token(symbol).address, approveData(router(), maxUint256))
  pools = await Promise.all(['USDC', 'USDT'].map(async (symbol) => poolOf(weth, local.token(symbol))))
}, 120_000)

afterAll(() => local.exchange.stop())

const abi = parseAbi([
  'function deposit() payable',
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 a, uint16 b, uint16 c, uint8 d, bool e)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function setApprovalForAll(address operator, bool approved)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
])
const mintAbi = parseAbi([
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable returns (uint256, uint128, uint256, uint256)',
])

const settings = () => local.chains.find(({ chainId }) => chainId === harbor)!
const router = () => getAddress(settings().trusted[0]!)
const manager = () => getAddress(settings().positionManager!)

async function act(from: Hex, to: string, data: Hex, value = 0n): Promise<void> {
  const { status } = await local.send(harbor, { from, to, data, value })
  if (status !== '0x1') throw new Error(`The chain rejected a call of ${from} to ${to}.`)
}

async function read(to: string, data: Hex): Promise<Hex> {
  return (await local.rpc(harbor)('eth_call', [{ to, data }, 'latest'])) as Hex
}

type Pool = {
  readonly address: Hex
  readonly token0: Token
  readonly token1: Token
  /** The price at the beginning, around which the market moves. */
  readonly start: bigint
}

const feePpm = 3000

async function poolOf(a: Token, b: Token): Promise<Pool> {
  const factory = `0x${(await read(router(), encodeFunctionData({ abi, functionName: 'factory' }))).slice(-40)}`
  const args = [getAddress(a.address), getAddress(b.address), feePpm] as const
  const found = await read(factory, encodeFunctionData({ abi, functionName: 'getPool', args }))
  const address = getAddress(`0x${found.slice(-40)}`)
  const [token0, token1] = BigInt(a.address) < BigInt(b.address) ? [a, b] : [b, a]
  return { address, token0, token1, start: await priceOf(address) }
}

async function priceOf(address: Hex): Promise<bigint> {
  return BigInt((await read(address, encodeFunctionData({ abi, functionName: 'slot0' }))).slice(0, 66))
}

/** The trader moves the price by up to 0.35 %, and stays within 3 % below the start in terms of WETH. */
async function move(pool: Pool, random: ReturnType<typeof createRandom>): Promise<void> {
  const now = await priceOf(pool.address)
  const isWethFirst = pool.token0.symbol === 'WETH'
  const [low, high] = isWethFirst
    ? [(pool.start * 985n) / 1000n, pool.start]
    : [pool.start, (pool.start * 1015n) / 1000n]
  const by = BigInt(Math.round((random.roll() * 2 - 1) * 1_750))
  const wanted = now + (now * by) / 1_000_000n
  const limit = wanted < low ? low : wanted > high ? high : wanted
  if (limit === now) return
  const [tokenIn, tokenOut] = limit < now ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  const params = {
    ...{ tokenIn: getAddress(tokenIn.address), tokenOut: getAddress(tokenOut.address), fee: feePpm },
    ...{ recipient: trader, deadline: 2n ** 40n, amountIn: 10n ** 26n, amountOutMinimum: 0n, sqrtPriceLimitX96: limit },
  }
  await act(trader, router(), encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] }))
}

type Random = ReturnType<typeof createRandom>

/**
 * Possible inputs: any kind of range, either token, the native coin or its wrapped form, the default tolerance or more.
 */
async function randomIntent(random: Random): Promise<DepositIntent> {
  const pool = random.pick(pools)
  const sqrtPriceX96 = await priceOf(pool.address)
  const priced = { sqrtPriceX96, spacing: 60 }
  const percent = random.pick([2, 3, 5, 10, 20, 45])
  const range = random.pick<() => Range>([
    () => presetRange({ kind: 'percent', percent }, priced),
    () => presetRange({ kind: 'percent', percent }, priced),
    () => fullRange(60),
    () => away(presetRange({ kind: 'above' }, priced), 120),
    () => away(presetRange({ kind: 'below' }, priced), -120),
  ])()
  const placed = { ...range, sqrtPriceX96 }
  const given =
    usesToken('amount0', placed) && (random.chance(0.5) || !usesToken('amount1', placed)) ? 'amount0' : 'amount1'
  const token = given === 'amount0' ? pool.token0 : pool.token1
  const most = token.symbol === 'WETH' ? 10n ** 17n : 300_000_000n
  const amount = most / 100n + (most * BigInt(Math.floor(random.roll() * 1e6))) / 1_000_000n
  const { amount0, amount1 } = depositFor({ ...placed, given, amount })
  const isCoin = random.chance(0.3)
  const paid = (token: Token) => (isCoin && token.symbol === 'WETH' ? local.token('ETH') : token)
  const { bps } = defaultToleranceBps(false, placed)
  return {
    kind: 'deposit',
    pool: {
      token0: pool.token0,
      token1: pool.token1,
      feePpm,
      address: pool.address,
      positionManager: manager(),
      startTick: undefined,
    },
    pay: [
      { token: paid(pool.token0), units: amount0 },
      { token: paid(pool.token1), units: amount1 },
    ],
    range,
    toleranceBps: random.chance(0.7) ? bps : bps + random.pick([100, 300, 500]),
    sqrtPriceX96,
    sender: me,
    recipient: me,
  }
}

/** A one-sided range that small moves of the price do not reach. */
function away({ tickLower, tickUpper }: Range, by: number): Range {
  const { tickLower: lowest, tickUpper: highest } = fullRange(60)
  return { tickLower: Math.max(tickLower + by, lowest), tickUpper: Math.min(tickUpper + by, highest) }
}

/** The service's answer, decoded as in the app. */
async function answerTo({ pay, range, recipient, sqrtPriceX96 }: DepositIntent): Promise<readonly TransactionRecord[]> {
  const [a, b] = pay
  const body = encodeAddLiquidityRequest({
    amountA: fromUnits(a.units, a.token.decimals),
    amountB: fromUnits(b.units, b.token.decimals),
    tokenAId: a.token.id,
    tokenBId: b.token.id,
    ...range,
    networkName: a.token.chain.name,
    recipient,
    creationTick: sqrtPriceX96ToTick(sqrtPriceX96),
  })
  const { fetch, apiKey } = local.exchange
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const response = await fetch(
    new Request('http://exchange.test/api/amm/interactions/add', { method: 'POST', headers, body }),
  )
  const reading = decodeAddLiquidity({
    status: response.status,
    contentType: 'application/json',
    retryAfter: undefined,
    receivedAt: Date.now(),
    text: await response.text(),
  })
  if (reading.is === 'refused') throw new Error(`${JSON.stringify(reading.refusal)} ${body}`)
  const answer = readDepositAnswer(reading.value)
  if (answer.is !== 'transactions') throw new Error(`The service answered with ${answer.is}.`)
  return answer.transactions
}

/** The codes that block what a service answered; empty where the person may sign. */
async function blocksOf(intent: DepositIntent, transactions: readonly TransactionRecord[]) {
  const natives = local.tokens.filter(({ isNative }) => isNative)
  const known = { receivedAt: Date.now(), chains: local.chains, natives }
  const planned = planTransactions(intent, transactions, known)
  if (planned.is === 'refused') return { codes: planned.findings.map(({ code }) => code), plan: undefined }
  const { verdict } = await checkPlan(
    planned.plan,
    { nodes: (chainId) => local.nodes(chainId) },
    { now: Date.now(), account: me, chains: local.chains, natives },
  )
  const codes = verdict.findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)
  return { codes, plan: planned.plan }
}

/** A deposit that is asked for, answered and checked at three prices. */
async function askedInAMovingMarket(random: Random) {
  const intent = await randomIntent(random)
  const pool = pools.find(({ address }) => address === intent.pool.address)!
  if (random.chance(0.6)) await move(pool, random)
  const transactions = await answerTo(intent)
  if (random.chance(0.8)) await move(pool, random)
  return { intent, transactions }
}

test(
  `of ${count} random honest deposits in a moving market none is blocked, and every tenth is carried out`,
  limits,
  async () => {
    const random = createRandom(seed)
    const wrong: unknown[] = []
    for (let turn = 0; turn < count; turn++) {
      const { intent, transactions } = await askedInAMovingMarket(random)
      const { codes, plan } = await blocksOf(intent, transactions)
      if (codes.length > 0 || !plan) wrong.push({ turn, codes, range: intent.range, toleranceBps: intent.toleranceBps })
      else if (turn % 10 === 0) {
        const snapshot = await local.rpc(harbor)('evm_snapshot', [])
        for (const step of plan.steps) {
          if (step.kind !== 'evm') throw new Error('A deposit on Harbor has EVM steps only.')
          const { status } = await local.send(harbor, {
            from: step.from,
            to: step.to,
            data: step.data,
            value: step.value,
          })
          if (status !== '0x1') wrong.push({ turn, reverted: step.purpose })
        }
        await local.rpc(harbor)('evm_revert', [snapshot])
      }
    }
    expect(wrong).toEqual([])
  },
)

type Mint = {
  readonly token0: Hex
  readonly token1: Hex
  readonly fee: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly amount0Desired: bigint
  readonly amount1Desired: bigint
  readonly amount0Min: bigint
  readonly amount1Min: bigint
  readonly recipient: Hex
  readonly deadline: bigint
}

/** The same answer with other arguments in its mint, inside a multicall as well. */
function withMint(change: (mint: Mint) => Mint | undefined) {
  return ({ transactions }: Tampering): readonly TransactionRecord[] | undefined => {
    const last = transactions.at(-1)!
    const calls = callsIn(last.data as Hex)
    const changed = calls.map((data) => {
      const { functionName, args } = decode(data)
      if (functionName !== 'mint') return data
      const params = change(args[0] as Mint)
      return params && encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [params] })
    })
    if (changed.some((data) => data === undefined)) return undefined
    return [...transactions.slice(0, -1), { ...last, data: joined(changed as Hex[]) }]
  }
}

/** The same answer with another list of calls in its last transaction. */
function withCalls(change: (calls: readonly Hex[]) => readonly Hex[] | undefined) {
  return ({ transactions }: Tampering): readonly TransactionRecord[] | undefined => {
    const last = transactions.at(-1)!
    const calls = change(callsIn(last.data as Hex))
    return calls && [...transactions.slice(0, -1), { ...last, data: joined(calls) }]
  }
}

const allAbi = [...abi, ...mintAbi, ...parseAbi(['function refundETH() payable'])] as const

function decode(data: Hex): { functionName: string; args: readonly unknown[] } {
  const { functionName, args = [] } = decodeFunctionData({ abi: allAbi, data })
  return { functionName, args }
}

function callsIn(data: Hex): readonly Hex[] {
  const { functionName, args } = decode(data)
  return functionName === 'multicall' ? (args[0] as readonly Hex[]) : [data]
}

function joined(calls: readonly Hex[]): Hex {
  const [only, ...others] = calls
  if (only !== undefined && others.length === 0) return only
  return encodeFunctionData({ abi, functionName: 'multicall', args: [calls] })
}

type Tampering = { readonly intent: DepositIntent; readonly transactions: readonly TransactionRecord[] }

/** A range on which the least amounts protect: on one that is narrower than the tolerance there is nothing to take away. */
function hasMinimums({ range, toleranceBps, sqrtPriceX96 }: DepositIntent): boolean {
  const tick = sqrtPriceX96ToTick(sqrtPriceX96)
  const inside = Math.min(tick - range.tickLower, range.tickUpper - tick)
  return inside > toleranceBps * 6
}

const onMinimums =
  (change: (mint: Mint) => Mint) =>
  (tampering: Tampering): readonly TransactionRecord[] | undefined =>
    hasMinimums(tampering.intent) ? withMint(change)(tampering) : undefined

function onFirst(change: (record: TransactionRecord) => TransactionRecord) {
  return ({ transactions }: Tampering): readonly TransactionRecord[] | undefined =>
    transactions.length > 1 ? [change(transactions[0]!), ...transactions.slice(1)] : undefined
}

function onLast(change: (record: TransactionRecord, intent: DepositIntent) => TransactionRecord | undefined) {
  return ({ transactions, intent }: Tampering): readonly TransactionRecord[] | undefined => {
    const last = change(transactions.at(-1)!, intent)
    return last && [...transactions.slice(0, -1), last]
  }
}

const past = () => BigInt(Math.floor(Date.now() / 1000)) - 60n
const isInCoins = ({ pay }: DepositIntent) => pay.some(({ token }) => token.isNative)

/** Changes by an attacker who writes the answers, one at a time. */
const tamperings: Readonly<Record<string, (tampering: Tampering) => readonly TransactionRecord[] | undefined>> = {
  'no least amount of the first token': onMinimums((mint) => ({ ...mint, amount0Min: 0n })),
  'no least amount of the second token': onMinimums((mint) => ({ ...mint, amount1Min: 0n })),
  'no least amounts': onMinimums((mint) => ({ ...mint, amount0Min: 0n, amount1Min: 0n })),
  'a quarter of the least amounts': onMinimums((mint) => ({
    ...mint,
    amount0Min: mint.amount0Min / 4n,
    amount1Min: mint.amount1Min / 4n,
  })),
  'the position for somebody else': withMint((mint) => ({ ...mint, recipient: thief })),
  'the position for the manager': withMint((mint) => ({ ...mint, recipient: manager() })),
  'a lower bound one spacing off': withMint((mint) => ({ ...mint, tickLower: mint.tickLower + 60 })),
  'an upper bound one spacing off': withMint((mint) => ({ ...mint, tickUpper: mint.tickUpper - 60 })),
  'a range moved as a whole': withMint((mint) =>
    Math.abs(mint.tickLower) > 880_000 || Math.abs(mint.tickUpper) > 880_000
      ? undefined
      : { ...mint, tickLower: mint.tickLower + 600, tickUpper: mint.tickUpper + 600 },
  ),
  'the inverted range': withMint((mint) =>
    mint.tickLower === -mint.tickUpper
      ? undefined
      : { ...mint, tickLower: -mint.tickUpper, tickUpper: -mint.tickLower },
  ),
  'the pool of another fee': withMint((mint) => ({ ...mint, fee: 500 })),
  'the pool of another pair': withMint((mint) => {
    const other = getAddress(local.token('DAI').address)
    const weth = getAddress(local.token('WETH').address)
    const [token0, token1] = BigInt(other) < BigInt(weth) ? [other, weth] : [weth, other]
    return { ...mint, token0, token1 }
  }),
  'more of the first token': withMint((mint) => ({ ...mint, amount0Desired: mint.amount0Desired + 1n })),
  'more of the second token': withMint((mint) => ({ ...mint, amount1Desired: mint.amount1Desired + 1n })),
  'a deadline that has passed': withMint((mint) => ({ ...mint, deadline: past() })),
  'a deadline in a year': withMint((mint) => ({ ...mint, deadline: mint.deadline + 31_536_000n })),
  'no deadline': withMint((mint) => ({ ...mint, deadline: maxUint256 })),
  'another manager': onLast((last) => ({ ...last, to: router() })),
  'a contract of nobody': onLast((last) => ({ ...last, to: thief })),
  'more coins than are deposited': onLast((last) => ({ ...last, value: String(BigInt(last.value ?? 0) + 10n ** 16n) })),
  'fewer coins than are deposited': onLast((last, intent) =>
    isInCoins(intent) && BigInt(last.value ?? 0) > 0n
      ? { ...last, value: String(BigInt(last.value ?? 0) / 2n) }
      : undefined,
  ),
  // A deposit of only the other token sends no native value, so there is nothing to refund.
  'coins that are not paid back': (tampering) =>
    BigInt(tampering.transactions.at(-1)?.value ?? 0) > 0n
      ? withCalls((calls) => (calls.length > 1 ? calls.slice(0, 1) : undefined))(tampering)
      : undefined,
  'control over all positions for somebody else': withCalls((calls) => [
    ...calls,
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] }),
  ]),
  'what is left swept to somebody else': withCalls((calls) => [
    ...calls,
    encodeFunctionData({
      abi,
      functionName: 'sweepToken',
      args: [getAddress(local.token('WETH').address), 0n, thief],
    }),
  ]),
  'a deposit made twice': withCalls((calls) => [...calls, calls[0]!]),
  'an allowance for somebody else': onFirst((first) => ({ ...first, data: approveData(thief, maxUint256) })),
  'an allowance of another token': onFirst((first) => ({ ...first, to: local.token('DAI').address })),
}

test(`of ${count} tampered deposits in a moving market none passes`, limits, async () => {
  const random = createRandom(seed + 1)
  const names = Object.keys(tamperings)
  const passed: unknown[] = []
  const blocked: unknown[] = []
  const tried = new Map<string, number>()
  while ([...tried.values()].reduce((sum, each) => sum + each, 0) < count) {
    const asked = await askedInAMovingMarket(random)
    // The tampered answer is blocked only because of the tampering: untouched, it may be signed.
    const { codes: untouched } = await blocksOf(asked.intent, asked.transactions)
    if (untouched.length > 0) blocked.push({ untouched, range: asked.intent.range })
    // The least tried first, so that each gets its turn if it applies.
    const ordered = names.toSorted((a, b) => (tried.get(a) ?? 0) - (tried.get(b) ?? 0) || (random.chance(0.5) ? 1 : -1))
    for (const name of ordered) {
      const transactions = tamperings[name]!(asked)
      if (!transactions) continue
      tried.set(name, (tried.get(name) ?? 0) + 1)
      const { codes } = await blocksOf(asked.intent, transactions)
      if (codes.length === 0) passed.push({ name, range: asked.intent.range, toleranceBps: asked.intent.toleranceBps })
      break
    }
  }
  expect({ passed, blocked }).toEqual({ passed: [], blocked: [] })
  expect(names.filter((name) => (tried.get(name) ?? 0) < draws(1, 3))).toEqual([])
})
