import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { currentCodes, isOf } from '../../../../test/guard/currentCodes'
import {
  addressOf,
  approveData,
  chainTime,
  dai,
  eth,
  friend,
  harborSettings,
  me,
  positionManager,
  record,
  router,
  thief,
  unlimited,
  usdc,
  weth,
} from '../../../../test/guard/fixtures'
import type { OwnedPosition } from '../../../chain/position'
import { depositFor, minAmounts } from '../../../domain/liquidity/deposit'
import { liquidityForAmounts, mintMinimums } from '../../../domain/liquidity/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { findingText } from '../../../signing/findings/findingText'
import { judgeInput, liquidityRules } from '../../check/judgePlan'
import {
  type ChainEvidence,
  type CheckInputs,
  type MintedPositions,
  noHistory,
  type Simulation,
} from '../../checkInputs'
import { native } from '../../decode/evm/address'
import { depositData, increaseData, withdrawData } from '../../decode/evm/liquidityCalls'
import type { BalanceChange, StepOutcome } from '../../forecast'
import { isAsReviewed, minLiquidityAdded } from '../../liquidityAdded'
import {
  coinPaid,
  type DepositIntent,
  type IncreaseIntent,
  type LiquidityIntent,
  tokensPaid,
  type WithdrawIntent,
} from '../../liquidityIntent'
import type { EvmStep, SolanaStep, Step } from '../../plan'
import { type ChainState, depositSteps, noQuote, withdrawSteps } from '../../plan/liquiditySteps'
import { seal } from '../../seal'
import { blocksOf } from '../../verdict'
import { buildRuleInput, type LiquidityPlan } from '../input/ruleInput'

const now = 1_790_000_000_000
const ground: ChainState = { receivedAt: now, time: chainTime, wrapped: weth.address, allowances: [] }
const [token0, token1] = [weth, usdc].sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1)) as [
  typeof weth,
  typeof weth,
]
const range = { tickLower: -600, tickUpper: 600 }

function deposit(more: Partial<DepositIntent> = {}): DepositIntent {
  const { amount0, amount1 } = depositFor({
    ...range,
    sqrtPriceX96: tickToSqrtPriceX96(7),
    given: 'amount0',
    amount: 10n ** 18n,
  })
  return {
    kind: 'deposit',
    pool: { token0, token1, feePpm: 3000, positionManager, startTick: undefined },
    pay: [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ],
    range,
    toleranceBps: 200,
    sqrtPriceX96: tickToSqrtPriceX96(7),
    sender: me,
    recipient: me,
    ...more,
  }
}

/** The same deposit, paid with the native coin instead of its wrapped form. */
function withCoin(): DepositIntent {
  const intent = deposit()
  const [a, b] = intent.pay
  return { ...intent, pay: [a.token === weth ? { ...a, token: eth } : a, b.token === weth ? { ...b, token: eth } : b] }
}

/** The same tokens, added to an existing position. */
function increase(more: Partial<IncreaseIntent> = {}, of = deposit()): IncreaseIntent {
  return { ...of, kind: 'increase', position: 77n, ...more }
}

const withdrawal: WithdrawIntent = {
  kind: 'withdraw',
  pool: deposit().pool,
  position: 77n,
  range,
  liquidity: 10n ** 18n,
  minimums: { amount0: 5n, amount1: 6n },
  sender: me,
  recipient: me,
}

/** The same, with the wrapped token paid out as the native coin. */
const withdrawalInCoins: WithdrawIntent = { ...withdrawal, coin: eth }

const collecting: WithdrawIntent = { ...withdrawal, liquidity: 0n, minimums: { amount0: 0n, amount1: 0n } }

function planOf(intent: LiquidityIntent, steps?: readonly Step[]): LiquidityPlan {
  const honest = intent.kind === 'withdraw' ? withdrawSteps(intent, ground) : depositSteps(intent, ground)
  return seal<LiquidityIntent>({ intent, steps: steps ?? honest, quote: noQuote, receivedAt: now })
}

/** Inputs with everything known, and a simulation that matches the intent. */
function factsFor({ intent, steps }: LiquidityPlan, more: Partial<CheckInputs> = {}): CheckInputs {
  const changes =
    intent.kind !== 'withdraw'
      ? intent.pay.map(({ token, units }) => ({
          account: me,
          chainId: 741001,
          token: token.isNative ? native : token.address,
          delta: -units,
        }))
      : [token0, token1].map(({ address }) => ({
          account: intent.recipient,
          chainId: 741001,
          token: intent.coin && address === weth.address ? native : address,
          delta: 100n,
        }))
  const run: Simulation = {
    is: 'run',
    chainId: 741001,
    by: 'eth_simulateV1',
    outcomes: steps.map(() => ({ is: 'success', gasUsed: 100_000n })),
    changes,
    grants: [],
    operators: [],
    ...(intent.kind === 'deposit' && { minted: positionOf(intent) }),
    ...(intent.kind === 'increase' && { growth: { before: 5n, after: 5n + minLiquidityAdded(intent) } }),
    at: now,
  }
  const contracts = [positionManager, router, token0.address, token1.address, dai.address]
  return {
    now,
    account: me,
    chains: [{ ...harborSettings, tokens: [{ symbol: 'USDC', address: usdc.address }] }],
    natives: [eth],
    history: noHistory,
    shownMinimum: undefined,
    maxAge: 30_000,
    evidence: [
      {
        is: 'read',
        chainId: 741001,
        rpcChainId: 741001,
        time: chainTime,
        block: 1n,
        gasPrice: 1n,
        contracts: contracts.map((address) => ({ address, codeHash: '0x1' })),
        decimals: [token0, token1].map(({ address, decimals }) => ({ token: address, decimals })),
        balances: [native, token0.address, token1.address].map((token) => ({ token, amount: 10n ** 24n })),
        allowances: [],
        ...(intent.kind === 'increase' && { position: owned() }),
      },
    ],
    simulations: [run],
    ...more,
  }
}

function owned(more: Partial<OwnedPosition> = {}): OwnedPosition {
  const { address: one } = token0
  return { id: 77n, owner: me, token0: one, token1: token1.address, feePpm: 3000, ...range, liquidity: 5n, ...more }
}

const verdictOf = (plan: LiquidityPlan, inputs = factsFor(plan), rules = liquidityRules) =>
  judgeInput(buildRuleInput(plan.intent, plan, inputs), rules)
const codesOf = (plan: LiquidityPlan, inputs?: CheckInputs) =>
  verdictOf(plan, inputs)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code }) => code)

const abi = parseAbi([
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function setApprovalForAll(address operator, bool approved)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function burn(uint256 tokenId)',
])
const together = (...data: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [data] })

/** The honest steps, with the call data of the last one taken from another intent. */
function swapped(intent: DepositIntent, change: Partial<DepositIntent>, deadline = chainTime + 1200n): LiquidityPlan {
  const steps = depositSteps(intent, ground)
  const data = depositData({ ...intent, ...change }, weth.address, deadline)
  return planOf(intent, [...steps.slice(0, -1), { ...steps.at(-1)!, data }])
}

function approving(token: string, spender: Hex, amount: bigint): EvmStep {
  return { ...depositSteps(deposit(), ground)[0]!, to: token, data: approveData(spender, amount) }
}

/** The honest steps of an increase, with the call data of the last one taken from another. */
function added(change: Partial<IncreaseIntent>, deadline = chainTime + 1200n, of = increase()): LiquidityPlan {
  const steps = depositSteps(of, ground)
  return planOf(of, [...steps.slice(0, -1), { ...steps.at(-1)!, data: increaseData({ ...of, ...change }, deadline) }])
}

/** The honest steps of an increase, with other call data in the last one. */
function addedBy(data: Hex, of = increase()): LiquidityPlan {
  const steps = depositSteps(of, ground)
  return planOf(of, [...steps.slice(0, -1), { ...steps.at(-1)!, data }])
}

describe('V-040 the pool of the position manager', () => {
  const chosen = addressOf('pool')
  const into = { ...deposit().pool, address: chosen }
  const said = (asked: LiquidityIntent, pool: string | undefined) => {
    const plan = planOf(asked)
    const inputs = factsFor(plan)
    const evidence = inputs.evidence.map(
      (each): ChainEvidence => ({ ...each, ...(pool === undefined ? {} : { pool }) }),
    )
    const simulations = inputs.simulations.map((run): Simulation => {
      if (run.is === 'not run' || asked.kind !== 'deposit' || pool === undefined) return run
      return { ...run, minted: positionOf(asked, me, { pool }) }
    })
    return codesOf(plan, { ...inputs, evidence, simulations })
  }

  test('a pool other than the chosen one blocks signing', () => {
    for (const asked of [deposit({ pool: into }), increase({ pool: into })]) {
      expect(said(asked, chosen.toLowerCase())).toEqual([])
      expect(said(asked, addressOf('twin'))).toEqual(['V-040'])
      expect(said(asked, `0x${'0'.repeat(40)}`)).toEqual(['V-040'])
    }
  })

  test('a deposit assumes the chosen pool if it cannot be read, and a withdrawal does not check it', () => {
    expect(said(deposit({ pool: into }), undefined)).toEqual([])
    expect(said(deposit(), addressOf('twin'))).toEqual([])
    expect(said({ ...withdrawal, pool: into }, addressOf('twin'))).toEqual([])
  })
})

test('V-040 an operator of all positions needs consent, unless the settings name it', () => {
  const warned = (asked: LiquidityIntent, operator: string) => {
    const plan = planOf(asked)
    const inputs = factsFor(plan)
    const evidence = inputs.evidence.map((each): ChainEvidence => ({ ...each, ...{ operators: [operator] } }))
    return verdictOf(plan, { ...inputs, evidence }).findings.some(({ kind }) => kind === 'all-may-be-moved')
  }
  for (const asked of [deposit(), increase()]) {
    expect(warned(asked, thief)).toBe(true)
    expect(warned(asked, harborSettings.trusted[0]!)).toBe(false)
  }
  expect(warned(withdrawal, thief)).toBe(false)
})

describe('M-101 the same deposit while one is in progress', () => {
  const warned = (asked: LiquidityIntent, other: DepositIntent | IncreaseIntent) => {
    const plan = planOf(asked)
    const inputs = factsFor(plan, { history: { ...noHistory, underWay: [other] } })
    return verdictOf(plan, inputs).findings.flatMap((finding) =>
      finding.code === 'M-101' && finding.severity === 'warn' ? [findingText(finding)] : [],
    )
  }
  const [first, second] = deposit().pay
  const dearer: DepositIntent['pay'] = [first, { ...second, units: second.units + 1n }]

  test('the same deposit gets a warning at any deadline and at any current price', () => {
    expect(warned(increase(), increase({ pay: dearer, sqrtPriceX96: 5n, toleranceBps: 50 }))).toEqual([
      'Adding to position #77 is already in progress. Check Activity before you do it again.',
    ])
    expect(warned(deposit(), deposit({ pay: dearer }))).toHaveLength(1)
  })

  test.each([
    ['of another position', increase({ position: 78n })],
    [
      'of other amounts',
      increase({
        pay: [
          { ...first, units: 1n },
          { ...second, units: 1n },
        ],
      }),
    ],
    ['of another account', increase({ sender: friend, recipient: friend })],
    ['of another manager', increase({ pool: { ...deposit().pool, positionManager: router } })],
    ['into a new position', deposit()],
  ])('M-101 a deposit %s is not the same deposit', (_, other) => {
    expect(warned(increase(), other)).toEqual([])
  })

  test('M-101 a deposit into another range or pool, one for another recipient, or a withdrawal does not count', () => {
    for (const other of [
      deposit({ range: { tickLower: -600, tickUpper: 660 } }),
      deposit({ pool: { ...deposit().pool, feePpm: 500 } }),
      deposit({ recipient: friend }),
    ])
      expect(warned(deposit(), other)).toEqual([])
    expect(warned(withdrawal, increase())).toEqual([])
  })
})

const soon = chainTime + 1200n
const [pay0, pay1] = deposit().pay
const solanaStep: SolanaStep = {
  kind: 'solana',
  index: 9,
  chainId: harborSettings.chainId,
  from: me,
  transaction: 'AAAA',
  purpose: { does: 'swap' },
  said: undefined,
}
type Tampered = [code: string, what: string, plan: () => LiquidityPlan, inputs?: (plan: LiquidityPlan) => CheckInputs]

const tampered: Tampered[] = [
  [
    'V-010',
    'a plan changed after it was sealed',
    () => ({ ...planOf(deposit()), steps: planOf(deposit({ recipient: friend })).steps }),
  ],
  [
    'V-008',
    'another account signs',
    () =>
      planOf(
        deposit(),
        depositSteps(deposit(), ground).map((step) => ({ ...step, from: thief })),
      ),
  ],
  ['V-008', 'the wallet changed accounts', () => planOf(deposit()), (plan) => factsFor(plan, { account: friend })],
  ['V-008', 'a position given to a token', () => planOf(deposit({ recipient: usdc.address }))],
  ['A-30', 'figures of a minute ago', () => planOf(deposit()), (plan) => factsFor(plan, { now: now + 60_000 })],
  [
    'M-101',
    'sent a moment ago',
    () => planOf(deposit()),
    (plan) => factsFor(plan, { history: { ...noHistory, sent: [{ hash: plan.hash, at: now - 1000 }] } }),
  ],
  [
    'V-003',
    'a step on another chain',
    () =>
      planOf(
        deposit(),
        depositSteps(deposit(), ground).map((step) => ({ ...step, chainId: 1 })),
      ),
  ],
  [
    'V-003',
    'a Solana transaction after the deposit',
    () => planOf(deposit(), [...depositSteps(deposit(), ground), solanaStep]),
  ],
  [
    'V-003',
    'a Solana transaction before the deposit',
    () => planOf(deposit(), [solanaStep, ...depositSteps(deposit(), ground)]),
  ],
  ['V-047', 'nothing', () => planOf(deposit(), [])],
  ['V-047', 'approvals without a deposit', () => planOf(deposit(), depositSteps(deposit(), ground).slice(0, -1))],
  ['V-047', 'a call nobody knows', () => withLast(deposit(), '0xdeadbeef')],
  [
    'V-047',
    'mastery over all positions',
    () =>
      withLast(
        deposit(),
        together(
          mintOf(deposit()),
          encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] }),
        ),
      ),
  ],
  ['V-047', 'two deposits', () => withLast(deposit(), together(mintOf(deposit()), mintOf(deposit())))],
  [
    'V-047',
    'another position burned along',
    () =>
      withLast(deposit(), together(mintOf(deposit()), encodeFunctionData({ abi, functionName: 'burn', args: [1n] }))),
  ],
  [
    'V-047',
    'an approval after the deposit',
    () => planOf(deposit(), [...depositSteps(deposit(), ground), approving(token0.address, positionManager, 1n)]),
  ],
  ['A-21', 'an unlimited allowance', () => withFirst(deposit(), approving(token0.address, positionManager, unlimited))],
  ['A-21', 'an allowance to somebody else', () => withFirst(deposit(), approving(token0.address, thief, 1n))],
  ['A-21', 'an allowance of another token', () => withFirst(deposit(), approving(dai.address, positionManager, 1n))],
  [
    'A-21',
    'coins with an approval',
    () => withFirst(deposit(), { ...approving(token0.address, positionManager, 1n), value: 1n }),
  ],
  [
    'V-006',
    'coins nobody deposits',
    () =>
      planOf(
        deposit(),
        depositSteps(deposit(), ground).map((step) => ({ ...step, value: step.value + 1n })),
      ),
  ],
  [
    'V-006',
    'fewer coins than are deposited',
    () =>
      planOf(
        withCoin(),
        depositSteps(withCoin(), ground).map((step) => ({ ...step, value: step.value / 2n })),
      ),
  ],
  ['V-006', 'coins that do not come back', () => withLast(withCoin(), mintOf(withCoin()))],
  ['V-040', 'another pair', () => swapped(deposit(), { pool: { ...deposit().pool, token1: dai } })],
  ['V-040', 'another fee', () => swapped(deposit(), { pool: { ...deposit().pool, feePpm: 10_000 } })],
  ['V-041', 'a range one spacing off', () => swapped(deposit(), { range: { tickLower: -600, tickUpper: 660 } })],
  [
    'V-041',
    'the inverted range',
    () =>
      swapped(deposit({ range: { tickLower: -600, tickUpper: 540 } }), { range: { tickLower: -540, tickUpper: 600 } }),
  ],
  [
    'V-042',
    'a unit more than was typed',
    () => swapped(deposit(), { pay: [{ ...pay0, units: pay0.units + 1n }, pay1] }),
  ],
  [
    'V-042',
    'a unit more of the other token',
    () => swapped(deposit(), { pay: [pay0, { ...pay1, units: pay1.units + 1n }] }),
  ],
  ['V-043', 'no minimums at all', () => swapped(deposit(), { toleranceBps: 10_000 })],
  ['V-043', 'a hundredth of a percent more tolerance', () => swapped(deposit(), { toleranceBps: 201 })],
  ['V-013', 'a position for a thief', () => swapped(deposit(), { recipient: thief })],
  [
    'V-006',
    'coins that do not come back because wrapped ones are swept',
    () =>
      withLast(
        withCoin(),
        together(
          mintOf(withCoin()),
          encodeFunctionData({ abi, functionName: 'sweepToken', args: [getAddress(weth.address), 0n, thief] }),
        ),
      ),
  ],
  [
    'V-045',
    'a pool created where one was chosen',
    () => swapped(deposit(), { pool: { ...deposit().pool, startTick: 7 } }),
  ],
  [
    'V-045',
    'a pool that starts elsewhere',
    () =>
      swapped(deposit({ pool: { ...deposit().pool, startTick: 7 } }), { pool: { ...deposit().pool, startTick: 9 } }),
  ],
  ['V-048', 'more liquidity than asked', () => withdrawn({ liquidity: 2n * withdrawal.liquidity })],
  ['V-048', 'less than the minimum', () => withdrawn({ minimums: { amount0: 4n, amount1: 6n } })],
  ['V-048', 'another position', () => withdrawn({ position: 78n })],
  ['V-048', 'an increase of less than was typed', () => added({ pay: [{ ...pay0, units: pay0.units / 2n }, pay1] })],
  ['V-048', 'an increase with a tag behind it', () => addedBy(`${increaseData(increase(), soon)}00`)],
  [
    'V-058',
    'C6 a pool whose price was pushed off the market',
    () => planOf(deposit()),
    (plan) => withEvidence(plan, { poolPrices: { own: tickToSqrtPriceX96(7), others: [] } }),
  ],
  [
    'V-058',
    'a pool whose price has moved since the amounts were typed',
    () => planOf(deposit()),
    (plan) => withEvidence(plan, { poolPrices: { own: tickToSqrtPriceX96(600), others: [] } }),
  ],
  [
    'V-058',
    'a pool whose price drifted away in small moves, each followed by the amounts',
    () => planOf(deposit({ typedAtSqrtPriceX96: (deposit().sqrtPriceX96 * 103n) / 100n })),
    (plan) => withEvidence(plan, { poolPrices: { own: deposit().sqrtPriceX96, others: [] } }),
  ],
  ['V-048', 'an increase of another position', () => added({ position: 78n })],
  ['V-048', 'a new position instead of an increase', () => addedBy(depositData(deposit(), weth.address, soon))],
  ['V-049', 'an increase of a position nobody has', () => planOf(increase()), withPosition(undefined)],
  ['V-049', 'an increase of a thief’s position', () => planOf(increase()), withPosition({ owner: thief })],
  [
    'V-049',
    'an increase where the manager tells of another number',
    () => planOf(increase()),
    withPosition({ id: 78n }),
  ],
  [
    'V-049',
    'an increase of a position of another pair',
    () => planOf(increase()),
    withPosition({ token1: dai.address }),
  ],
  ['V-049', 'an increase of a position of another fee', () => planOf(increase()), withPosition({ feePpm: 500 })],
  ['V-049', 'an increase of a position in another range', () => planOf(increase()), withPosition({ tickUpper: 660 })],
  ['V-048', 'an increase by more than was typed', () => added({ pay: [{ ...pay0, units: pay0.units + 1n }, pay1] })],
  [
    'V-048',
    'an increase by more of the other token',
    () => added({ pay: [pay0, { ...pay1, units: pay1.units + 1n }] }),
  ],
  ['V-048', 'an increase without minimums', () => added({ toleranceBps: 10_000 })],
  ['V-048', 'an increase with a little more tolerance', () => added({ toleranceBps: 201 })],
  ['V-017', 'an increase whose deadline has passed', () => added({}, chainTime)],
  ['V-017', 'an increase that stays valid for two hours', () => added({}, chainTime + 7200n)],
  [
    'V-046',
    'an increase at another manager',
    () =>
      planOf(
        increase(),
        depositSteps(increase(), ground).map((step) =>
          step.purpose.does === 'deposit' ? { ...step, to: router } : step,
        ),
      ),
  ],
  ['V-048', 'two increases', () => addedBy(together(increaseData(increase(), soon), increaseData(increase(), soon)))],
  [
    'V-048',
    'a transaction after the increase',
    () => planOf(increase(), [...depositSteps(increase(), ground), approving(token0.address, positionManager, 1n)]),
  ],
  [
    'V-048',
    'fees collected by a thief along with an increase',
    () =>
      addedBy(
        together(increaseData(increase(), soon), withdrawData({ ...collecting, recipient: thief }, weth.address, soon)),
      ),
  ],
  [
    'V-048',
    'a withdrawal to a thief along with an increase',
    () =>
      addedBy(
        together(increaseData(increase(), soon), withdrawData({ ...withdrawal, recipient: thief }, weth.address, soon)),
      ),
  ],
  [
    'A-21',
    'an unlimited allowance for an increase',
    () =>
      planOf(increase(), [
        approving(token0.address, positionManager, unlimited),
        ...depositSteps(increase(), ground).slice(1),
      ]),
  ],
  [
    'A-21',
    'an allowance to a thief for an increase',
    () => planOf(increase(), [approving(token0.address, thief, 1n), ...depositSteps(increase(), ground).slice(1)]),
  ],
  [
    'V-006',
    'coins that do not come back from an increase',
    () => addedBy(increaseData(increase(), soon), increase({}, withCoin())),
  ],
  [
    'V-006',
    'coins that an increase does not need',
    () =>
      planOf(
        increase(),
        depositSteps(increase(), ground).map((step) => ({ ...step, value: step.value + 1n })),
      ),
  ],
  [
    'V-050',
    'an increase that a unit is missing from',
    () => planOf(increase()),
    (plan) => withRun(plan, { growth: { before: 5n, after: 4n + minLiquidityAdded(increase()) } }),
  ],
  [
    'V-050',
    'an increase of which nothing is seen',
    () => planOf(increase()),
    (plan) => {
      const inputs = factsFor(plan)
      const simulations = inputs.simulations.map((run): Simulation => {
        const { growth: _, ...blind } = run as Extract<Simulation, { is: 'run' }>
        return blind
      })
      return { ...inputs, simulations }
    },
  ],
  [
    'V-050',
    'an increase that only one of two ways shows',
    () => planOf(increase()),
    (plan) => {
      const inputs = factsFor(plan)
      const [run] = inputs.simulations as Extract<Simulation, { is: 'run' }>[]
      return { ...inputs, simulations: [run!, { ...run!, by: 'prober', growth: { before: 5n, after: 5n } }] }
    },
  ],
  [
    'V-031',
    'more that leaves with an increase',
    () => planOf(increase()),
    (plan) =>
      withRun(plan, { changes: [{ account: me, chainId: 741001, token: token0.address, delta: -pay0.units - 1n }] }),
  ],
  [
    'V-030',
    'an increase that fails',
    () => planOf(increase()),
    (plan) =>
      withRun(plan, {
        outcomes: plan.steps.map(() => ({ is: 'reverted', reason: 'Price slippage check', gasUsed: 1n })),
      }),
  ],
  ['V-048', 'fees collected by a thief', () => withdrawn({ recipient: thief })],
  ['V-048', 'coins unwrapped for a thief', () => keptByManager(payOut('unwrapWETH9', thief), payOut('sweepToken', me))],
  [
    'V-048',
    'the other token swept to a thief',
    () => keptByManager(payOut('unwrapWETH9', me), payOut('sweepToken', thief)),
  ],
  ['V-048', 'tokens that stay with the manager', () => keptByManager()],
  ['V-048', 'the other token that stays with the manager', () => keptByManager(payOut('unwrapWETH9', me))],
  ['V-048', 'coins where tokens were asked for', () => withdrawn({ coin: eth })],
  ...[withdrawal, collecting].flatMap((intent): Tampered[] => {
    const [step] = withdrawSteps(intent, ground)
    const besides = (one: EvmStep) => () =>
      planOf(intent, [
        { ...one, index: 0 },
        { ...step!, index: 1 },
      ])
    const called = (data: Hex, to: string = positionManager): EvmStep => ({ ...step!, to, data, value: 0n })
    const name = intent.liquidity === 0n ? 'a claim' : 'a withdrawal'
    return [
      ['A-21', `${name} with an allowance for a thief`, besides(approving(token0.address, thief, 1n))],
      ['A-21', `${name} with an allowance for the manager`, besides(approving(token0.address, positionManager, 1n))],
      ['A-21', `${name} with a revocation`, besides(approving(dai.address, thief, 0n))],
      ['A-21', `${name} with the position approved for a thief`, besides(approving(positionManager, thief, 77n))],
      ['V-048', `${name} with a call that cannot be read`, besides(called('0x12345678'))],
      ['V-048', `${name} with a payment`, besides({ ...called('0x'), value: 1n })],
      ['V-048', `${name} twice`, besides(step!)],
      [
        'V-048',
        `${name} with another one before it`,
        besides(called(withdrawData({ ...intent, position: 78n }, weth.address, soon))),
      ],
    ]
  }),
  ['V-048', 'tokens where coins were asked for', () => planOf(withdrawalInCoins, withdrawSteps(withdrawal, ground))],
  ['V-048', 'fewer coins than the minimum', () => withdrawnInCoins({ minimums: { amount0: 4n, amount1: 4n } })],
  ['V-017', 'a deadline that has passed', () => swapped(deposit(), {}, chainTime)],
  ['V-017', 'a deposit that stays valid for two days', () => swapped(deposit(), {}, chainTime + 172_800n)],
  ['V-017', 'a deposit that stays valid for ever', () => swapped(deposit(), {}, 2n ** 256n - 1n)],
  [
    'V-034',
    'a deposit of which the second simulation takes less',
    () => planOf(deposit()),
    (plan) => seenTwice(plan, (change) => ({ ...change, delta: (change.delta * 97n) / 100n })),
  ],
  [
    'V-034',
    'an increase that the second simulation credits with more',
    () => planOf(increase()),
    (plan) => {
      const inputs = factsFor(plan)
      const [run] = inputs.simulations as Extract<Simulation, { is: 'run' }>[]
      const growth = { before: run!.growth!.before, after: run!.growth!.after * 2n }
      return { ...inputs, simulations: [run!, { ...run!, by: 'prober', growth }] }
    },
  ],
  [
    'V-034',
    'a withdrawal that pays more when it is watched',
    () => planOf(withdrawal),
    (plan) => seenTwice(plan, (change) => ({ ...change, delta: (change.delta * 9n) / 10n })),
  ],
  [
    'V-046',
    'another contract than the manager',
    () =>
      planOf(
        deposit(),
        depositSteps(deposit(), ground).map((step) =>
          step.purpose.does === 'deposit' ? { ...step, to: router } : step,
        ),
      ),
  ],
  ['V-020', 'a node of another chain', () => planOf(deposit()), (plan) => withEvidence(plan, { rpcChainId: 1 })],
  [
    'V-061',
    'a manager whose code was exchanged behind its proxy',
    () => planOf(deposit()),
    (plan) => ({
      ...withEvidence(plan, {
        contracts: [
          {
            address: positionManager,
            codeHash: '0x1',
            behind: { is: 'proxy', to: router, codeHash: '0x3', isRecent: false },
          },
        ],
      }),
      chains: [{ ...harborSettings, codeHashes: [{ address: positionManager, codeHash: '0x2' }] }],
    }),
  ],
  ['V-021', 'a manager that does not exist', () => planOf(deposit()), (plan) => withEvidence(plan, { contracts: [] })],
  [
    'V-022',
    'decimals that are wrong',
    () => planOf(deposit()),
    (plan) => withEvidence(plan, { decimals: [{ token: usdc.address, decimals: 18 }] }),
  ],
  [
    'V-023',
    'a balance that is too small',
    () => planOf(deposit()),
    (plan) => withEvidence(plan, { balances: [{ token: token0.address, amount: 1n }] }),
  ],
  [
    'V-023',
    'no coin for the steps',
    () => planOf(deposit()),
    (plan) => withEvidence(plan, { balances: [{ token: native, amount: 1n }] }),
  ],
  [
    'V-030',
    'a step that fails',
    () => planOf(deposit()),
    (plan) =>
      withRun(plan, {
        outcomes: plan.steps.map(() => ({ is: 'reverted', reason: 'Price slippage check', gasUsed: 1n })),
      }),
  ],
  [
    'V-031',
    'more that leaves',
    () => planOf(deposit()),
    (plan) =>
      withRun(plan, { changes: [{ account: me, chainId: 741001, token: token0.address, delta: -pay0.units - 1n }] }),
  ],
  [
    'V-031',
    'another token that leaves',
    () => planOf(withdrawal),
    (plan) => withRun(plan, { changes: [{ account: me, chainId: 741001, token: dai.address, delta: -1n }] }),
  ],
  ['V-032', 'less that arrives', () => planOf(withdrawal), (plan) => withRun(plan, { changes: [] })],
  [
    'V-033',
    'a lasting right for a thief',
    () => planOf(deposit()),
    (plan) => withRun(plan, { grants: [{ token: token0.address, spender: thief, before: 0n, after: 1n }] }),
  ],
  [
    'V-062',
    'a position that somebody else owns in the end',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: positionOf(deposit(), thief) }),
  ],
  [
    'V-062',
    'a second position, for somebody else',
    () => planOf(deposit()),
    (plan) => {
      const own = positionOf(deposit())
      const tokens = [...own.tokens, ...positionOf(deposit(), thief).tokens]
      return withRun(plan, { minted: { ...own, tokens } })
    },
  ],
  [
    'V-062',
    'tokens that are taken for no position',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: { tokens: [], liquidity: [] } }),
  ],
  [
    'V-062',
    'a position token without liquidity',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: { ...positionOf(deposit()), liquidity: [] } }),
  ],
  [
    'V-062',
    'liquidity that belongs to another manager',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: positionOf(deposit(), me, { owner: thief }) }),
  ],
  [
    'V-062',
    'liquidity in another range',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: positionOf(deposit(), me, { tickUpper: deposit().range.tickUpper + 60 }) }),
  ],
  [
    'V-062',
    'liquidity in another pool',
    () => planOf(deposit()),
    (plan) => {
      const inputs = withRun(plan, { minted: positionOf(deposit(), me, { pool: thief }) })
      return { ...inputs, evidence: inputs.evidence.map((found) => ({ ...found, pool: router })) }
    },
  ],
  [
    'V-062',
    'liquidity of next to nothing, beside which a token of the pool logs a lot of its own',
    () => planOf(deposit()),
    (plan) => {
      const [own, loud] = [positionOf(deposit(), me, { liquidity: 1n }), positionOf(deposit(), me, { pool: thief })]
      return withRun(plan, { minted: { ...own, liquidity: [...own.liquidity, ...loud.liquidity] } })
    },
  ],
  [
    'V-062',
    'a position of next to nothing',
    () => planOf(deposit()),
    (plan) => withRun(plan, { minted: positionOf(deposit(), me, { liquidity: 1n }) }),
  ],
  [
    'V-033',
    'a master over all positions',
    () => planOf(deposit()),
    (plan) => withRun(plan, { operators: [{ token: positionManager, operator: thief }] }),
  ],
]

/** The logs of manager and pool for the new position. */
function positionOf(
  { range, recipient }: DepositIntent,
  owner = recipient,
  change: Partial<MintedPositions['liquidity'][number]> = {},
): MintedPositions {
  const placed = { pool: router, owner: positionManager, ...range, liquidity: 10n ** 30n, ...change }
  return { tokens: [{ manager: positionManager, owner }], liquidity: [placed] }
}

/** The position as the manager returns it before signing. */
function withPosition(change: Partial<OwnedPosition> | undefined) {
  return (plan: LiquidityPlan): CheckInputs => {
    const inputs = factsFor(plan)
    const evidence = inputs.evidence.map((found) => {
      const { position: _, ...without } = found as Extract<ChainEvidence, { is: 'read' }>
      return change ? { ...without, position: owned(change) } : without
    })
    return { ...inputs, evidence }
  }
}

function mintOf(intent: DepositIntent): Hex {
  const plain = {
    ...intent,
    pay: intent.pay.map(({ token, units }) => ({ token: token.isNative ? weth : token, units })) as never,
  }
  return depositData(plain, weth.address, chainTime + 1200n)
}

function withLast(intent: DepositIntent, data: Hex): LiquidityPlan {
  const steps = depositSteps(intent, ground)
  return planOf(intent, [...steps.slice(0, -1), { ...steps.at(-1)!, data }])
}

function withFirst(intent: DepositIntent, step: EvmStep): LiquidityPlan {
  return planOf(intent, [step, ...depositSteps(intent, ground).slice(1)])
}

function withdrawn(change: Partial<WithdrawIntent>): LiquidityPlan {
  return planOf(withdrawal, withdrawSteps({ ...withdrawal, ...change }, ground))
}

/** A withdrawal whose calls differ from the requested one, which pays the native coin. */
function withdrawnInCoins(change: Partial<WithdrawIntent>): LiquidityPlan {
  return planOf(withdrawalInCoins, withdrawSteps({ ...withdrawalInCoins, ...change }, ground))
}

/** Collects to the manager itself, and pays out only by the calls in `then`. */
function keptByManager(...then: readonly Hex[]): LiquidityPlan {
  const [step] = withdrawSteps(withdrawal, ground)
  const collected = withdrawData({ ...withdrawal, recipient: zeroAddress }, weth.address, chainTime + 1200n)
  return planOf(withdrawalInCoins, [{ ...step!, data: then.length > 0 ? together(collected, ...then) : collected }])
}

function payOut(name: 'unwrapWETH9' | 'sweepToken', to: string): Hex {
  const abi = parseAbi([
    'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
    'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  ])
  return name === 'unwrapWETH9'
    ? encodeFunctionData({ abi, functionName: name, args: [5n, getAddress(to)] })
    : encodeFunctionData({ abi, functionName: name, args: [getAddress(usdc.address), 6n, getAddress(to)] })
}

function withEvidence(plan: LiquidityPlan, change: object): CheckInputs {
  const inputs = factsFor(plan)
  return { ...inputs, evidence: inputs.evidence.map((evidence) => ({ ...evidence, ...change })) }
}

function withRun(plan: LiquidityPlan, change: Partial<Extract<Simulation, { is: 'run' }>>): CheckInputs {
  const inputs = factsFor(plan)
  return { ...inputs, simulations: inputs.simulations.map((run) => ({ ...run, ...change }) as Simulation) }
}

/** The second simulation sees other changes than the first. */
function seenTwice(plan: LiquidityPlan, changed: (change: BalanceChange) => BalanceChange): CheckInputs {
  const inputs = factsFor(plan)
  const [run] = inputs.simulations as Extract<Simulation, { is: 'run' }>[]
  return { ...inputs, simulations: [run!, { ...run!, by: 'prober', changes: run!.changes.map(changed) }] }
}

describe('an honest plan passes', () => {
  test.each<[string, LiquidityIntent]>([
    ['of two tokens', deposit()],
    ['of a token and the coin', withCoin()],
    ['of one token', deposit({ pay: [pay0, { ...pay1, units: 0n }] })],
    ['into a new pool', deposit({ pool: { ...deposit().pool, startTick: 7 } })],
    ['with any tolerance', deposit({ toleranceBps: 5000 })],
    ['that takes liquidity out', withdrawal],
    ['that takes liquidity out, the wrapped coin as coins', withdrawalInCoins],
    ['that collects fees', collecting],
    ['that collects fees, the wrapped coin as coins', { ...collecting, coin: eth }],
    ['that adds two tokens to a position', increase()],
    ['that adds a token and the coin to a position', increase({}, withCoin())],
    ['that adds one token to a position', increase({ pay: [pay0, { ...pay1, units: 0n }] })],
    ['that adds to a position with any tolerance', increase({ toleranceBps: 5000 })],
  ])('%s', (_, intent) => {
    const { findings, level } = verdictOf(planOf(intent))
    expect(findings.filter(({ severity }) => severity === 'block' || severity === 'warn')).toEqual([])
    expect(level).toBe('proven')
  })

  test('V-062 a position that no node can simulate is at most “tried”', () => {
    const plan = planOf(deposit())
    const inputs = factsFor(plan)
    const simulations = inputs.simulations.map((run) => {
      const { minted: _, ...rest } = run as Extract<Simulation, { is: 'run' }>
      return { ...rest, by: 'prober' as const }
    })
    const { level, findings } = verdictOf(plan, { ...inputs, simulations })
    expect(level).toBe('tried')
    expect(findings.filter(({ severity }) => severity === 'warn').map(({ code, kind }) => `${code}.${kind}`)).toEqual([
      'V-050.no-logs',
    ])
  })

  test('V-063 a deposit of an account that delegates is “tried”, unless its code is known', () => {
    const plan = planOf(deposit())
    const judged = (delegate: string) => {
      const { level, findings } = verdictOf(plan, withEvidence(plan, { delegate }))
      return [level, ...findings.flatMap(({ code, kind }) => (code === 'V-063' ? [kind] : []))]
    }
    expect(judged(thief)).toEqual(['tried', 'unknown'])
    expect(judged('0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B')).toEqual(['proven', 'known'])
  })

  test('V-045 a plan passes that requests the creation of a pool which exists already', () => {
    const plan = swapped(deposit(), { pool: { ...deposit().pool, startTick: 7 } })
    const stands = withEvidence(plan, { poolPrices: { own: deposit().sqrtPriceX96, others: [] } })
    const { findings } = verdictOf(plan, stands)
    expect(findings.filter(({ code }) => code === 'V-040').map(({ kind }) => kind)).toEqual(['holds'])
  })

  test('a plan that only revokes allowances needs neither a balance nor a deposit', () => {
    const [first] = depositSteps(withCoin(), { ...ground, allowances: [] })
    const plan = planOf(withCoin(), [{ ...first!, data: approveData(positionManager, 0n) }])
    const inputs = withEvidence(plan, { balances: [{ token: native, amount: 10n ** 18n }] })
    expect(codesOf(plan, inputs)).toEqual([])
    // Nor is it a second deposit while the first one is in progress.
    const underWay = { ...inputs, memory: { ...noHistory, underWay: [withCoin()] } }
    expect(verdictOf(plan, underWay).findings).not.toContainEqual(
      expect.objectContaining({ code: 'M-101', severity: 'warn' }),
    )
  })

  test('F-82 a plan with mined approvals simulates only the rest, and reports a failure at its own step', () => {
    const plan = planOf(deposit())
    const last = plan.steps.length - 1
    const rest = (outcome: StepOutcome) => ({ ...withRun(plan, { outcomes: [outcome] }), done: last })
    expect(codesOf(plan, rest({ is: 'success', gasUsed: 1n }))).toEqual([])
    const failing = verdictOf(plan, rest({ is: 'reverted', gasUsed: 1n, reason: 'Price slippage check' }))
    expect(failing.findings.filter(({ severity }) => severity === 'block')).toMatchObject([
      { code: 'V-030', step: last },
    ])
  })

  test('a plan with another recipient needs a consent', () => {
    const { level, findings } = verdictOf(planOf(deposit({ recipient: friend })))
    expect(level).toBe('tried')
    expect(findingText(findings.find(({ severity }) => severity === 'warn')!)).toContain(friend)
  })

  test('V-013 a plan paid in native coins for another recipient passes: the unused amount returns to the payer', () => {
    const { level, findings } = verdictOf(planOf({ ...withCoin(), recipient: friend }))
    const loud = findings.filter(({ severity }) => severity === 'warn' || severity === 'block')
    expect([level, loud.map(({ code }) => code)]).toEqual(['tried', ['V-013']])
  })

  test('V-046 a manager known only from the record gets no tokens, but tokens may be withdrawn from it', () => {
    const unnamed = { chains: [{ ...harborSettings, trusted: [], positionManager: undefined }] }
    const plan = planOf(deposit())
    const { level, findings } = verdictOf(plan, factsFor(plan, unnamed))
    expect(level).toBe('blocked')
    expect(findings.filter(({ severity }) => severity === 'block').map(({ code }) => code)).toEqual(['V-035'])
    const back = withdrawn({})
    expect(verdictOf(back, factsFor(back, unnamed)).level).toBe('tried')
  })

  test('a plan that could not be simulated is never green', () => {
    const plan = planOf(deposit())
    expect(verdictOf(plan, factsFor(plan, { simulations: [] })).level).toBe('unchecked')
    expect(verdictOf(plan, factsFor(plan, { evidence: [] })).level).toBe('unchecked')
  })
})

test('V-043 minimums by a service that reads the tolerance as a move of the price get one finding', () => {
  const intent = deposit()
  const { amount0, amount1 } = mintMinimums({
    ...range,
    sqrtPriceX96: intent.sqrtPriceX96,
    liquidity: liquidityOf(intent),
    toleranceBps: 200,
  })
  const share = (amount: bigint, of: bigint) => Number(((of - amount) * 10_000n) / of) - 1
  const looser = { toleranceBps: Math.min(share(amount0, pay0.units), share(amount1, pay1.units)) }
  const own = swapped(intent, looser)
  expect(codesOf(own)).toContain('V-016')
  const steps = own.steps.map((step) => ({ ...step, said: record({}) }))
  const { findings } = verdictOf(planOf(intent, steps as EvmStep[]))
  const said = findings.filter(({ kind }) => kind === 'price-move')
  expect(said.map(({ severity }) => severity)).toEqual(['info'])
  expect(findingText(said[0]!)).toMatch(
    /^If the price moves by 1\.2%, it may deposit as little as .* USDC or 0\.67\d+ WETH\. Beyond/,
  )
})

/** Answers of a service, while the market moves between the app's reading, the service's and the check. */
describe('V-043 the minimums of a service, while the market moves', () => {
  const moves = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 12, maxLength: 12 })
  const market = fc.record({
    moves,
    start: fc.integer({ min: -50_000, max: 50_000 }),
    readAt: fc.integer({ min: 9, max: 11 }),
    below: fc.integer({ min: 2, max: 60 }),
    above: fc.integer({ min: 2, max: 60 }),
    amount: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
    toleranceBps: fc.constantFrom(50, 100, 200, 500, 1_000),
  })
  type Market = typeof market extends fc.Arbitrary<infer Value> ? Value : never

  /** A request at an older price, answered at a newer one, checked at the newest. */
  function answered({ moves, start, readAt, below, above, amount, toleranceBps }: Market, tamper?: Tampering) {
    const priceAfter = (count: number) =>
      tickToSqrtPriceX96(moves.slice(0, count).reduce((tick, move) => tick + move, start))
    const sqrtPriceX96 = priceAfter(0)
    const middle = Math.floor(start / 60) * 60
    const chosen = { tickLower: middle - below * 60, tickUpper: middle + above * 60 }
    const { amount0, amount1 } = depositFor({ ...chosen, sqrtPriceX96, given: 'amount0', amount })
    const pay = [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ] as const
    const intent = deposit({ range: chosen, pay, toleranceBps, sqrtPriceX96 })
    const read = { ...chosen, sqrtPriceX96: priceAfter(readAt) }
    const liquidity = liquidityForAmounts({ ...read, amount0, amount1, useFullPrecision: false })
    const honest = mintMinimums({ ...read, liquidity, toleranceBps })
    const minimums = tamper ? tamper(honest) : honest
    const data = serviceMint(intent, minimums)
    const own = depositSteps(intent, ground)
    const last = { ...own.at(-1)!, data }
    const steps = [...own.slice(0, -1), last].map((step) => ({ ...step, said: record({}) }))
    const plan = planOf(intent, steps)
    const facts = withEvidence(plan, { poolPrices: { own: priceAfter(moves.length), others: [] } })
    const { findings } = verdictOf(plan, facts)
    const blocks = findings.filter(({ code, severity }) => code === 'V-016' && severity === 'block')
    return {
      isBlocked: blocks.length > 0,
      sentences: findings.filter(({ code, kind }) => code === 'V-016' && kind !== 'holds').length,
      honest,
    }
  }

  test('of 200 honest deposits none is blocked, and each has at most one finding about it', () => {
    fc.assert(
      fc.property(market, (each) => {
        const { isBlocked, sentences } = answered(each)
        expect(isBlocked).toBe(false)
        expect(sentences).toBeLessThanOrEqual(2)
      }),
      { numRuns: 200 },
    )
  })

  const tamperings = fc.constantFrom<Tampering>(
    () => ({ amount0: 0n, amount1: 0n }),
    ({ amount0 }) => ({ amount0, amount1: 0n }),
    ({ amount1 }) => ({ amount0: 0n, amount1 }),
    ({ amount0, amount1 }) => ({ amount0: amount0 / 4n, amount1: amount1 / 4n }),
  )

  test('of 200 tampered ones none passes', () => {
    // On a range narrower than the tolerance there is nothing to protect, so only wide ones are tampered with.
    const wide = market.filter(({ below, above, toleranceBps }) => Math.min(below - 1, above) * 60 > toleranceBps * 5)
    fc.assert(
      fc.property(wide, tamperings, (each, tamper) => {
        expect(answered(each, tamper).isBlocked).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

type Tampering = (honest: { amount0: bigint; amount1: bigint }) => { amount0: bigint; amount1: bigint }

/** The mint of a service with its own minimums. */
function serviceMint(intent: DepositIntent, minimums: { amount0: bigint; amount1: bigint }): Hex {
  const { pool, pay, range: chosen, recipient } = intent
  return encodeFunctionData({
    abi: mintAbi,
    functionName: 'mint',
    args: [
      {
        token0: getAddress(pool.token0.address),
        token1: getAddress(pool.token1.address),
        fee: 3000,
        ...chosen,
        amount0Desired: pay[0].units,
        amount1Desired: pay[1].units,
        amount0Min: minimums.amount0,
        amount1Min: minimums.amount1,
        recipient: getAddress(recipient),
        deadline: ground.time + 1200n,
      },
    ],
  })
}

const mintAbi = parseAbi([
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable returns (uint256, uint128, uint256, uint256)',
])

function liquidityOf({ pay, sqrtPriceX96 }: DepositIntent): bigint {
  return liquidityForAmounts({ ...range, sqrtPriceX96, amount0: pay[0].units, amount1: pay[1].units })
}

describe('a tampered plan is blocked', () => {
  test.each(tampered)('%s: %s', (code, _, make, inputs) => {
    const plan = make()
    expect(blocksOf(verdictOf(plan, inputs?.(plan))).filter((finding) => isOf(finding, [code]))).not.toEqual([])
  })

  test('a tampered plan passes when the rule that blocks it is removed', () => {
    const missed = new Set(
      tampered.flatMap(([code, , make, inputs]) => {
        const plan = make()
        const current = currentCodes(code)
        const without = liquidityRules.filter((rule) => !current.includes(rule.code))
        const { findings } = verdictOf(plan, inputs?.(plan), without)
        return findings.some((finding) => isOf(finding, [code])) ? [] : current
      }),
    )
    const unproven = liquidityRules.map(({ code }) => code).filter((code) => !missed.has(code))
    // The decoder never accepts a batch for a position manager whose parts may fail separately; V-018 and V-063 only ask.
    expect(unproven).toEqual(['V-038', 'V-063'])
  })
})

test('an accepted deposit never takes more than the typed amounts, at any allowance', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 23n })
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.integer({ min: 0, max: 5000 }),
      fc.boolean(),
      fc.boolean(),
      (a, b, allowed, toleranceBps, isCoin, isSticky) => {
        if (a + b === 0n) return
        const base = isCoin ? withCoin() : deposit()
        const intent = {
          ...base,
          toleranceBps,
          pay: [
            { ...base.pay[0], units: a },
            { ...base.pay[1], units: b },
          ] as const,
        }
        const steps = depositSteps(intent, {
          ...ground,
          allowances: [{ token: token0.address, amount: allowed, needsReset: isSticky }],
        })
        const plan = planOf(intent, steps)
        expect(codesOf(plan)).toEqual([])
        expect(steps.reduce((sum, { value }) => sum + value, 0n)).toBe(coinPaid(intent)?.units ?? 0n)
        for (const { purpose } of steps) {
          if (purpose.does !== 'approve') continue
          const paid = tokensPaid(intent).find(({ token }) => token.address === purpose.token)
          expect(purpose.amount).toBe(paid?.units)
        }
      },
    ),
    { numRuns: 60 },
  )
})

describe('the IncreaseLiquidity log of a position manager', () => {
  const all = { position: 77n, liquidity: minLiquidityAdded(increase()), amount0: pay0.units, amount1: pay1.units }
  const least = minAmounts(all, 200)

  test('agrees with the review from the minimum of each token to its full amount', () => {
    expect(isAsReviewed(increase(), all)).toBe(true)
    expect(isAsReviewed(increase(), { ...all, ...least })).toBe(true)
  })

  test.each([
    ['in another position', { position: 78n }],
    ['a unit more of one token', { amount0: all.amount0 + 1n }],
    ['a unit more of the other', { amount1: all.amount1 + 1n }],
    ['a unit less than the least of one token', { amount0: least.amount0 - 1n }],
    ['a unit less than the least of the other', { amount1: least.amount1 - 1n }],
    ['less liquidity than that buys', { liquidity: all.liquidity - 1n }],
  ])('a log differs from the deposit: %s', (_, change) => {
    expect(isAsReviewed(increase(), { ...all, ...change })).toBe(false)
  })
})

test('a sufficient allowance is not requested again, a smaller one is reset where it cannot be raised', () => {
  const [one, other] = tokensPaid(deposit()) as [typeof pay0, typeof pay0]
  const stepsWhere = (isSticky: boolean) =>
    depositSteps(deposit(), {
      ...ground,
      allowances: [
        { token: one.token.address, amount: one.units, needsReset: false },
        { token: other.token.address, amount: 1n, needsReset: isSticky },
      ],
    })
  expect(stepsWhere(true).map(({ purpose: { does } }) => does)).toEqual(['reset', 'approve', 'deposit'])
  expect(stepsWhere(false).map(({ purpose: { does } }) => does)).toEqual(['approve', 'deposit'])
  expect(stepsWhere(true).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(addressOf('positions')).toBe(positionManager)
})
