import { expect, test } from 'vitest'
import { addressOf } from '../../../test/guard/fixtures'
import { type Finding, readFinding } from '../findings/finding'
import { judge } from '../verdict'
import { newWarnings } from './compareChecks'

/* Warnings of other kinds than these are compared by the same rule: `findingKey`. */

const warned = (...findings: readonly Finding[]) => judge(findings, false)
const firstUse = (contract: string, step: number) =>
  readFinding({ code: 'V-035', kind: 'first-use', severity: 'warn', facts: { contract }, step })
const repeated = (count: number) =>
  readFinding({ code: 'V-002', kind: 'repeated', severity: 'warn', facts: { count }, step: undefined })

test('V-035 a warning about another contract is news, though its rule and its step are the same', () => {
  const [one, other] = [addressOf('one'), addressOf('other')]
  expect(newWarnings(warned(firstUse(one, 1)), warned(firstUse(other, 1)))).toEqual([firstUse(other, 1)])
})

test('A-30 a warning that was acknowledged is no news, also when its contract comes a step earlier', () => {
  const router = addressOf('router')
  expect(newWarnings(warned(firstUse(router, 1)), warned(firstUse(router, 0)))).toEqual([])
})

test('a warning whose figure changed is no news', () => {
  expect(newWarnings(warned(repeated(1)), warned(repeated(2)))).toEqual([])
  expect(newWarnings(warned(), warned(repeated(2)))).toEqual([repeated(2)])
})
