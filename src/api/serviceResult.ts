import type { Deviation } from '../protocol/deviation'
import type { Refusal } from '../protocol/refusal'

/** A decoded response of the service, with its age. */
export type ServiceResponse<Value> = {
  readonly value: Value
  readonly message: string
  readonly deviations: readonly Deviation[]
  /** By the browser's clock, in milliseconds since the epoch. */
  readonly receivedAt: number
  /** Milliseconds it had already spent in HTTP caches when it arrived. */
  readonly age: number
  /**
   * Why an older list is used: the service refused the gateway's latest request, or the newest list shrank too much.
   */
  readonly staleBecause?: Refusal | undefined
  /** `cache`: from this browser's cache, written by an earlier visit. */
  readonly from: 'service' | 'cache'
}

export type ServiceResult<Value> =
  | { readonly is: 'answer'; readonly answer: ServiceResponse<Value> }
  | { readonly is: 'refused'; readonly refusal: Refusal }

/** A refusal as an `Error`, because TanStack Query represents failures as thrown errors. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The service gave no answer: ${refusal.code}.`)
    this.refusal = refusal
  }
}
