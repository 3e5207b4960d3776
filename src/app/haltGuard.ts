import type { QueryClient } from '@tanstack/react-query'
import { failureMessages, failureSentence } from '../components/failure.messages'
import { noticeQuery } from '../components/halt'
import type { OperatorNotice } from '../components/services'
import type { Executor } from '../orders/executor'
import type { Failure, FailureFacts } from '../orders/failure'

/** Throws `Halted` while the operator has halted the deployment, or when the notice could never be read. */
export type HaltCheck = () => Promise<void>

/** Fetches the notice each time. On failure the last one read applies; without any, nothing is signed. */
export function createHaltCheck(queries: QueryClient, notice: () => Promise<OperatorNotice>): HaltCheck {
  const query = noticeQuery(notice)
  return async () => {
    const last = () => queries.getQueryData(query.queryKey)
    const latest = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(last)
    if (latest === undefined) throw new Halted({ is: 'halt unknown' })
    if (latest.halt !== undefined) throw new Halted({ is: 'halted', message: latest.halt })
  }
}

/** Wraps an executor so that no wallet is asked while the deployment is halted. Sent transactions are still watched. */
export function withHaltCheck(executor: Executor, haltCheck: HaltCheck): Executor {
  const { cancel } = executor
  return {
    ...executor,
    ...(cancel && { cancel: (...asked) => haltCheck().then(() => cancel(...asked)) }),
    ensureReady: (step, onSwitch) => haltCheck().then(() => executor.ensureReady(step, onSwitch)),
    toFailure: (error) => (error instanceof Halted ? error.failure : executor.toFailure(error)),
  }
}

/** Nothing may be signed. A review that was confirmed during a halt shows the message. */
export class Halted extends Error {
  override readonly name = 'Halted'
  readonly failure: Failure

  constructor(facts: Extract<FailureFacts, { is: 'halted' | 'halt unknown' }>) {
    const failure: Failure = { code: 'refused', facts, detail: undefined }
    super(failureSentence(failure, failureMessages.english))
    this.failure = failure
  }
}
