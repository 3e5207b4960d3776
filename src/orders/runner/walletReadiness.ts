import type { Step } from '../../guard/plan'
import type { Executor } from '../executor'
import type { Failure } from '../failure'
import type { BlockedReason } from '../order'
import { type OrderRun, withdrawal } from './orderRun'

/** Waits until account, network and wallet are right again, or until the person retries. */
export async function waitUntilUnblocked(run: OrderRun, reason: BlockedReason): Promise<void> {
  await run.record((order) => [...withdrawal(order), { type: 'blocked', reason }])
  const { task } = run
  if (!task) return
  const executor = await run.context.ports.executor(task.step.kind)
  const stop = executor.onChange?.(() => run.signal())
  while (!run.isEnded && run.order.blocked === reason) {
    await run.sleep()
    // Another obstacle is another reason: the right account may be back on the wrong network.
    const now = await obstacleTo(executor, task.step)
    if (now !== reason && now !== 'other') break
  }
  stop?.()
}

/** Requires the sender's account before a re-quote. The network is switched later, right before the prompt. */
export async function requireAccount(executor: Executor, step: Step): Promise<void> {
  try {
    await executor.ensureReady(step)
  } catch (error) {
    if (executor.toFailure(error).code !== 'wrong chain') throw error
  }
}

/** The condition for which an order waits after a failure that the person can fix in the wallet. */
export function blockedBy({ code }: Failure): BlockedReason | undefined {
  switch (code) {
    case 'wrong chain':
      return 'wrong network'
    case 'wrong account':
      return 'other account'
    case 'locked':
      return 'wallet gone'
    default:
      return undefined
  }
}

async function obstacleTo(executor: Executor, step: Step): Promise<BlockedReason | 'other' | undefined> {
  try {
    await executor.ensureReady(step)
    return undefined
  } catch (error) {
    return blockedBy(executor.toFailure(error)) ?? 'other'
  }
}
