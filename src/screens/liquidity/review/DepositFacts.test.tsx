import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usdc, weth } from '../../../../test/builders/liquidity'
import { amountsForLiquidity } from '../../../domain/liquidity/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { ToleranceRow } from './DepositFacts'

const pay = [
  { token: weth, units: 2n * 10n ** 18n },
  { token: usdc, units: 6_000n * 10n ** 6n },
] as const

const sqrtPriceX96 = tickToSqrtPriceX96(-196_260)
const wide = { tickLower: -198_000, tickUpper: -194_400 }
const whole = amountsForLiquidity({ ...wide, sqrtPriceX96, liquidity: 10n ** 15n, round: 'up' })
const [amount0, amount1] = [whole.amount0, whole.amount1]
const fitting = [
  { token: weth, units: amount0 },
  { token: usdc, units: amount1 },
] as const

test('a deposit names the price move that its minimums allow, not the share of the amounts', () => {
  render(<ToleranceRow intent={{ pay: fitting, toleranceBps: 1_000, range: wide, sqrtPriceX96 }} />)
  const row = screen.getByText('Price move').parentElement
  expect(row).toHaveTextContent(/±0\.\d+%/)
  expect(row).not.toHaveTextContent('10%')
})

const priced = { range: wide, sqrtPriceX96 }

test('the tolerance of a deposit names the least of each token', () => {
  render(<ToleranceRow intent={{ ...priced, pay, toleranceBps: 3_500 }} />)
  expect(screen.getByText('At least 1.3 WETH · 3,900 USDC.')).toBeVisible()
})

test('a token that is not deposited has no minimum', () => {
  render(<ToleranceRow intent={{ ...priced, pay: [pay[0], { ...pay[1], units: 0n }], toleranceBps: 200 }} />)
  expect(screen.getByText(/^At least 1.96 WETH\./)).toBeVisible()
})

test('no minimum is promised where the exchange sends the deposit itself', () => {
  render(<ToleranceRow intent={{ ...priced, pay, toleranceBps: 200 }} isToSign={false} />)
  expect(screen.getByText(/Not part of the request/)).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
})
