import { describe, expect, test } from 'vitest'
import {
  approval,
  chainTime,
  eth,
  harborSettings,
  me,
  positionManager,
  record,
  router,
  unlimited,
  usdc,
  weth,
} from '../../../test/guard/fixtures'
import type { TransactionRecord } from '../../protocol/serviceMessages'
import { findingText } from '../../signing/findings/findingText'
import { depositData } from '../decode/evm/liquidityCalls'
import type { DepositIntent } from '../liquidityIntent'
import type { EvmStep } from '../plan'
import { isIntact } from '../seal'
import { planTransactions } from './planTransactions'

const [token0, token1] = [weth, usdc].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1)) as [
  typeof weth,
  typeof weth,
]
const intent: DepositIntent = {
  kind: 'deposit',
  pool: { token0, token1, feePpm: 3000, positionManager, startTick: undefined },
  pay: [
    { token: token0, units: 1000n },
    { token: token1, units: 2000n },
  ],
  range: { tickLower: -600, tickUpper: 600 },
  toleranceBps: 200,
  sqrtPriceX96: 1n << 96n,
  sender: me,
  recipient: me,
}
const known = { receivedAt: 1, chains: [harborSettings], natives: [eth] }
const mint = (more: Partial<TransactionRecord> = {}) =>
  record({
    type: 'addLiquidity',
    to: positionManager,
    data: depositData(intent, weth.address, chainTime + 600n),
    ...more,
  })
const numbered = (...records: TransactionRecord[]) => records.map((each, order) => ({ ...each, order }))

function stepsOf(planned: ReturnType<typeof planTransactions>): readonly EvmStep[] {
  if (planned.is === 'refused') throw new Error(planned.findings.map((finding) => findingText(finding)).join(' '))
  return planned.plan.steps as readonly EvmStep[]
}

describe('transactions that the service prepared for a deposit', () => {
  test('become a sealed plan in their order', () => {
    const records = [
      { ...mint(), order: 9 },
      { ...approval(token0, 1000n, positionManager), order: 2 },
    ]
    const planned = planTransactions(intent, records, known)
    expect(stepsOf(planned).map(({ purpose: { does } }) => does)).toEqual(['approve', 'deposit'])
    expect(planned.is === 'plan' && isIntact(planned.plan)).toBe(true)
  })

  test('unlimited allowances are reduced to the deposit, and that is reported', () => {
    const planned = planTransactions(intent, numbered(approval(token1, unlimited, positionManager), mint()), known)
    expect(stepsOf(planned)[0]?.purpose).toMatchObject({ does: 'approve', amount: 2000n })
    expect(planned.is === 'plan' && planned.plan.notes?.map(({ code, severity }) => `${code} ${severity}`)).toContain(
      'A-21 info',
    )
  })

  test('allowances to third parties stay, so that the checks block them', () => {
    const planned = planTransactions(intent, numbered(approval(token1, unlimited, router), mint()), known)
    expect(stepsOf(planned)[0]?.purpose).toMatchObject({ amount: unlimited, spender: router })
  })

  test('they identify the position manager if the record does not', () => {
    const unknown = { ...intent, pool: { ...intent.pool, positionManager: undefined } }
    const planned = planTransactions(unknown, numbered(mint()), known)
    expect(planned.is === 'plan' && planned.plan.intent.pool.positionManager).toBe(positionManager)
  })

  test('they may send the deposited native coins, in wei or in whole tokens, and no others', () => {
    const oneEther = 10n ** 18n
    const coins: DepositIntent = {
      ...intent,
      pay: intent.pay.map((pay) => (pay.token === weth ? { token: eth, units: oneEther } : pay)) as never,
    }
    const values = (value: string) =>
      stepsOf(planTransactions(coins, numbered(mint({ value })), known)).map((step) => step.value)
    expect(values('1000000000000000000')).toEqual([oneEther])
    expect(values('1')).toEqual([oneEther])
    expect(planTransactions(coins, numbered(mint({ value: '5000000000000000000' })), known).is).toBe('refused')
  })

  test.each<[string, readonly TransactionRecord[]]>([
    ['nothing', []],
    ['one without a contract', numbered(mint({ to: undefined }))],
    ['one whose data is no hexadecimal', numbered(mint({ data: 'sign me' }))],
    ['two in the same place', [approval(token0, 1n), mint()].map((each) => ({ ...each, order: 1 }))],
    ['one that delegates the account', numbered(mint({ rest: { authorizationList: ['x'] } }))],
  ])('they are no plan: %s', (_, records) => {
    expect(planTransactions(intent, records, known).is).toBe('refused')
  })
})
