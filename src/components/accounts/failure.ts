import type { Failure } from '../../orders/failure'

/** The failure a wallet's refusal carries; `undefined` when it carries none. */
export function connectFailureOf(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return undefined
  return isFailure(error.failure) ? error.failure : undefined
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('facts' in value)) return false
  return typeof value.code === 'string' && typeof value.facts === 'object'
}
