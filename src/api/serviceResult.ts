import type { Deviation } from '../protocol/deviation'
import type { Refusal } from '../protocol/refusal'

/** An answer of the service, and how old it is. */
export type Answer<Value> = {
  readonly value: Value
  readonly message: string
  readonly deviations: readonly Deviation[]
  /** Milliseconds since the epoch, by our clock. */
  readonly receivedAt: number
  /** Milliseconds it was old already when it arrived, kept by a cache on the way. */
  readonly age: number
  /** `shelf`: from an earlier visit. */
  readonly from: 'service' | 'shelf'
}

export type Outcome<Value> =
  | { readonly is: 'answer'; readonly answer: Answer<Value> }
  | { readonly is: 'refused'; readonly refusal: Refusal }

/** The service said no, and why; for places where only an error can say so. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.sentence)
    this.refusal = refusal
  }
}
