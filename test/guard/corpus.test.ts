import { describe, expect, test } from 'vitest'
import { arrivalOf, buildRuleInput } from '../../src/guard/rules/input/ruleInput'
import { findingText } from '../../src/signing/findings/findingText'
import { honestCases } from './corpus/honest'
import { type TamperedCase, tamperedCases } from './corpus/tampered'
import { codes, honestFacts, judgeCase } from './corpus/world'
import { currentCodes, isOf } from './currentCodes'
import { honest, intentOf, planOf, usdc, weth } from './fixtures'

const louder = { enforced: 0, proven: 0, tried: 1, unchecked: 1, blocked: 2 } as const
const severity = { blocked: 'block', tried: 'warn', unchecked: 'warn' } as const

/** Whether a tampered case is answered as specified: its own rule speaks, and the verdict is as loud as demanded. */
function isCaught(one: TamperedCase, without?: string): boolean {
  const verdict = judgeCase(one, without)
  const isReported = verdict.findings.some(
    (finding) => isOf(finding, [one.code]) && finding.severity === severity[one.level],
  )
  return isReported && louder[verdict.level] >= louder[one.level]
}

describe('honest answers', () => {
  test.each(honestCases.map((one) => [one.name, one] as const))('%s is not blocked', (_, one) => {
    const { level, findings } = judgeCase(one)
    expect(findings.filter((finding) => finding.severity === 'block')).toEqual([])
    expect({ level, loud: findings.filter((finding) => finding.severity === 'warn').length > 0 }).toEqual({
      level: one.level ?? 'proven',
      loud: one.isLoud ?? one.level === 'tried',
    })
  })
})

describe('tampered answers', () => {
  test.each(tamperedCases.map((one) => [one.code, one.name, one.level, one] as const))(
    '%s %s: %s',
    (_, __, ___, one) => {
      const verdict = judgeCase(one)
      expect(verdict.level).toBe(one.level)
      const own = verdict.findings.filter((finding) => isOf(finding, [one.code]))
      expect(own.map((finding) => finding.severity)).toContain(severity[one.level])
    },
  )
})

describe('every rule is needed', () => {
  test.each(codes)('without %s something gets through', (code) => {
    const own = tamperedCases.filter((one) => currentCodes(one.code).includes(code))
    const missed = own.filter((one) => isCaught(one) && !isCaught(one, code))
    expect(missed.length).toBeGreaterThan(0)
  })

  test('no code is claimed by a case that no rule carries', () => {
    expect(tamperedCases.flatMap(({ code }) => currentCodes(code)).filter((code) => !codes.includes(code))).toEqual([])
  })
})

test('A-31 a slippage far finer than the chosen one is reported, and blocks nothing', () => {
  const intent = intentOf(usdc, '1000', weth)
  const finding = (inForce: number) => {
    const answer = honest({ ...intent, slippageBps: inForce })
    const { level, findings } = judgeCase({ name: 'finer', intent, answer })
    expect(level).toBe('proven')
    return findings.find(({ code }) => code === 'A-31')
  }
  const finer = finding(5)
  expect(finer).toMatchObject({ severity: 'info', kind: 'finer' })
  expect(findingText(finer!)).toMatch(/^The swap allows 0\.05\s?% slippage; you chose 0\.5\s?%\. It fails sooner/)
  expect(finding(20)).toMatchObject({ severity: 'info', kind: 'finer' })
  expect(finding(40)).toMatchObject({ severity: 'ok' })
})

test('the corpus is as large as promised', () => {
  const alone = codes.filter((code) =>
    tamperedCases.some(
      (one) => currentCodes(one.code).includes(code) && louder[judgeCase(one, code).level] < louder[one.level],
    ),
  )
  const falseBlocks = honestCases.filter((one) => judgeCase(one).level === 'blocked')
  const warned = honestCases.filter((one) => judgeCase(one).findings.some(({ severity }) => severity === 'warn'))
  const share = Math.floor(((honestCases.length - warned.length) * 100) / honestCases.length)
  console.log(
    `Guard, EVM: ${codes.length} rules, ${tamperedCases.length} tampered lists, ${honestCases.length} honest lists, ${falseBlocks.length} false blocks, ${share} % without a tick.`,
  )
  console.log(
    `${alone.length} rules change a verdict by themselves; these are always seconded: ${codes.filter((code) => !alone.includes(code)).join(', ') || 'none'}.`,
  )
  expect(tamperedCases.length).toBeGreaterThanOrEqual(400)
  expect(honestCases.length).toBeGreaterThanOrEqual(300)
  expect(falseBlocks).toEqual([])
  expect(share).toBeGreaterThanOrEqual(85)
  expect(new Set([...tamperedCases, ...honestCases].map(({ name }) => name)).size).toBe(
    tamperedCases.length + honestCases.length,
  )
})

test('V-030 the output is estimated by a simulation that succeeds, and by none that reverts', () => {
  const intent = intentOf(usdc, '1000', weth)
  const plan = planOf(intent, honest(intent))
  const facts = honestFacts(intent, plan)
  expect(arrivalOf(buildRuleInput(intent, plan, facts))).toBe(plan.quote.expectedOut?.units)
  const [run] = facts.simulations
  if (run?.is !== 'run') throw new Error('It did not run.')
  const outcomes = [...run.outcomes.slice(1), { is: 'reverted', reason: 'STF', gasUsed: 1n } as const]
  expect(arrivalOf(buildRuleInput(intent, plan, { ...facts, simulations: [{ ...run, outcomes }] }))).toBeUndefined()
})
