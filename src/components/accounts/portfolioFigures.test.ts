import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { drawer, eth, tokenWith, usdc } from '../../../test/services'
import { type Amount, formatAmount } from '../../domain/amount'
import { dollarText } from '../../domain/text/figure'
import { portfolioOf, readFirstPrices, rememberFirstPrices, sumsOf } from './portfolioFigures'

const ether = 10n ** 18n
let localStorage = drawer()
beforeEach(() => {
  localStorage = drawer()
  vi.stubGlobal('window', { localStorage })
})

const oneEth: Amount = { token: eth, units: ether }
const fake = tokenWith('USDС', 'USD Coin', {
  address: `0x${'4'.repeat(40)}`,
  cautions: [{ is: 'look-alike', of: 'USDC' }],
})

test('the most valuable comes first, with its share of the total; what has no price comes last', () => {
  const unpriced = tokenWith('NEW', 'New', { address: `0x${'5'.repeat(40)}`, price: undefined })
  const { holdings, total } = portfolioOf(
    [{ token: unpriced, units: 5n }, { token: usdc, units: 1_000_000_000n }, oneEth],
    {},
  )
  expect(holdings.map(({ amount, share }) => [amount.token.symbol, share])).toEqual([
    ['ETH', 7500],
    ['USDC', 2500],
    ['NEW', undefined],
  ])
  expect(total && dollarText(total)).toBe('$4,000.00')
})

test('a look-alike is worth nothing here, however much of it was sent', () => {
  const { suspicious, total, holdings } = portfolioOf([oneEth, { token: fake, units: 10n ** 30n }], {})
  expect(suspicious).toHaveLength(1)
  expect(holdings).toHaveLength(1)
  expect(total && dollarText(total)).toBe('$3,000.00')
})

test('the gain is the price change since the first sight, without tokens that were sent here', () => {
  rememberFirstPrices([oneEth], 1_000)
  const now = { ...eth, price: '3300' }
  const { holdings, gain } = portfolioOf([{ token: now, units: 10n * ether }], readFirstPrices())
  expect(holdings[0]?.change).toBe(1000)
  expect(gain?.since).toBe(1_000)
  expect(gain && dollarText(gain.dollars)).toBe('$3,000.00')
  expect(
    portfolioOf([{ token: { ...eth, price: '2999.99' }, units: ether }], readFirstPrices()).gain?.dollars,
  ).toSatisfy((loss: { numerator: bigint }) => loss.numerator < 0n)
})

test('a first price stays, however often it is looked at later; look-alikes and unknown prices are not remembered', () => {
  rememberFirstPrices([oneEth], 1_000)
  rememberFirstPrices(
    [
      { token: { ...eth, price: '9' }, units: 1n },
      { token: fake, units: 1n },
    ],
    2_000,
  )
  rememberFirstPrices([{ token: { ...usdc, price: 'soon' }, units: 1n }], 3_000)
  expect(readFirstPrices()).toEqual({ '741001:native': { price: '3000', at: 1_000 } })
})

test('stored text of any kind is read without harm', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      localStorage.setItem('tidegate.firstPrices', text)
      expect(() => portfolioOf([oneEth], readFirstPrices())).not.toThrow()
    }),
  )
  localStorage.setItem('tidegate.firstPrices', '{"741001:native":{"price":"0","at":1}}')
  expect(readFirstPrices()).toEqual({ '741001:native': { price: '0', at: 1 } })
  expect(portfolioOf([oneEth], readFirstPrices()).holdings[0]?.change).toBeUndefined()
})

test('shares never add up to less than the whole', () => {
  const units = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(units, units, (a, b) => {
      const { holdings } = portfolioOf(
        [
          { token: eth, units: a },
          { token: usdc, units: b },
        ],
        {},
      )
      const shares = holdings.reduce((all, { share = 0 }) => all + share, 0)
      expect(shares).toBeGreaterThanOrEqual(10_000)
      expect(shares).toBeLessThanOrEqual(10_001)
    }),
  )
})

test('the same token on several networks is one sum: a ticker at another price, or without one, is not', () => {
  const chain = { ...usdc.chain, chainId: 741_002, name: 'Delta', id: 2 }
  const far = { ...usdc, chain, decimals: 18, address: `0x${'6'.repeat(40)}` }
  const other = { ...usdc, chain: { ...chain, chainId: 741_009, id: 9 }, price: '0.2', address: `0x${'7'.repeat(40)}` }
  const { holdings } = portfolioOf(
    [
      { token: usdc, units: 1_500_000n },
      { token: far, units: 2n * ether },
      { token: other, units: 1_000_000n },
    ],
    {},
  )
  const sums = sumsOf(holdings)
  expect(sums.map(({ parts }) => parts.length)).toEqual([2, 1])
  expect(formatAmount(sums[0]!.amount)).toBe('3.5')
  expect(dollarText(sums[0]!.worth!)).toBe('$3.50')
  expect(sums[0]!.share).toBe(sums[0]!.parts[0].share! + sums[0]!.parts[1]!.share!)
})
