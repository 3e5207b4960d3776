import { describe, expect, test } from 'vitest'
import { usdc as poolUsdc } from '../../../test/builders/liquidity'
import {
  depositIntent,
  increaseIntent,
  liquidityOrder,
  provider,
  withdrawIntent,
} from '../../../test/builders/liquidityOrders'
import { approval, eth, harbor, me, plan, router, token, usdc, weth } from '../../../test/builders/swap'
import { activityMessages } from '../../components/orders/messages'
import { feesOf, matchesSearch, receivedOf, summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import type { StepProgress } from '../../orders/progress'
import { moveDeposit, postedDeposit } from '../../preparation/liquidity/pendingDeposit'
import { depositRow, genericCsv, koinlyCsv, type NativeCoinOf } from './csv'

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
  expect(head).toMatch(/^\ufeffOpened,Changed,Kind,State,/)
  expect(line).toBe(
    `2026-01-31T12:00:00.000Z,2026-01-31T12:00:00.000Z,swap,done,Harbor,100,USDC,Harbor,0.033,0.03,0.033,WETH,0.0003 ETH,${me},${me},"0xa; 0xb",order-1,741001,741001,`,
  )
})

test('the Koinly file has a line for each transaction: the allowance is a cost, the swap a trade', () => {
  const [head, cost, summary] = lines(koinlyCsv([summarizeOrder(finished())], coinOf))
  expect(head).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  )
  expect(cost).toBe('2026-01-31 12:00:00 UTC,0.0001,ETH,,,,,,,cost,Approval for USDC on Harbor (741001),0xa')
  expect(summary).toBe(
    '2026-01-31 12:01:00 UTC,100,USDC,0.033,WETH,0.0002,ETH,,,,Swap USDC to WETH on Harbor (741001),0xb',
  )
})

test('a deposit that the exchange carries out has a line with what was asked, and its position once it is seen', () => {
  const place = {
    chainId: harbor.chainId,
    tokens: [weth.address, usdc.address],
    recipient: me,
    tickLower: -60,
    tickUpper: 60,
  } as const
  const asked = {
    ...place,
    symbols: ['WETH', 'USDC'],
    amounts: ['0.4', '1200'],
    body: '',
    before: 0n,
    expected: 1n,
  } as const
  const posted = postedDeposit('deposit-1', asked, noon)
  const seen = moveDeposit(posted, { type: 'seen', added: 1n, position: '46' }, noon + 60_000)
  const [, line] = lines(genericCsv([], coinOf, [depositRow(seen, () => 'Harbor')]))
  expect(line).toBe(
    `2026-01-31T12:00:00.000Z,2026-01-31T12:01:00.000Z,deposit,seen,Harbor,,"WETH; USDC",Harbor,"0.4; 1200",,,,,,${me},,deposit-1,741001,741001,46`,
  )
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

describe('liquidity is exported as its logs say, with position, network and chain id', () => {
  const approve = { does: 'approve', token: poolUsdc.address, spender: provider, amount: 1n } as const
  const paid = [-497_392_935_098_424_215n, -1_493_728_091n] as const
  const deposited = liquidityOrder(depositIntent, paid, [approve, { does: 'deposit' }])
  const increased = liquidityOrder(increaseIntent, [0n, -197_507_518n])
  const collected = liquidityOrder(withdrawIntent(0n), [10n ** 15n, 3_000_000n])
  const withdrawn = liquidityOrder(withdrawIntent(5n), [248_696_467_549_212_107n, 0n])
  const plain = (order: Order) => lines(genericCsv([summarizeOrder(order)], coinOf))[1]
  const koinly = (order: Order) => lines(koinlyCsv([summarizeOrder(order)], coinOf)).slice(1)

  test('what a deposit paid, not what was typed', () => {
    expect(plain(deposited)).toContain(',deposit,done,Harbor,"0.497392935098424215; 1493.728091","WETH; USDC",')
    expect(plain(deposited)).toMatch(/,order-1,741001,741001,46$/)
    expect(plain(liquidityOrder(depositIntent, undefined))).toContain(',"0.5; 1512.258148","WETH; USDC",')
    expect(koinly(deposited)).toEqual([
      '2026-01-31 12:01:00 UTC,0.0001,ETH,,,,,,,cost,Approval for USDC on Harbor (741001),0x1',
      '2026-01-31 12:01:00 UTC,0.497392935098424215,WETH,,,0.0001,ETH,,,liquidity in,Deposit into WETH/USDC position #46 on Harbor (741001),0x2',
      '2026-01-31 12:01:00 UTC,1493.728091,USDC,,,,,,,liquidity in,Deposit into WETH/USDC position #46 on Harbor (741001),0x2',
    ])
  })

  test('an increase pays one token where the price took only one', () => {
    expect(plain(increased)).toContain(',increase,done,Harbor,197.507518,USDC,Harbor,')
    expect(koinly(increased)).toEqual([
      '2026-01-31 12:01:00 UTC,197.507518,USDC,,,0.0001,ETH,,,liquidity in,Add to WETH/USDC position #46 on Harbor (741001),0x1',
    ])
  })

  test('what a withdrawal and a collection paid out, told apart', () => {
    expect(plain(withdrawn)).toContain(',withdraw,done,Harbor,,,Harbor,,,0.248696467549212107,WETH,')
    expect(plain(collected)).toContain(',collect,done,Harbor,,,Harbor,,,"0.001; 3","WETH; USDC",')
    expect(koinly(withdrawn)[0]).toBe(
      '2026-01-31 12:01:00 UTC,,,0.248696467549212107,WETH,0.0001,ETH,,,liquidity out,Remove liquidity from WETH/USDC position #46 on Harbor (741001),0x1',
    )
    expect(koinly(collected).map((line) => line.split(',').slice(3, 5))).toEqual([
      ['0.001', 'WETH'],
      ['3', 'USDC'],
    ])
    expect(koinly(collected)[1]).toContain(',reward,Collect fees from WETH/USDC position #46 on Harbor (741001),')
  })

  test('three different withdrawals have three titles', () => {
    const titles = [withdrawn, collected, liquidityOrder(withdrawIntent(5n), undefined)].map((order) =>
      orderTitle(summarizeOrder(order), activityMessages.english),
    )
    expect(titles).toEqual([
      'Remove 0.248696 WETH from #46',
      'Collect 0.001 WETH and 3 USDC from #46',
      'Remove WETH / USDC liquidity from #46',
    ])
    expect(orderTitle(summarizeOrder(deposited), activityMessages.english)).toBe(
      'Deposit 0.497393 WETH and 1,493.73 USDC as #46',
    )
  })
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

test('where coins of two orders arrived at once no amount is made up: neither file has one, title and Koinly say at least', () => {
  const delivery = { at: 'filled', units: 30n * 10n ** 15n, hash: undefined, isAtLeast: true } as const
  const summary = summarizeOrder(finished({ destination: { since: undefined, delivery } }))
  const [, line = ''] = lines(genericCsv([summary], coinOf))
  expect(line.split(',').slice(8, 12)).toEqual(['0.033', '0.03', '', 'WETH'])
  const [, , trade] = lines(koinlyCsv([summary], coinOf))
  expect(trade).toBe(
    '2026-01-31 12:01:00 UTC,100,USDC,,,0.0002,ETH,,,,"Swap USDC to WETH, at least 0.03 WETH received on Harbor (741001)",0xb',
  )
  expect(orderTitle(summary, activityMessages.english)).toBe('100 USDC → at least 0.03 WETH')
})
