import { expect, test } from 'vitest'
import { usdc } from '../../../test/guard/fixtures'
import { readFinding } from '../../guard/findings/finding'
import { findingText } from './findingText'

const said = (isSwapAlone?: true) =>
  findingText(
    readFinding({
      code: 'V-030',
      kind: 'reverts',
      severity: 'block',
      step: 0,
      facts: { said: 'ERC20: insufficient allowance', meaning: 'allowance-too-small', isSwapAlone },
    }),
  )

test('V-030 a missing approval names the setting that leaves it out, and only where that is on', () => {
  expect(said(true)).toContain('Turn off “Only swap transactions”')
  expect(said()).not.toContain('Only swap transactions')
  expect(said()).toContain('Check your balance')
})

test('V-036 a refund in another token names it by its symbol, where the deployment knows it', () => {
  const refund = readFinding({
    code: 'V-036',
    kind: 'refund-in-other-token',
    severity: 'info',
    step: 0,
    facts: { token: { address: usdc.address }, sold: 'ETH' },
  })
  const symbolOf = (address: string) => (address === usdc.address ? 'USDC' : undefined)
  expect(findingText(refund, undefined, symbolOf)).toBe('If the transfer fails, you are refunded USDC, not ETH.')
})
