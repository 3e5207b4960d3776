import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ether, meme, poolOf, usdc, weth } from '../../../test/builders/liquidity'
import {
  addLiquidityPath,
  emptyLiquidityLink,
  readLiquidityLink,
  unreadLinkParts,
  writeLiquidityLink,
} from '../../components/liquidityLink'
import { proposalOf, tokenAmounts } from '../../components/positions/proposal'
import { toNumber } from '../../domain/fraction'
import { isUsuallyInverted } from '../../domain/prices/usualDirection'
import { depositRequestOf } from './depositRequest'
import { blocksDeposit, type DepositFormIssue, type DepositFormState, depositFormIssues } from './formIssues'
import { liquidityMessages } from './messages'

const pool = poolOf({})
const wish = {
  range: { tickLower: -197280, tickUpper: -195240 },
  given: 'amount0' as const,
  typed: '1.5',
  toleranceBps: 200,
}
const below = { ...wish, range: { tickLower: -195240, tickUpper: -194040 } }
const above = { ...wish, range: { tickLower: -198480, tickUpper: -197280 } }

describe('a deposit worked out', () => {
  test('brings the second token, the minimums and the prices between which it succeeds', () => {
    const { deposit, state, locks } = proposalOf(pool, wish)
    expect(state).toBe('earning')
    expect(locks).toEqual({ amount0: undefined, amount1: undefined })
    expect(deposit!.amount0).toBe(1_500_000_000_000_000_000n)
    expect(Number(deposit!.amount1) / 1e6).toBeCloseTo(4525.58, 1)
    expect(deposit!.minimums.amount0).toBe(1_470_000_000_000_000_000n)
    expect(deposit!.window!.low < pool.sqrtPriceX96 && pool.sqrtPriceX96 < deposit!.window!.high).toBe(true)
    expect(toNumber(deposit!.value!)).toBeCloseTo(9025.58, 1)
  })

  test('outside of the price one input is locked, and its typed amount is ignored', () => {
    expect(proposalOf(pool, below).locks).toEqual({ amount0: undefined, amount1: 'price is below the range' })
    expect(proposalOf(pool, below).deposit).toMatchObject({ amount1: 0n })
    const locked = proposalOf(pool, above)
    expect(locked.locks.amount0).toBe('price is above the range')
    expect([locked.deposit, locked.typed]).toEqual([undefined, { is: 'empty' }])
  })

  test('it shows the return of the range after its own dilution, and notes when it is that of a thousand dollars', () => {
    const typed = proposalOf(pool, wish)
    const none = proposalOf(pool, { ...wish, typed: '' })
    expect([typed.isAprNominal, none.isAprNominal]).toEqual([false, true])
    if (typed.apr.is !== 'known' || none.apr.is !== 'known') throw new Error('The return is not known.')
    expect(toNumber(typed.apr.apr)).toBeLessThan(toNumber(none.apr.apr))
    expect(proposalOf(pool, below).apr).toEqual({ is: 'out of range' })
  })

  test('without the active liquidity it has no return, and without a price no value', () => {
    expect(proposalOf(poolOf({ liquidity: undefined }), wish).apr).toEqual({
      is: 'unknown',
      missing: ['active liquidity'],
    })
    const unpriced = poolOf({ token1: { ...usdc, price: undefined } })
    expect(proposalOf(unpriced, wish).deposit!.value).toBeUndefined()
    expect(proposalOf(unpriced, below).deposit!.value).toBeDefined()
    expect(proposalOf(poolOf({ feesPerDay: undefined }), wish).apr.is).toBe('known')
    expect(proposalOf(poolOf({ feesPerDay: undefined, feesFromVolume: undefined }), wish).apr).toEqual({
      is: 'unknown',
      missing: ['fees'],
    })
  })
})

describe('the request', () => {
  test('it is literal: canonical order, exact decimals, the current tick', () => {
    const pay = tokenAmounts(pool, { amount0: 1n, amount1: 4_504_600_001n })
    expect(depositRequestOf(pool, { pay, range: wish.range, recipient: '0xme' })).toEqual({
      amountA: '0.000000000000000001',
      amountB: '4504.600001',
      tokenAId: 11,
      tokenBId: 12,
      tickLower: -197280,
      tickUpper: -195240,
      networkName: 'Harbor',
      recipient: '0xme',
      creationTick: -196257,
    })
  })

  test('names the coin itself when it is paid in place of its wrapped form', () => {
    const pay = tokenAmounts({ token0: ether, token1: usdc }, { amount0: 1n, amount1: 1n })
    expect(depositRequestOf(pool, { pay, range: wish.range, recipient: '0xme' }).tokenAId).toBe(14)
  })
})

describe('a link', () => {
  test('carries pool, range, direction and amount, and nothing that could steal', () => {
    const link = {
      ...emptyLiquidityLink,
      pool: { chainId: 741001, address: '0xabc' },
      range: wish.range,
      isInverted: true,
      amount: '1,5',
    }
    expect(addLiquidityPath(link)).toBe(
      '/liquidity/add?pool=741001:0xabc&lower=-197280&upper=-195240&inverted=1&amount0=1%2C5',
    )
    expect(readLiquidityLink('?pool=741001:0xabc&recipient=0xthief&tolerance=9999')).toEqual({
      ...emptyLiquidityLink,
      pool: { chainId: 741001, address: '0xabc' },
    })
  })

  test('it is read back as it was written', () => {
    const ref = fc.record({ chainId: fc.nat(), address: fc.stringMatching(/^[0-9A-Za-z]{1,44}$/) })
    const range = fc
      .tuple(fc.integer({ min: -887272, max: 887271 }), fc.nat(1000))
      .map(([tickLower, width]) => ({ tickLower, tickUpper: Math.min(tickLower + 1 + width, 887272) }))
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({
          pool: maybe(ref),
          pair: maybe(
            ref.map(({ chainId, address }) => ({
              chainId,
              addresses: [address, `${address}x`.slice(0, 40)] as [string, string],
            })),
          ),
          price: fc.constantFrom('', '0.0000001234', '1,5', '1.234e-7'),
          range: maybe(range),
          position: maybe(fc.nat().map(String)),
          isInverted: maybe(fc.boolean()),
          given: fc.constantFrom('amount0' as const, 'amount1' as const),
          amount: fc.constantFrom('1', '1.5', '1,5', '1 000,5', '1’000'),
        }),
        (wish) => {
          // A position's number means nothing without its pool.
          const link = wish.pool ? wish : { ...wish, position: undefined }
          expect(readLiquidityLink(writeLiquidityLink(link))).toEqual(link)
        },
      ),
    )
  })

  test.each(['lower=5&upper=5', 'lower=x&upper=60', 'lower=-1e9&upper=1', 'lower=-900000&upper=60', 'lower=1'])(
    'the nonsense range %s sets no range, and is reported as unreadable',
    (search) => {
      expect(readLiquidityLink(search).range).toBeUndefined()
      expect(unreadLinkParts(search)).toEqual(['range'])
    },
  )

  test('ticks pasted in the wrong order mean the range between them', () => {
    expect(readLiquidityLink('lower=-195240&upper=-197280').range).toEqual(wish.range)
    expect(unreadLinkParts('lower=-195240&upper=-197280')).toEqual([])
  })

  test.each([
    `pool=741001:0xabc&position=${2n ** 256n}`,
    'pool=741001:0xabc&position=07',
    'pool=741001:0xabc&position=-7',
    'position=7',
    'position=0x7',
  ])('with %s it names no position, with a note', (search) => {
    expect(readLiquidityLink(search).position).toBeUndefined()
    expect(unreadLinkParts(search)).toEqual(['position'])
  })

  test('only its own invalid parts are reported', () => {
    expect(unreadLinkParts('')).toEqual([])
    expect(unreadLinkParts('utm_source=x&theme=dark&pool=741001:0xabc')).toEqual([])
    expect(unreadLinkParts('pool=741001:0xabc&price=1.2e-7&amount1=0,5')).toEqual([])
    expect(unreadLinkParts('pool=here&pair=a-b&price=<b>&lower=1&upper=1&amount0=-&amount1=many')).toEqual([
      'pool',
      'pair',
      'range',
      'price',
      'amount',
    ])
  })
})

describe('what prevents it', () => {
  const free: DepositFormState = {
    isOnline: true,
    pool,
    start: 'price',
    proposal: proposalOf(pool, wish),
    hasTolerance: true,
    account: '0xme',
    target: { is: 'new' },
    sides: [{ token: weth, units: 5n, balance: { is: 'known', units: 5n } }],
    age: 0,
  }
  const first = (change: Partial<DepositFormState>) => depositFormIssues({ ...free, ...change }).find(blocksDeposit)?.is

  test('the list is empty when everything is there', () => {
    expect(depositFormIssues(free)).toEqual([])
  })

  test.each<[string, Partial<DepositFormState>, DepositFormIssue['is']]>([
    ['no network', { isOnline: false, pool: undefined }, 'offline'],
    ['a browser that blocks site data', { storage: 'blocked' }, 'storage refused'],
    ['no pool', { pool: undefined }, 'pool needed'],
    [
      'a chain that is only looked at',
      { pool: poolOf({ chain: { ...pool.chain, viewOnly: 'no settings' } }) },
      'view only',
    ],
    ['a new pool without a price', { pool: undefined, start: 'empty' }, 'price needed'],
    ['a new pool with an impossible price', { pool: undefined, start: 'invalid' }, 'price invalid'],
    ['nothing typed', { proposal: proposalOf(pool, { ...wish, typed: '' }) }, 'amount needed'],
    ['an amount that is none', { proposal: proposalOf(pool, { ...wish, typed: 'x' }) }, 'amount invalid'],
    [
      'less than the smallest liquidity',
      { proposal: proposalOf(pool, { ...wish, typed: '0.000000000000000001', toleranceBps: 0 }) },
      'amount too small',
    ],
    [
      'a tolerance that leaves no room for rounding',
      { proposal: proposalOf(pool, { ...wish, toleranceBps: 0 }) },
      'tolerance too tight',
    ],
    ['a tolerance that is none', { hasTolerance: false, account: undefined }, 'tolerance invalid'],
    ['no wallet', { account: undefined }, 'not connected'],
    ['a balance on its way', { sides: [{ token: weth, units: 5n, balance: { is: 'loading' } }] }, 'balance loading'],
    [
      'too little of one side',
      { sides: [{ token: weth, units: 6n, balance: { is: 'known', units: 5n } }] },
      'balance too low',
    ],
    ['a position that is looked for', { target: { is: 'looking' } }, 'position loading'],
    ['a position that no node tells of', { target: { is: 'silent' } }, 'position unknown'],
    ['figures older than five minutes', { age: 300_001 }, 'pool outdated'],
  ])('%s', (_, change, is) => expect(first(change)).toBe(is))

  test('an unreadable balance is reported, and does not block', () => {
    const state = { ...free, sides: [{ token: weth, units: 5n, balance: { is: 'failed' as const } }] }
    expect(depositFormIssues(state)).toEqual([{ is: 'balance unknown', token: weth }])
    expect(depositFormIssues(state).some(blocksDeposit)).toBe(false)
  })

  test('a token of which nothing is deposited is not asked for', () => {
    expect(first({ sides: [{ token: weth, units: 0n, balance: { is: 'loading' } }] })).toBeUndefined()
  })
})

test('dollars are the unit of the price, in either order of addresses', () => {
  expect(isUsuallyInverted({ token0: usdc, token1: weth })).toBe(true)
  expect(isUsuallyInverted({ token0: weth, token1: usdc })).toBe(false)
  expect(isUsuallyInverted({ token0: weth, token1: meme })).toBe(true)
})

test.each([
  ['pool=8453:0x1&amount=5', ['amount']],
  ['pool=8453:0x1&pool=1:0x2&amount0=5', ['pool']],
  ['pool=8453:0x1&amount0=5&amount1=6', ['amount']],
  ['pool=8453:0x1&amount0=5&amount0=6', ['amount']],
  ['pool=8453:0x1&tickLower=5&tickUpper=6&amount0=5', ['range']],
  ['pool=8453:0x1&minPrice=1&maxPrice=2&amount0=5', ['range']],
  ['pool=8453:0x1&fee=500&amount0=5', ['pair']],
  ['pool=8453:0x1&inverted=yes&amount0=5', ['direction']],
  ['Pool=8453:0x1&amount0=5', ['pool']],
  ['poolAddress=0x1&amount1=5', ['pool']],
  ['token0=USDC&token1=DAI&amount0=5', ['pair']],
  ['currencyA=ETH&currencyB=DAI', ['pair']],
  ['network=Base&amount0=5', ['network']],
  ['pool=8453:0x1&startPrice=5&amount0=5', ['price']],
])('of the link %s the form names what it could not read, and takes no amount', (search, unread) => {
  expect(unreadLinkParts(search)).toEqual(unread)
  expect(readLiquidityLink(search).amount).toBe('')
})

test('a range that the price never entered is not described as one that it never left', () => {
  const { pastNote } = liquidityMessages.english
  expect(pastNote(0, 0, undefined)).toMatch(/^The price was never in this range\./)
  expect(pastNote(0, 1, undefined)).toMatch(/^The price never left this range\./)
})
