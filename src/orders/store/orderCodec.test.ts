import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownJson } from '../../../test/knownJson'
import { amount, anchorNo, ether, hashNo, planOf, receiptOf, swap, trader, usd, weth } from '../../../test/orders/plans'
import { reason } from '../../guard/findings/reason'
import type { IncreaseIntent } from '../../guard/liquidityIntent'
import { ExactNumber } from '../../protocol/json/json'
import { failureOf } from '../failure'
import { openOrder } from '../openOrder'
import type { Order } from '../order'
import type { StepProgress } from '../progress'
import type { TransactionAnchor } from '../requests/transactionAnchor'
import { decodeOrder, encodeOrder } from './orderCodec'

const solanaAnchor: TransactionAnchor = {
  kind: 'solana',
  account: 'So11',
  messageHash: 'abc',
  lastValidBlockHeight: 2n ** 63n,
}
const receipt = receiptOf(hashNo(1), {
  received: amount(weth, 10n ** 30n),
  spent: amount(usd, 1n),
  changes: [{ account: trader, chainId: 1, token: 'native', delta: -5n }],
})

const progresses: readonly StepProgress[] = [
  { at: 'waiting' },
  { at: 'checking' },
  { at: 'switching' },
  { at: 'signing', anchor: { ...anchorNo(3), gas: 21_000n, isPinned: true } },
  { at: 'sent', anchor: solanaAnchor, hash: 'abc' },
  { at: 'confirming', anchor: anchorNo(3), hash: hashNo(1), confirmations: 2 },
  { at: 'done', anchor: anchorNo(3), hash: hashNo(1), receipt },
  { at: 'failed', failure: failureOf('busy'), hash: undefined },
  { at: 'rejected' },
  { at: 'replaced', hash: hashNo(1), by: hashNo(2), how: 'altered' },
  { at: 'reverted', hash: hashNo(1), why: undefined },
  { at: 'expired', hash: undefined },
  { at: 'unknown', anchor: anchorNo(3), hash: undefined, isUnseen: true, failure: failureOf('not a hash') },
]

function orderWith(progress: StepProgress): Order {
  const order = openOrder('one', planOf({ steps: [swap], buy: ether }), 1_700_000_000_000)
  const [task] = order.tasks
  return { ...order, tasks: [{ ...task!, progress, lastAnchor: anchorNo(3), isLost: true }] }
}

test.each(progresses)('an order that is $at reads as it was written', (progress) => {
  const order = orderWith(progress)
  expect(decodeOrder(encodeOrder(order))).toEqual({ is: 'order', order })
})

test('an order reads although its failure has a reason of an earlier version', () => {
  const difference = reason('signed.rewritten', {})
  const failure = { ...failureOf('tampered'), facts: { is: 'signed something else', difference } } as const
  const text = encodeOrder(orderWith({ at: 'failed', failure, hash: undefined }))
  const [stored, earlier] = [text, text.replace('signed.rewritten', 'wire.too-long')].map(decodeOrder)
  expect(stored).toMatchObject({ order: { tasks: [{ progress: { failure: { facts: { difference } } } }] } })
  const unclear = { facts: { difference: { code: 'wire.no-transaction' } } }
  expect(earlier).toMatchObject({ order: { tasks: [{ progress: { failure: unclear } }] } })
})

test("an increase of a position reads as it was written, with the chain's record of it", () => {
  const { plan, ...order } = orderWith(progresses[0]!)
  const key = {
    token0: weth,
    token1: usd,
    feePpm: 3000,
    positionManager: trader,
    address: trader,
    startTick: undefined,
  }
  const pay = [amount(weth, 7n), amount(usd, 0n)] as const
  const intent: IncreaseIntent = {
    kind: 'increase',
    position: 77n,
    pool: key,
    pay,
    range: { tickLower: -60, tickUpper: 60 },
    toleranceBps: 200,
    sqrtPriceX96: 2n ** 96n,
    typedAtSqrtPriceX96: 2n ** 96n - 1n,
    sender: trader,
    recipient: trader,
  }
  const grown = { position: 77n, liquidity: 2n ** 100n, amount0: 7n, amount1: 0n }
  const progress: StepProgress = { at: 'done', anchor: anchorNo(3), hash: hashNo(1), receipt: { ...receipt, grown } }
  const tasks = order.tasks.map((task) => ({ ...task, progress }))
  const whole: Order = { ...order, plan: { ...plan, intent }, tasks }
  expect(decodeOrder(encodeOrder(whole))).toEqual({ is: 'order', order: whole })
})

test("the service's figures are kept to the digit", () => {
  const plan = planOf({ steps: [swap] })
  const said = {
    type: null,
    data: '0x',
    order: 1,
    value: '1e21',
    gasAmount: undefined,
    gasUsd: '0.10',
    to: undefined,
    chainType: new ExactNumber('12345678901234567890'),
    rpcUrl: undefined,
    rest: { odd: [null, true, new ExactNumber('1.0')] },
  }
  const [step] = plan.steps
  const order = openOrder('one', { ...plan, steps: [{ ...step!, said }] }, 0)
  expect(decodeOrder(encodeOrder(order))).toEqual({ is: 'order', order })
})

test('an offer, a pause and a history read as they were written', () => {
  const plan = planOf({ minimumReceived: 3n })
  const order: Order = {
    ...orderWith({ at: 'waiting' }),
    updatedPlan: { plan, why: 'price moved' },
    blocked: 'price moved',
    confirmedMinimum: undefined,
    isStale: true,
    isDismissed: true,
    history: [{ when: 1, what: 'noted', task: undefined, note: 'a word' }],
  }
  expect(decodeOrder(encodeOrder(order))).toEqual({ is: 'order', order })
})

describe('A-40 an entry anyone may have written', () => {
  const honest = knownJson(encodeOrder(orderWith({ at: 'sent', anchor: anchorNo(1), hash: hashNo(1) })))

  test.each<[string, unknown]>([
    ['is no JSON', '{'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['has no version', '{"id":"one"}'],
    ['has a fractional version', { ...honest, version: 1.5 }],
    ['has a step without a anchor', { ...honest, tasks: [{ ...honest.tasks[0], progress: { at: 'signing' } }] }],
    ['has a state nobody knows', { ...honest, tasks: [{ ...honest.tasks[0], progress: { at: 'approved' } }] }],
    ['has an amount that is no number', { ...honest, confirmedMinimum: { ...honest.confirmedMinimum, units: '1e9' } }],
    [
      'has calldata that is none',
      { ...honest, plan: { ...honest.plan, steps: [{ ...honest.plan.steps[0], data: 'x' }] } },
    ],
    ['has negative value', { ...honest, plan: { ...honest.plan, steps: [{ ...honest.plan.steps[0], value: '-1' }] } }],
    ['is not an order at all', 7],
  ])('%s is kept out', (_, entry) => {
    expect(decodeOrder(typeof entry === 'string' ? entry : JSON.stringify(entry)).is).toBe('unreadable')
  })

  test('pollutes nothing', () => {
    const text = encodeOrder(orderWith({ at: 'waiting' })).replace('{', '{"__proto__":{"polluted":1},')
    expect(decodeOrder(text).is).toBe('order')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('any text at all is a value, never a crash', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeOrder(text)))
  })
})

test('an entry of a later format is not changed', () => {
  expect(decodeOrder('{"version":3,"shape":"new"}')).toEqual({ is: 'newer', version: 3 })
})

test('a refusal of the service reads as it was written, with the words of the service', () => {
  const failure = {
    code: 'busy',
    facts: { is: 'refused by service', refusal: 'busy', said: 'Later' },
    detail: 'Later',
  } as const
  const order = orderWith({ at: 'failed', failure, hash: undefined })
  expect(decodeOrder(encodeOrder(order))).toEqual({ is: 'order', order })
})
