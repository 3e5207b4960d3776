import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eth, farUsdc, me, plan, weth } from '../../../test/builders/swap'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'
import type { StepProgress, StepReceipt } from '../../orders/progress'
import type { TransactionAnchor } from '../../orders/requests/transactionAnchor'
import { progressMessages, type Repeat, type StatusFacts } from './messages'
import { fundsLocation, orderStatus, repeatOf } from './orderStatus'

const anchor: TransactionAnchor = { kind: 'evm', account: me, nonce: 1, block: 1n }
const arrival = { account: me, chainId: 741001, token: weth.address, delta: 30_000_000_000_000_000n }
const receipt: StepReceipt = {
  hash: '0x1',
  block: 1n,
  fee: 1n,
  received: undefined,
  spent: undefined,
  changes: [arrival],
}
const done: StepProgress = { at: 'done', anchor, hash: '0x1', receipt }
const waiting: StepProgress = { at: 'waiting' }

/** An order of an approval and a swap, each with the given progress. */
function order(approval: StepProgress, swap: StepProgress, change: Partial<Order> = {}): Order {
  const opened = openOrder('1', plan(), 0)
  const progress = [approval, swap]
  const tasks = opened.tasks.map((task, index) => ({ ...task, progress: progress[index] ?? waiting }))
  return { ...opened, tasks, ...change }
}

const swapAt = (progress: StepProgress) => orderStatus(order(done, progress), false)
const unknown = { at: 'unknown', anchor, hash: undefined, failure: undefined } as const

describe('every state has its name and its weight', () => {
  const rows: [string, StepProgress, string, string][] = [
    ['waiting', waiting, 'waiting', 'busy'],
    ['being checked', { at: 'checking' }, 'checking', 'busy'],
    ['switching network', { at: 'switching' }, 'switching', 'ask'],
    ['before the wallet', { at: 'signing', anchor }, 'signing', 'ask'],
    ['sent', { at: 'sent', anchor, hash: '0x2' }, 'sent', 'busy'],
    ['confirming', { at: 'confirming', anchor, hash: '0x2', confirmations: 1 }, 'confirming', 'busy'],
    ['I8: rejected, which is nothing bad', { at: 'rejected' }, 'rejected', 'ask'],
    ['reverted', { at: 'reverted', hash: '0x2', why: 'Too little received' }, 'reverted', 'bad'],
    ['F-24: cancelled', { at: 'replaced', hash: '0x2', by: '0x3', how: 'cancelled' }, 'cancelled', 'bad'],
    ['A-23: altered', { at: 'replaced', hash: '0x2', by: '0x2', how: 'altered' }, 'altered', 'bad'],
    ['expired', { at: 'expired', hash: undefined }, 'expired', 'bad'],
    ['I2: unknown', { ...unknown, isUnseen: false }, 'unknown', 'bad'],
    ['F-25: not seen', { ...unknown, isUnseen: true }, 'not seen', 'bad'],
  ]

  test.each(rows)('%s', (_, progress, is, tone) => {
    expect(swapAt(progress)).toMatchObject({ is, tone, position: 1 })
  })
})

test('a finished order asks for nothing', () => {
  expect(orderStatus(order(done, done), false)).toEqual({ is: 'done', tone: 'good', choices: [], position: 2 })
})

describe('a swap whose steps are all confirmed', () => {
  const swapped = (more: Partial<StepReceipt>) => {
    const brought = { ...receipt, changes: [], ...more }
    return order({ ...done, receipt: { ...receipt, changes: [] } }, { ...done, receipt: brought })
  }
  test.each([
    ['brought nothing', []],
    ['brought one unit less than the minimum', [{ ...arrival, delta: arrival.delta - 1n }]],
    ['paid another account', [{ ...arrival, account: '0x00000000000000000000000000000000000000cC' }]],
    ['brought another token', [{ ...arrival, token: '0x0000000000000000000000000000000000000501' }]],
    ['brought the token on another chain', [{ ...arrival, chainId: 741002 }]],
    ['brought it and took it back', [arrival, { ...arrival, delta: -arrival.delta }]],
  ])('it has not arrived, with a red status, when it %s', (_, changes) => {
    const short = swapped({ changes })
    expect(orderStatus(short, false)).toMatchObject({ is: 'short', tone: 'bad' })
    expect(fundsLocation(short)).toEqual({ is: 'short' })
    expect(orderPhase(short)).toBe('stopped')
  })
  test('it has not arrived when a later step takes back the output of an earlier one', () => {
    const taken = { ...receipt, changes: [{ ...arrival, delta: -1n }] }
    expect(orderStatus(order(done, { ...done, receipt: taken }), false).is).toBe('short')
  })
  test('it is not reported as arrived when its receipt has no figures', () => {
    const { changes: _, ...silent } = receipt
    const unread = order(done, { ...done, hash: '0x2', receipt: { ...silent, hash: '0x2' } })
    expect(orderStatus(unread, false)).toMatchObject({ is: 'unread', tone: 'bad' })
    expect(fundsLocation(unread)).toEqual({ is: 'short' })
  })
  test('it is not reported as arrived when the native coins are only assumed', () => {
    const coins = plan({ buy: eth })
    const assumed = { ...receipt, changes: [{ ...arrival, token: 'native', isAssumed: true as const }] }
    expect(orderStatus({ ...order(done, { ...done, receipt: assumed }), plan: coins }, false).is).toBe('unread')
  })
  test('with random receipts it has arrived only if at least the minimum reached the recipient', () => {
    const minimum = plan().quote.minimumReceived?.units ?? 0n
    const change = fc.record({
      account: fc.constantFrom(me, me, '0x00000000000000000000000000000000000000cC'),
      chainId: fc.constantFrom(741_001, 741_001, 741_002),
      token: fc.constantFrom(weth.address, weth.address, '0x0000000000000000000000000000000000000501', 'native'),
      delta: fc.constantFrom(1n, minimum / 2n, minimum - 1n, minimum, 2n * minimum, -1n, -minimum),
    })
    const changes = fc.option(fc.array(change, { maxLength: 4 }), { nil: undefined })
    let believed = 0
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const receipts = [first, second].map((list, index): StepProgress => {
          const { changes: _, ...silent } = receipt
          const hash = `0x${index}`
          return { ...done, hash, receipt: { ...silent, hash, ...(list && { changes: list }) } }
        })
        const reached = [first, second]
          .flatMap((list) => list ?? [])
          .filter(({ account, chainId, token }) => account === me && chainId === 741_001 && token === weth.address)
          .reduce((sum, { delta }) => sum + delta, 0n)
        const finished = order(receipts[0]!, receipts[1]!)
        // Of the approval nothing is expected; a swap without figures shows nothing.
        const isShown = second !== undefined && reached >= minimum
        const { is, tone } = orderStatus(finished, false)
        expect({ is, isGood: tone === 'good' }).toEqual({
          is: second === undefined ? 'unread' : isShown ? 'done' : 'short',
          isGood: isShown,
        })
        // By its steps, each of them would have arrived.
        if (finished.tasks.every(({ progress }) => progress.at === 'done') && !isShown) believed++
      }),
      { seed: 2026, numRuns: 300 },
    )
    expect(believed).toBeGreaterThan(100)
  })
  test('without a stated minimum has arrived when anything has', () => {
    const { quote, ...rest } = plan()
    const unstated = { plan: { ...rest, quote: { ...quote, minimumReceived: undefined } }, confirmedMinimum: undefined }
    expect(orderStatus({ ...swapped({ changes: [{ ...arrival, delta: 1n }] }), ...unstated }, false).is).toBe('done')
    expect(orderStatus({ ...swapped({ changes: [] }), ...unstated }, false).is).toBe('short')
  })
})

test('F-68: a cross-chain swap is paid, not arrived, until a log shows the delivery', () => {
  const across = plan({ buy: farUsdc })
  const crossing = { ...order(done, done), plan: across }
  expect(orderStatus(crossing, false)).toMatchObject({ is: 'handed over', choices: [] })
  expect(fundsLocation(crossing)).toEqual({ is: 'promised' })
})

test('an order that runs in another tab can be taken over in every state', () => {
  const report = orderStatus(order(done, waiting, { blocked: 'offline' }), true)
  expect(report).toMatchObject({ is: 'other tab', choices: ['take over'] })
})

test('a rejected step offers to try again first', () => {
  expect(swapAt({ at: 'rejected' }).choices[0]).toBe('retry')
})

test('an order put away is quiet, unless something of it may still land', () => {
  expect(orderStatus(order(done, waiting, { isDismissed: true }), false).is).toBe('dismissed')
  expect(orderStatus(order(done, { at: 'sent', anchor, hash: '0x2' }, { isDismissed: true }), false).is).toBe('sent')
})

test('an order put away while an approval may still be confirmed in the wallet has a note', () => {
  const opened = order(waiting, waiting, { isDismissed: true })
  const tasks = opened.tasks.map((task, index) => (index === 0 ? { ...task, lastAnchor: anchor, isOpen: true } : task))
  expect(orderStatus({ ...opened, tasks }, false).is).toBe('dismissed unsettled')
})

describe('where the money is', () => {
  test('before anything', () =>
    expect(fundsLocation(order(waiting, waiting))).toEqual({ is: 'untouched', isAllowed: false }))
  test('F-36: after the allowance, when the swap is rejected', () =>
    expect(fundsLocation(order(done, { at: 'rejected' }))).toEqual({ is: 'untouched', isAllowed: true }))
  test('while a request is open in the wallet', () =>
    expect(fundsLocation(order(done, { at: 'signing', anchor }))).toEqual({ is: 'untouched', isAllowed: true }))
  test('after the swap was sent', () =>
    expect(fundsLocation(order(done, { at: 'sent', anchor, hash: '0x2' }))).toEqual({ is: 'moving' }))
  test('when no one knows', () =>
    expect(fundsLocation(order(done, { ...unknown, isUnseen: true }))).toEqual({ is: 'moving' }))
  test('after a revert', () =>
    expect(fundsLocation(order(done, { at: 'reverted', hash: '0x2', why: '' }))).toEqual({
      is: 'untouched',
      isAllowed: true,
    }))
  test('at the end', () => expect(fundsLocation(order(done, done))).toEqual({ is: 'arrived' }))
})

test('every state has a title, a now and a next with no hole in it', () => {
  const facts: StatusFacts = {
    kind: 'swap',
    arrived: '',
    minimum: '',
    position: '',
    sold: '100 USDC',
    symbol: 'USDC',
    chain: 'Harbor',
    destinationChain: 'Harbor',
    isDestinationReadable: true,
    step: 'swap',
    wallet: 'Demo wallet (EVM)',
    said: 'Something',
    isSwitch: false,
    repeat: 'same nonce',
  }
  const { statusTitle, statusNow, statusNext } = progressMessages.english
  const states = [waiting, { at: 'rejected' }, { ...unknown, isUnseen: true }, { ...unknown, isUnseen: false }] as const
  for (const progress of states) {
    const { is } = swapAt(progress)
    for (const sentence of [statusTitle(is, facts), statusNow(is, facts), statusNext(is, facts)])
      expect(sentence).not.toMatch(/undefined|^$/)
  }
})

const evmAnchor = { kind: 'evm', account: '0xa1', nonce: 7, block: 1n } as const

test.each<[TransactionAnchor | undefined, Repeat]>([
  [evmAnchor, 'same nonce'],
  [{ ...evmAnchor, isOpenNonce: true }, 'new request'],
  [{ ...evmAnchor, isContract: true }, 'new request'],
  [{ ...evmAnchor, batch: { id: '0x1' } }, 'same batch'],
  [{ kind: 'solana', account: 'a', messageHash: '00', lastValidBlockHeight: 1n }, 'new request'],
  [undefined, 'new request'],
])('the note of a repeat of %o names what it shares with the first request', (anchor, repeat) =>
  expect(repeatOf(anchor)).toBe(repeat),
)
