import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  isHex,
  keccak256,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcPort } from '../../src/chain/rpc'
import { toUnits } from '../../src/domain/amount'
import type { CheckedPlan, CheckOptions } from '../../src/guard/check/checkedPlan'
import { native } from '../../src/guard/decode/evm/address'
import { assertionAddress } from '../../src/guard/decode/evm/assertion'
import type { EvmStep, Plan } from '../../src/guard/plan'
import { enforcedMinimum } from '../../src/guard/plan/enforcedMinimum'
import { seal } from '../../src/guard/seal'
import type { Batch } from '../../src/orders/batch'
import { batchOf } from '../../src/orders/batchTasks'
import type { TransactionStatus } from '../../src/orders/executor'
import { openOrder } from '../../src/orders/openOrder'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { batchCalls } from '../../src/wallets/evm/batch'
import type { Provider } from '../../src/wallets/evm/connection/provider'
import { batchAccountAddress } from '../../src/wallets/evm/demo/demoBatches'
import { createEvmExecutor } from '../../src/wallets/evm/executor'
import { createEvmNode } from '../../src/wallets/evm/node'
import { batchingWallet } from './batchingWallet'
import { compile } from './contracts/compile'
import { approveData } from './fixtures'
import { type LocalExchange, startLocalExchange, swapOf } from './localExchange'

/*
 * The strongest level from the check to the chain: the demo wallet executes a plan as one batch that the assertion
 * contract bounds. Opaque routers are honest during the check.
 */

const harbor = 741_001
/** With their numbers in the contract. */
const tricks = {
  ...{ Honest: 0, KeepOutput: 1, PayThief: 2, PayHalf: 3, TakeAllowance: 4, LeaveAllowance: 5, TakeOther: 6 },
  OpenDebt: 9,
} as const
type Trick = keyof typeof tricks
/** Tricks that the bounds turn into a reverted batch. */
const thefts = ['KeepOutput', 'PayThief', 'PayHalf', 'LeaveAllowance', 'TakeOther'] as const

const routerAbi = parseAbi([
  'function x(address sold, uint256 amount, address bought, uint256 out, address recipient) payable',
])

let local: LocalExchange
let me: Address
let friend: Address
let wallet: Provider
let router: Address
const codes = new Map<Trick, Hex>()
const kept = new Map<string, string>()

beforeAll(async () => {
  local = await startLocalExchange()
  wallet = batchingWallet(local, kept)
  const [account] = (await wallet.request({ method: 'eth_requestAccounts' })) as [string]
  me = getAddress(account)
  friend = privateKeyToAccount(`0x${'c3'.repeat(32)}`).address
  for (const address of [me, friend]) await local.exchange.fund('evm', address)
  for (const [trick, index] of Object.entries(tricks)) {
    const args = encodeAbiParameters(parseAbiParameters('uint8 trick, address other, address assertion'), [
      index,
      token('WBTC'),
      assertionAddress,
    ])
    const { contractAddress } = await local.send(harbor, {
      from: friend,
      data: concat([compile('OpaqueRouter'), args]),
    })
    const address = getAddress(contractAddress!)
    if (trick === 'Honest') router = address
    codes.set(trick as Trick, hexOf(await local.rpc(harbor)('eth_getCode', [address, 'latest'])))
  }
  await local.exchange.fund('evm', router)
})
afterAll(() => local.exchange.stop())

function token(symbol: string): Address {
  return getAddress(local.token(symbol).address)
}

function hexOf(value: unknown): Hex {
  if (!isHex(value)) throw new Error(`${value} is no data.`)
  return value
}

async function balanceOf(address: string, account: string): Promise<bigint> {
  const node = local.rpc(harbor)
  if (address === native) return BigInt(String(await node('eth_getBalance', [account, 'latest'])))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(account)] })
  return BigInt(String(await node('eth_call', [{ to: address, data }, 'latest'])))
}

async function holdings() {
  const [usdc, wbtc, weth, coin] = await Promise.all(
    [token('USDC'), token('WBTC'), token('WETH'), native].map((each) => balanceOf(each, me)),
  )
  return { usdc: usdc!, wbtc: wbtc!, weth: weth!, coin: coin! }
}

/** The service's answer, with a call that no one can read in the place of its swap. */
async function opaquePlan(amount = '500'): Promise<Plan> {
  const intent = swapOf(local.token('USDC'), amount, local.token('WETH'), me)
  const answer = await local.ask(intent)
  const out = BigInt(Math.floor(Number(answer.expectedAmountOut ?? answer.minAmountOut) * 1e9)) * 10n ** 9n
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'x',
    args: [token('USDC'), intent.sell.units, token('WETH'), out, me],
  })
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const transactions = [
    { ...approve, to: token('USDC'), data: approveData(router, intent.sell.units), order: 0 },
    { ...swap, to: router, data, order: 1 },
  ]
  const planned = await local.plan(intent, { ...answer, transactions })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return planned.plan
}

function checked(plan: Plan, more: Partial<CheckOptions> = {}): Promise<CheckedPlan> {
  return local.check(plan, { batches: 'supported', tokens: local.tokens, ...more })
}

function batchIn(plan: Plan): Batch {
  const batch = batchOf(openOrder('order', plan, 0))
  if (!batch) throw new Error('The plan does not go out as a batch.')
  return batch
}

function executorWith(provider: Provider | undefined) {
  return createEvmExecutor({
    chains: local.chains,
    node: (chain) => createEvmNode(chain, { retryDelays: [] }),
    origin: 'http://127.0.0.1:1',
    connection: { current: () => provider && { address: me, provider }, onChange: () => () => {} },
  })
}

/** Asks the wallet for a plan's batch and follows it until the chain has decided. */
async function carryOut(plan: Plan, provider = wallet): Promise<{ anchor: EvmAnchor; status: TransactionStatus }> {
  const executor = executorWith(provider)
  const batch = batchIn(plan)
  await executor.ensureReady(batch, () => {})
  const anchor = await executor.createAnchor(batch)
  if (anchor.kind !== 'evm') throw new Error('An EVM executor makes EVM anchors.')
  expect(
    await executor.send(
      batch,
      anchor,
      () => {},
      () => {},
    ),
  ).toBeUndefined()
  for (let tries = 0; tries < 200; tries++) {
    const status = await executor.getStatus(batch, anchor, undefined, [me])
    if (status.is !== 'taken' && status.is !== 'pending') return { anchor, status }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The batch was not mined.')
}

/** The router's behaviour from now on; undone afterwards. */
async function turned<T>(trick: Trick, act: () => Promise<T>): Promise<T> {
  const node = local.rpc(harbor)
  await node('anvil_setCode', [router, codes.get(trick)])
  try {
    return await act()
  } finally {
    await node('anvil_setCode', [router, codes.get('Honest')])
  }
}

function loud({ verdict }: CheckedPlan): readonly string[] {
  return verdict.findings
    .filter(({ severity }) => severity === 'warn' || severity === 'block')
    .map(({ code, kind }) => `${code}.${kind}`)
}

test('the code that the demo wallet delegates to is on every chain', async () => {
  for (const chainId of [741_001, 741_002])
    expect(hexOf(await local.rpc(chainId)('eth_getCode', [batchAccountAddress, 'latest'])).length).toBeGreaterThan(2)
})

test('a router that writes the account down anywhere else stays tried: a debt is no balance', async () => {
  const { verdict, plan } = await turned('OpenDebt', async () => checked(await opaquePlan()))
  expect([verdict.level, plan.assertion]).toEqual(['tried', undefined])
})

describe('an honest router that no one can read', () => {
  test('a swap through an honest opaque router is enforced if the native coin is sold, and if it is bought', async () => {
    const coin = local.tokens.find(({ isNative, chain }) => isNative && chain.chainId === harbor)!
    for (const [sell, buy] of [
      [coin, local.token('USDC')],
      [local.token('USDC'), coin],
    ] as const) {
      const intent = swapOf(sell, sell.isNative ? '0.1' : '500', buy, me)
      const answer = await local.ask(intent)
      const out = toUnits(Number(answer.minAmountOut).toFixed(6), buy.decimals)
      const [from, to] = [sell, buy].map(({ isNative, address }) => (isNative ? zeroAddress : getAddress(address)))
      const args = [from!, intent.sell.units, to!, (out * 1_004n) / 1_000n, me] as const
      const data = encodeFunctionData({ abi: routerAbi, functionName: 'x', args })
      const value = sell.isNative ? `0x${intent.sell.units.toString(16)}` : '0'
      const swap = { ...answer.transactions.at(-1)!, to: router, data, value, order: 1 }
      const allowed = {
        ...swap,
        type: 'approve',
        to: sell.address,
        data: approveData(router, intent.sell.units),
        order: 0,
      }
      const transactions = sell.isNative ? [swap] : [allowed, swap]
      const planned = await local.plan(intent, { ...answer, transactions })
      if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
      const found = await checked(planned.plan)
      expect([found.verdict.level, loud(found)]).toEqual(['enforced', []])
    }
  })

  test('a swap through an honest opaque router is amber without a batching wallet, and enforced with one', async () => {
    const plan = await opaquePlan()
    const alone = await checked(plan, { batches: undefined })
    expect([alone.verdict.level, loud(alone), alone.plan.assertion]).toEqual([
      'tried',
      ['V-035.unknown-unread'],
      undefined,
    ])
    const together = await checked(plan)
    expect([together.verdict.level, loud(together)]).toEqual(['enforced', []])
    expect(enforcedMinimum(together.plan)).toBeGreaterThan((together.arrival! * 9_940n) / 10_000n)
  })

  test('succeeds as one transaction, and brings at least the minimum', async () => {
    const { plan, arrival } = await checked(await opaquePlan())
    const before = await holdings()
    const { status } = await carryOut(plan)
    const after = await holdings()
    expect(status.is).toBe('done')
    expect(before.usdc - after.usdc).toBe(plan.intent.sell.units)
    expect(after.weth - before.weth).toBe(arrival)
    if (status.is !== 'done') return
    expect(status.receipt.changes).toContainEqual(
      expect.objectContaining({
        account: me,
        token: expect.stringMatching(new RegExp(token('WETH'), 'i')),
        delta: arrival,
      }),
    )
  })

  test('a swap through an honest opaque router is judged again with the bounds of its seal', async () => {
    const first = await checked(await opaquePlan())
    const again = await checked(first.plan)
    expect([again.verdict.level, again.plan.hash]).toEqual(['enforced', first.plan.hash])
  })

  test('a wallet that must upgrade the account first is asked to only where that makes a difference', async () => {
    expect((await checked(await opaquePlan(), { batches: 'ready' })).verdict.level).toBe('enforced')
    const planned = await local.plan(swapOf(local.token('USDC'), '100', local.token('WETH'), me))
    if (planned.is === 'refused') throw new Error('The service was refused.')
    expect((await checked(planned.plan, { batches: 'ready' })).verdict.level).toBe('proven')
    expect((await checked(planned.plan)).verdict.level).toBe('enforced')
  })
})

describe('a router that turns after it was looked at', () => {
  beforeAll(async () => {
    // An older allowance of another token, which the router could use.
    const held = await balanceOf(token('WBTC'), me)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, held] })
    await local.send(harbor, { from: me, to: token('WBTC'), data })
  })

  test.each(thefts)('%s: the chain cancels the batch, and it costs the gas and nothing else', async (trick) => {
    const { plan, verdict } = await checked(await opaquePlan())
    expect(verdict.level).toBe('enforced')
    const before = await holdings()
    const { status } = await turned(trick, () => carryOut(plan))
    const after = await holdings()
    expect(status.is).toBe('reverted')
    expect({ ...after, coin: 0n }).toEqual({ ...before, coin: 0n })
    expect(before.coin - after.coin).toBeLessThan(10n ** 16n)
  })

  test('covers a token that the service leaves out of its list', async () => {
    const { plan, verdict } = await checked(await opaquePlan(), { tokens: [] })
    expect(verdict.level).toBe('enforced')
    const before = await holdings()
    expect((await turned('TakeOther', () => carryOut(plan))).status.is).toBe('reverted')
    expect((await holdings()).wbtc).toBe(before.wbtc)
  })

  test("takes a token that only the service's list would leave out of the bounds", async () => {
    const { plan } = await checked(await opaquePlan(), { tokens: [] })
    const { hash: _, ...rest } = plan
    const { changes, allowances } = plan.assertion!
    const listed = changes.filter((change) => change.token.toLowerCase() !== token('WBTC').toLowerCase())
    expect(listed.length).toBe(changes.length - 1)
    const node = local.rpc(harbor)
    const snapshot = await node('evm_snapshot', [])
    const before = await holdings()
    const { status } = await turned('TakeOther', () =>
      carryOut(seal({ ...rest, assertion: { changes: listed, allowances } })),
    )
    const after = await holdings()
    await node('evm_revert', [snapshot])
    // The wallet believes no head below a block that it has seen.
    await node('anvil_mine', ['0x10'])
    expect([status.is, after.wbtc < before.wbtc]).toEqual(['done', true])
  })

  test('the theft it would have been without the batch', async () => {
    const plan = await opaquePlan()
    const node = local.rpc(harbor)
    const snapshot = await node('evm_snapshot', [])
    const before = await holdings()
    await turned('KeepOutput', async () => {
      for (const step of plan.steps as readonly EvmStep[])
        await local.send(harbor, { from: me, to: step.to, data: step.data, value: step.value })
    })
    const after = await holdings()
    await node('evm_revert', [snapshot])
    // The wallet believes no head below a block that it has seen.
    await node('anvil_mine', ['0x10'])
    expect([before.usdc - after.usdc, after.weth - before.weth]).toEqual([plan.intent.sell.units, 0n])
  })

  test('one that turns before the prompt is not asked for any more', async () => {
    const { plan } = await checked(await opaquePlan())
    const again = await turned('PayHalf', () => checked(plan))
    expect(again.verdict.level).toBe('blocked')
  })
})

describe('bounds that cannot be enforced', () => {
  /** The node, with another answer to the question for logs. */
  const answering =
    (logs: (found: unknown) => unknown): RpcPort =>
    async (method, params) => {
      const answer = await local.rpc(harbor)(method, params)
      return method === 'eth_getLogs' ? logs(answer) : answer
    }
  const logged = (kind: string, contract: string) => ({
    ...{ address: contract, data: `0x${'1'.padStart(64, '0')}` },
    topics: [kind, `0x${me.slice(2).toLowerCase().padStart(64, '0')}`, `0x${router.slice(2).padStart(64, '0')}`],
  })
  const operator = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

  test.each<readonly [string, (found: unknown) => unknown]>([
    ['refuses to return logs', () => Promise.reject(new Error('query exceeds the range'))],
    ['leaves logs out', () => []],
    ['reports an operator of a collection without balances', (found) => [...(found as []), logged(operator, router)]],
  ])('by a node that %s leave the plan as it was', async (_, logs) => {
    const options = { batches: 'supported', tokens: local.tokens } as const
    const { verdict, plan } = await local.check(await opaquePlan(), options, { ask: answering(logs) })
    expect([verdict.level, plan.assertion]).toEqual(['tried', undefined])
  })

  test('a wallet that no longer batches blocks the plan it was made for', async () => {
    const { plan } = await checked(await opaquePlan())
    expect(loud(await checked(plan, { batches: undefined }))).toContain('V-060.not-atomic')
  })

  test('looser bounds out of storage are blocked', async () => {
    const { plan } = await checked(await opaquePlan())
    const { hash: _, ...rest } = plan
    const assertion = plan.assertion!
    const forgeries = [
      {
        ...assertion,
        changes: assertion.changes.map((change) => ({ ...change, least: change.least > 0n ? 1n : change.least })),
      },
      {
        ...assertion,
        changes: assertion.changes.map((change) => ({
          ...change,
          least: change.least < 0n ? change.least * 2n : change.least,
        })),
      },
      { ...assertion, allowances: assertion.allowances.map((allowance) => ({ ...allowance, most: maxUint256 })) },
      { ...assertion, allowances: [] },
      { changes: [], allowances: [] },
      ...assertion.changes.map((left) => ({
        ...assertion,
        changes: assertion.changes.filter((change) => change !== left),
      })),
      { ...assertion, changes: assertion.changes.map((change) => ({ ...change, account: assertionAddress })) },
      { ...assertion, allowances: assertion.allowances.map((one) => ({ ...one, through: assertionAddress })) },
    ]
    for (const forged of forgeries)
      expect(loud(await checked(seal({ ...rest, assertion: forged })))).toContain('V-060.looser')
  })

  test('another code at the address of the contract is not relied on', async () => {
    const node = local.rpc(harbor)
    const code = await node('eth_getCode', [assertionAddress, 'latest'])
    // A contract that accepts everything.
    await node('anvil_setCode', [assertionAddress, '0x00'])
    try {
      expect((await checked(await opaquePlan())).verdict.level).toBe('tried')
    } finally {
      await node('anvil_setCode', [assertionAddress, code])
    }
    expect(keccak256(hexOf(code))).toBe(keccak256(hexOf(await node('eth_getCode', [assertionAddress, 'latest']))))
  })

  test('two calls that no one can read are not offered as a batch', async () => {
    const plan = await opaquePlan()
    const last = plan.steps.at(-1) as EvmStep
    const { hash: _, ...rest } = plan
    const twice = await checked(seal({ ...rest, steps: [...plan.steps, { ...last, index: plan.steps.length }] }))
    expect(twice.plan.assertion).toBeUndefined()
  })

  test('a contract at which the person may own something is not called blindly in a batch', async () => {
    const { plan } = await checked(await opaquePlan())
    const { hash: _, assertion: __, ...rest } = plan
    const steps = rest.steps.map((step) =>
      step.kind === 'evm' && step.to === router ? { ...step, to: token('WBTC') } : step,
    )
    expect((await checked(seal({ ...rest, steps }))).plan.assertion).toBeUndefined()
  })
})

describe('reports of the wallet afterwards', () => {
  test('a batch is found again by its id after a reload, through another page of the same wallet', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const { anchor, status } = await carryOut(plan)
    expect(status.is).toBe('done')
    const later = await executorWith(batchingWallet(local, kept)).getStatus(batchIn(plan), anchor, undefined, [me])
    expect(later).toEqual(status)
  })

  test('one that the wallet has never heard of and that is not on chain was not sent', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const executor = executorWith(wallet)
    const anchor = await executor.createAnchor(batchIn(plan))
    expect(await executor.getStatus(batchIn(plan), anchor, undefined)).toEqual({ is: 'not seen' })
    // No one can ask a wallet that is not connected.
    expect(await executorWith(undefined).getStatus(batchIn(plan), anchor, undefined)).toEqual({ is: 'undecided' })
  })

  test('one that the wallet has forgotten is found among what the account sent', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const { anchor, status } = await carryOut(plan)
    kept.set('tidegate.demo.evm.batches', '[]')
    expect(await executorWith(wallet).getStatus(batchIn(plan), anchor, undefined, [me])).toEqual(status)
  })

  test.each([
    ['a wallet without the method is not one without the batch', -32601, 'the method was not found', 'undecided'],
    ['a wallet that knows of no such batch says so', 5730, 'unknown bundle id', 'not seen'],
  ])('%s', async (_, code, message, expected) => {
    const { plan } = await checked(await opaquePlan('20'))
    const anchor = await executorWith(wallet).createAnchor(batchIn(plan))
    const answering: Provider = {
      ...wallet,
      request: (call) =>
        call.method === 'wallet_getCallsStatus'
          ? Promise.reject(Object.assign(new Error(message), { code }))
          : wallet.request(call),
    }
    const status = await executorWith(answering).getStatus(batchIn(plan), anchor, undefined, [me])
    expect(status.is).toBe(expected)
  })

  test('the same id is not carried out twice', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const { anchor } = await carryOut(plan)
    const executor = executorWith(wallet)
    const again = await executor.createAnchor(batchIn(plan), anchor)
    await expect(
      executor.send(
        batchIn(plan),
        again,
        () => {},
        () => {},
      ),
    ).rejects.toMatchObject({ failure: { code: 'unknown' }, cause: { code: 5720 } })
  })

  test.each<readonly [string, unknown, Partial<TransactionStatus>]>([
    ['carries it out', { status: 100 }, { is: 'taken' }],
    ['has given it up', { status: 400 }, { is: 'given up' }],
    [
      'has split it up',
      { status: 600, receipts: [{ transactionHash: `0x${'11'.repeat(32)}` }] },
      { is: 'replaced', how: 'altered' },
    ],
    [
      'sent one transaction for each call',
      { status: 200, atomic: false, receipts: [{ transactionHash: `0x${'11'.repeat(32)}` }] },
      { is: 'replaced', how: 'altered' },
    ],
    ['mumbles', 'yes', { is: 'not seen' }],
  ])('a wallet that %s', async (_, answer, expected) => {
    const { plan } = await checked(await opaquePlan('20'))
    const respondWith: Provider = {
      request: (question) =>
        question.method === 'wallet_getCallsStatus' ? Promise.resolve(answer) : wallet.request(question),
    }
    const executor = executorWith(respondWith)
    const anchor = await executor.createAnchor(batchIn(plan))
    const status = await executor.getStatus(batchIn(plan), anchor, undefined)
    expect(status).toMatchObject(expected.is === 'not seen' ? { is: 'undecided' } : expected)
  })

  test('a transaction that does not hold the calls is not mistaken for the batch', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const other = await local.send(harbor, { from: me, to: friend, data: '0x', value: 1n })
    const respondWith: Provider = {
      request: (question) =>
        question.method === 'wallet_getCallsStatus'
          ? Promise.resolve({ status: 200, receipts: [{ transactionHash: other.transactionHash }] })
          : wallet.request(question),
    }
    const executor = executorWith(respondWith)
    const anchor = await executor.createAnchor(batchIn(plan))
    expect(await executor.getStatus(batchIn(plan), anchor, undefined)).toMatchObject({ is: 'replaced', how: 'altered' })
  })

  test('a transaction that holds the calls in another order is not mistaken for the batch', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    const executor = executorWith(wallet)
    const batch = batchIn(plan)
    const calls = batchCalls(batch).map(({ data }) => hexOf(data))
    // An allowance that is given after the last call is bounded by nothing.
    const [first, allows, ...others] = calls
    for (const [order, how] of [
      [[first!, ...others, allows!], 'altered'],
      [calls, undefined],
    ] as const) {
      const anchor = await executor.createAnchor(batch)
      const sent = await local.send(harbor, { from: me, to: friend, data: concat(order) })
      const naming: Provider = {
        request: (question) =>
          question.method === 'wallet_getCallsStatus'
            ? Promise.resolve({ status: 200, receipts: [{ transactionHash: sent.transactionHash }] })
            : wallet.request(question),
      }
      const status = await executorWith(naming).getStatus(batch, anchor, undefined)
      expect('how' in status ? status.how : undefined).toBe(how)
    }
  })

  test('a wallet whose capability is gone is not asked', async () => {
    const { plan } = await checked(await opaquePlan('20'))
    for (const capabilities of [{}, { '0xb4e89': { atomic: { status: 'unsupported' } } }, null]) {
      const respondWith: Provider = {
        request: (question) =>
          question.method === 'wallet_getCapabilities' ? Promise.resolve(capabilities) : wallet.request(question),
      }
      await expect(executorWith(respondWith).createAnchor(batchIn(plan))).rejects.toMatchObject({
        failure: { code: 'unsupported', facts: { is: 'no atomic batch' } },
      })
    }
  })
})
