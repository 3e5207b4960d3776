import type { Failure } from '../../orders/failure'

/** What a wallet's refusal says in our words; `undefined` when it carries none. */
export function failureOf(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null || !('failure' in error)) return undefined
  return isFailure(error.failure) ? error.failure : undefined
}

function isFailure(value: unknown): value is Failure {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('sentence' in value)) return false
  return typeof value.code === 'string' && typeof value.sentence === 'string'
}
