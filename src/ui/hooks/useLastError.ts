import { useState } from 'react'

/**
 * Why a query that has no data failed last. TanStack Query forgets the error while it asks again: a notice of it, and the
 * button in it that has the focus, would go with each attempt and come back after it. An error belongs to its question:
 * where another one may follow, `of` names it.
 */
export function useLastError<Failure>({ data, error }: Asked<Failure>, of = ''): Failure | null {
  const [last, keep] = useState({ of, error })
  const next = data !== undefined ? null : (error ?? (last.of === of ? last.error : null))
  if (last.of !== of || last.error !== next) keep({ of, error: next })
  return data === undefined ? next : error
}

type Asked<Failure> = { readonly data: unknown; readonly error: Failure | null }

/** Whether a query without data has failed, also while it retries; for places that do not show the reason. */
export function hasFailed({ data, errorUpdateCount }: Attempts): boolean {
  return data === undefined && errorUpdateCount > 0
}

type Attempts = { readonly data: unknown; readonly errorUpdateCount: number }
