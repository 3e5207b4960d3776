import type { DeploymentChain } from '../../protocol/deployment'
import type { Facts } from '../checkInputs'
import { type Line, lineOf } from '../decode/decodedPlan'
import { native, sameAddress } from '../decode/evm/address'
import { type Call, type Effect, everyCall } from '../decode/evm/call'
import { tokensIn } from '../intent'
import type { LiquidityIntent } from '../liquidityIntent'
import type { Plan } from '../plan'
import type { Book } from '../words'
import { evidenceOn, type ReadEvidence, type Run, runsOn } from './ruleInput'

/** A plan that puts liquidity in or takes it out. */
export type LiquidityPlan<Asked extends LiquidityIntent = LiquidityIntent> = Plan<Asked>

/** Such a plan laid out for judgement. */
export type LiquidityMatter = {
  readonly intent: LiquidityIntent
  readonly plan: LiquidityPlan
  readonly facts: Facts
  readonly lines: readonly Line[]
  readonly book: Book
  readonly chain: DeploymentChain | undefined
  readonly evidence: ReadEvidence | undefined
  /** The simulations that ran, best first. */
  readonly runs: readonly Run[]
}

export function layOutLiquidity(plan: LiquidityPlan, facts: Facts): LiquidityMatter {
  const { intent, steps } = plan
  const { chainId } = intent.pool.token0.chain
  const chain = facts.chains.find((known) => known.chainId === chainId)
  return {
    intent,
    plan,
    facts,
    lines: steps.flatMap((step) => (step.kind === 'evm' ? [lineOf(step, facts.chains)] : [])),
    book: { tokens: tokensIn(intent), chain },
    chain,
    evidence: evidenceOn(facts, chainId),
    runs: runsOn(facts, chainId),
  }
}

/** Every call of a kind, with the line it is in. */
export function effectsOf<Does extends Effect['does']>(
  { lines }: Pick<LiquidityMatter, 'lines'>,
  does: Does,
): { readonly line: Line; readonly call: Call; readonly effect: Extract<Effect, { does: Does }> }[] {
  return lines.flatMap((line) =>
    everyCall(line.call).flatMap((call) => (isOf(call.effect, does) ? [{ line, call, effect: call.effect }] : [])),
  )
}

/** Every call that hands tokens to a position: a mint, or an increase. */
export function paymentsIn(matter: Pick<LiquidityMatter, 'lines'>) {
  const increases = effectsOf(matter, 'position').flatMap(({ line, effect }) =>
    effect.how === 'increase' ? [{ line, effect }] : [],
  )
  return [...effectsOf(matter, 'mint').map(({ line, effect }) => ({ line, effect })), ...increases]
}

/** What may leave the sender at most, by token address or `native`. */
export function ceilings(intent: LiquidityIntent): ReadonlyMap<string, bigint> {
  if (intent.kind === 'withdraw') return new Map()
  return new Map(intent.pay.map(({ token, units }) => [token.isNative ? native : token.address.toLowerCase(), units]))
}

/** What rounding leaves of an allowance: less than a billionth of what was given. Nobody can do anything with it. */
export function isDust(
  { lines, intent }: Pick<LiquidityMatter, 'lines' | 'intent'>,
  left: { readonly token: string; readonly spender: string; readonly amount: bigint },
): boolean {
  const given = effectsOf({ lines }, 'approve')
    .filter(({ effect }) => sameAddress(effect.token, left.token) && sameAddress(effect.spender, left.spender))
    .map(({ effect }) => effect.amount)
  const paid = sameAddress(left.spender, intent.pool.positionManager)
    ? ceilings(intent).get(left.token.toLowerCase())
    : 0n
  const most = [...given, paid ?? 0n].reduce((most, amount) => (amount > most ? amount : most), 0n)
  return left.amount * 1_000_000_000n <= most
}

/** Whether the plan only takes allowances back. Believed only when the calldata itself says so. */
export function revokesOnly({ lines }: Pick<LiquidityMatter, 'lines'>): boolean {
  return (
    lines.length > 0 &&
    lines.every(({ call: { effect }, step }) => effect.does === 'approve' && effect.amount === 0n && step.value === 0n)
  )
}

function isOf<Does extends Effect['does']>(effect: Effect, does: Does): effect is Extract<Effect, { does: Does }> {
  return effect.does === does
}
