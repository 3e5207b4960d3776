import { describe, expect, test } from 'vitest'
import {
  heldIn,
  moveDeposit,
  openDepositsTo,
  type PendingDeposit,
  postedDeposit,
  proofOf,
  type RecordedPosition,
  shareSeen,
  waitingOf,
} from './pendingDeposit'
import { decodeDeposit, encodeDeposit } from './pendingDepositCodec'

const owner = '0xAbC0000000000000000000000000000000000001'
const tokens = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222'] as const
const target = { chainId: 741001, tokens, recipient: owner, tickLower: -197280, tickUpper: -195240 }

const posted = postedDeposit(
  'one',
  { ...target, symbols: ['WETH', 'USDC'], amounts: ['1', '3000'], body: '{}', before: 100n, expected: 1000n },
  1_000_000,
)
const accepted = moveDeposit(posted, { type: 'accepted' }, 1_000_000)
const seen = moveDeposit(accepted, { type: 'seen', added: 985n, position: '8' }, 1_000_005)

function held(some: Partial<RecordedPosition> = {}): RecordedPosition {
  return { ...target, liquidity: 100n, id: '7', ...some }
}

const later = (seconds: number) => posted.openedAt + seconds * 1000

describe('a deposit that someone else carries out', () => {
  test('it is awaited, late after a minute, and unknown after ten; never repeated', () => {
    const states = [0, 59, 61, 599, 601].map((seconds) => waitingOf(accepted, later(seconds)))
    expect(states).toEqual(['waiting', 'waiting', 'late', 'late', 'unknown'])
  })

  test('it is proved only by more liquidity of this owner in this range of this pool', () => {
    const others = [
      held({ recipient: '0xdef0000000000000000000000000000000000002', liquidity: 5000n }),
      held({ tickUpper: -195180, liquidity: 5000n }),
      held({ tokens: [tokens[0], tokens[0]], liquidity: 5000n }),
      held({ chainId: 741002, liquidity: 5000n }),
    ]
    expect(proofOf(accepted, [held(), ...others])).toBeUndefined()
    expect(proofOf(accepted, [held(), held({ id: '8', liquidity: 1000n }), ...others])).toEqual({
      type: 'seen',
      added: 1000n,
      position: '8',
    })
  })

  test('it shows how much of the requested amounts has arrived', () => {
    expect(shareSeen(seen, 985n)).toBe(98.5)
    expect(waitingOf(seen, later(700))).toBe('seen')
  })

  test('the address of its owner may be written either way', () => {
    expect(heldIn([held({ recipient: owner.toLowerCase() })], target).liquidity).toBe(100n)
  })

  test('F-81 makes the same deposit a second one as long as no one knows what became of it', () => {
    const asked = { ...target, recipient: owner.toLowerCase() }
    expect(openDepositsTo([accepted], asked)).toEqual([accepted])
    expect(openDepositsTo([moveDeposit(posted, { type: 'unanswered' }, later(1))], asked)).toHaveLength(1)
    expect(openDepositsTo([accepted], { ...asked, tickLower: 0 })).toEqual([])
    expect(openDepositsTo([seen], asked)).toEqual([])
    expect(openDepositsTo([moveDeposit(posted, { type: 'refused' }, later(1))], asked)).toEqual([])
  })

  test('F-81 dismissing it acknowledges it: it stays watched, and a repeated request needs no more consent', () => {
    const hidden = moveDeposit(accepted, { type: 'hidden' }, later(700))
    expect(openDepositsTo([hidden], target)).toEqual([])
    expect(moveDeposit(hidden, { type: 'seen', added: 5n, position: undefined }, later(800)).progress.at).toBe('seen')
  })

  test('late news undo nothing that was seen', () => {
    for (const type of ['unanswered', 'accepted', 'refused'] as const)
      expect(moveDeposit(seen, { type }, later(1))).toBe(seen)
  })
})

describe('what the journal keeps', () => {
  test.each<[string, PendingDeposit]>([
    ['posted', posted],
    ['accepted', accepted],
    ['seen', seen],
    ['to sign', moveDeposit(posted, { type: 'to sign', builtBy: 'app' }, 2)],
    ['seen without a number', moveDeposit(posted, { type: 'seen', added: 1n, position: undefined }, 2)],
  ])('a deposit that is %s is read back as it was written', (_, deposit) => {
    expect(decodeDeposit(encodeDeposit(deposit))).toEqual(deposit)
  })

  test.each([
    ['no JSON', '{'],
    ['an order', '{"version":2,"id":"one","plan":{}}'],
    ['a later version', encodeDeposit(posted).replace('"version":1', '"version":2')],
    ['a deposit without digits', encodeDeposit(posted).replace('"1000"', '"much"')],
  ])('%s is not changed', (_, text) => {
    expect(decodeDeposit(text)).toBeUndefined()
  })
})
