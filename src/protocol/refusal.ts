/** Why a request has no answer, as data; its sentence is in the catalogue. */
export type Refusal = {
  readonly code: RefusalCode
  /** The service's own message: cleaned, shortened, never markup. */
  readonly said: string | undefined
  /** The HTTP status; `undefined` without a response. */
  readonly status: number | undefined
  /** Milliseconds to wait before a retry. */
  readonly retryAfter: number | undefined
}

export const refusalCodes = [
  'unreachable',
  'offline',
  'timeout',
  'busy',
  'failing',
  'key refused',
  'address refused',
  'not found',
  'not offered',
  'invalid',
  'declined',
  'unexpected',
  'empty',
  'wrong content type',
  'not JSON',
  'cut off',
  'too large',
  'too deep',
  'wrong shape',
  'other network',
  'list emptied',
  'list shrank',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

type Facts = Partial<Omit<Refusal, 'code'>>

export function refuse(code: RefusalCode, { said, status, retryAfter }: Facts = {}): Refusal {
  return { code, said, status, retryAfter }
}

/** Whether a retry of the same request may succeed. */
export function isTransient({ code }: Refusal): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'busy' || code === 'failing'
}

/** Whether the service understood the request and refused it, so that a retry gets the same answer. */
export function isFinal({ code }: Refusal): boolean {
  return code === 'declined' || code === 'invalid' || code === 'not found' || code === 'address refused'
}
