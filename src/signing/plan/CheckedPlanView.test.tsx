import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, plan, usdc, weth } from '../../../test/builders/swap'
import { clientListing, renderIn, servicesWith } from '../../../test/services'
import { inputsOf } from '../../guard/check/checkedPlan'
import { type Finding, readFinding } from '../../guard/findings/finding'
import type { Verdict } from '../../guard/verdict'
import { ruleTitles } from '../findings/ruleTitle.messages'
import { CheckedPlanView } from './CheckedPlanView'

const reverts: Finding = {
  ...({ code: 'V-030', kind: 'reverts', severity: 'block', step: undefined } as const),
  facts: { said: 'STF', meaning: 'balance-too-small', isSwapAlone: false },
}
const unread: Finding = { code: 'V-001', kind: 'no-transactions', severity: 'block', step: undefined, facts: {} }

/** Without a loss, 100 USDC bring as much WETH as they are worth. */
const atMarket = 33_333_333_333_333_333n

function show(verdict: Verdict, arrival = atMarket) {
  cleanup()
  const checked = {
    plan: plan(),
    inputs: inputsOf({ now: 0, account: me, chains: [] }),
    forecast: { is: 'simulated', changes: [], leftovers: [] } as const,
    verdict,
    cost: undefined,
    arrival,
  }
  const tokens = [usdc, weth]
  renderIn(servicesWith({ client: clientListing(tokens) }), <CheckedPlanView checked={checked} tokens={tokens} />)
  return screen.queryByRole('alert') ?? screen.getAllByRole('status')[0]!
}

test('a plan with a high price impact is never green, though it matches the request', () => {
  expect(show({ level: 'proven', findings: [] })).toHaveTextContent(/^Success: Matches what you asked for/)
  const costly = show({ level: 'proven', findings: [] }, 32_226_666_666_666_667n)
  expect(costly).toHaveTextContent(/^Warning: Matches, but you lose 3\.32% of the value/)
})

test('a plan that would revert is not called another one than was asked for', () => {
  const failing = show({ level: 'blocked', findings: [reverts] })
  expect(failing).toHaveTextContent(/It would fail/)
  expect(failing).not.toHaveTextContent(/not what you asked for/)
  expect(show({ level: 'blocked', findings: [reverts, unread] })).toHaveTextContent(/This is not what you asked for/)
})

test('a check that passed has the title of its rule, and one of an older version the title of the rule that replaced it', () => {
  const held: Finding = { code: 'V-016', kind: 'holds', severity: 'ok', step: undefined, facts: {} }
  const stored = {
    severity: 'ok',
    step: undefined,
    kind: 'holds',
    facts: { title: 'Each transaction is atomic' },
  } as const
  const unknown: Finding = { ...held, code: 'V-099', kind: 'unnamed', facts: { was: 'V-099' } }
  show({ level: 'proven', findings: [held, readFinding({ ...stored, code: 'V-037' }), unknown] })
  expect(document.body).toHaveTextContent(ruleTitles['V-016'])
  expect(document.body).toHaveTextContent(ruleTitles['V-038'])
  expect(document.body).toHaveTextContent('The check V-099 passed.')
  expect(document.body).not.toHaveTextContent('Each transaction is atomic')
})
