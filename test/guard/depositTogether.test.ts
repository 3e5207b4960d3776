import { encodeFunctionData, erc20Abi, getAddress, maxUint256, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readExistingAllowance } from '../../src/chain/allowance'
import type { RpcPort } from '../../src/chain/rpc'
import { depositFor } from '../../src/domain/liquidity/deposit'
import { presetRange } from '../../src/domain/liquidity/range'
import type { Token } from '../../src/domain/token'
import type { CheckedLiquidity, CheckOptions } from '../../src/guard/check/checkedPlan'
import { checkPlan } from '../../src/guard/check/checkPlan'
import { assertionAddress } from '../../src/guard/decode/evm/assertion'
import { depositData } from '../../src/guard/decode/evm/liquidityCalls'
import type { DepositIntent, IncreaseIntent, PayingIntent } from '../../src/guard/liquidityIntent'
import type { EvmStep } from '../../src/guard/plan'
import { approvalStep, depositSteps, noQuote } from '../../src/guard/plan/liquiditySteps'
import type { LiquidityPlan } from '../../src/guard/rules/input/ruleInput'
import { seal } from '../../src/guard/seal'
import type { Batch } from '../../src/orders/batch'
import { batchOf } from '../../src/orders/batchTasks'
import type { TransactionStatus } from '../../src/orders/executor'
import { openOrder } from '../../src/orders/openOrder'
import { type LiquidityPool, liquidityPoolOf, poolKeyOf } from '../../src/preparation/liquidity/liquidityPool'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import type { Provider } from '../../src/wallets/evm/connection/provider'
import { createEvmExecutor } from '../../src/wallets/evm/executor'
import { createEvmNode } from '../../src/wallets/evm/node'
import { batchingWallet } from './batchingWallet'
import { type LocalExchange, startLocalExchange } from './localExchange'

/*
 * Deposits as one transaction (EIP-5792): approvals, deposit and the approvals taken back, between the two calls of the
 * assertion contract, through the demo wallet that batches, on real chains.
 */

const harbor = 741_001
const ether = 10n ** 18n
let local: LocalExchange
let wallet: Provider
let me: string
const friend = privateKeyToAccount(`0x${'c4'.repeat(32)}`).address

beforeAll(async () => {
  local = await startLocalExchange()
  wallet = batchingWallet(local)
  const [account] = (await wallet.request({ method: 'eth_requestAccounts' })) as [string]
  me = getAddress(account)
})
beforeEach(async () => {
  for (const address of [me, friend]) await local.exchange.fund('evm', address)
})
afterAll(() => local.exchange.stop())

async function poolOf(a: string, b: string): Promise<LiquidityPool> {
  const { fetch, apiKey } = local.exchange
  const request = new Request('http://exchange.test/api/amm/pool/all/Harbor', { headers: { 'x-api-key': apiKey } })
  const response = await fetch(request)
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: Date.now() }
  const reading = decodePools({ ...heard, text: await response.text() })
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  const { chain } = local.token('WETH')
  const here = local.tokens.filter((token) => token.chain.chainId === chain.chainId)
  const pools = createPoolReader(chain.kind, here)
    .read(reading.value)
    .flatMap((pool) => liquidityPoolOf(pool, chain, heard.receivedAt) ?? [])
  const found = pools.find(
    ({ token0, token1 }) => [token0.symbol, token1.symbol].sort().join() === [a, b].sort().join(),
  )
  if (!found) throw new Error(`There is no pool of ${a} and ${b}.`)
  return found
}

async function intentOf(coin?: Token): Promise<DepositIntent> {
  const pool = await poolOf('WETH', 'USDC')
  const range = presetRange({ kind: 'percent', percent: 10 }, pool)
  const amounts = depositFor({ ...range, sqrtPriceX96: pool.sqrtPriceX96, given: 'amount0', amount: ether / 2n })
  const paid = (token: Token) => (coin && token.symbol === 'WETH' ? coin : token)
  return {
    kind: 'deposit',
    pool: { ...poolKeyOf(pool), positionManager: pool.positionManager! },
    pay: [
      { token: paid(pool.token0), units: amounts.amount0 },
      { token: paid(pool.token1), units: amounts.amount1 },
    ],
    range,
    toleranceBps: 200,
    sqrtPriceX96: pool.sqrtPriceX96,
    sender: me,
    recipient: me,
  }
}

async function planOf(intent: PayingIntent): Promise<LiquidityPlan> {
  const ask = local.rpc(harbor)
  const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  const paid = intent.pay.filter(({ token }) => !token.isNative)
  const allowances = await Promise.all(
    paid.map(({ token, units }) => readExistingAllowance(ask, token.address, [me, intent.pool.positionManager], units)),
  )
  const wrapped = local.chains[0]!.wrappedNative
  const ground = { receivedAt: Date.now(), time: BigInt(block.timestamp), wrapped, allowances }
  const steps = depositSteps(intent, ground)
  return seal<PayingIntent>({ intent, steps, quote: noQuote, receivedAt: ground.receivedAt })
}

const managerOf = () => getAddress(local.chains[0]!.positionManager!)

function checked(
  plan: LiquidityPlan,
  more: Partial<CheckOptions> = {},
  nodes = (chainId: number) => local.nodes(chainId),
): Promise<CheckedLiquidity> {
  const natives = local.tokens.filter(({ isNative }) => isNative)
  const options = { now: Date.now(), account: me, chains: local.chains, natives, batches: 'supported' as const }
  return checkPlan(plan, { nodes }, { ...options, ...more })
}

function executor() {
  return createEvmExecutor({
    chains: local.chains,
    node: (chain) => createEvmNode(chain, { retryDelays: [] }),
    origin: 'http://127.0.0.1:1',
    connection: { current: () => ({ address: me, provider: wallet }), onChange: () => () => {} },
  })
}

function batchIn(plan: LiquidityPlan): Batch {
  const batch = batchOf(openOrder('order', plan, 0))
  if (!batch) throw new Error('The plan does not go out as a batch.')
  return batch
}

/** Asks the wallet once and follows the batch until the chain has decided. */
async function carryOut(batch: Batch): Promise<TransactionStatus> {
  const evm = executor()
  await evm.ensureReady(batch, () => {})
  const anchor = await evm.createAnchor(batch)
  const ignore = () => {}
  await evm.send(batch, anchor, ignore, ignore)
  for (let tries = 0; tries < 200; tries++) {
    const status = await evm.getStatus(batch, anchor, undefined, [me])
    if (status.is !== 'taken' && status.is !== 'pending') return status
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The batch was not mined.')
}

const erc721Abi = parseAbi(['function balanceOf(address owner) view returns (uint256)'])

async function read(to: string, data: string): Promise<bigint> {
  return BigInt(String(await local.rpc(harbor)('eth_call', [{ to, data }, 'latest'])))
}

async function holdings({ pool }: Pick<PayingIntent, 'pool'>, account = me) {
  const [token0, token1, positions] = await Promise.all(
    [pool.token0.address, pool.token1.address, pool.positionManager].map((to) =>
      read(to, encodeFunctionData({ abi: erc721Abi, functionName: 'balanceOf', args: [getAddress(account)] })),
    ),
  )
  return { token0: token0!, token1: token1!, positions: positions! }
}

async function allowances({ pool }: Pick<PayingIntent, 'pool'>): Promise<readonly bigint[]> {
  const args = [getAddress(me), getAddress(pool.positionManager)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
  return Promise.all([pool.token0, pool.token1].map(({ address }) => read(address, data)))
}

function purposes({ steps }: LiquidityPlan): readonly string[] {
  return steps.map(({ purpose }) => purpose.does)
}

function loud({ verdict }: CheckedLiquidity): readonly string[] {
  return verdict.findings
    .filter(({ severity }) => severity === 'warn' || severity === 'block')
    .map(({ code, kind }) => `${code}.${kind}`)
}

/** Someone trades in the pool, so that a deposit of the same amounts needs less of one of them. */
async function trade(): Promise<void> {
  const intent = {
    ...({ kind: 'swap', sell: { token: local.token('USDC'), units: 300_000_000n }, buy: local.token('WETH') } as const),
    ...{ slippageBps: 100, sender: friend, recipient: friend, skipNonSwapTransactions: false },
  }
  const answer = await local.ask(intent)
  for (const { to, data } of answer.transactions)
    expect(await local.send(harbor, { from: friend, to: String(to), data: String(data) })).toMatchObject({
      status: '0x1',
    })
}

describe('a deposit by a wallet that batches', () => {
  test('a deposit is proven step by step without a batching wallet, and enforced as one transaction with it', async () => {
    const plan = await planOf(await intentOf())
    const alone = await checked(plan, { batches: undefined })
    expect([alone.verdict.level, alone.plan.assertion]).toEqual(['proven', undefined])
    const together = await checked(plan)
    expect([together.verdict.level, loud(together)]).toEqual(['enforced', []])
    expect(purposes(together.plan)).toEqual(['approve', 'approve', 'deposit', 'reset', 'reset'])
    const { pay, pool } = await intentOf()
    expect(together.plan.assertion?.changes).toEqual(
      expect.arrayContaining([
        { token: pay[0].token.address, account: me, least: -pay[0].units },
        { token: pool.positionManager, account: me, least: 1n },
      ]),
    )
    expect(together.plan.assertion?.allowances.map(({ most }) => most)).toEqual([0n, 0n])
  })

  test('opens the position, though the price moved, and leaves no allowance for the unused rest', async () => {
    const intent = await intentOf()
    const { plan } = await checked(await planOf(intent))
    const before = await holdings(intent)
    await trade()
    const status = await carryOut(batchIn(plan))
    const after = await holdings(intent)
    expect(status.is).toBe('done')
    expect(after.positions - before.positions).toBe(1n)
    const paid = [before.token0 - after.token0, before.token1 - after.token1]
    expect(paid.some((units, side) => units * 10_000n < intent.pay[side]!.units * 9_999n)).toBe(true)
    expect(paid.every((units, side) => units > 0n && units <= intent.pay[side]!.units)).toBe(true)
    expect(await allowances(intent)).toEqual([0n, 0n])
    if (status.is !== 'done') return
    const { grown } = status.receipt
    expect([grown?.amount0, grown?.amount1]).toEqual(paid)
    const id = encodeFunctionData({
      abi: parseAbi(['function ownerOf(uint256 id) view returns (address)']),
      functionName: 'ownerOf',
      args: [grown!.position],
    })
    expect(await read(intent.pool.positionManager, id)).toBe(BigInt(me))
  })

  test('pays with the coin, too, and grows a position', async () => {
    const intent = await intentOf(local.token('ETH'))
    const opened = await checked(await planOf(intent))
    expect([opened.verdict.level, purposes(opened.plan)]).toEqual(['enforced', ['approve', 'deposit', 'reset']])
    const status = await carryOut(batchIn(opened.plan))
    if (status.is !== 'done' || !status.receipt.grown) throw new Error(`The deposit is ${status.is}.`)
    const { position } = status.receipt.grown
    const growing: IncreaseIntent = { ...(await intentOf()), kind: 'increase', position }
    const more = await checked(await planOf(growing))
    expect([more.verdict.level, loud(more)]).toEqual(['enforced', []])
    const before = await holdings(growing)
    const grown = await carryOut(batchIn(more.plan))
    expect(grown).toMatchObject({ is: 'done', receipt: { grown: { position } } })
    const after = await holdings(growing)
    expect([before.token0 > after.token0, after.positions - before.positions]).toEqual([true, 0n])
    expect(await allowances(growing)).toEqual([0n, 0n])
  })

  test('a deposit is judged again with the bounds of its seal', async () => {
    const first = await checked(await planOf(await intentOf()))
    const again = await checked(first.plan)
    expect([again.verdict.level, again.plan.hash]).toEqual(['enforced', first.plan.hash])
  })

  test('keeps an allowance that was before, and asks for none next to it', async () => {
    const intent = await intentOf()
    const [spender, token] = [getAddress(intent.pool.positionManager), intent.pool.token0.address]
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
    await local.send(harbor, { from: me, to: token, data })
    try {
      const { plan, verdict } = await checked(await planOf(intent))
      expect([verdict.level, purposes(plan)]).toEqual(['enforced', ['approve', 'deposit', 'reset']])
    } finally {
      const revoked = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 0n] })
      await local.send(harbor, { from: me, to: token, data: revoked })
    }
  })
})

describe('the chain undoes a deposit', () => {
  type Change = (batch: Batch, intent: DepositIntent) => readonly EvmStep[]
  const changed = (batch: Batch, does: string, change: (step: EvmStep) => readonly EvmStep[]) =>
    batch.steps.flatMap((step) => (step.purpose.does === does ? change(step) : [step]))
  const mint = (step: EvmStep, intent: DepositIntent) => ({
    ...step,
    data: depositData(intent, local.chains[0]!.wrappedNative, BigInt(Math.floor(Date.now() / 1000)) + 3_000n),
  })

  test.each<[string, Change]>([
    [
      'whose position goes to somebody else',
      (batch, intent) => changed(batch, 'deposit', (step) => [mint(step, { ...intent, recipient: friend })]),
    ],
    [
      'that takes more than was typed',
      (batch, intent) => {
        const [first, second] = intent.pay
        const pay = [
          { ...first, units: first.units * 2n },
          { ...second, units: second.units * 2n },
        ] as const
        const more = { ...intent, pay }
        const approvals = more.pay.map(({ token, units }) => approvalStep(intent, token.address, units))
        const [from] = batch.steps
        return [
          ...approvals.map((step) => ({ ...step, from: from!.from })),
          ...changed(batch, 'approve', () => []),
        ].map((step) => (step.purpose.does === 'deposit' ? mint(step, more) : step))
      },
    ],
    [
      'that leaves an allowance',
      (batch, intent) => [...batch.steps, approvalStep(intent, intent.pool.token1.address, 1n)],
    ],
    ['that deposits nothing', (batch) => changed(batch, 'deposit', () => [])],
  ])('%s', async (_, change) => {
    const intent = await intentOf()
    const { plan } = await checked(await planOf(intent))
    const before = await holdings(intent)
    const batch = batchIn(plan)
    const status = await carryOut({ ...batch, steps: change(batch, intent) })
    expect(status.is).toBe('reverted')
    expect([await holdings(intent), await allowances(intent)]).toEqual([before, [0n, 0n]])
  })
})

/** The sender gave a friend a right over wrapped bitcoin, long ago. */
async function withOlderRight(act: (token: string) => Promise<void>): Promise<void> {
  const token = local.token('WBTC').address
  const approve = (units: bigint) =>
    local.send(harbor, {
      ...{ from: me, to: token },
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, units] }),
    })
  await approve(maxUint256)
  await act(token).finally(() => approve(0n))
}

describe('everything over which the sender gave a right', () => {
  test('a token with an allowance is bounded even if no list names it, and a batch that takes it reverts', () =>
    withOlderRight(async (token) => {
      const { plan, verdict } = await checked(await planOf(await intentOf()))
      expect(verdict.level).toBe('enforced')
      const bound = plan.assertion?.changes.find((change) => change.token.toLowerCase() === token.toLowerCase())
      expect(bound).toMatchObject({ account: me, least: 0n })
      const batch = batchIn(plan)
      const args = [friend, 1n] as const
      const taken = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      const theft = { ...batch.steps[0]!, to: token, data: taken }
      expect((await carryOut({ ...batch, steps: [...batch.steps, theft] })).is).toBe('reverted')
    }))

  test('a token is bounded before the prompt as well, if the allowance was given after the review', async () => {
    const { plan } = await checked(await planOf(await intentOf()))
    const { hash: _, ...rest } = plan
    const { changes, allowances } = plan.assertion!
    await withOlderRight(async (token) => {
      const without = changes.filter((change) => change.token.toLowerCase() !== token.toLowerCase())
      const earlier = seal({ ...rest, assertion: { changes: without, allowances } })
      expect(loud(await checked(earlier))).toContain('V-060.looser')
    })
  })

  test.each<readonly [string, () => unknown]>([
    ['refuses to return logs', () => Promise.reject(new Error('query exceeds the range'))],
    ['leaves logs out', () => []],
  ])('the bounds are unknown from a node that %s, and the deposit is signed step by step', async (_, logs) => {
    await withOlderRight(async (token) => {
      const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [managerOf(), 1n] })
      await local.send(harbor, { from: me, to: token, data: approve })
      const ask: RpcPort = async (method, params) =>
        method === 'eth_getLogs' ? logs() : local.rpc(harbor)(method, params)
      const nodes = (chainId: number) => local.nodes(chainId).map((node) => ({ ...node, ask }))
      const { plan, verdict } = await checked(await planOf(await intentOf()), {}, nodes)
      expect([verdict.level, plan.assertion]).toEqual(['proven', undefined])
    })
  })
})

describe('a deposit is signed step by step', () => {
  test.each([
    ['where the wallet would first have to upgrade the account', { batches: 'ready' as const }],
    ['where some of it is done already', { done: 1 }],
  ])('%s', async (_, more) => {
    const { plan } = await checked(await planOf(await intentOf()), more)
    expect(plan.assertion).toBeUndefined()
  })

  test('where another code is at the address of the assertion contract', async () => {
    const node = local.rpc(harbor)
    const code = await node('eth_getCode', [assertionAddress, 'latest'])
    await node('anvil_setCode', [assertionAddress, '0x00'])
    try {
      const { plan, verdict } = await checked(await planOf(await intentOf()))
      expect([verdict.level, plan.assertion, purposes(plan)]).toEqual([
        'proven',
        undefined,
        ['approve', 'approve', 'deposit'],
      ])
    } finally {
      await node('anvil_setCode', [assertionAddress, code])
    }
  })
})

describe('V-060 a deposit that was confirmed as one transaction is blocked', () => {
  test('when the wallet no longer batches', async () => {
    const { plan } = await checked(await planOf(await intentOf()))
    expect(loud(await checked(plan, { batches: undefined }))).toContain('V-060.not-atomic')
  })

  test('when its bounds were loosened in storage', async () => {
    const { plan } = await checked(await planOf(await intentOf()))
    const { hash: _, ...rest } = plan
    const { changes, allowances } = plan.assertion!
    const forgeries = [
      { changes: changes.map((change) => ({ ...change, least: change.least > 0n ? 0n : change.least })), allowances },
      { changes: changes.map((change) => ({ ...change, least: change.least * 2n })), allowances },
      { changes, allowances: allowances.map((allowance) => ({ ...allowance, most: maxUint256 })) },
      { changes, allowances: [] },
      { changes: [], allowances: [] },
      ...changes.map((left) => ({ changes: changes.filter((change) => change !== left), allowances })),
      { changes: changes.map((change) => ({ ...change, account: assertionAddress })), allowances },
      { changes, allowances: allowances.map((allowance) => ({ ...allowance, spender: assertionAddress })) },
      { changes, allowances: allowances.map((allowance) => ({ ...allowance, through: assertionAddress })) },
      { changes, allowances: allowances.map((allowance) => ({ ...allowance, most: 1n })) },
    ]
    for (const assertion of forgeries)
      expect(loud(await checked(seal({ ...rest, assertion })))).toContain('V-060.looser')
  })

  test('when the network would cancel it', async () => {
    const { plan } = await checked(await planOf(await intentOf()))
    const { hash: _, ...rest } = plan
    const { changes, allowances } = plan.assertion!
    const impossible = changes.map((change) => (change.least > 0n ? { ...change, least: 2n } : change))
    const stricter = seal({ ...rest, assertion: { changes: impossible, allowances } })
    expect(loud(await checked(stricter))).toContain('V-060.not-bounded')
  })
})

test('V-047 only approvals that are taken back may follow a deposit', async () => {
  const intent = await intentOf()
  const { plan } = await checked(await planOf(intent))
  const { hash: _, ...rest } = plan
  const grant = approvalStep(intent, intent.pool.token0.address, 5n)
  const steps = [...plan.steps, { ...grant, index: plan.steps.length }]
  expect(loud(await checked(seal({ ...rest, steps })))).toContain('V-054.needless')
})
