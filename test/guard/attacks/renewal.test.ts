import {
  ComputeBudgetProgram,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from '../../../src/domain/amount'
import type { CheckedPlan } from '../../../src/guard/check/checkedPlan'
import { judgePlan } from '../../../src/guard/check/judgePlan'
import { type PlanChange, planChanges } from '../../../src/guard/check/worse'
import { decodePlan } from '../../../src/guard/decode/decodedPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import { planSwap } from '../../../src/guard/plan/planSwap'
import { openOrder } from '../../../src/orders/openOrder'
import { createPlanChecker } from '../../../src/preparation/planChecker'
import { newsForOrder } from '../../../src/preparation/recheckChanges'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { accountWith, chainWith, deployment, wait, walletsWith } from '../../services'
import { onTheWay } from '../corpus/crossings'
import { bridge } from '../corpus/honest'
import { execute, moveCommand, routerItself, swapCommand } from '../corpus/routerAbi'
import { honestFacts } from '../corpus/world'
import {
  addressOf,
  answerOf,
  approval,
  exactInputData,
  farUsdc,
  friend,
  honest,
  intentOf,
  known,
  me,
  outcomeOf,
  packPath,
  planOf,
  positionManager,
  record,
  usdc,
  weth,
} from '../fixtures'
import {
  decode,
  encode,
  ledger,
  localSolana,
  marketMaker,
  memo,
  offered,
  pay,
  payUsdc,
  remade,
  rpc,
  startLocalExchange,
  thief,
  trader,
} from '../localSolana'

/*
 * C5: between the approval and the swap a new plan is requested from the service, which may differ. A plan that differs
 * as decoded needs a new review; nothing is replaced silently.
 */

const intent = intentOf(usdc, '1000', weth)
const good = honest(intent)
const amount = intent.sell.units
const minimum = (outcomeOf(intent) * 9_950n) / 10_000n
const [approve, swap] = [good.transactions[0]!, good.transactions[1]!]

function checked(asked: SwapIntent, answer: SwapAnswer, more: Partial<CheckedPlan> = {}): CheckedPlan {
  const plan = planOf(asked, answer)
  const inputs = honestFacts(asked, plan)
  return {
    plan,
    inputs,
    forecast: { is: 'not simulated', why: { code: 'plan.nothing-to-simulate', facts: {} } },
    verdict: judgePlan(asked, plan, inputs),
    cost: undefined,
    decodedMinimum: decodePlan(asked, plan.steps, known.chains).decodedMinimum,
    arrival: undefined,
    ...more,
  }
}

function listed(...transactions: SwapAnswer['transactions']): SwapAnswer {
  return { ...good, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

function swapped(data: Hex, more: Partial<typeof swap> = {}): SwapAnswer {
  return listed(approve, { ...swap, data, ...more })
}

const path = packPath([getAddress(usdc.address), getAddress(weth.address)])
const withFee = (bps: bigint) =>
  swapped(
    execute([
      swapCommand({ path, amountIn: amount, minimum: (minimum * 102n) / 100n, recipient: routerItself }),
      moveCommand(0x06, getAddress(weth.address), positionManager, bps),
      moveCommand(0x04, getAddress(weth.address), me, minimum),
    ]),
  )

const accepted = checked(intent, good)

describe('C5 V-057 a renewed plan on EVM', () => {
  test.each<readonly [string, SwapAnswer]>([
    ['the very same', good],
    ['one without the approval that is done', listed(swap)],
    ['one with a later deadline', swapped(exactInputData(call({ deadline: 1_790_000_900n })))],
    ['one that insists on more', swapped(exactInputData(call({ minimum: minimum + 5n })))],
  ])('goes on silently where it is %s', (_, answer) => {
    expect(planChanges(accepted, checked(intent, answer))).toEqual([])
  })

  test.each<readonly [string, PlanChange, SwapAnswer]>([
    ['coins as a fee', 'more is sold', swapped(swap.data as Hex, { value: '10000000000000000' })],
    ['data that nobody can read', 'another call', swapped('0x12345678')],
    ['another contract', 'another call', listed(approve, { ...swap, to: addressOf('elsewhere') })],
    ['the outcome for somebody else', 'another call', swapped(exactInputData(call({ recipient: friend })))],
    ['a lower minimum', 'a lower minimum', swapped(exactInputData(call({ minimum: (minimum * 99n) / 100n })))],
    ['a call besides', 'another call', listed(approve, record({ to: addressOf('x'), data: '0xdeadbeef' }), swap)],
    ['another spender', 'more is allowed', listed(approval(usdc, amount, addressOf('x')), swap)],
  ])('asks again where it brings %s', (_, change, answer) => {
    expect(planChanges(accepted, checked(intent, answer))).toContain(change)
  })

  const [first, third] = [(amount * 2n) / 3n, amount / 3n]
  const toMe = (bought: bigint) => ({ path, amountIn: bought, recipient: me, minimum: (minimum * bought) / amount })
  const stranger = addressOf('a token of a stranger')
  const detour = packPath([getAddress(usdc.address), stranger, getAddress(weth.address)])
  const parts = (...commands: Parameters<typeof execute>[0]) => checked(intent, swapped(execute(commands)))
  const toRouter = swapCommand({ path, amountIn: amount, minimum, recipient: routerItself })
  const called = (...calls: readonly Partial<typeof swap>[]) =>
    checked(intent, listed(approve, ...calls.map((change) => ({ ...swap, ...change }))))
  const sweep = (least: bigint) => moveCommand(0x04, getAddress(weth.address), me, least)

  test('goes on silently where a split route has the same parts', () => {
    const split = () => parts(swapCommand(toMe(first)), swapCommand(toMe(third)))
    expect(planChanges(split(), split())).toEqual([])
  })

  test.each<readonly [string, CheckedPlan, CheckedPlan, PlanChange]>([
    [
      'an effect more',
      parts(swapCommand(toMe(amount))),
      parts(swapCommand(toMe(first)), swapCommand(toMe(third))),
      'another call',
    ],
    [
      'an effect less',
      parts(swapCommand(toMe(first)), swapCommand(toMe(third))),
      parts(swapCommand(toMe(amount))),
      'another call',
    ],
    [
      'a token of a stranger on the way',
      parts(swapCommand(toMe(amount))),
      parts(swapCommand({ ...toMe(amount), path: detour })),
      'another call',
    ],
    [
      'a second part by way of a stranger’s token',
      parts(toRouter, toRouter, sweep(minimum)),
      parts(
        toRouter,
        swapCommand({ path: detour, amountIn: 1n, minimum: 0n, recipient: routerItself }),
        sweep(minimum),
      ),
      'another call',
    ],
    [
      'the same effects in another order',
      parts(toRouter, moveCommand(0x06, getAddress(weth.address), positionManager, 30n), sweep(minimum)),
      parts(moveCommand(0x06, getAddress(weth.address), positionManager, 30n), toRouter, sweep(minimum)),
      'another call',
    ],
    [
      'a lower minimum in the last payout only',
      parts(toRouter, sweep(minimum)),
      parts(toRouter, sweep(0n)),
      'a lower minimum',
    ],
    [
      'a minimum that moved from one payout to another',
      parts(swapCommand(toMe(first)), swapCommand(toMe(third))),
      parts(swapCommand({ ...toMe(first), minimum: 0n }), swapCommand({ ...toMe(third), minimum })),
      'a lower minimum',
    ],
    [
      'two calls that cannot be decoded in the other order',
      called({ data: '0x1234567801' }, { data: '0x1234567802' }),
      called({ data: '0x1234567802' }, { data: '0x1234567801' }),
      'another call',
    ],
    ['a call that was not decoded, and is now', called({ data: '0x12345678' }), called({}), 'another call'],
    [
      'native coins at another call, and as many together',
      called({ value: '2000000000000000' }, { value: '1000000000000000' }),
      called({ value: '1000000000000000' }, { value: '2000000000000000' }),
      'more is sold',
    ],
    ['one call less', called({}, {}), called({}), 'another call'],
    [
      'the same calls to contracts in the other order',
      called({}, { to: addressOf('elsewhere') }),
      called({ to: addressOf('elsewhere') }, {}),
      'another call',
    ],
    [
      'another recipient of the same fee',
      parts(toRouter, moveCommand(0x06, getAddress(weth.address), positionManager, 30n), sweep(minimum)),
      parts(toRouter, moveCommand(0x06, getAddress(weth.address), friend, 30n), sweep(minimum)),
      'another call',
    ],
    [
      'another recipient of the payout',
      parts(toRouter, sweep(minimum)),
      parts(toRouter, moveCommand(0x04, getAddress(weth.address), friend, minimum)),
      'another call',
    ],
    [
      'another token in the payout',
      parts(toRouter, sweep(minimum)),
      parts(toRouter, moveCommand(0x04, getAddress(usdc.address), me, minimum)),
      'another call',
    ],
    [
      'a second spender next to the accepted one',
      accepted,
      checked(intent, listed(approve, approval(usdc, amount, addressOf('x')), swap)),
      'more is allowed',
    ],
    [
      'a payout that the router keeps first',
      parts(swapCommand(toMe(amount))),
      parts(toRouter, sweep(minimum)),
      'another call',
    ],
  ])('asks for a new review where it has %s', (_, before, after, change) => {
    expect(planChanges(before, after)).toContain(change)
  })

  test('asks again where a fee grows from 0.3 % to 0.9 %', () => {
    expect(planChanges(checked(intent, withFee(30n)), checked(intent, withFee(30n)))).toEqual([])
    expect(planChanges(checked(intent, withFee(30n)), checked(intent, withFee(90n)))).toContain('higher fees')
  })

  test('asks again where the tolerance widens from 6 % to 9.5 % with the same minimum', () => {
    const before = checked(intent, good, { arrival: (minimum * 1_000n) / 940n })
    const after = checked(intent, good, { arrival: (minimum * 1_000n) / 905n })
    expect(planChanges(before, before)).toEqual([])
    expect(planChanges(before, after)).toEqual(['a wider tolerance'])
  })

  test('asks again where a crossing goes to another destination', () => {
    const across = intentOf(usdc, '1000', { ...usdc, chain: { ...usdc.chain, id: 2, chainId: 741_002, name: 'Delta' } })
    const before = checked(across, bridge(across))
    expect(planChanges(before, checked(across, bridge(across)))).toEqual([])
    expect(planChanges(before, checked(across, bridge(across, { chain: 741_003n })))).toContain('another call')
    expect(planChanges(before, checked(across, bridge(across, { recipient: friend })))).toContain('another call')
  })

  test('asks again where calldata insists on less, though the service states the same', () => {
    const stating = (answer: SwapAnswer, bps: bigint) => {
      const text = fromUnits((outcomeOf(intent) * bps) / 10_000n, intent.buy.decimals)
      return checked(intent, { ...answer, minAmountOut: text })
    }
    const lower = swapped(exactInputData(call({ minimum: (minimum * 96n) / 100n })))
    const changes = (before: CheckedPlan, after: CheckedPlan) =>
      newsForOrder(before, after).filter(({ code }) => code === 'V-057')
    expect(changes(stating(good, 9_000n), stating(good, 9_000n))).toEqual([])
    expect(changes(stating(good, 9_000n), stating(lower, 9_000n))).toMatchObject([
      { code: 'V-057', facts: { change: 'a lower minimum' } },
    ])
    // An order compares what is stated by itself, and shows both.
    expect(changes(stating(good, 9_950n), stating(lower, 9_500n))).toEqual([])
  })

  test('a new review is needed if the bridge would keep less of the intermediate token', () => {
    const through = (least: bigint) => {
      const { intent, answer } = onTheWay(usdc, least)
      return checked(intent, answer)
    }
    expect(planChanges(through(3_000n), through(2_998n))).toEqual([])
    expect(planChanges(through(3_000n), through(2_970n))).toEqual(['a lower minimum'])
    // Its price moves by so much while the review is read, and the output on the destination chain is compared closely.
    expect(planChanges(through(3_000n), through(2_990n))).toEqual([])
  })

  test('asks again where what cannot be read is written in other bytes', () => {
    const opaque = checked(intent, swapped('0x12345678'))
    expect(planChanges(opaque, checked(intent, swapped('0x12345678')))).toEqual([])
    expect(planChanges(opaque, checked(intent, swapped('0x12345679')))).toEqual(['another call'])
  })
})

function call(more: Partial<Parameters<typeof exactInputData>[0]>) {
  return { path: [usdc, weth], amountIn: amount, minimum, ...more }
}

describe('C5 a renewed plan on Solana', () => {
  beforeAll(startLocalExchange)
  afterAll(() => ledger.stop())

  const receivedAt = 1_000_000
  const address = trader.publicKey.toBase58()

  function offer(change?: (list: TransactionInstruction[]) => TransactionInstruction[]) {
    const { data, amountOut, intent } = offered('USDC', 'BONQ', 1_000_000n)
    const transaction = record({
      data: change ? remade(data, change) : data,
      to: 'maker',
      chainType: 'SOLANA',
      value: '0',
    })
    return { intent, answer: answerOf([transaction], { minAmountOut: fromUnits(amountOut, intent.buy.decimals) }) }
  }

  /** The result for an order whose service answers differently the second time. */
  async function requoted(renewed: SwapAnswer, first = offer()) {
    const { intent, answer } = first
    const planned = planSwap(intent, answer, { receivedAt, chains: [] })
    if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
    const said = { message: 'ok', deviations: [], receivedAt, age: 0, from: 'service' } as const
    const settings = chainWith(localSolana.chainId, localSolana.name, {
      ...{ kind: 'solana', genesisHash: ledger.genesis, trusted: [marketMaker.address] },
    })
    const { requote } = createPlanChecker({
      deployment: { ...deployment, chains: [settings] },
      askSwap: async () => ({ is: 'answer', answer: { ...said, value: renewed } }),
      tokens: async () => [intent.sell.token, intent.buy],
      nodes: () => [{ ask: rpc }],
      wallets: walletsWith({ accounts: [accountWith({ kind: 'solana', address })] }),
      wait,
      clock: () => receivedAt + 1_000,
      orders: () => [],
    })
    const result = await requote(openOrder('one', planned.plan, receivedAt))
    return result.is === 'plan' ? { asks: result.needsConfirmation, news: result.newWarnings ?? [] } : result
  }

  const opaque = (program: PublicKey, data: string) =>
    new TransactionInstruction({ programId: program, keys: [], data: Buffer.from(data) })

  test('goes on silently where only the blockhash is new', async () => {
    const first = offer()
    expect(await requoted(offer().answer, first)).toEqual({ asks: false, news: [] })
  })

  test('asks again where a tip has grown, though it stays below every cap', async () => {
    const tip = (lamports: bigint) => offer((list) => [...list, pay(thief.publicKey, lamports)])
    expect(await requoted(tip(5_000_000n).answer, tip(1_000n))).toMatchObject({ asks: true })
  })

  test.each([
    ['asks anew where the priority fee has grown twentyfold, though it stays below every cap', 20_000n, true],
    ['goes on silently where it has grown by less than a cent', 1_100n, false],
    ['goes on silently where it has doubled on a busy day, which costs a few cents', 2_000n, false],
  ])('%s', async (_, price, asks) => {
    const priced = (thousands: bigint) =>
      offer((list) => [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: thousands * 1_000n }),
        ...list.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId)),
      ])
    expect(await requoted(priced(price).answer, priced(1_000n))).toMatchObject({ asks })
  })

  test('asks again where the ticket for another chain asks for less there', async () => {
    const crossed = (least: string) => {
      const sold = offered('USDC', 'BONQ', 25_000_000n)
      const text = `cross1 ${farUsdc.chain.chainId} ${farUsdc.address} ${me} ${toUnits(least, farUsdc.decimals)} 4600`
      const message = TransactionMessage.decompile(decode(sold.data).message)
      message.instructions = [payUsdc(25_000_000n), memo(text)]
      const data = encode(new VersionedTransaction(message.compileToV0Message()))
      const transaction = record({ data, to: 'maker', chainType: 'SOLANA', value: '0' })
      const answer = answerOf([transaction], { minAmountOut: '20' })
      return { intent: { ...sold.intent, buy: farUsdc, recipient: me }, answer }
    }
    expect(await requoted(crossed('24.9').answer, crossed('24.9'))).toEqual({ asks: false, news: [] })
    expect(await requoted(crossed('20.1').answer, crossed('24.9'))).toMatchObject({
      asks: true,
      news: [{ code: 'V-057', facts: { change: 'a lower minimum' } }],
    })
  })

  test('asks for a new review where the same payments come in another order', async () => {
    const [first, last] = [true, false].map((isFirst) =>
      offer((list) => (isFirst ? [pay(thief.publicKey, 1_000n), ...list] : [...list, pay(thief.publicKey, 1_000n)])),
    ) as [ReturnType<typeof offer>, ReturnType<typeof offer>]
    expect(await requoted(last.answer, last)).toMatchObject({ asks: false })
    expect(await requoted(first.answer, last)).toMatchObject({ asks: true })
  })

  test('asks again where a message names another destination', async () => {
    const named = (who: string) => offer((list) => [...list, memo(`for ${who}`)])
    const renewed = named(thief.publicKey.toBase58())
    expect(await requoted(renewed.answer, named(address))).toMatchObject({ asks: true })
  })

  test('asks again where another program is called, or the same with other data', async () => {
    const program = new PublicKey('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4')
    const first = offer()
    const tampered = offer((list) => [...list, opaque(program, 'one')])
    const result = await requoted(tampered.answer, first)
    expect('asks' in result ? result.asks : result.is).not.toBe(false)
  })
})
