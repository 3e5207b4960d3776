import type { QueryClient } from '@tanstack/react-query'
import { failureMessages, failureSentence } from '../components/failure.messages'
import { noticeQuery } from '../components/halt'
import type { OperatorNotice } from '../components/operatorNotice'
import type { Executor } from '../orders/executor'
import type { Failure, FailureFacts } from '../orders/failure'

/** Throws `Halted` while the operator has halted the deployment, or when that could never be read. */
export type HaltCheck = () => Promise<void>

/** Reads the notice anew each time. When it cannot be read, the one read last counts; without one, nothing is signed. */
export function createHaltCheck(queries: QueryClient, notice: () => Promise<OperatorNotice>): HaltCheck {
  const query = noticeQuery(notice)
  return async () => {
    const last = () => queries.getQueryData(query.queryKey)
    const latest = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(last)
    if (latest === undefined) throw new Halted({ is: 'halt unknown' })
    if (latest.halt !== undefined) throw new Halted({ is: 'halted', message: latest.halt })
  }
}

/** An executor that asks no wallet while the deployment is halted. What was sent before is still watched. */
export function withHaltCheck(executor: Executor, haltCheck: HaltCheck): Executor {
  return {
    ...executor,
    ensureReady: (step, onSwitch) => haltCheck().then(() => executor.ensureReady(step, onSwitch)),
    toFailure: (error) => (error instanceof Halted ? error.failure : executor.toFailure(error)),
  }
}

/** Nothing may be signed. The message is what a review shows that was confirmed all the same. */
export class Halted extends Error {
  override readonly name = 'Halted'
  readonly failure: Failure

  constructor(facts: Extract<FailureFacts, { is: 'halted' | 'halt unknown' }>) {
    const failure: Failure = { code: 'refused', facts, detail: undefined }
    super(failureSentence(failure, failureMessages.english))
    this.failure = failure
  }
}
