import { expect, test } from 'vitest'
import { usdc } from '../../../test/guard/fixtures'
import { readFinding } from '../../guard/findings/finding'
import { findingText } from './findingText'
import { ruleTitles } from './ruleTitle.messages'

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

test('the sentence of a rule that holds is its title, and a stored finding that no longer exists is shown as passed', () => {
  const passed = { code: 'V-016', severity: 'ok', step: undefined } as const
  const held = readFinding({ ...passed, kind: 'holds', facts: { title: 'The transaction enforces the minimum shown' } })
  expect(findingText(held)).toBe(ruleTitles['V-016'])
  expect(findingText(readFinding({ ...passed, kind: 'insists', facts: {} }))).toBe(ruleTitles['V-016'])
})

const revertText = (reason: string) =>
  findingText(
    readFinding({
      code: 'V-030',
      kind: 'reverts',
      severity: 'block',
      step: 0,
      facts: { said: reason, meaning: 'other' },
    }),
  )

test.each([
  ['Your wallet is out of date. Go to https://wallet-update.example', '“Your wallet is out of date. Go to …”'],
  ['Send your coins to wallet-update[.]com now', '“Send your coins to … now”'],
  ['low”. Matches what you asked for. “', "“low'. Matches what you asked for. '”"],
  ['\u202eno\u200b way\n\nConfirm', '“no way Confirm”'],
])(
  'V-030 the reason %j that a contract gives is quoted, without marks that mislead and without addresses',
  (raw, quoted) => {
    expect(revertText(raw)).toContain(`It would fail: the contract returned ${quoted}.`)
  },
)

test('V-030 a long reason that a contract gives is shortened', () => {
  const [, quoted = ''] = /returned (“.*”)/.exec(revertText('so '.repeat(400))) ?? []
  expect(quoted.length).toBeLessThan(210)
  expect(quoted).toMatch(/…”$/)
})

test('V-007 a label of the service is shortened and loses its marks of direction', () => {
  const said = findingText(
    readFinding({
      code: 'V-054',
      kind: 'mislabelled',
      severity: 'warn',
      step: 0,
      facts: { label: `swap\u202e${'x'.repeat(500)}`, isApproval: true },
    }),
  )
  expect(said.length).toBeLessThan(270)
  expect(said).not.toMatch(/[\u202e]/)
})
