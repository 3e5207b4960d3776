import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toNumber } from '../../src/domain/fraction'
import { depositFor, depositWindow, minAmounts } from '../../src/domain/liquidity/deposit'
import { capitalEfficiency, fullRange, type Range } from '../../src/domain/liquidity/range'
import {
  sqrtPriceX96ToRawPrice,
  sqrtPriceX96ToTick,
  squareRoot,
  tickToSqrtPriceX96,
} from '../../src/domain/liquidity/tick'
import { protectionOf, toleranceSurviving } from '../../src/domain/liquidity/tolerance'
import { positionValueAt } from '../../src/domain/pools/divergence'
import amounts from '../vectors/amounts-vectors.json'
import ticks from '../vectors/tick-vectors.json'

/* Every figure in docs/liquidity-maths.md is computed here again, so that the page cannot say what the code does not. */

const page = readFileSync('docs/liquidity-maths.md', 'utf8')
const sqrtPriceX96 = tickToSqrtPriceX96(0)
const amount = 10n ** 24n

/** Symmetric ranges around the price, by their half width in ticks. */
const widths = [60, 120, 300, 600, 1200, 2040, 6000, 'full'] as const

type Width = (typeof widths)[number]

function rangeOf(width: Width): Range {
  return width === 'full' ? fullRange(60) : { tickLower: -width, tickUpper: width }
}

function nameOf(width: Width): string {
  return width === 'full' ? 'full' : `${((1.0001 ** width - 1) * 100).toFixed(2)} %`
}

describe('the tables of the page are what the code computes', () => {
  test('section 5: what a tolerance survives, and what it leaves sure', () => {
    const rows = widths.map((width) => {
      const range = { ...rangeOf(width), sqrtPriceX96 }
      const deposit = depositFor({ ...range, given: 'amount0', amount })
      const survives = (bps: number) => {
        const window = depositWindow({ ...range, ...deposit, minimums: minAmounts(deposit, bps) })!
        return percent(moveTo(window.high), bps === 200 || width !== 'full' ? 3 : 2)
      }
      const sure = (toleranceBps: number) =>
        `${Math.floor(protectionOf({ ...range, toleranceBps }).token0Ppm / 10_000)} %`
      const least = toleranceSurviving({ ...range, ...deposit, moveBps: 25 })!
      return `| ${[nameOf(width), survives(200), sure(200), survives(1000), sure(1000), percent(Math.round(least / 10) / 1000, 1)].join(' | ')} |`
    })
    expect(tableAfter('| half width | 2 % of the amounts')).toEqual(rows)
  })

  test('section 8: what a price does to a deposit', () => {
    const rows = ([120, 600, 2040, 'full'] as const).map((width) => {
      const entry = { ...rangeOf(width), sqrtPriceX96, liquidity: amount }
      const at = (per100: bigint) => positionValueAt(entry, squareRoot((per100 << 192n) / 100n)).divergence
      return `| ${[nameOf(width), signed(at(110n)), signed(at(80n))].join(' | ')} |`
    })
    expect(tableAfter('| half width | price +10 %')).toEqual(rows)
  })

  test('section 1: how often logarithms of doubles find the wrong tick', () => {
    const borders = Array.from({ length: 177 }, (_, index) => tickToSqrtPriceX96((index - 88) * 10_000))
    const prices = borders.flatMap((border) => [border - 1n, border, border + 1n])
    const guess = (price: bigint) => Math.floor((2 * Math.log(Number(price) / 2 ** 96)) / Math.log(1.0001))
    const wrong = prices.filter((price) => guess(price) !== sqrtPriceX96ToTick(price))
    expect(page).toContain(`wrong for ${wrong.length} of ${prices.length} prices at or next to the border of a tick`)
  })

  test('section 7: how far a pool’s return times the capital efficiency would be off', () => {
    const efficiency = capitalEfficiency({ tickLower: -960, tickUpper: 960, sqrtPriceX96, spacing: 60 })!
    expect(page).toContain(`${toNumber(efficiency).toFixed(0)} times too high`)
  })

  test('section 9: how many vectors there are', () => {
    const lists = [ticks, amounts].flatMap((file) => Object.values<unknown>(file)).filter(Array.isArray)
    const count = lists.reduce((sum, { length }) => sum + length, 0)
    expect(page).toContain(`holds ${count.toLocaleString('en-US')} cases`)
  })
})

function tableAfter(head: string): string[] {
  const [, after = ''] = page.split(head)
  const rows = after.split('\n\n')[0] ?? ''
  return rows.split('\n').slice(2)
}

/** How far a square-root price is above the one everything starts from. */
function moveTo(price: bigint): number {
  const { numerator, denominator } = sqrtPriceX96ToRawPrice(price)
  return Number((numerator * 10n ** 12n) / denominator - 10n ** 12n) / 1e12
}

function percent(share: number, places: number): string {
  return `${(share * 100).toFixed(places)} %`
}

function signed(share: number): string {
  return `${share < 0 ? '−' : ''}${percent(Math.abs(share), 2)}`
}
