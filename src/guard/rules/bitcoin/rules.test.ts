import { describe, expect, test } from 'vitest'
import { btc, mine, theirs } from '../../../../test/builders/bitcoin'
import { type PsbtInputPart, type PsbtOutputPart, psbtOf } from '../../../../test/builders/psbt'
import { farUsdc, me } from '../../../../test/guard/fixtures'
import type { JsonObject } from '../../../protocol/json/json'
import type { SwapAnswer } from '../../../protocol/serviceMessages'
import { findingText } from '../../../signing/findings/findingText'
import { ruleTitles } from '../../../signing/findings/ruleTitle.messages'
import { checkPlan } from '../../check/checkPlan'
import type { Finding } from '../../findings/finding'
import type { SwapIntent } from '../../intent'
import type { Plan } from '../../plan'
import { planSwap } from '../../plan/planSwap'
import { isIntact } from '../../seal'

const thief = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const now = 1_700_000_000_000
const memo = `=:DELTA.USDC:${me}:94e9`

const intent: SwapIntent = {
  kind: 'swap',
  sell: { token: btc, units: 1_000_000n },
  buy: farUsdc,
  slippageBps: 50,
  sender: mine,
  recipient: me,
  skipNonSwapTransactions: false,
}

const coin: PsbtInputPart = { address: mine, units: 2_000_000n }
const payment = { address: theirs, units: 1_000_000n }
const change = { address: mine, units: 996_000n }
const note = noteOf(memo)
const honest = psbtOf([coin], [payment, note, change])

function noteOf(text: string) {
  return { data: Buffer.from(text).toString('hex'), units: 0n }
}

type Part = { readonly to?: string | undefined; readonly rest?: JsonObject }

function planned(data: string, part: Part = {}) {
  const said = {
    type: 'sign',
    order: 0,
    value: '0.01',
    gasAmount: undefined,
    gasUsd: undefined,
    to: theirs,
    chainType: 'BTC',
    rpcUrl: undefined,
    rest: {},
    ...part,
    data,
  }
  const answer: SwapAnswer = {
    path: ['BTC', 'USDC'],
    transactions: [said],
    dexToUse: 'bridge',
    minAmountOut: '940',
    expectedAmountOut: '944',
    rest: {},
  }
  return planSwap(intent, answer, { receivedAt: now, chains: [] })
}

function planOf(data: string): Plan {
  const outcome = planned(data)
  if (outcome.is === 'refused') throw new Error(outcome.findings.map(asText).join('\n'))
  return outcome.plan
}

function found(data: string, part: Part = {}): string {
  const outcome = planned(data, part)
  const findings = outcome.is === 'refused' ? outcome.findings : (outcome.plan.notes ?? [])
  return [outcome.is, ...findings.filter(isGrave).map(asText)].join('\n')
}
const isGrave = ({ severity }: Finding) => severity === 'block' || severity === 'warn'
const asText = (finding: Finding) => `${finding.severity} ${finding.code} ${findingText(finding)}`

test('a transaction that the service wrote becomes a step to sign: payment, memo, fee, change to oneself', async () => {
  const plan = planOf(honest)
  expect(plan.steps).toMatchObject([
    { kind: 'bitcoin', to: theirs, units: 1_000_000n, memo, toSign: { transaction: honest, fee: 4_000n } },
  ])
  expect(found(honest)).toBe('plan')
  const { verdict } = await checkPlan(plan, { nodes: () => [] }, { now, account: undefined, chains: [] })
  expect(verdict.findings.map(asText)).toContain(`ok V-015 ${ruleTitles['V-015']}`)
  expect(verdict.level).not.toBe('blocked')
})

test('V-010 another transaction than the reviewed one breaks the seal', () => {
  const plan = planOf(honest)
  const steps = plan.steps.map((step) =>
    step.kind === 'bitcoin' ? { ...step, toSign: { transaction: psbtOf([coin], [payment]), fee: 4_000n } } : step,
  )
  expect([isIntact(plan), isIntact({ ...plan, steps })]).toEqual([true, false])
})

test('an unnamed address is the output that the sender does not own, and is checked as such', () => {
  const besides = { address: thief, units: 5n }
  expect(found(honest, { to: undefined })).toBe('plan')
  expect(found(psbtOf([coin], [payment, besides, change]), { to: undefined })).toContain('block V-001')
})

const spending = (inputs: readonly PsbtInputPart[]) => psbtOf(inputs, [payment, change])
const paying = (...outputs: readonly PsbtOutputPart[]) => psbtOf([coin], outputs)
const outsider = { address: thief, units: 9_000n }

describe('M-103 a transaction to sign that does anything else is refused', () => {
  test.each<readonly [string, string, RegExp]>([
    ['spends coins of others', spending([coin, outsider]), /V-008 .*inputs of bc1p5/],
    ['proves no value', spending([{ ...coin, isSilent: true }]), /V-008 .*does not prove/],
    ['pays an outsider', paying(payment, change, outsider), /V-015 .*also pays 0.00009 BTC to bc1p5/],
    ['sends the change away', paying(payment, { ...change, address: thief }), /V-015 .*also pays 0.00996 BTC/],
    ['pays twice', psbtOf([{ ...coin, units: 3_000_000n }], [payment, payment, change]), /V-015 .*also pays/],
    ['pays less', paying({ ...payment, units: 900_000n }, change), /V-015 Only 0.009 BTC of your 0.01 BTC/],
    ['pays more', paying({ ...payment, units: 1_900_000n }), /V-015 0.019 BTC would leave/],
    ['pays somebody else', paying({ ...payment, address: thief }, change), /V-015 .*does not pay bc1qar0/],
    ['pays a bare script', paying(payment, change, { script: '51', units: 9n }), /V-015 .*also pays .* to 51/],
    [
      'returns the rest in crumbs that cost more to spend than they hold',
      paying(payment, ...Array.from({ length: 900 }, () => ({ address: mine, units: 546n })), {
        ...change,
        units: 478_600n,
      }),
      /V-015 .*in 901 pieces/,
    ],
    ['carries two memos', paying(payment, note, note, change), /V-015 .*a single memo/],
    ['burns coins with its memo', paying(payment, { ...note, units: 1_000n }, change), /V-015 .*a single memo/],
    [
      'carries data in pieces',
      paying(payment, { script: '6a02aabb02ccdd', units: 0n }, change),
      /V-015 .*a single memo/,
    ],
    [
      'costs half of it',
      paying(payment, { ...change, units: 500_000n }),
      /V-055 .*0.005 BTC, above the limit of 0.0003/,
    ],
    ['costs less than nothing', paying(payment, { ...change, units: 1_500_000n }), /V-055 .*more than it takes in/],
    ['is signed in part only', spending([{ ...coin, members: [[0x03, '83000000']] }]), /V-011 .*whole transaction/],
    ['has signatures already', spending([{ ...coin, members: [[0x08, '010101']] }]), /V-011 .*signatures/],
    [
      'credits another',
      paying(payment, noteOf(`=:DELTA.USDC:0x${'11'.repeat(20)}:94e9`), change),
      /V-036 .*recipient would be 0x1111/,
    ],
    [
      'hides whom it credits behind a byte that cannot be printed',
      paying(payment, noteOf(`=:ETH.ETH:0x${'11'.repeat(20)}:0\n`), change),
      /V-036 .*recipient would be 0x1111/,
    ],
    [
      'hides it behind a byte in the middle',
      paying(payment, noteOf(`=:\0DELTA.USDC:0x${'11'.repeat(20)}:94e9`), change),
      /V-036 .*recipient would be 0x1111/,
    ],
    ['credits another in bytes', paying(payment, { data: 'ee'.repeat(20), units: 0n }, change), /V-036 .*names 0xeeee/],
  ])('it %s', (_, data, why) => {
    expect(found(data)).toMatch(/^refused/)
    expect(found(data)).toMatch(why)
  })
})

test('B-9 B-10 a dear or hopeless network cost, and a later validity, need a consent', () => {
  expect(found(paying(payment, note, { ...change, units: 976_000n }))).toMatch(/^plan\nwarn V-055 .*sat\/vB/)
  expect(found(paying(payment, note, { ...change, units: 999_950n }))).toMatch(/^plan\nwarn V-055 .*too low/)
  const later = psbtOf([{ ...coin, sequence: 0xffff_fffd }], [payment, note, change], { lockTime: 900_000 })
  expect(found(later)).toMatch(/^plan\nwarn V-017/)
  expect(found(psbtOf([coin], [payment, note, change], { lockTime: 900_000 }))).toBe('plan')
  // A relative lock time (BIP 68) of a year, in blocks or in seconds.
  for (const sequence of [0xffff, 0x40_ffff, 1])
    expect(found(psbtOf([{ ...coin, sequence }], [payment, note, change]))).toMatch(/^plan\nwarn V-017/)
  for (const sequence of [0, 0xffff_fffd, 0x8000_ffff])
    expect(found(psbtOf([{ ...coin, sequence }], [payment, note, change]))).toBe('plan')
})

test('B-3 the OP_RETURN output must equal the quoted memo', () => {
  expect(found(honest, { rest: { memo } })).toBe('plan')
  expect(found(honest, { rest: { memo: 'order 8' } })).toMatch(/V-036 The memo is unclear/)
  expect(found(paying(payment, change), { rest: { memo } })).toMatch(/V-036 .*does not carry the memo/)
})

test('B-3 a memo that is carried and is not plain text needs a consent, unless it is the recipient in bytes', () => {
  const carrying = (data: string) => found(paying(payment, { data, units: 0n }, change))
  expect(carrying('00ff01')).toMatch(/^plan\nwarn V-036 .*bytes that are not text/)
  expect(carrying(noteOf(`${memo}\n`).data)).toMatch(/^plan\nwarn V-036 .*bytes that are not text/)
  expect(carrying(noteOf(`=:DELTA.USDC:${me}:0\n`).data)).toMatch(/warn V-036 .*bytes.*\nwarn V-036 .*sets no minimum/)
  expect(carrying(me.slice(2).toLowerCase())).toBe('plan')
})

test('B-7 B-8 a payment by hand has no transaction to judge', () => {
  const outcome = planned('order 7')
  const notes = outcome.is === 'plan' ? (outcome.plan.notes ?? []) : []
  expect(notes.filter(({ code }) => /^B-([789]|10)$/.test(code))).toEqual([])
  expect(outcome.is).toBe('plan')
})
