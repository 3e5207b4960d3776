import type { QueryClient } from '@tanstack/react-query'
import { noticeQuery, type OperatorNotice } from '../components/halt'
import { haltMessages } from '../components/halt.messages'
import type { Executor } from '../orders/executor'
import type { Failure } from '../orders/failure'

/** Throws `Halted` while the operator has halted the deployment. */
export type HaltCheck = () => Promise<void>

/** Asks the operator's word anew each time; where nobody answers, what was heard last counts. */
export function createHaltCheck(queries: QueryClient, notice: () => Promise<OperatorNotice>): HaltCheck {
  const query = noticeQuery(notice)
  return async () => {
    const last = () => queries.getQueryData(query.queryKey)
    const heard = await queries.fetchQuery({ ...query, staleTime: 0 }).catch(last)
    if (heard?.halt !== undefined) throw new Halted(heard.halt)
  }
}

/** An executor that brings nothing before the wallet while the deployment is halted; what was sent it watches on. */
export function withHaltCheck(executor: Executor, insist: HaltCheck): Executor {
  return {
    ...executor,
    ensureReady: (step, onSwitch) => insist().then(() => executor.ensureReady(step, onSwitch)),
    toFailure: (error) => (error instanceof Halted ? error.failure : executor.toFailure(error)),
  }
}

/** Nothing may be signed, in the operator's words. */
export class Halted extends Error {
  override readonly name = 'Halted'

  constructor(message: string) {
    super(haltMessages.english.halted(message))
  }

  get failure(): Failure {
    return { code: 'refused', sentence: this.message, detail: undefined }
  }
}
