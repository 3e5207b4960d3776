import type { Stored, serviceRequest } from './orderSchema'

/** A deposit that the service was asked to carry out, before there are steps to sign. */
export type ServiceRequest = Stored<typeof serviceRequest>
export type RequestProgress = ServiceRequest['progress']

/** It is unknown whether the deposit was carried out. */
export function isAwaited(at: RequestProgress['at']): boolean {
  return at === 'posted' || at === 'unanswered' || at === 'accepted'
}
