import { expect, test } from 'vitest'
import { usdc, weth } from '../../../test/builders/liquidity'
import { defaultPreset } from './range'

const hour = 3_600_000
/** A day of prices that move by so many ticks to and fro each hour. */
const moving = (ticks: number) =>
  Array.from({ length: 25 }, (_, place) => ({ at: place * hour, tick: place % 2 === 0 ? 0 : ticks }))
const dollar = { ...usdc, price: '1' }
const ether = { ...weth, price: '3000' }
const pair = (token0: typeof usdc, token1: typeof usdc, hourly = 0, isMeme = false) =>
  defaultPreset({ token0, token1, isMeme, history: hourly === 0 ? [] : moving(hourly) })

test('a stablecoin pair gets a tight range regardless of its history', () => {
  expect(pair(dollar, { ...dollar, id: 99, price: '1.001' })).toEqual({ kind: 'ticks', ticks: 50 })
  expect(pair(dollar, { ...dollar, id: 99, price: '0.7' })).toEqual({ kind: 'percent', percent: 10 })
  expect(pair(dollar, { ...dollar, id: 99, cautions: ['looks like another'] } as never)).toEqual({
    kind: 'percent',
    percent: 10,
  })
})

test('any other gets what a week usually moves, and ten percent where too little was seen', () => {
  expect(pair(ether, dollar)).toEqual({ kind: 'percent', percent: 10 })
  // 40 ticks an hour are 196 a day and 519 a week.
  expect(pair(ether, dollar, 40)).toEqual({ kind: 'ticks', ticks: 1_038 })
})

test('it is never narrower than five percent, nor wider than about seventy, and a meme token has twenty at least', () => {
  expect(pair(ether, dollar, 1)).toEqual({ kind: 'ticks', ticks: 500 })
  expect(pair(ether, dollar, 4_000)).toEqual({ kind: 'ticks', ticks: 5_500 })
  expect(pair(ether, dollar, 1, true)).toEqual({ kind: 'ticks', ticks: 1_900 })
  expect(pair(ether, dollar, 0, true)).toEqual({ kind: 'percent', percent: 20 })
})
