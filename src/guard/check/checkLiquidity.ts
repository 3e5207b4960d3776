import type { CheckInputs } from '../checkInputs'
import { sameAddress } from '../decode/evm/address'
import { pooledAddress } from '../decode/evm/liquidityCalls'
import type { Forecast } from '../forecast'
import type { LiquidityIntent } from '../liquidityIntent'
import { evmStepsOn } from '../plan'
import type { Rule } from '../rule'
import { costOf } from '../rules/input/cost'
import {
  buildLiquidityRuleInput,
  isDust,
  type LiquidityPlan,
  type LiquidityRuleInput,
} from '../rules/input/liquidityRuleInput'
import { liquidityRules } from '../rules/liquidity/rules'
import { gather } from '../simulate/evm/gather'
import { type TrackedAccounts, trackedAccounts } from '../simulate/evm/trackedAccounts'
import type { Verdict } from '../verdict'
import { type CheckedLiquidity, type CheckOptions, type CheckPorts, inputsOf } from './checkedPlan'
import { forecastOf, pinnedContracts } from './checkPlan'
import { judgeInput } from './judgePlan'

/** Reads the chain, simulates the plan and applies the rules. Never throws when nodes fail: that is a finding. */
export async function checkLiquidityPlan(
  plan: LiquidityPlan,
  { nodes }: CheckPorts,
  options: Omit<CheckOptions, 'shownMinimum' | 'arrived'>,
): Promise<CheckedLiquidity> {
  const { intent } = plan
  const { token0, token1 } = intent.pool
  const { chainId } = token0.chain
  const done = options.done ?? 0
  const steps = evmStepsOn(plan.steps, chainId).filter(({ index }) => index >= done)
  const settings = options.chains.find((chain) => chain.chainId === chainId)
  const wrapped = settings?.wrappedNative
  const pinned = pinnedContracts(settings)
  const tokens = [token0, token1].filter(({ isNative }) => !isNative).map(({ address }) => address)
  const watched = wrapped === undefined ? tokens : [...tokens, wrapped]
  const watch = {
    ...trackedAccounts(steps, chainId, [intent.sender, intent.recipient], watched, wrapped),
    ...(intent.kind === 'increase' && { position: { manager: intent.pool.positionManager, id: intent.position } }),
    ...poolOf(intent, wrapped),
  }
  const recipient = sameAddress(intent.recipient, intent.sender) ? undefined : intent.recipient
  const gathered = await gather({ tracked: watch, steps, tokens, pinned, recipient, now: options.now }, nodes(chainId))
  const inputs: CheckInputs = {
    ...inputsOf(options),
    evidence: [gathered.evidence],
    simulations: gathered.simulations,
  }
  return {
    plan,
    inputs,
    forecast: withoutDust(forecastOf(plan, inputs), buildLiquidityRuleInput(plan, inputs)),
    verdict: judgeLiquidityPlan(plan, inputs),
    cost: costOf(plan, inputs, chainId),
    unsupported: gathered.unsupported,
  }
}

/** The chosen pool, to compare with the one the manager resolves: two exchanges may have a pool of the same pair and fee. */
function poolOf({ kind, pool }: LiquidityIntent, wrapped: string | undefined): Pick<TrackedAccounts, 'pool'> {
  const { token0, token1, feePpm = 0, positionManager: manager } = pool
  const isReported = wrapped !== undefined || (!token0.isNative && !token1.isNative)
  if (kind === 'withdraw' || !isReported) return {}
  return { pool: { manager, token0: pooledAddress(token0, wrapped), token1: pooledAddress(token1, wrapped), feePpm } }
}

function withoutDust(forecast: Forecast, input: LiquidityRuleInput): Forecast {
  if (forecast.is === 'not simulated') return forecast
  // A withdrawal approves nothing, so older allowances are ignored.
  const leftovers =
    input.intent.kind === 'withdraw'
      ? []
      : forecast.leftovers.filter((left) => !isDust(input.decoded.steps, input.intent, left))
  return { ...forecast, leftovers }
}

/** Applies the rules. Pure: the same plan and inputs give the same verdict. */
export function judgeLiquidityPlan(
  plan: LiquidityPlan,
  inputs: CheckInputs,
  rules: readonly Rule<LiquidityRuleInput>[] = liquidityRules,
): Verdict {
  return judgeInput(buildLiquidityRuleInput(plan, inputs), rules)
}
