import { useState } from 'react'

/**
 * Why a query that has no data failed last. TanStack Query forgets the error while it asks again: a notice of it, and the
 * button in it that has the focus, would go with each attempt and come back after it.
 */
export function useLastError<Failure>({ data, error }: Asked<Failure>): Failure | null {
  const [last, keep] = useState(error)
  if (error !== null && error !== last) keep(error)
  return data === undefined ? (error ?? last) : error
}

type Asked<Failure> = { readonly data: unknown; readonly error: Failure | null }
