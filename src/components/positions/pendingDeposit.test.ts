import { describe, expect, test } from 'vitest'
import { poolOf, usdc, weth } from '../../../test/builders/liquidity'
import { heldIn, isUnderWay, type Landing, proofOf, readLandings, shareSeen, waitingOf } from './pendingDeposit'
import type { Position } from './position'

const owner = '0xAbC0000000000000000000000000000000000001'
const range = { tickLower: -197280, tickUpper: -195240 }

const landing: Landing = {
  id: 'one',
  chainId: 741001,
  tokens: [weth.address, usdc.address],
  symbols: ['WETH', 'USDC'],
  recipient: owner,
  said: 'yes',
  before: '100',
  expected: '1000',
  at: 1_000_000,
  seen: undefined,
  ...range,
}

function held(some: Partial<Position>): Position {
  return { pool: poolOf({}), owner, liquidity: 100n, id: '7', unclaimed: undefined, ...range, ...some }
}

const later = (seconds: number) => landing.at + seconds * 1000

describe('a deposit that somebody else carries out', () => {
  test('is waited for, late after a minute, and unknown after ten; never repeated', () => {
    const states = [0, 59, 61, 599, 601].map((seconds) => waitingOf(landing, later(seconds)))
    expect(states).toEqual(['waiting', 'waiting', 'late', 'late', 'unknown'])
  })

  test('is proved only by more liquidity of this owner in this range of this pool', () => {
    const others = [
      held({ owner: '0xdef0000000000000000000000000000000000002', liquidity: 5000n }),
      held({ tickUpper: -195180, liquidity: 5000n }),
      held({ pool: poolOf({ token1: { ...usdc, address: weth.address } }), liquidity: 5000n }),
    ]
    expect(proofOf(landing, [held({}), ...others], 5)).toBeUndefined()
    expect(proofOf(landing, [held({}), held({ id: '8', liquidity: 1000n }), ...others], 5)).toEqual({
      at: 5,
      added: '1000',
      position: '8',
    })
  })

  test('tells how much of what was asked has arrived', () => {
    const seen = { at: 5, added: '985', position: '8' }
    expect(shareSeen(landing, seen)).toBe(98.5)
    expect(waitingOf({ ...landing, seen }, later(700))).toBe('seen')
  })

  test('the address of its owner may be written either way', () => {
    expect(heldIn([held({ owner: owner.toLowerCase() })], landing).liquidity).toBe(100n)
  })

  test('F-81 makes the same deposit a second one as long as nobody knows what became of it', () => {
    const asked = { ...landing, recipient: owner.toLowerCase() }
    expect(isUnderWay([landing], asked, later(300))).toBe(true)
    expect(isUnderWay([landing], { ...asked, tickLower: 0 }, later(300))).toBe(false)
    expect(isUnderWay([landing], asked, later(601))).toBe(false)
    expect(isUnderWay([{ ...landing, seen: { at: 5, added: '1', position: undefined } }], asked, later(1))).toBe(false)
  })
})

describe('what is kept in the browser', () => {
  test('is read back as it was written', () => {
    const kept = [landing, { ...landing, id: 'two', seen: { at: 5, added: '1000', position: '8' } }]
    expect(readLandings(JSON.stringify(kept))).toEqual(JSON.parse(JSON.stringify(kept)))
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{"id":1}'],
    ['a landing without digits', JSON.stringify([{ ...landing, expected: 'much' }])],
    ['a landing of one token', JSON.stringify([{ ...landing, tokens: ['0x1'] }])],
    ['a landing of no time', JSON.stringify([{ ...landing, at: 'now' }])],
    ['something seen that is none', JSON.stringify([{ ...landing, seen: { at: 5 } }])],
  ])('%s is left out', (_, text) => {
    expect(readLandings(text)).toEqual([])
  })
})
