import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eth, harborSettings, honest, intentOf, me, planOf, usdc, weth } from '../../../test/guard/fixtures'
import { accountWith, clientListing, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { visibleWords } from '../../../test/visibleWords'
import { inputsOf } from '../../guard/check/checkedPlan'
import type { Finding } from '../../guard/findings/finding'
import { CheckedPlanView } from '../plan/CheckedPlanView'
import { SwapSummary } from './SwapReview'

const passed: Finding = { code: 'V-001', kind: 'no-transactions', severity: 'ok', step: undefined, facts: {} }
const intent = intentOf(usdc, '100', weth)
const change = { chainId: intent.sell.token.chain.chainId, account: me }

function show(findings: readonly Finding[] = [passed]) {
  const checked = {
    plan: planOf(intent, honest(intent)),
    inputs: inputsOf({ now: 0, account: me, chains: [] }),
    forecast: {
      ...({ is: 'simulated', leftovers: [] } as const),
      changes: [
        { ...change, token: usdc.address, delta: -100_000_000n },
        { ...change, token: weth.address, delta: 33_000_000_000_000_000n },
      ],
    },
    verdict: { level: 'proven', findings } as const,
    cost: { steps: [], gasPrice: 1n, fee: 200_000_000_000_000n, value: 0n },
    decodedMinimum: undefined,
    arrival: 33_000_000_000_000_000n,
  } as const
  const tokens = [eth, usdc, weth]
  return renderIn(
    servicesWith({
      deployment: { ...deployment, chains: [harborSettings] },
      client: clientListing(tokens),
      wallets: walletsWith({ accounts: [accountWith({ address: me })] }),
    }),
    <>
      <SwapSummary checked={checked} tokens={tokens} />
      <CheckedPlanView checked={checked} tokens={tokens} />
    </>,
  ).container
}

test('a closed review has at most 60 words, with its title, its button and the next step', () => {
  const aroundIt = 'Review swap Approve and swap Next: confirm in your wallet.'.split(' ')
  expect([...visibleWords(show()), ...aroundIt].length).toBeLessThanOrEqual(60)
})

test('each step of a review is one line with its own details', () => {
  show()
  const [approval, swap] = within(screen.getByRole('table', { name: 'What you will sign' }))
    .getAllByRole('row')
    .slice(1)
  expect(within(approval as HTMLElement).getByText('Approve 100 USDC')).toBeVisible()
  expect(within(swap as HTMLElement).getByText('Swap')).toBeVisible()
})
