import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { depositIntent, liquidityOrder, withdrawIntent } from '../../../../test/builders/liquidityOrders'
import { weth as bought, harborSettings, honest, intentOf, planOf, usdc as sold } from '../../../../test/guard/fixtures'
import { clientListing, deployment, renderIn, servicesWith, usdc } from '../../../../test/services'
import { writeBundle } from '../../../components/orders/supportBundle'
import { openOrder } from '../../../orders/openOrder'
import { Replay } from './Replay'

test('the replay of a deposit shows pool, range, minimums, payment, and the position', () => {
  const paid = liquidityOrder(depositIntent, [-497_392_935_098_424_215n, -1_493_728_091n])
  const taken = liquidityOrder({ ...withdrawIntent(5n) }, [1_000n, 2_000_000n])
  const facts = { made: '2026-01-31', deployment: 'test', browser: 'test', isMasked: false }
  renderIn(servicesWith({ client: clientListing([usdc]) }), <Replay />)
  const text = writeBundle([paid, { ...taken, id: 'order-2' }], facts)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  const deposit = screen.getByRole('region', { name: /^Order: Deposit 0.497393 WETH and 1,493.73 USDC as #46/ })
  for (const said of [
    'PoolWETH/USDC · 0.3%',
    'Rangeticks −197,040 to −195,000',
    'Slippage tolerance2%',
    'At most0.5 WETH · 1,512.258148 USDC',
    'At least0.49 WETH · 1,482.012986 USDC',
    'Paid, from the logs0.497392935098424215 WETH · 1,493.728091 USDC',
    'Position#46',
  ])
    expect(deposit).toHaveTextContent(said)
  const withdrawal = screen.getByRole('region', { name: /^Order: Remove .* USDC from #46/ })
  expect(withdrawal).toHaveTextContent('Liquidity removed5')
  // Bounds are no landmark, for there may be many; and a heading without any is not shown.
  expect(within(deposit).getByRole('group', { name: 'Bounds' })).toHaveTextContent('Maximum paid0.5 WETH')
  expect(within(withdrawal).queryByRole('group', { name: 'Bounds' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Bounds' })).toBeNull()
  expect(withdrawal).toHaveTextContent('Received, from the logs0.000000000000001 WETH · 2 USDC')
})

test('the replay of a swap shows the bounds that its transactions have, read from their calldata', () => {
  const intent = intentOf(sold, '100', bought)
  const order = openOrder('order-3', planOf(intent, honest(intent)), 1_000)
  const facts = { made: '2026-01-31', deployment: 'test', browser: 'test', isMasked: false }
  const services = servicesWith({
    client: clientListing([sold, bought]),
    deployment: { ...deployment, chains: [harborSettings] },
  })
  renderIn(services, <Replay />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: writeBundle([order], facts) } })
  const bounds = screen.getByRole('group', { name: 'Bounds' })
  expect(
    within(bounds)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Maximum paid', 'Minimum in the transactions'])
  expect(bounds).toHaveTextContent('Maximum paid100 USDC')
  expect(bounds).toHaveTextContent(/in the transactions0\.031\d* WETH/)
})
