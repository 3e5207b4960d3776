import type { CheckInputs } from '../../checkInputs'
import { native, sameAddress } from '../../decode/evm/address'
import { meaningOfRevert } from '../../decode/evm/revert'
import { block, holds, info, warn } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import { sourceChainOf } from '../../intent'
import type { EvmStep } from '../../plan'
import { type Rule, rule } from '../../rule'
import { evmPlans } from '../../scope'
import {
  boughtOf,
  changeOf,
  depositLimits,
  evidenceOn,
  type PlanInput,
  remainingDecoded,
  remainingSteps,
  runsOn,
  type SimulatedRun,
  soldOf,
  succeeded,
} from '../input/ruleInput'
import { approvalSimulationRules } from './approvals'
import { outflowSimulationRules, payoutSimulationRules } from './flows'

/** Two simulations may differ by this share before one of them counts as deceived. */
const agreement = 100n

/** Rules about the results of the simulations, for every plan. */
export const commonSimulationRules: readonly Rule<PlanInput>[] = [
  rule('V-030', evmPlans, (input) =>
    [...new Set(remainingSteps(input.plan.steps, input.inputs).map(({ chainId }) => chainId))].flatMap((chainId) => {
      const [run] = runsOn(input.inputs, chainId)
      if (!run) return [info('V-030.not-simulated', { why: whyNot(input.inputs, chainId) })]
      const steps = remainingDecoded(input).flatMap(({ step }) => (step.chainId === chainId ? [step] : []))
      const failed = steps.flatMap((step, index) => {
        const outcome = run.outcomes[index]
        if (outcome?.is === 'success') return []
        const said = outcome?.reason ?? ''
        const isSwapAlone = input.intent.kind === 'swap' ? input.intent.skipNonSwapTransactions : undefined
        const meaning = meaningOfRevert(said, isCovered(input, step, steps.slice(0, index)))
        return [block('V-030.reverts', { said, meaning, isSwapAlone }, step.index)]
      })
      return [...failed, holds('V-030')]
    }),
  ),
  ...outflowSimulationRules,
  ...approvalSimulationRules,
  rule('V-034', evmPlans, ({ intent, inputs, runs }) => {
    const { chainId } = sourceChainOf(intent)
    const [first, ...others] = runs
    if (!first) return []
    // One of the same kind, with the gas that is sent, does not count as a second opinion.
    const alone = others.some(({ by }) => by !== first.by) ? [] : [info('V-034.only-one', { by: first.by })]
    if (!succeeded(first)) return alone
    if (others.some((run) => run.gas === 'as sent' && !succeeded(run))) return [block('V-034.reverts-as-sent', {})]
    const compared = others.filter(succeeded)
    const wanted = figuresOf(intent, first, runs)
    const agrees = (run: SimulatedRun) =>
      figuresOf(intent, run, runs).every((figure, index) => isNear(wanted[index] ?? 0n, figure))
    if (!compared.every(agrees)) return [block('V-034.differ', {})]
    const untried = inputs.simulations.flatMap((found) =>
      found.chainId === chainId && found.is === 'not run' && found.why.code === 'node.gas-unknown'
        ? [info('V-034.gas-not-tried', { why: found.why })]
        : [],
    )
    // A single simulation method in a single block: a contract that detects that block passes every check.
    const isOfOne = alone.length > 0 && untried.length > 0
    const isNow = runs.some(({ gas, isAhead }) => gas === 'as sent' && !isAhead)
    const late = isNow || isOfOne ? [warn('V-034.later-not-tried', {})] : []
    const agreed = compared.some(({ by }) => by !== first.by) ? [holds('V-034')] : []
    return [...alone, ...untried, ...late, ...agreed]
  }),
  ...payoutSimulationRules,
]

function whyNot({ simulations }: CheckInputs, chainId: number): Reason {
  const failed = simulations.find((found) => found.chainId === chainId)
  return failed?.is === 'not run' ? failed.why : reason('node.not-simulated', {})
}

/** Whether the person was read to hold the input, and allows it to the contract that the step calls. */
function isCovered({ inputs, intent }: PlanInput, step: EvmStep, before: readonly EvmStep[]): boolean {
  const evidence = evidenceOn(inputs, step.chainId)
  if (!evidence || intent.kind !== 'swap' || intent.sell.token.isNative) return false
  const { token: sold, units } = intent.sell
  const isSold = (token: string) => sameAddress(token, sold.address)
  const isHeld = evidence.balances.some(({ token, amount }) => isSold(token) && amount >= units)
  const isApproved = before.some(
    ({ purpose }) => purpose.does === 'approve' && isSold(purpose.token) && purpose.amount >= units,
  )
  const isAllowed = evidence.allowances.some(
    ({ token, spender, amount }) => isSold(token) && sameAddress(spender, step.to) && amount >= units,
  )
  return isHeld && (isApproved || isAllowed)
}

/** The figures that must be near each other in two simulations. */
function figuresOf(intent: PlanInput['intent'], run: SimulatedRun, runs: readonly SimulatedRun[]): readonly bigint[] {
  const { changes, growth } = run
  if (intent.kind === 'swap')
    return [changeOf(changes, intent.recipient, boughtOf(intent)), changeOf(changes, intent.sender, soldOf(intent))]
  const pooled = [intent.pool.token0, intent.pool.token1].map(({ address }) => address)
  const isInCoins = depositLimits(intent).has(native) || (intent.kind === 'withdraw' && intent.coin !== undefined)
  return [
    ...[intent.sender, intent.recipient].flatMap((account) =>
      (isInCoins ? [native, ...pooled] : pooled).map((token) => changeOf(changes, account, token)),
    ),
    // Where a run could not read the position, there is nothing to compare.
    ...(growth && runs.every((each) => each.growth) ? [growth.after - growth.before] : []),
  ]
}

function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const scale = a > 0n ? a : -a
  return difference * agreement <= scale
}
