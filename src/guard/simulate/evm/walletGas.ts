import { hex, quantity, type RpcPort } from '../../../chain/rpc'
import type { Simulation } from '../../checkInputs'
import { reason } from '../../findings/reason'
import type { EvmStep } from '../../plan'
import { gasPerStep, notRun, simulateByNode, type Trial } from './simulate'
import { simulateByContract } from './simulationContract'

/** The gas limit that the wallet is asked to set: the estimate plus 20 %, capped at half a block but never below it. */
export function walletGasLimit(estimate: bigint, blockGasLimit: bigint): bigint {
  const wanted = (estimate * 6n) / 5n
  const most = blockGasLimit / 2n > estimate ? blockGasLimit / 2n : estimate
  return wanted > most ? most : wanted
}

/** How far ahead of the latest block the transactions are carried out when the person takes their time to sign. */
const laterBlocks = 5n
const laterSeconds = 30n

/** The gas that each step needs by the node's own estimate; `undefined` where it waits for an earlier step. */
export function estimateSteps(steps: readonly EvmStep[], ask: RpcPort): Promise<readonly (bigint | undefined)[]> {
  return Promise.all(
    steps.map(({ from, to, data, value }) =>
      ask('eth_estimateGas', [{ from, to, data, value: hex(value) }])
        .then(quantity)
        .catch(() => undefined),
    ),
  )
}

/**
 * Simulates the steps again with the gas limits that the wallet is asked to set. A contract can behave only when it
 * sees more gas than a real transaction has, or only in the next blocks. The parameter `tried` is the simulation with
 * much gas, and decides the kind. A node without `eth_simulateV1` may lack block overrides, too: then only the latest
 * block is available.
 */
export async function simulateAsSent(
  trial: Trial,
  { tried, estimates }: { readonly tried: Simulation; readonly estimates: readonly (bigint | undefined)[] },
  ask: RpcPort,
): Promise<Simulation | undefined> {
  const { head } = trial
  if (tried.is !== 'run' || tried.outcomes.some(({ is }) => is === 'reverted')) return undefined
  const limits = tried.outcomes.map(({ gasUsed }, index) => {
    const estimate = estimates[index]
    return estimate === undefined ? unestimated(gasUsed) : walletGasLimit(estimate, head.gasLimit)
  })
  const later = { ...head, number: head.number + laterBlocks, time: head.time + laterSeconds }
  const limited = { ...trial, limits }
  const ahead =
    tried.by === 'prober'
      ? await simulateByContract(limited, ask, later)
      : await simulateByNode({ ...limited, head: later }, ask)
  const isAhead = ahead.is === 'run' || tried.by !== 'prober'
  const run = isAhead ? ahead : await simulateByContract(limited, ask)
  if (run.is === 'not run') return run
  const failed = run.outcomes.findIndex(({ is }) => is === 'reverted')
  // Without an estimate the limit is a guess, which a step that asks for much gas may exceed.
  if (failed >= 0 && estimates[failed] === undefined)
    return notRun(trial.tracked.chainId, reason('node.gas-unknown', {}))
  return { ...run, gas: 'as sent', ...(isAhead && { isAhead }) }
}

/** Refunds lower what was used by a fifth at most, and inner calls keep a 64th each. */
function unestimated(gasUsed: bigint): bigint {
  const limit = (gasUsed * 3n) / 2n + 50_000n
  return limit < gasPerStep ? limit : gasPerStep
}
