import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usdc, weth } from '../../../../test/builders/liquidity'
import { ToleranceRow } from './ToleranceRow'

const pay = [
  { token: weth, units: 2n * 10n ** 18n },
  { token: usdc, units: 6_000n * 10n ** 6n },
] as const

test('the tolerance of a deposit names the least of each token, and where the rest stays', () => {
  render(<ToleranceRow intent={{ pay, toleranceBps: 3_500 }} />)
  expect(screen.getByText('35%')).toBeVisible()
  expect(
    screen.getByText('At least 1.3 WETH · 3,900 USDC. What the deposit does not need stays in your account.'),
  ).toBeVisible()
})

test('a token that is not deposited has no minimum', () => {
  render(<ToleranceRow intent={{ pay: [pay[0], { ...pay[1], units: 0n }], toleranceBps: 200 }} />)
  expect(screen.getByText(/^At least 1.96 WETH\./)).toBeVisible()
})

test('no minimum is promised where the exchange sends the deposit itself', () => {
  render(<ToleranceRow intent={{ pay, toleranceBps: 200 }} isToSign={false} />)
  expect(screen.getByText(/Not part of the request/)).toBeVisible()
  expect(screen.queryByText(/At least/)).toBeNull()
})
