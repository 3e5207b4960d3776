import type { CheckInputs } from '../../checkInputs'
import { evmStepsOn, type Plan } from '../../plan'
import { evidenceOn, remainingSteps, runsOn } from './ruleInput'

/** Network cost of the steps on one chain, in its native coin. */
export type Cost = {
  /** Per step, in order; simulated gas with a margin, or a typical value. */
  readonly steps: readonly {
    readonly index: number
    readonly gas: bigint
    readonly fee: bigint
    readonly isGuess: boolean
  }[]
  readonly gasPrice: bigint
  /** Network fees of all steps. */
  readonly fee: bigint
  /** Native coin sent as transaction value. */
  readonly value: bigint
}

/** Gas rises when state changes between the simulation and the block. */
const room = { numerator: 13n, denominator: 10n }
const customary = {
  approve: 60_000n,
  reset: 60_000n,
  wrap: 60_000n,
  unwrap: 60_000n,
  swap: 300_000n,
  deposit: 600_000n,
  reclaim: 120_000n,
  opaque: 500_000n,
}

/** `undefined` when the chain's gas price is not known. */
export function costOf(plan: Pick<Plan, 'steps'>, inputs: CheckInputs, chainId: number): Cost | undefined {
  const evidence = evidenceOn(inputs, chainId)
  if (!evidence) return undefined
  const { gasPrice, dataFees = [] } = evidence
  const [run] = runsOn(inputs, chainId)
  const here = evmStepsOn(remainingSteps(plan.steps, inputs), chainId)
  const costs = here.map((step, index) => {
    const outcome = run?.outcomes[index]
    const isGuess = outcome?.is !== 'success' || outcome.gasUsed === 0n
    const gas = isGuess ? customary[step.purpose.does] : (outcome.gasUsed * room.numerator) / room.denominator
    // The price of data follows another chain's, so it rises as gas does.
    const dataFee = ((dataFees[index] ?? 0n) * room.numerator) / room.denominator
    return { index: step.index, gas, fee: gas * gasPrice + dataFee, isGuess }
  })
  return {
    steps: costs,
    gasPrice,
    fee: costs.reduce((sum, { fee }) => sum + fee, 0n),
    value: here.reduce((sum, { value }) => sum + value, 0n),
  }
}
