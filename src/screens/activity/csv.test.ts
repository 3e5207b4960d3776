import { describe, expect, test } from 'vitest'
import { approval, eth, harbor, me, plan, router, token, usdc, weth } from '../../../test/builders/swap'
import { feesOf, matchesSearch, receivedOf, summarizeOrder } from '../../components/orders/orderSummary'
import { type Order, openOrder } from '../../orders/order'
import type { StepProgress } from '../../orders/progress'
import { genericCsv, koinlyCsv, type NativeCoinOf } from './csv'

const coinOf: NativeCoinOf = (chainId) => (chainId === harbor.chainId ? eth : undefined)
const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
const noon = Date.UTC(2026, 0, 31, 12)

function done(hash: string, fee: bigint, received?: bigint): StepProgress {
  const amount = received === undefined ? undefined : { token: weth, units: received }
  return { at: 'done', anchor, hash, receipt: { hash, block: 1n, fee, received: amount, spent: undefined } }
}

function finished(change: Partial<Order> = {}): Order {
  const order = openOrder('order-1', plan(), noon)
  const progress = [done('0xa', 10n ** 14n), done('0xb', 2n * 10n ** 14n, 33n * 10n ** 15n)]
  const tasks = order.tasks.map((task, index) => ({ ...task, progress: progress[index] ?? task.progress }))
  const confirmed = { when: noon + 60_000, what: 'confirmed', task: 1, note: '0xb' } as const
  return { ...order, tasks, history: [...order.history, confirmed], ...change }
}

const lines = (text: string) => text.trimEnd().split('\r\n')

test('the receipt of truth: what arrived comes from the logs, all steps together', () => {
  expect(receivedOf(finished())).toEqual({ token: weth, units: 33n * 10n ** 15n })
  expect(receivedOf(openOrder('2', plan(), 0))).toBeUndefined()
  expect([...feesOf(summarizeOrder(finished()))]).toEqual([[harbor.chainId, 3n * 10n ** 14n]])
})

test('the plain file has one line an order, exact to the unit', () => {
  const [head, line] = lines(genericCsv([summarizeOrder(finished())], coinOf))
  expect(head).toMatch(/^Opened,Changed,Kind,State,/)
  expect(line).toBe(
    `2026-01-31T12:00:00.000Z,2026-01-31T12:00:00.000Z,swap,done,Harbor,100,USDC,Harbor,0.033,0.03,0.033,WETH,0.0003 ETH,${me},${me},0xa; 0xb,order-1`,
  )
})

test('the Koinly file has a line for each transaction: the allowance is a cost, the swap a trade', () => {
  const [head, cost, summary] = lines(koinlyCsv([summarizeOrder(finished())], coinOf))
  expect(head).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  )
  expect(cost).toBe('2026-01-31 12:00:00 UTC,0.0001,ETH,,,,,,,cost,Approval for USDC,0xa')
  expect(summary).toBe('2026-01-31 12:01:00 UTC,100,USDC,0.033,WETH,0.0002,ETH,,,,Swap USDC to WETH,0xb')
})

test('what never reached the chain is in no tax file', () => {
  expect(lines(koinlyCsv([summarizeOrder(openOrder('2', plan(), noon))], coinOf))).toHaveLength(1)
})

test('an allowance taken back sells nothing', () => {
  const reset = { ...approval, purpose: { does: 'reset', token: usdc.address, spender: router } } as typeof approval
  const summary = summarizeOrder(openOrder('4', plan({}, [reset]), noon))
  expect(summary.kind).toBe('revocation')
  expect(lines(genericCsv([summary], coinOf))[1]).toContain(',revocation,under way,Harbor,,USDC,Harbor,')
})

describe('a hostile token name', () => {
  test.each([
    ['=HYPERLINK("https://evil")', `"'=HYPERLINK(""https://evil"")"`],
    ['+1', `'+1`],
    ['@SUM', `'@SUM`],
    ['A,B', '"A,B"'],
  ])('%s is text in a spreadsheet', (symbol, cell) => {
    const order = openOrder('3', plan({ buy: token(symbol, harbor) }), noon)
    expect(genericCsv([summarizeOrder(order)], coinOf)).toContain(cell)
  })
})

describe('an order is found by what one remembers of it', () => {
  test.each([
    ['usdc', true],
    ['WETH harbor', true],
    ['0xB', true],
    [me.toLowerCase(), true],
    ['order-1', true],
    ['', true],
    [router, false],
    ['usdc delta', false],
  ])('%j: %s', (typed, found) => expect(matchesSearch(summarizeOrder(finished()), typed)).toBe(found))
})
