import { expect, test } from 'vitest'
import { swapRules } from './check/judgePlan'
import { block, holds, warn } from './findings/finding'
import { findAll, type Rule, rule } from './rule'
import type { Scope } from './scope'
import { judge } from './verdict'

const question = { code: 'M-101', find: () => [] } as const
const once = rule('M-101', ['deposit'], () => [warn('M-101.sent-before', {})])

test('a rule without a scope does not compile', () => {
  // @ts-expect-error: the list of scopes is missing
  const silent: Rule<object> = question
  // @ts-expect-error: the list of scopes is empty
  const empty: Rule<object> = { ...question, scopes: [] }
  // @ts-expect-error: this scope does not exist
  const misspelt: Rule<object> = { ...question, scopes: ['trade'] }
  const complete: Rule<object> = { ...question, scopes: ['evm swap', 'deposit'] }
  expect([silent, empty, misspelt, complete]).toHaveLength(4)
})

test('a rule gets only plans of its scopes', () => {
  expect(findAll([once], 'deposit', {})).toMatchObject([{ code: 'M-101', severity: 'warn' }])
  expect(findAll([once], 'withdrawal', {})).toEqual([])
})

test('a rule holds once, and only where it finds nothing else', () => {
  const each = rule('V-038', ['deposit'], (steps: readonly boolean[]) =>
    steps.map((isAtomic) => (isAtomic ? holds('V-038') : block('V-038.partial', {}))),
  )
  const found = (...steps: readonly boolean[]) => judge(findAll([each], 'deposit', steps), false).findings
  expect(found(true, true)).toMatchObject([{ code: 'V-038', kind: 'holds', severity: 'ok' }])
  expect(found(true, false)).toMatchObject([{ kind: 'partial', severity: 'block' }])
  expect(found()).toEqual([])
})

const codesOf = (scope: Scope) => swapRules.filter(({ scopes }) => scopes.includes(scope)).map(({ code }) => code)

test('M-093 a refund is checked by every rule except the trade rules', () => {
  const notOf = (scope: Scope) =>
    swapRules.filter(({ scopes }) => scopes.includes('evm swap') && !scopes.includes(scope)).map(({ code }) => code)
  const trade = 'V-015 V-016 A-31 A-32 V-036 V-053 V-054 V-015 V-051 V-056 V-053 V-056 V-016 V-023 V-016'.split(' ')
  expect(notOf('refund')).toEqual(trade)
  // The coin for the network fee is needed for a revocation, too.
  expect(notOf('revocation')).toEqual(trade.filter((code) => code !== 'V-023'))
})

test('the rules for every swap also apply to Solana and to payments in bitcoin', () => {
  expect(codesOf('solana swap')).toEqual([
    'V-010',
    'V-003',
    'V-008',
    'V-013',
    'V-017',
    'M-101',
    'V-022',
    'V-016',
    'A-31',
    'A-32',
    'V-053',
    'V-054',
  ])
  expect(codesOf('bitcoin payment')).toEqual([
    'V-010',
    'V-003',
    'V-008',
    'V-013',
    'V-017',
    'M-101',
    'V-022',
    'V-016',
    'A-31',
    'A-32',
    'V-036',
    'V-053',
    'V-054',
  ])
})
