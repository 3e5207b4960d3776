import { expect, test } from 'vitest'
import { findingText } from '../../signing/findings/findingText'
import { ruleTitles } from '../../signing/findings/ruleTitle.messages'
import { readFinding } from './finding'
import { questions } from './questions'
import { retired } from './retired'

const stored = { severity: 'warn', step: undefined } as const

test('a stored finding of a retired code is read as the finding of the rule that replaced it', () => {
  const finding = readFinding({ ...stored, code: 'V-002', kind: 'repeated', facts: { count: 2 } })
  expect(finding).toMatchObject({ code: 'V-001', kind: 'repeated', severity: 'warn', facts: { count: 2 } })
  expect(findingText(finding)).toBe('2 transactions repeat another one exactly, and will not be sent twice.')
})

test('a stored finding of a kind that was merged is read as the kind that it is now', () => {
  const facts = { to: '0x1', wanted: '0x2' }
  const finding = readFinding({ ...stored, code: 'V-013', kind: 'goes-elsewhere', facts })
  expect(finding).toMatchObject({ code: 'V-013', kind: 'elsewhere', facts })
  expect(findingText(finding)).toBe('The tokens would go to 0x1, not to 0x2.')
})

test('one whose facts no longer fit has the title of its rule, and keeps its old code through another journal', () => {
  const finding = readFinding({ ...stored, code: 'V-002', kind: 'repeated', facts: { times: 2 } })
  expect(finding).toMatchObject({ code: 'V-001', kind: 'unnamed', facts: { was: 'V-002' } })
  expect(findingText(finding)).toContain(`V-002 (${ruleTitles['V-001'].replace(/\.$/, '')})`)
  expect(readFinding(finding)).toEqual(finding)
})

test('of a code that was divided, a finding keeps the question of its kind through another journal', () => {
  const facts = { owner: 'thief', wanted: 'me' }
  const finding = readFinding({ ...stored, severity: 'block', code: 'S-7b', kind: 'elsewhere', facts })
  expect(finding).toMatchObject({ code: 'V-013', kind: 'unnamed', severity: 'block', facts: { was: 'S-7b' } })
  expect(readFinding(finding)).toEqual(finding)
})

test('a rule of an earlier version that held is shown by the title of its question', () => {
  const held = readFinding({ ...stored, severity: 'ok', code: 'V-002', kind: 'holds', facts: { title: 'In order' } })
  expect(held).toMatchObject({ code: 'V-001', kind: 'holds', facts: {} })
  expect(findingText(held)).toBe(ruleTitles['V-001'])
})

test('no retired code leads to another retired code, and none is used again', () => {
  const names = Object.keys(questions)
  expect(Object.values(retired).filter((key) => !names.includes(key.split('.')[0] ?? ''))).toEqual([])
  expect(Object.keys(retired).filter((key) => names.includes(key))).toEqual([])
})
