import type { SimulatedRun } from '../check/ruleInput'
import type { Simulation } from '../checkInputs'
import type { Finding } from '../findings/finding'
import type { Say } from '../rule'

/** Two simulations may differ by this share before one of them counts as deceived. */
const agreement = 100n

export function isNear(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const scale = a > 0n ? a : -a
  return difference * agreement <= scale
}

export function succeeded({ outcomes }: SimulatedRun): boolean {
  return outcomes.every((outcome) => outcome.is === 'success')
}

/**
 * Compares every other simulation with the first. `figures` gives what has to be near, in the same order for each. A
 * simulation of the same kind, with the gas that is sent, does not count as a second opinion.
 */
export function compareRuns(
  runs: readonly SimulatedRun[],
  simulations: readonly Simulation[],
  figures: (run: SimulatedRun) => readonly bigint[],
  say: Say<'V-034'>,
): readonly Finding[] {
  const [first, ...others] = runs
  if (!first) return []
  const alone = others.some(({ by }) => by !== first.by) ? [] : [say.info('only-one', { by: first.by })]
  if (!succeeded(first)) return alone
  if (others.some((run) => run.gas === 'as sent' && !succeeded(run))) return [say.block('reverts-as-sent', {})]
  const compared = others.filter(succeeded)
  const wanted = figures(first)
  const agrees = (run: SimulatedRun) => figures(run).every((figure, index) => isNear(wanted[index] ?? 0n, figure))
  if (!compared.every(agrees)) return [say.block('differ', {})]
  const untried = simulations.flatMap((found) =>
    found.is === 'not run' && found.why.code === 'node.gas-unknown'
      ? [say.info('gas-not-tried', { why: found.why })]
      : [],
  )
  // A single simulation method in a single block: a contract that detects that block passes every check.
  const isOfOne = alone.length > 0 && untried.length > 0
  const isNow = runs.some(({ gas, isAhead }) => gas === 'as sent' && !isAhead)
  const late = isNow || isOfOne ? [say.warn('later-not-tried', {})] : []
  const agreed = compared.some(({ by }) => by !== first.by) ? [say.ok('agree', {})] : []
  return [...alone, ...agreed, ...untried, ...late]
}
