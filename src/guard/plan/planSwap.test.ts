import { expect, test } from 'vitest'
import {
  answerOf,
  approval,
  approveData,
  eth,
  exactInputData,
  honest,
  intentOf,
  known,
  localSolana,
  planOf,
  record,
  router,
  unlimited,
  usdc,
  weth,
} from '../../../test/guard/fixtures'
import { type Json, parseJson, writeJson } from '../../protocol/json/json'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { findingText } from '../../signing/findings/findingText'
import type { SwapIntent } from '../intent'
import { isIntact } from '../seal'
import { planSwap } from './planSwap'

const intent = intentOf(usdc, '1000', weth)
const good = honest(intent)

function refusal(answer: SwapAnswer, asked: SwapIntent = intent): string {
  const planned = planSwap(asked, answer, known)
  if (planned.is === 'plan') return 'accepted'
  return planned.findings.map((finding) => `${finding.severity} ${finding.code} ${findingText(finding)}`).join('\n')
}

function flipped(text: string): string {
  return text.replace(/[a-f]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

test('an honest answer becomes a plan of typed steps with exact figures', () => {
  const plan = planOf(intent, good)
  expect(plan.steps.map(({ purpose }) => purpose.does)).toEqual(['approve', 'swap'])
  expect(plan.quote.minimumReceived).toEqual({ token: weth, units: 310_004_687_500_000_000n })
  expect(plan.quote.gasUsd).toBe('1')
  expect(plan.receivedAt).toBe(known.receivedAt)
})

test('V-002 M-064 transactions are signed in their order, not in the order they came', () => {
  const [first, second] = good.transactions
  const shuffled = {
    ...good,
    transactions: [
      { ...second!, order: 9 },
      { ...first!, order: 4 },
    ],
  }
  expect(planOf(intent, shuffled).steps.map(({ purpose }) => purpose.does)).toEqual(['approve', 'swap'])
})

test('V-002 M-066 a byte-identical repetition is left out, with a word about it', () => {
  const [first, second] = good.transactions
  const plan = planOf(intent, { ...good, transactions: [first!, second!, second!] })
  expect(plan.steps).toHaveLength(2)
  expect(plan.notes?.some(({ code, severity }) => code === 'V-001' && severity === 'warn')).toBe(true)
})

test('V-002 M-067 M-068 an order that is missing, negative or claimed twice is refused', () => {
  const [first, second] = good.transactions
  const ordered = (...orders: (number | undefined)[]) => ({
    ...good,
    transactions: [
      { ...first!, order: orders[0] },
      { ...second!, order: orders[1] },
    ],
  })
  expect(refusal(ordered(undefined, undefined))).toContain('block V-001')
  expect(refusal(ordered(0, undefined))).toContain('block V-001')
  expect(refusal(ordered(-1, 0))).toContain('block V-001')
  expect(refusal(ordered(3, 3))).toContain('block V-001')
  const alone = answerOf([good.transactions[1]!])
  expect(
    planOf(intent, { ...alone, transactions: [{ ...alone.transactions[0]!, order: undefined }] }).steps,
  ).toHaveLength(1)
})

test('V-002 M-067 M-069 an invalid index of a single transaction is refused; a missing one is accepted', () => {
  const alone = good.transactions[1]!
  const placed = (order: Json) => answerOf([alone], { transactions: [{ ...alone, order: undefined, rest: { order } }] })
  for (const order of [null, parseJson('1.5'), parseJson('1e21'), 'first', {}])
    expect(refusal(placed(order)), writeJson(order)).toContain('block V-001')
})

test('V-006 M-082 a value that is no number is refused where a token is sold, too', () => {
  const [first, second] = good.transactions
  const valued = (value: Json) => answerOf([first!, { ...second!, value: undefined, rest: { value } }])
  for (const value of ['all', '', true, {}, [], 'NaN', '0x'])
    expect(refusal(valued(value)), writeJson(value)).toContain('block V-001')
})

test('V-001 M-062 M-063 M-076 nothing, too many or too much is refused', () => {
  expect(refusal(answerOf([]))).toContain('nothing to sign')
  expect(
    refusal(
      answerOf(Array.from({ length: 500 }, (_, order) => record({ data: `0x${order.toString(16).padStart(8, '0')}` }))),
    ),
  ).toContain('block V-001')
  expect(refusal(answerOf([record({ data: `0x${'ab'.repeat(500_000)}` })]))).toContain('block V-001')
})

test('V-001 an answer that floods the browser is refused with few findings', () => {
  const flood = Array.from({ length: 10_000 }, (_, order) => record({ order, to: undefined, data: `0x${order}` }))
  const planned = planSwap(intent, answerOf(flood), known)
  if (planned.is !== 'refused') throw new Error('It is a plan.')
  expect(planned.findings.length).toBeLessThan(500)
  expect(planned.findings).toContainEqual(
    expect.objectContaining({ code: 'V-001', facts: { count: 10_000, most: 12 } }),
  )
})

test('M-072 a duplicate whose chain type is an object without a string form is dropped', () => {
  const [first, second] = good.transactions
  const odd = { ...second!, chainType: { toString: 1, valueOf: 2 } }
  expect(planOf(intent, { ...good, transactions: [first!, odd, odd] }).steps).toHaveLength(2)
})

test('V-003 M-073 M-098 M-099 a transaction of another kind or a third chain is refused', () => {
  expect(refusal(answerOf([record({ chainType: 'SOLANA', data: '0x01' })]))).toContain('block V-003')
  expect(refusal(answerOf([record({ data: '0x01', rpcUrl: 'http://localhost/rpc/741002' })]))).toContain('block V-003')
  expect(refusal(good, { ...intent, sell: { ...intent.sell, token: { ...usdc, chain: localSolana } } })).toContain(
    'block V-003',
  )
  for (const chainType of ['evm', 'Eip155', null, {}, 'rollup'])
    expect(
      planOf(intent, { ...good, transactions: good.transactions.map((each) => ({ ...each, chainType })) }).steps,
    ).toHaveLength(2)
})

test('V-004 M-078 a target that is missing, a name or badly checksummed is refused', () => {
  for (const to of [undefined, '', '0x', 'router.eth', flipped(router), `${router}00`])
    expect(refusal(answerOf([record({ to, data: '0x01' })]))).toContain('block V-001')
  expect(planOf(intent, answerOf([record({ to: router.toLowerCase(), data: '0x01' })])).steps[0]).toMatchObject({
    to: router,
  })
})

test('V-005 M-074 M-077 data must be whole bytes of hex; a missing 0x is added, and reported', () => {
  for (const data of ['0x123', '0x zz', 'null', '0Xab', {}, null])
    expect(refusal(answerOf([record({ data })])), String(data)).toContain('block V-001')
  const bare = String(good.transactions[1]!.data).slice(2)
  const plan = planOf(intent, answerOf([good.transactions[0]!, record({ data: bare.toUpperCase() })]))
  expect(plan.steps[1]).toMatchObject({ data: `0x${bare}` })
  expect(plan.notes?.some(({ code, severity }) => code === 'V-001' && severity === 'warn')).toBe(true)
})

test('V-006 M-079 M-081 ether and wei give the same plan, with the exact amount', () => {
  const selling = intentOf(eth, '0.123456789012345678', usdc)
  const answer = honest(selling)
  const withValue = (value: string) => planOf(selling, answerOf([{ ...answer.transactions[0]!, value }]))
  for (const value of [
    '123456789012345678',
    '123456789012345680',
    '1.2345678901234568e17',
    '0.123456789012345678',
    '0.12345678901234568',
  ])
    expect(withValue(value).steps[0], value).toMatchObject({ value: 123_456_789_012_345_678n })
  expect(withValue('0.123456789012345678').hash).toBe(withValue('123456789012345678').hash)
})

test('V-006 M-082 M-083 a value that fits nothing is refused', () => {
  const selling = intentOf(eth, '1', usdc)
  const answer = honest(selling)
  for (const value of ['-1', 'NaN', 'abc', '', '[]', 'true', '2000000000000000000', '2', '1000', '0.5', undefined])
    expect(refusal(answerOf([{ ...answer.transactions[0]!, value }]), selling), String(value)).toContain('block V-001')
  for (const value of ['1e18', '1', '-1'])
    expect(refusal(answerOf([record({ data: '0x01', value })])).includes('block V-001'), value).toBe(value !== '1')
  expect(
    planOf(intent, answerOf([{ ...good.transactions[0]!, value: undefined }, good.transactions[1]!])).steps[0],
  ).toMatchObject({ value: 0n })
})

test('V-009 a delegation of the account is refused; a nonce or fee of the service is not used', () => {
  expect(refusal(answerOf([record({ data: '0x01', rest: { authorizationList: ['0x'] } })]))).toContain('block V-009')
  const plan = planOf(
    intent,
    answerOf([good.transactions[0]!, { ...good.transactions[1]!, rest: { gasPrice: '1', nonce: '7' } }]),
  )
  expect(plan.steps[1]).not.toHaveProperty('nonce')
  expect(plan.notes?.find(({ code }) => code === 'V-009')?.severity).toBe('info')
})

test('A-21 an unlimited or larger approval is cut to the exact amount', () => {
  for (const amount of [unlimited, 1_000_000_001n]) {
    const plan = planOf(intent, {
      ...good,
      transactions: [approval(usdc, amount), { ...good.transactions[1]!, order: 1 }],
    })
    expect(plan.steps[0]).toMatchObject({
      data: approveData(router, 1_000_000_000n),
      purpose: { amount: 1_000_000_000n },
    })
    expect(findingText(plan.notes!.find(({ code }) => code === 'A-21')!)).toContain('exactly 1,000 USDC')
  }
  const zero = planOf(intent, answerOf([approval(usdc, 0n), ...good.transactions]))
  expect(zero.steps.map(({ purpose }) => purpose.does)).toEqual(['reset', 'approve', 'swap'])
})

test('M-088 a minimum in base units is recognised by the transaction and by prices, nonsense is not shown', () => {
  const minimum = (minAmountOut: string | undefined, answer = good) =>
    planOf(intent, { ...answer, minAmountOut }).quote.minimumReceived?.units
  expect(minimum('310004687500000000')).toBe(310_004_687_500_000_000n)
  expect(minimum('0.3100046875')).toBe(310_004_687_500_000_000n)
  const opaque = answerOf([record({ data: '0x12345678' })])
  expect(minimum('310004687500000000', opaque)).toBe(310_004_687_500_000_000n)
  expect(minimum('0.3100046875', opaque)).toBe(310_004_687_500_000_000n)
  for (const nonsense of ['0', '-1', 'abc', '1e30', undefined])
    expect(minimum(nonsense, opaque), nonsense).toBeUndefined()
})

test('M-084 M-086 M-089 gas figures, RPC addresses and routes of the service decide nothing', () => {
  const plan = planOf(intent, good)
  const odd = (change: object, more: object = {}) =>
    planOf(intent, { ...good, ...more, transactions: good.transactions.map((each) => ({ ...each, ...change })) })
  for (const gasAmount of ['0', '-1', '1e18', 'abc', undefined]) expect(odd({ gasAmount }).hash).toBe(plan.hash)
  for (const rpcUrl of [
    '',
    'http://',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pw@host',
    'https://rpc.good.com@evil.com',
    'http://2130706433/',
    'http://[::1]',
    'x'.repeat(10_000),
  ])
    expect(odd({ rpcUrl }).hash).toBe(plan.hash)
  for (const path of [[], ['1', '2'], Array.from({ length: 1_000 }, () => 'hop')])
    expect(odd({}, { path }).hash).toBe(plan.hash)
  expect(odd({ gasUsd: 'abc' }).quote.gasUsd).toBeUndefined()
})

test('M-103 a transaction to be signed on Bitcoin that cannot be decoded is refused', () => {
  const bitcoin = { ...localSolana, kind: 'bitcoin', name: 'Bitcoin' } as const
  const asked = { ...intent, sell: { ...intent.sell, token: { ...usdc, chain: bitcoin } } }
  const psbt = record({ data: '70736274ff', chainType: 'BTC', to: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' })
  expect(refusal(answerOf([psbt]), asked)).toContain(
    'block V-008 The transaction to sign cannot be read with certainty.',
  )
})

test('M-104 approvals that come though only the swap was asked for are cut and checked the same', () => {
  const asked = { ...intent, skipNonSwapTransactions: true }
  const plan = planOf(asked, answerOf([approval(usdc, unlimited), good.transactions[1]!]))
  expect(plan.steps[0]).toMatchObject({ purpose: { does: 'approve', amount: 1_000_000_000n } })
})

test('a plan is frozen, keeps its seal through storage, and loses it with one changed digit', () => {
  const plan = planOf(intent, good)
  expect(isIntact(plan)).toBe(true)
  expect(isIntact(structuredClone(plan))).toBe(true)
  expect(() => Object.assign(plan.steps[0]!, { to: usdc.address })).toThrow(TypeError)
  const [first, second] = structuredClone(plan.steps)
  const changed = {
    ...plan,
    steps: [first!, { ...second!, data: exactInputData({ path: [usdc, weth], amountIn: 1n, minimum: 0n }) }],
  }
  expect(isIntact({ ...plan, steps: changed.steps as typeof plan.steps })).toBe(false)
  expect(isIntact({ ...plan, intent: { ...intent, recipient: router } })).toBe(false)
})

test('M-088 an expected amount below the minimum or far above the price is a warning, and used for nothing', () => {
  const noted = (expectedAmountOut: string) => {
    const { quote, notes } = planOf(intent, { ...good, expectedAmountOut })
    return [quote.expectedOut?.units, notes?.find(({ kind }) => kind === 'expected')?.kind]
  }
  expect(noted('0.3115')).toEqual([311_500_000_000_000_000n, undefined])
  for (const contradiction of ['0.2', '0.4', '7', '1e20', 'a lot'])
    expect(noted(contradiction), contradiction).toEqual([undefined, 'expected'])
})
