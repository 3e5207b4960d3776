import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anchorNo, approval, hashNo, planOf, receiptOf, reset, swap } from '../../test/orders/plans'
import { type Failure, failureOf } from './failure'
import { openOrder } from './openOrder'
import { currentTask, type Order } from './order'
import { orderPhase } from './orderPhase'
import {
  applyEvent,
  canRequote,
  canRetry,
  InvalidTransition,
  isDefinitelyUnsent,
  type PendingEvent,
} from './orderReducer'
import { isInFlight, transactionHashOf } from './progress'
import type { TransactionAnchor } from './requests/transactionAnchor'
import { openRequests, requestToRepeat } from './requests/unsettledRequests'

const hash = hashNo(1)
const other = hashNo(2)
const anchor = anchorNo(7)

function carried(news: readonly PendingEvent[], order: Order = openOrder('o', planOf(), 0)): Order {
  return news.reduce((moving, event, when) => applyEvent(moving, { ...event, when: when + 1 }), order)
}

function at(order: Order) {
  return order.tasks.map(({ progress }) => progress.at)
}

const asked: PendingEvent[] = [{ type: 'checking' }, { type: 'asked', anchor }]
const sent: PendingEvent[] = [...asked, { type: 'sent', hash }]
const done: PendingEvent[] = [...sent, { type: 'confirmed', receipt: receiptOf(hash) }]

test('an order goes from the first check to the last receipt, one step after the other', () => {
  const order = carried([
    { type: 'checking' },
    { type: 'switching' },
    { type: 'asked', anchor },
    { type: 'sent', hash },
    { type: 'seen', confirmations: 1 },
    { type: 'confirmed', receipt: receiptOf(hash) },
    { type: 'checking' },
    { type: 'asked', anchor: anchorNo(8) },
    { type: 'sent', hash: other },
    { type: 'confirmed', receipt: receiptOf(other) },
  ])
  expect(at(order)).toEqual(['done', 'done'])
  expect(orderPhase(order)).toBe('done')
  expect(order.history.map(({ what }) => what)).toEqual([
    'opened',
    'checking',
    'switching',
    'asked',
    'sent',
    'seen',
    'confirmed',
    'checking',
    'asked',
    'sent',
    'confirmed',
  ])
  expect(order.history.at(-1)).toEqual({ when: 10, what: 'confirmed', task: 1, note: other })
})

describe('what cannot follow is refused', () => {
  test.each<[string, PendingEvent[], PendingEvent]>([
    ['asking without a check', [], { type: 'asked', anchor }],
    ['asking twice', asked, { type: 'asked', anchor }],
    ['a hash for a step never asked for', [], { type: 'sent', hash }],
    ['a second hash', sent, { type: 'sent', hash: other }],
    ['asking again for what was sent', sent, { type: 'retried' }],
    ['a receipt for another hash', sent, { type: 'confirmed', receipt: receiptOf(other) }],
    ['a failure that may have been broadcast', asked, { type: 'failed', failure: failureOf('unknown') }],
    ['taking back a request', asked, { type: 'withdrawn' }],
    ['a new plan while the wallet is asked', asked, { type: 'renewed', plan: planOf(), steps: [] }],
    [
      'an offer while a transaction is on its way',
      sent,
      { type: 'offered', updatedPlan: { plan: planOf(), why: 'resumed' } },
    ],
    ['asking for what was put away', [{ type: 'checking' }, { type: 'dismissed' }], { type: 'asked', anchor }],
    ['accepting what was not offered', [], { type: 'accepted', steps: [] }],
    ['saying an outcome is no rejection while the chain may know it', [...sent, lost(true)], { type: 'rejected' }],
    ['trying again what may be on its way', [...asked, lost(false)], { type: 'retried' }],
  ])('%s', (_, before, event) => {
    expect(() => carried([...before, event])).toThrow(InvalidTransition)
  })

  test('anything on an order that is complete', () => {
    const order = carried([...done, ...done.map(secondStep)])
    for (const type of ['checking', 'rejected', 'retried', 'withdrawn', 'expired'] as const) {
      expect(() => carried([{ type }], order)).toThrow(InvalidTransition)
    }
  })
})

function lost(isUnseen: boolean): PendingEvent {
  return { type: 'lost', isUnseen }
}

function secondStep(event: PendingEvent): PendingEvent {
  if (event.type === 'asked') return { ...event, anchor: anchorNo(8) }
  if (event.type === 'sent') return { ...event, hash: other }
  return event.type === 'confirmed' ? { ...event, receipt: receiptOf(other) } : event
}

test('F-20 a rejection keeps everything and can be tried again', () => {
  const order = carried([...asked, { type: 'rejected' }])
  expect(at(order)).toEqual(['rejected', 'waiting'])
  expect(orderPhase(order)).toBe('stopped')
  expect(at(carried([{ type: 'retried' }], order))).toEqual(['waiting', 'waiting'])
})

test('F-23 F-39 a sped-up transaction goes on under its new hash, a cancelled one stops', () => {
  const faster = carried([...sent, { type: 'repriced', hash: other }])
  expect(faster.tasks[0]?.progress).toMatchObject({ at: 'sent', hash: other })
  const cancelled = carried([...sent, { type: 'replaced', by: other, how: 'cancelled' }])
  expect(cancelled.tasks[0]?.progress).toEqual({ at: 'replaced', hash, by: other, how: 'cancelled' })
  expect(orderPhase(cancelled)).toBe('stopped')
})

test('F-41 F-58 a receipt the chain takes back returns the step to confirming', () => {
  const order = carried([...done, ...done.map(secondStep), { type: 'reorged', task: 0 }])
  expect(order.tasks[0]?.progress).toMatchObject({ at: 'confirming', hash, confirmations: 0 })
  expect(orderPhase(order)).toBe('under way')
})

test('F-44 a lost answer is neither sent nor failed, and quiet only when the chain has seen nothing', () => {
  const unsure = carried([...asked, { type: 'lost', isUnseen: false, failure: failureOf('not a hash') }])
  expect(unsure.tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: false, failure: { code: 'not a hash' } })
  expect(canRetry(unsure.tasks[0]!.progress)).toBe(false)
  const quiet = carried([lost(true)], unsure)
  expect(quiet.tasks[0]?.progress).toMatchObject({ isUnseen: true, failure: { code: 'not a hash' } })
  expect(canRetry(quiet.tasks[0]!.progress)).toBe(true)
})

test('what follows a lost request is pinned to it, also under a new plan, until something lands', () => {
  const again = carried([...asked, lost(true), { type: 'retried' }])
  expect(again.tasks[0]).toMatchObject({ isLost: true, lastAnchor: anchor })
  const plan = planOf({ minimumReceived: 2n, steps: [swap] })
  const renewed = carried([{ type: 'checking' }, { type: 'renewed', plan, steps: plan.steps }], again)
  expect(renewed.tasks).toHaveLength(1)
  expect(renewed.tasks[0]).toMatchObject({ planHash: plan.hash })
  expect(requestToRepeat(renewed, renewed.tasks[0]!)).toEqual(anchor)
  const [request] = renewed.earlier ?? []
  const approved = carried([{ type: 'found late', request: request!, outcome: { is: 'pending', hash } }], renewed)
  expect(approved.tasks[0]?.progress).toEqual({ at: 'waiting' })
  expect(approved.earlier).toMatchObject([{ step: { purpose: { does: 'approve' } }, outcome: { is: 'pending', hash } }])
})

test('a swap that is found late is booked to its step, and the approval asked for again is dropped', () => {
  const lostSwap = carried([
    ...done,
    { type: 'checking' },
    { type: 'asked', anchor: anchorNo(8) },
    lost(true),
    { type: 'retried' },
  ])
  const plan = planOf({ minimumReceived: 2n, steps: [approval, swap] })
  const renewed = carried([{ type: 'checking' }, { type: 'renewed', plan, steps: plan.steps }], lostSwap)
  expect(at(renewed).slice(-2)).toEqual(['waiting', 'waiting'])
  const request = renewed.earlier?.find(({ step }) => step.purpose.does === 'swap')
  const found = carried([{ type: 'found late', request: request!, outcome: { is: 'pending', hash: other } }], renewed)
  expect(at(found).filter((progress) => progress !== 'done')).toEqual(['sent'])
  expect(currentTask(found)).toMatchObject({ step: { purpose: { does: 'swap' } }, progress: { hash: other } })
})

test('a hash that arrives late is followed from every state before it', () => {
  for (const meanwhile of [
    [lost(true), { type: 'rejected' }],
    [lost(true), { type: 'retried' }],
    [lost(true), { type: 'retried' }, { type: 'checking' }],
    [{ type: 'rejected' }],
  ] as PendingEvent[][]) {
    expect(carried([...asked, ...meanwhile, { type: 'sent', hash }]).tasks[0]?.progress).toMatchObject({
      at: 'sent',
      hash,
    })
  }
})

test('F-30 a renewed plan replaces unfinished steps and keeps finished ones', () => {
  const plan = planOf({ minimumReceived: 999_999n, steps: [swap] })
  const order = carried([...done, { type: 'checking' }, { type: 'renewed', plan, steps: plan.steps }])
  expect(at(order)).toEqual(['done', 'waiting'])
  expect(order.tasks.map(({ planHash }) => planHash)).toEqual([planOf().hash, plan.hash])
  expect(order.confirmedMinimum?.units).toBe(1_000_000n)
})

test('F-52 an offer puts the order to rest until it is accepted, which renews the promise', () => {
  const plan = planOf({ minimumReceived: 5n, steps: [swap] })
  const offered = carried([
    ...done,
    { type: 'checking' },
    { type: 'offered', updatedPlan: { plan, why: 'price moved' } },
  ])
  expect(offered).toMatchObject({ blocked: 'price moved', plan: { hash: planOf().hash } })
  expect(at(offered)).toEqual(['done', 'waiting'])
  expect(orderPhase(offered)).toBe('needs you')
  const accepted = carried([{ type: 'accepted', steps: plan.steps }], offered)
  expect(accepted).toMatchObject({ updatedPlan: undefined, blocked: undefined, confirmedMinimum: { units: 5n } })
})

test('a fresh quote is possible only while nothing but permission was given', () => {
  expect(canRequote(carried(done))).toBe(true)
  const three = openOrder('o', planOf({ steps: [reset, approval, swap] }), 0)
  expect(canRequote(carried(done, three))).toBe(true)
  const bridge = openOrder('o', planOf({ steps: [swap, swap] }), 0)
  expect(canRequote(carried(done, bridge))).toBe(false)
})

test('F-47 after a revert the old plan is stale', () => {
  const order = carried([...sent, { type: 'reverted', why: 'Too little received' }, { type: 'retried' }])
  expect(order.isStale).toBe(true)
  const plan = planOf({ minimumReceived: 3n })
  expect(carried([{ type: 'checking' }, { type: 'renewed', plan, steps: plan.steps }], order).isStale).toBe(false)
})

test('a step the chain already satisfies is skipped, never one that may be on its way', () => {
  expect(at(carried([{ type: 'checking' }, { type: 'skipped' }]))).toEqual(['waiting'])
  expect(() => carried([...sent, { type: 'skipped' }])).toThrow(InvalidTransition)
})

test('news ends a pause, and confirmations counted one by one are one line of the timeline', () => {
  const silent = carried([...asked, { type: 'blocked', reason: 'no answer' }])
  const order = carried(
    [{ type: 'sent', hash }, ...[1, 2, 3].map((confirmations) => ({ type: 'seen', confirmations }) as const)],
    silent,
  )
  expect(order.blocked).toBeUndefined()
  expect(order.history.filter(({ what }) => what === 'seen')).toEqual([{ when: 4, what: 'seen', task: 0, note: '3' }])
})

test('the failures that certainly sent nothing', () => {
  const codes: Failure['code'][] = [
    'nonce',
    'underpriced',
    'timeout',
    'unreachable',
    'reverted',
    'not a hash',
    'unknown',
  ]
  expect(codes.filter((code) => isDefinitelyUnsent(failureOf(code)))).toEqual([])
})

describe('any sequence of events', () => {
  const plans = [planOf(), planOf({ steps: [swap], minimumReceived: 7n }), planOf({ steps: [reset, approval, swap] })]
  const aHash = fc.integer({ min: 1, max: 4 }).map(hashNo)
  const aFailure = fc
    .constantFrom<Failure['code'][]>('rejected', 'locked', 'busy', 'nonce', 'timeout', 'not a hash', 'unknown')
    .map((code) => failureOf(code))
  const aPlan = fc.constantFrom(...plans)
  const happening: fc.Arbitrary<PendingEvent> = fc.oneof(
    fc.constantFrom<PendingEvent[]>(
      { type: 'checking' },
      { type: 'checking' },
      { type: 'switching' },
      { type: 'withdrawn' },
      { type: 'rejected' },
      { type: 'expired' },
      { type: 'retried' },
      { type: 'skipped' },
      { type: 'unblocked' },
      { type: 'dismissed' },
      { type: 'reopened' },
    ),
    fc.integer({ min: 0, max: 3 }).map((nonce): PendingEvent => ({ type: 'asked', anchor: anchorNo(nonce) })),
    aHash.map((hash): PendingEvent => ({ type: 'sent', hash })),
    aHash.map((hash): PendingEvent => ({ type: 'repriced', hash })),
    aHash.map((hash): PendingEvent => ({ type: 'confirmed', receipt: receiptOf(hash) })),
    aHash.map((by): PendingEvent => ({ type: 'replaced', by, how: 'cancelled' })),
    aFailure.map((failure): PendingEvent => ({ type: 'failed', failure })),
    fc.boolean().map((isUnseen): PendingEvent => ({ type: 'lost', isUnseen })),
    fc.integer({ min: 0, max: 2 }).map((task): PendingEvent => ({ type: 'reorged', task })),
    fc.constant<PendingEvent>({ type: 'reverted', why: undefined }),
    fc.constant<PendingEvent>({ type: 'blocked', reason: 'offline' }),
    aPlan.map((plan): PendingEvent => ({ type: 'renewed', plan, steps: plan.steps })),
    aPlan.map((plan): PendingEvent => ({ type: 'offered', updatedPlan: { plan, why: 'price moved' } })),
    aPlan.map((plan): PendingEvent => ({ type: 'accepted', steps: plan.steps })),
  )

  /** Applies the events that are possible, skips the others, and calls `see` for each one applied. */
  function play(news: readonly PendingEvent[], see: (before: Order, event: PendingEvent, after: Order) => void): Order {
    let order = openOrder('o', plans[0]!, 0)
    for (const [when, event] of news.entries()) {
      const before = order
      try {
        order = applyEvent(order, { ...event, when })
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidTransition)
        continue
      }
      see(before, event, order)
    }
    return order
  }

  const histories = fc.array(happening, { maxLength: 80 })

  test('I1 at most one step is before the wallet or on its way, unless a reorganisation brought one back', () => {
    fc.assert(
      fc.property(histories, (news) => {
        let wasReorged = false
        play(news, (_, event, after) => {
          wasReorged ||= event.type === 'reorged'
          const busy = after.tasks.filter(({ progress }) => isInFlight(progress))
          if (!wasReorged) expect(busy.length).toBeLessThanOrEqual(1)
          expect(after.tasks.filter(({ progress }) => progress.at === 'signing').length).toBeLessThanOrEqual(1)
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('I2 what may have been broadcast is never asked for again but by a click, and then with the same nonce', () => {
    fc.assert(
      fc.property(histories, (news) => {
        play(news, (before, event, after) => {
          if (event.type !== 'asked') return
          const task = currentTask(before)!
          expect(['checking', 'switching']).toContain(task.progress.at)
          expect(currentTask(after)?.isLost).toBe(task.isLost)
        })
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(histories, (news) => {
        play(news, (before, event, after) => {
          const task = currentTask(before)
          if (!task || !isInFlight(task.progress)) return
          if (event.type !== 'retried') return
          expect(task.progress).toMatchObject({ at: 'unknown', isUnseen: true })
          expect(currentTask(after)).toMatchObject({ isLost: true, lastAnchor: task.lastAnchor })
        })
      }),
      { numRuns: 2_000 },
    )
  })

  test('I3 no step is before the wallet or beyond without its anchor', () => {
    fc.assert(
      fc.property(histories, (news) => {
        play(news, (_, __, after) => {
          for (const { progress, lastAnchor } of after.tasks) {
            if (isInFlight(progress) || progress.at === 'done') expect(lastAnchor).toBeDefined()
          }
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('I5 finished steps stay finished and are never requested again, with any later plan', () => {
    fc.assert(
      fc.property(histories, (news) => {
        play(news, (before, event, after) => {
          const done = before.tasks.filter(({ progress }) => progress.at === 'done')
          const kept = after.tasks.filter(({ progress }) => progress.at === 'done')
          if (event.type !== 'reorged') expect(kept.slice(0, done.length)).toEqual(done)
        })
      }),
      { numRuns: 1_000 },
    )
  })

  test('a hash once known is never forgotten', () => {
    fc.assert(
      fc.property(histories, (news) => {
        const known = new Set<string>()
        const order = play(news, (_, event, after) => {
          if (event.type === 'sent' || event.type === 'repriced') known.add(event.hash)
          for (const { progress } of after.tasks)
            if (transactionHashOf(progress)) known.add(transactionHashOf(progress)!)
        })
        const notes = order.history.map(({ note }) => note)
        for (const hash of known) expect(notes.some((note) => note?.includes(hash))).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the timeline grows with every move and its times never run backwards', () => {
    fc.assert(
      fc.property(histories, (news) => {
        const order = play(news, (before, _, after) => {
          expect(after.history.length).toBeGreaterThanOrEqual(before.history.length)
          expect(after.changedAt).toBeGreaterThanOrEqual(before.changedAt)
        })
        const times = order.history.map(({ when }) => when)
        expect(times).toEqual([...times].sort((a, b) => a - b))
      }),
    )
  })
})

describe('a request that was answered without a hash', () => {
  const openNonce = { ...anchor, isOpenNonce: true } as const
  const noAnswer: Failure = { code: 'timeout', facts: { is: 'no answer' }, detail: undefined }
  const lostTo = (asked: TransactionAnchor, failure: Failure) =>
    carried([
      { type: 'checking' },
      { type: 'asked', anchor: asked },
      { type: 'lost', isUnseen: true, failure },
      { type: 'retried' },
    ])

  test('H-1 a wallet that chooses the nonce may execute both: the older request counts as open, regardless of its answer', () => {
    expect(openRequests(lostTo(openNonce, failureOf('unknown')))).toMatchObject([{ anchor: openNonce, isLost: true }])
  })

  test('a wallet that never answered may still hold it; one that named a fault with its nonce holds none', () => {
    expect(openRequests(lostTo(anchor, noAnswer))).toHaveLength(1)
    expect(openRequests(lostTo(anchor, failureOf('unknown')))).toEqual([])
  })

  test('after its owner reported it as gone, later news of the same loss does not reopen it', () => {
    const gone = carried([
      { type: 'checking' },
      { type: 'asked', anchor: openNonce },
      { type: 'lost', isUnseen: false, failure: noAnswer },
      { type: 'requests gone' },
      { type: 'lost', isUnseen: true },
    ])
    expect(gone.tasks[0]?.isOpen).toBe(false)
  })
})

test('a destination that is seen to and fro keeps one line of each kind, and the rest of the history', () => {
  const looks = Array.from({ length: 900 }, (_, look): PendingEvent => {
    return { type: 'delivery', delivery: look % 2 === 0 ? { at: 'awaited' } : { at: 'late', escrow: undefined } }
  })
  const { history } = carried([...done, ...looks])
  expect(history.map(({ what, note }) => (what === 'delivery' ? note : what))).toEqual([
    ...['opened', 'checking', 'asked', 'sent', 'confirmed', 'awaited', 'late'],
  ])
})

test('a batch that the wallet gave up is not repeated: no earlier request pins its id', () => {
  const batched = { ...anchor, batch: { id: 'batch-1' } } as const
  const later = { ...batched, nonce: 9 } as const
  const lostTo = (asked: TransactionAnchor): PendingEvent[] => [
    { type: 'checking' },
    { type: 'asked', anchor: asked },
    { type: 'lost', isUnseen: true },
    { type: 'retried' },
  ]
  const order = carried([...lostTo(batched), ...lostTo(later)])
  expect(requestToRepeat(order, currentTask(order)!)).toEqual(later)
  const after = carried([{ type: 'answered', givenUp: 'batch-1' }], order)
  expect(requestToRepeat(after, currentTask(after)!)).toBeUndefined()
  expect(openRequests(after)).toEqual([])
})
