import { describe, expect, test } from 'vitest'
import { usdc as poolUsdc } from '../../../test/builders/liquidity'
import {
  depositIntent,
  increaseIntent,
  liquidityOrder,
  provider,
  requestedDeposit,
  withdrawIntent,
} from '../../../test/builders/liquidityOrders'
import { approval, eth, harbor, localSolana, me, plan, router, token, usdc, weth } from '../../../test/builders/swap'
import { activityMessages } from '../../components/orders/messages'
import { feesOf, matchesSearch, receivedOf, summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { chooseLocale } from '../../domain/text/locale'
import type { Step } from '../../guard/plan'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { applyEvent, type TaskEvent } from '../../orders/orderReducer'
import type { StepProgress } from '../../orders/progress'
import { decodeOrder, encodeOrder } from '../../orders/store/orderCodec'
import { genericCsv, type TaxProgram, taxCsv } from './csv'
import type { NativeCoinOf } from './csv.messages'

const coinOf: NativeCoinOf = (chainId) => (chainId === harbor.chainId ? eth : undefined)
const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
const noon = Date.UTC(2026, 0, 31, 12)

type Moved = { readonly usdc?: bigint; readonly weth?: bigint }

function done(hash: string, fee: bigint, minedAt: number, { usdc: inUsdc, weth: inWeth }: Moved = {}): StepProgress {
  const changes = [
    { account: me, chainId: harbor.chainId, token: usdc.address, delta: inUsdc ?? 0n },
    { account: me, chainId: harbor.chainId, token: weth.address, delta: inWeth ?? 0n },
  ].filter(({ delta }) => delta !== 0n)
  return {
    at: 'done',
    anchor,
    hash,
    receipt: { hash, block: 1n, minedAt, fee, received: undefined, spent: undefined, changes },
  }
}

/** An approval, then a swap of 100 USDC for 0.033 WETH, mined a minute apart and seen by the browser 40 days later. */
function finished(change: Partial<Order> = {}, moved: Moved = { usdc: -100_000_000n, weth: 33n * 10n ** 15n }): Order {
  const order = openOrder('order-1', plan(), noon)
  const progress = [done('0xa', 10n ** 14n, noon), done('0xb', 2n * 10n ** 14n, noon + 60_000, moved)]
  const tasks = order.tasks.map((task, index) => ({ ...task, progress: progress[index] ?? task.progress }))
  const confirmed = { when: noon + 40 * 24 * 3_600_000, what: 'confirmed', task: 1, note: '0xb' } as const
  return { ...order, tasks, history: [...order.history, confirmed], ...change }
}

const lines = (text: string) => text.trimEnd().split('\r\n')

test('the receipt of truth: what arrived comes from the logs, all steps together', () => {
  expect(receivedOf(finished())).toEqual({ token: weth, units: 33n * 10n ** 15n })
  expect(receivedOf(openOrder('2', plan(), 0))).toBeUndefined()
  expect([...feesOf(summarizeOrder(finished()))]).toEqual([[harbor.chainId, 3n * 10n ** 14n]])
})

test('the files are the same in every language of the app', () => {
  const files = () => [
    genericCsv([summarizeOrder(finished())], coinOf),
    taxCsv('koinly', [summarizeOrder(finished())], coinOf),
  ]
  const english = files()
  chooseLocale({ group: '.', point: ',', percent: (number) => `%${number}` })
  expect(files()).toEqual(english)
  chooseLocale({})
})

test('the plain file has one line an order, exact to the unit', () => {
  const [head, line] = lines(genericCsv([summarizeOrder(finished())], coinOf))
  expect(head).toMatch(/^\ufeffOpened,Changed,Kind,State,/)
  expect(line).toBe(
    `2026-01-31T12:00:00.000Z,2026-01-31T12:00:00.000Z,swap,done,Harbor,100,USDC,Harbor,0.033,0.03,0.033,WETH,0.0003 ETH,${me},${me},"0xa; 0xb",order-1,741001,741001,`,
  )
})

test('the Koinly file has a line for each transaction: the allowance is a cost, the swap a trade', () => {
  const [head, cost, summary] = lines(taxCsv('koinly', [summarizeOrder(finished())], coinOf))
  expect(head).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  )
  expect(cost).toBe('2026-01-31 12:00:00 UTC,0.0001,ETH,,,,,,,cost,Approval for USDC on Harbor (741001),0xa')
  expect(summary).toBe(
    '2026-01-31 12:01:00 UTC,100,USDC,0.033,WETH,0.0002,ETH,,,,Swap USDC to WETH on Harbor (741001),0xb',
  )
})

test('a deposit by the exchange has a line with the requested amounts, and with its position once that is seen', () => {
  const seen = requestedDeposit({ at: 'accepted' }, { at: 'seen', added: 1n, position: '46' })
  const [, line] = lines(genericCsv([summarizeOrder(seen)], coinOf))
  expect(line).toBe(
    `2026-01-31T12:00:00.000Z,2026-01-31T12:00:02.000Z,deposit,done,Harbor,"0.5; 1512.258148","WETH; USDC",Harbor,,,,,,${provider},${provider},,deposit-1,741001,741001,46`,
  )
  expect(lines(taxCsv('koinly', [summarizeOrder(seen)], coinOf))).toHaveLength(1)
})

describe('files for taxes are what the chains moved, dated by their blocks', () => {
  const rows = (program: TaxProgram, ...orders: readonly Order[]) =>
    lines(taxCsv(program, orders.map(summarizeOrder), coinOf)).map((line) => line.split(','))
  const refundTo = (token: string) => {
    const delivery = { at: 'refunded', token, units: 100_000_000n, hash: '0xback', minedAt: noon + 120_000 } as const
    return finished({ destination: { since: undefined, delivery } }, { usdc: -100_000_000n })
  }
  /** A second order that takes the money back, as Activity opens it. */
  function reclaim(): Order {
    const order = finished({ id: 'order-2' })
    const step = { ...approval, purpose: { does: 'reclaim', id: 1n } } as typeof approval
    const own = order.tasks.slice(0, 1).map((task) => ({ ...task, step }))
    const progress = done('0xback', 10n ** 14n, noon + 120_000, { usdc: 100_000_000n })
    return { ...order, tasks: own.map((task) => ({ ...task, progress })) }
  }
  const sum = (table: readonly (readonly string[])[], [sent, received]: readonly [number, number]) =>
    table.slice(1).reduce((total, row) => {
      const of = (column: number) => (row[column + 1] === 'USDC' ? Number(row[column]) : 0)
      return total + of(received) - of(sent)
    }, 0)

  test.each([
    ['koinly', [1, 3]],
    ['cointracker', [3, 1]],
    ['cointracking', [3, 1]],
  ] as const)('a refunded crossing sums to zero for %s, regardless of the sender of the refund', (program, columns) => {
    expect(sum(rows(program, refundTo(usdc.address)), columns)).toBe(0)
    expect(sum(rows(program, refundTo(usdc.address), reclaim()), columns)).toBe(0)
    expect(sum(rows(program, refundTo(usdc.address)).slice(0, -1), columns)).toBe(-100)
  })

  test('a transaction that failed on chain is a line of its own with its fee, dated by its block', () => {
    const cost = { fee: 3n * 10n ** 14n, minedAt: noon + 180_000 }
    const order = finished()
    const last = order.tasks.length - 1
    const tasks = order.tasks.map((task, index) =>
      index === last ? { ...task, progress: { at: 'reverted', hash: '0xc', why: undefined, cost } as const } : task,
    )
    const [, , failed, ...more] = rows('koinly', { ...order, tasks })
    expect(failed?.join()).toBe(
      '2026-01-31 12:03:00 UTC,0.0003,ETH,,,,,,,cost,"Swap USDC to WETH on Harbor (741001); failed on chain",0xc',
    )
    expect(more).toEqual([])
    const stored = decodeOrder(encodeOrder({ ...order, tasks }))
    expect(stored.is === 'order' && stored.order.tasks[last]?.progress).toMatchObject({ cost })
  })

  test('a batch that failed on chain is one line with its fee', () => {
    const cost = { fee: 3n * 10n ** 14n, minedAt: noon + 180_000 }
    const assertion = { changes: [], allowances: [] } as const
    const opened = openOrder('batch', { ...plan(), assertion }, noon)
    const batched = { ...anchor, batch: { id: '0x1' } }
    const events: readonly TaskEvent[] = [
      { type: 'checking' },
      { type: 'asked', anchor: batched },
      { type: 'sent', hash: '0xc' },
      { type: 'reverted', why: undefined, cost },
    ]
    const order = events.reduce((state, event) => applyEvent(state, { ...event, when: noon }), opened)
    const [, failed, ...more] = rows('koinly', order)
    expect(failed?.join()).toMatch(/^2026-01-31 12:03:00 UTC,0.0003,ETH,.*failed on chain",0xc$/)
    expect(more).toEqual([])
  })

  test('what a Solana swap cost is a fee in SOL, whether it moved tokens or failed on chain', () => {
    const sol = token('SOL', localSolana, { address: 'native', isNative: true, decimals: 9 })
    const [paid, got] = [
      token('USDC', localSolana, { address: 'Usdc1' }),
      token('BONQ', localSolana, { address: 'Bonq1' }),
    ]
    const [from, when] = ['Payer1', noon + 60_000]
    const step: Step = {
      ...{ kind: 'solana', index: 0, chainId: localSolana.chainId, from, transaction: '', said: undefined },
      purpose: { does: 'swap' },
    }
    const asked = { sell: { token: paid, units: 2_000_000n }, buy: got, sender: from, recipient: from }
    const order = (progress: StepProgress) => {
      const opened = openOrder('solana', plan(asked, [step]), noon)
      return { ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress })) }
    }
    const [sent, received] = [
      { account: from, chainId: localSolana.chainId, token: paid.address, delta: -2_000_000n },
      { account: from, chainId: localSolana.chainId, token: got.address, delta: 7_000_000n },
    ]
    const receipt = { hash: 's1', block: 1n, minedAt: when, fee: 5_000n, received: undefined, spent: undefined }
    const solanaAnchor = { kind: 'solana', account: from, messageHash: '', lastValidBlockHeight: 9n } as const
    const coins: NativeCoinOf = (chainId) => (chainId === localSolana.chainId ? sol : undefined)
    const koinly = (progress: StepProgress) => lines(taxCsv('koinly', [summarizeOrder(order(progress))], coins))[1]
    expect(
      koinly({ at: 'done', anchor: solanaAnchor, hash: 's1', receipt: { ...receipt, changes: [sent, received] } }),
    ).toBe('2026-01-31 12:01:00 UTC,2,USDC,7,BONQ,0.000005,SOL,,,,Swap USDC to BONQ on Reef (741003),s1')
    expect(koinly({ at: 'reverted', hash: 's2', why: undefined, cost: { fee: 5_000n, minedAt: when } })).toBe(
      '2026-01-31 12:01:00 UTC,0.000005,SOL,,,,,,,cost,"Swap USDC to BONQ on Reef (741003); failed on chain",s2',
    )
  })

  test('a refund is one line under its own hash, at the time of its block', () => {
    const [, , , refund] = rows('koinly', refundTo(usdc.address))
    expect(refund?.slice(0, 5)).toEqual(['2026-01-31 12:02:00 UTC', '', '', '100', 'USDC'])
    expect(refund?.at(-1)).toBe('0xback')
  })

  test('a line without a block time has the time when this browser saw the transaction', () => {
    const order = finished()
    const tasks = order.tasks.map(({ progress, ...task }) => {
      if (progress.at !== 'done') return { ...task, progress }
      const { minedAt: _, ...receipt } = progress.receipt
      return { ...task, progress: { ...progress, receipt } }
    })
    const [, , trade = []] = rows('koinly', { ...order, tasks })
    expect(trade[0]).toBe('2026-03-12 12:00:00 UTC')
    expect(trade.join()).toContain('dated when this browser saw it')
  })

  test('CoinTracker gets its eight columns, UTC dates of its form, and the fee of an approval as sent', () => {
    expect(rows('cointracker', finished())).toEqual([
      'Date,Received Quantity,Received Currency,Sent Quantity,Sent Currency,Fee Amount,Fee Currency,Tag'.split(','),
      '01/31/2026 12:00:00,,,0.0001,ETH,,,'.split(','),
      '01/31/2026 12:01:00,0.033,WETH,100,USDC,0.0002,ETH,'.split(','),
    ])
  })

  test('CoinTracking gets a type per line, fees as lines of their own, and ids that part two tokens of one deposit', () => {
    const cut = (table: readonly (readonly string[])[]) =>
      table.slice(1).map((row) => [...row.slice(0, 5), row[7], ...row.slice(10)].join())
    expect(cut(rows('cointracking', finished()))).toEqual([
      'Other Fee,,,0.0001,ETH,Harbor,2026-01-31 12:00:00,0xa.fee',
      'Trade,0.033,WETH,100,USDC,Harbor,2026-01-31 12:01:00,0xb.USDC.WETH',
      'Other Fee,,,0.0002,ETH,Harbor,2026-01-31 12:01:00,0xb.fee',
    ])
    const deposited = liquidityOrder(depositIntent, [-1n * 10n ** 18n, -5_000_000n])
    expect(cut(rows('cointracking', deposited))).toEqual([
      'Withdrawal,,,1,WETH,Harbor,2026-01-31 12:01:00,0x1.WETH',
      'Other Fee,,,0.0001,ETH,Harbor,2026-01-31 12:01:00,0x1.fee',
      'Withdrawal,,,5,USDC,Harbor,2026-01-31 12:01:00,0x1.USDC',
    ])
    const collected = liquidityOrder(withdrawIntent(0n), [10n ** 15n, 0n])
    expect(cut(rows('cointracking', collected))[0]).toBe(
      'Reward / Bonus,0.001,WETH,,,Harbor,2026-01-31 12:01:00,0x1.WETH',
    )
  })
})

test('what never reached the chain is in no tax file', () => {
  expect(lines(taxCsv('koinly', [summarizeOrder(openOrder('2', plan(), noon))], coinOf))).toHaveLength(1)
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
  const koinly = (order: Order) => lines(taxCsv('koinly', [summarizeOrder(order)], coinOf)).slice(1)

  test('a deposit has the paid amounts, not the typed ones', () => {
    expect(plain(deposited)).toContain(',deposit,done,Harbor,"0.497392935098424215; 1493.728091","WETH; USDC",')
    expect(plain(deposited)).toMatch(/,order-1,741001,741001,46$/)
    expect(plain(liquidityOrder(depositIntent, undefined))).toContain(',"0.5; 1512.258148","WETH; USDC",')
    expect(koinly(deposited)).toEqual([
      '2026-01-31 12:01:00 UTC,0.0001,ETH,,,,,,,cost,Approval for USDC on Harbor (741001),0x1',
      '2026-01-31 12:01:00 UTC,0.497392935098424215,WETH,,,0.0001,ETH,,,,Deposit into WETH/USDC position #46 on Harbor (741001),0x2',
      '2026-01-31 12:01:00 UTC,1493.728091,USDC,,,,,,,,Deposit into WETH/USDC position #46 on Harbor (741001),0x2',
    ])
  })

  test('an increase pays one token where the price took only one', () => {
    expect(plain(increased)).toContain(',increase,done,Harbor,197.507518,USDC,Harbor,')
    expect(koinly(increased)).toEqual([
      '2026-01-31 12:01:00 UTC,197.507518,USDC,,,0.0001,ETH,,,,Add to WETH/USDC position #46 on Harbor (741001),0x1',
    ])
  })

  test('a withdrawal and a collection have separate payouts', () => {
    expect(plain(withdrawn)).toContain(',withdraw,done,Harbor,,,Harbor,,,0.248696467549212107,WETH,')
    expect(plain(collected)).toContain(',collect,done,Harbor,,,Harbor,,,"0.001; 3","WETH; USDC",')
    expect(koinly(withdrawn)[0]).toBe(
      '2026-01-31 12:01:00 UTC,,,0.248696467549212107,WETH,0.0001,ETH,,,,Remove liquidity from WETH/USDC position #46 on Harbor (741001),0x1',
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

test('if native coins of two orders arrive together, the files contain no invented amount: one has none, Koinly a minimum', () => {
  const delivery = { at: 'filled', units: 30n * 10n ** 15n, hash: undefined, isAtLeast: true } as const
  const summary = summarizeOrder(finished({ destination: { since: undefined, delivery } }, { usdc: -100_000_000n }))
  const [, line = ''] = lines(genericCsv([summary], coinOf))
  expect(line.split(',').slice(8, 12)).toEqual(['0.033', '0.03', '', 'WETH'])
  const [, , trade] = lines(taxCsv('koinly', [summary], coinOf))
  expect(trade).toBe(
    '2026-01-31 12:01:00 UTC,100,USDC,,,0.0002,ETH,,,,"Swap USDC to WETH, at least 0.03 WETH received on Harbor (741001)",0xb',
  )
  expect(orderTitle(summary, activityMessages.english)).toBe('100 USDC → at least 0.03 WETH')
})
