import { describe, expect, test } from 'vitest'
import { depositIntent, liquidityOrder, noon, provider, requestedDeposit } from '../../test/builders/liquidityOrders'
import { seal } from '../guard/seal'
import { isComplete, isRequested } from './order'
import { isUnfinished, orderPhase } from './orderPhase'
import { applyEvent, InvalidTransition } from './orderReducer'
import {
  acceptedBefore,
  heldIn,
  newsOf,
  openDepositsTo,
  proofOf,
  type RecordedPosition,
  shareSeen,
  targetOf,
  waitingOf,
} from './requestedDeposit'
import type { RequestProgress } from './serviceRequest'

const target = targetOf(depositIntent)
const posted = requestedDeposit()
const accepted = requestedDeposit({ at: 'accepted' })
const toSign = requestedDeposit({ at: 'to sign', builtBy: 'app' })
const seen = requestedDeposit({ at: 'accepted' }, { at: 'seen', added: 985n, position: '8' })

function held(some: Partial<RecordedPosition> = {}): RecordedPosition {
  return { ...target, liquidity: 100n, id: '7', ...some }
}

const later = (seconds: number) => noon + seconds * 1000

describe('a deposit that the service carries out', () => {
  test.each<[string, ReturnType<typeof orderPhase>, boolean, RequestProgress[]]>([
    ['asked for', 'under way', true, []],
    ['accepted', 'under way', true, [{ at: 'accepted' }]],
    ['not answered', 'needs you', true, [{ at: 'unanswered' }]],
    ['to be signed', 'needs you', false, [{ at: 'to sign', builtBy: 'app' }]],
    ['refused', 'stopped', false, [{ at: 'refused' }]],
    ['seen', 'done', false, [{ at: 'seen', added: 1n, position: undefined }]],
  ])('one that is %s is %s', (_, phase, isOpen, answers) => {
    const order = requestedDeposit(...answers)
    expect([orderPhase(order), isUnfinished(order)]).toEqual([phase, isOpen])
    expect(isComplete(order)).toBe(phase === 'done')
  })

  test('it is awaited, late after a minute, and unknown after ten; never repeated', () => {
    const states = [0, 59, 61, 599, 601].map((seconds) => waitingOf(accepted, later(seconds)))
    expect(states).toEqual(['waiting', 'waiting', 'late', 'late', 'unknown'])
  })

  test('it is proved only by more liquidity of this owner in this range of this pool', () => {
    const others = [
      held({ recipient: '0xdef0000000000000000000000000000000000002', liquidity: 5000n }),
      held({ tickUpper: target.tickUpper + 60, liquidity: 5000n }),
      held({ tokens: [target.tokens[0], target.tokens[0]], liquidity: 5000n }),
      held({ chainId: 741002, liquidity: 5000n }),
    ]
    expect(proofOf(accepted, [held(), ...others])).toBeUndefined()
    const proof = { at: 'seen', added: 1000n, position: '8' }
    expect(proofOf(accepted, [held(), held({ id: '8', liquidity: 1000n }), ...others])).toEqual(proof)
  })

  test('it shows how much of the requested amounts has arrived', () => {
    expect(shareSeen(seen.request, 985n)).toBe(98.5)
    expect(waitingOf(seen, later(700))).toBe('seen')
  })

  test('the address of its owner may be written either way', () => {
    expect(heldIn([held({ recipient: provider.toLowerCase() })], target).liquidity).toBe(100n)
  })

  test('F-81 makes the same deposit a second one as long as its outcome is unknown', () => {
    const asked = { ...target, recipient: provider.toLowerCase() }
    expect(openDepositsTo([accepted], asked)).toEqual([accepted])
    expect(openDepositsTo([requestedDeposit({ at: 'unanswered' })], asked)).toHaveLength(1)
    expect(openDepositsTo([accepted], { ...asked, tickLower: 0 })).toEqual([])
    expect(openDepositsTo([seen, toSign, requestedDeposit({ at: 'refused' })], asked)).toEqual([])
  })

  test('F-81 dismissing it acknowledges it: it stays watched, and a repeated request needs no more consent', () => {
    const dismissed = applyEvent(accepted, { type: 'dismissed', when: later(700) })
    expect(openDepositsTo([dismissed], target)).toEqual([])
    const proof = { at: 'seen', added: 5n, position: undefined } as const
    const arrived = applyEvent(dismissed, { type: 'request', progress: proof, when: later(800) })
    expect(arrived.request?.progress).toEqual(proof)
  })

  test('late news undo nothing that was seen', () => {
    for (const at of ['unanswered', 'accepted', 'refused', 'posted'] as const) {
      expect(newsOf(seen, { at })).toEqual([])
      expect(() => applyEvent(seen, { type: 'request', progress: { at }, when: later(9) })).toThrow(InvalidTransition)
    }
  })
})

describe('a deposit that the service accepted, for the wallet to sign', () => {
  const plan = seal({ ...toSign.plan, intent: depositIntent, steps: [...signed()], receivedAt: later(2) })

  test('it is found again for a day, for the same place', () => {
    expect(acceptedBefore([accepted, toSign], target, later(60))).toBe(toSign)
    expect(acceptedBefore([toSign], { ...target, tickLower: 0 }, later(60))).toBeUndefined()
    expect(acceptedBefore([toSign], target, later(86_400))).toBeUndefined()
    expect(acceptedBefore([requestedDeposit({ at: 'to sign', builtBy: 'service' })], target, later(60))).toBeUndefined()
  })

  test('the same order takes its steps, and is then like any other', () => {
    const order = applyEvent(toSign, { type: 'planned', plan, part: undefined, when: later(3) })
    expect(isRequested(order)).toBe(false)
    expect(order.tasks.map(({ progress }) => progress.at)).toEqual(['waiting'])
    expect([orderPhase(order), isUnfinished(order)]).toEqual(['under way', true])
    expect(acceptedBefore([order], target, later(60))).toBeUndefined()
    expect(() => applyEvent(order, { type: 'planned', plan, part: undefined, when: later(4) })).toThrow(
      InvalidTransition,
    )
  })

  test.each([
    ['unanswered', requestedDeposit({ at: 'unanswered' })],
    ['only asked for', posted],
    ['carried out by the service', accepted],
  ])('one that is %s takes no steps', (_, order) => {
    expect(() => applyEvent(order, { type: 'planned', plan, part: undefined, when: later(3) })).toThrow(
      InvalidTransition,
    )
  })
})

function signed() {
  return liquidityOrder(depositIntent, undefined).plan.steps
}
