import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { depositIntent, liquidityOrder, provider } from '../../../test/builders/liquidityOrders'
import { me, plan, usdc, weth } from '../../../test/builders/swap'
import { renderIn, servicesWith } from '../../../test/services'
import { inputsOf } from '../../guard/check/checkedPlan'
import type { BalanceChange } from '../../guard/forecast'
import type { Plan } from '../../guard/plan'
import type { Level, Verdict } from '../../guard/verdict'
import { reviewMessages } from '../review/messages'
import { CheckedPlanView } from './CheckedPlanView'
import { ForecastRegion, stopText } from './ForecastRegion'
import { namesIn } from './names'

const shown = plan()
const { chainId } = usdc.chain
const names = namesIn(shown, [], [], reviewMessages.english)
const simulated = { is: 'simulated', leftovers: [] } as const

function show(changes: readonly Pick<BalanceChange, 'token' | 'delta'>[]): HTMLElement {
  const forecast = { ...simulated, changes: changes.map((change) => ({ ...change, account: me, chainId })) }
  const checked = { plan: shown, forecast, verdict: { level: 'proven', findings: [] } } as const
  renderIn(servicesWith(), <ForecastRegion isOpen checked={checked} names={names} cost={undefined} />)
  return screen.getByRole('region', { name: 'Forecast' })
}

test('the outflow is rounded up and the inflow down, with all digits on hover', () => {
  const region = show([
    { token: usdc.address, delta: -12_340_001n },
    { token: weth.address, delta: 3_999_999_999_999_999n },
  ])
  expect(region).toHaveTextContent('−12.3512.340001 USDC')
  expect(region).toHaveTextContent('+0.003999990.003999999999999999 WETH')
  expect(screen.getByTitle('12.340001')).toBeVisible()
})

test('a stop half-way costs only the network cost where the plan is green and leaves nothing else in between', () => {
  const { english } = reviewMessages
  const held = { code: 'V-056', kind: 'held-named', severity: 'info', step: 1, facts: { token: weth } } as const
  const text = (level: Level, findings: Verdict['findings'] = []) => stopText(shown, { level, findings }, english)
  expect(text('proven')).toBe(english.atRisk)
  expect(text('tried')).toBe(english.atStop)
  expect(text('proven', [held])).toBe(english.atStop)
  const together = { assertion: { changes: [], allowances: [] } }
  expect(stopText(together, { level: 'enforced', findings: [held] }, english)).toBe(english.atRisk)
})

test('each unit of a token that no one lists is written', () => {
  const unlisted = '0x00000000000000000000000000000000000000aa'
  const written = `−${names.amount(chainId, unlisted, 12_340_001n)}`
  expect(show([{ token: unlisted, delta: -12_340_001n }])).toHaveTextContent(written)
})

test('the network cost of a deposit has four digits, rounded up, as that of a swap', () => {
  const { plan } = liquidityOrder(depositIntent, undefined)
  const checked = {
    plan: plan as Plan<typeof depositIntent>,
    inputs: inputsOf({ now: 0, account: provider, chains: [] }),
    forecast: { ...simulated, changes: [] },
    verdict: { level: 'proven', findings: [] } as const,
    cost: { steps: [], gasPrice: 1n, fee: 740_762_005_185_334n, value: 0n },
  }
  renderIn(servicesWith(), <CheckedPlanView checked={checked} tokens={[]} />)
  expect(screen.getByRole('region', { name: 'Forecast' })).toHaveTextContent('Maximum network cost−0.0007408 ')
})
