import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eth, me, plan, usdc } from '../../../test/builders/swap'
import { accountWith, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { visibleWords } from '../../../test/visibleWords'
import { writtenTwice } from '../../../test/writtenTwice'
import { inputsOf } from '../../guard/check/checkedPlan'
import { SwapSummary } from './SwapReview'

function show(arrival: bigint | undefined, shown = plan()) {
  const checked = {
    plan: shown,
    inputs: inputsOf({ now: 0, account: me, chains: [] }),
    forecast: { is: 'simulated', changes: [], leftovers: [] } as const,
    verdict: { level: 'blocked', findings: [] } as const,
    cost: undefined,
    decodedMinimum: undefined,
    arrival,
  } as const
  const wallets = walletsWith({ accounts: [accountWith({ address: me })] })
  renderIn(servicesWith({ wallets }), <SwapSummary checked={checked} tokens={[]} />)
}

test('V-030 a plan that reverts in the simulation shows the amount that the quote expects, not zero', () => {
  show(undefined)
  expect(screen.getByText('Estimated received')).toBeVisible()
  expect(screen.getByText('0.033')).toBeVisible()
  expect(screen.queryByText('Estimated received (simulated)')).toBeNull()
  expect(screen.queryByText('0')).toBeNull()
})

test('a plan that succeeds in the simulation shows the simulated output', () => {
  show(32_000_000_000_000_000n)
  expect(screen.getByText('Estimated received (simulated)')).toBeVisible()
  expect(screen.getByText('0.032')).toBeVisible()
})

test('no one agrees to pay more than is shown: a part of a cent is rounded up, with a note on hover', () => {
  const sell = { token: usdc, units: 12_340_001n }
  show(0n, plan({ sell }))
  expect(screen.getByText('12.35')).toBeVisible()
  expect(screen.getByTitle('12.340001')).toBeVisible()
})

test('the rate of one coin is written like the amount that it brings', () => {
  const sell = { token: eth, units: 10n ** 18n }
  show(2_922_709_999n, plan({ sell, buy: usdc }))
  expect(screen.getByText(/^1 .?ETH.? = 2,922\.70 .?USDC/)).toBeVisible()
  expect(writtenTwice(visibleWords(document.body))).toEqual([])
})
