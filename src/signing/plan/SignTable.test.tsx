import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { approval, eth, harbor, me, plan, router, usdc } from '../../../test/builders/swap'
import { renderIn, servicesWith } from '../../../test/services'
import type { Plan } from '../../guard/plan'
import { revokeStep, withReset } from '../../guard/plan/approval'
import { reviewMessages } from '../review/messages'
import { namesIn } from './names'
import { SignTable } from './SignTable'
import { signRowsOf } from './signRow'

const names = namesIn(plan(), [eth], [], reviewMessages.english)

function said(shown: Plan): readonly (string | null)[] {
  cleanup()
  renderIn(servicesWith(), <SignTable rows={signRowsOf(shown, { level: 'tried', findings: [] }, [])} names={names} />)
  const [, ...rows] = screen.getAllByRole('row')
  return rows.map(({ textContent }) => textContent)
}

test('an approval that is revoked before the next one has a reason; one that is revoked for good has none', () => {
  const reason = 'USDC accepts a new approval only after the old one is reset to 0.'
  const [reset, next] = said(withReset(plan(), 0))
  expect(reset).toContain('Revoke the USDC approval')
  expect(reset).toContain(reason)
  expect(next).not.toContain(reason)

  const allowance = { chainId: harbor.chainId, owner: me, token: usdc.address, spender: router }
  const [revocation] = said(plan({}, [revokeStep(allowance)]))
  expect(revocation).toContain('Revoke the USDC approval')
  expect(revocation).not.toContain(reason)
})

test('the line of an approval is rounded up like the sums of the review', () => {
  const purpose = { does: 'approve', token: usdc.address, spender: router, amount: 1_614_855_392n } as const
  const [line] = said(plan({}, [{ ...approval, purpose }]))
  expect(line).toMatch(/^1Approve 1,614\.86 USDC/)
})
