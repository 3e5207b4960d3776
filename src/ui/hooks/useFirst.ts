import { useState } from 'react'

/** The first value that was there for a key: figures under review do not change while their key stays. */
export function useFirst<Value>(key: string | undefined, latest: () => Value | undefined): Value | undefined {
  const [first, setFirst] = useState<{ readonly key: string | undefined; readonly value: Value }>()
  if (first && first.key === key) return first.value
  const value = latest()
  if (value !== undefined) setFirst({ key, value })
  return value
}
