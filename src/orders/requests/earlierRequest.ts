import type { earlierRequest, requestOutcome, Stored } from '../orderSchema'

/** A request for a signature that gave way to a later one, or to none. */
export type EarlierRequest = Stored<typeof earlierRequest>

export type RequestOutcome = Stored<typeof requestOutcome>

/** The outcome of a request that is on chain, or on its way there. */
export type SentOutcome = Exclude<RequestOutcome, { is: 'expired' }>
