import { useEffect, useState } from 'react'

/** The value once it has been unchanged for `milliseconds`; values with the same key are equal. */
export function useDebouncedValue<Value>(value: Value, key: string, milliseconds: number): Value {
  const [settled, setSettled] = useState({ value, key })

  useEffect(() => {
    if (settled.key === key) return
    const timer = setTimeout(() => setSettled({ value, key }), milliseconds)
    return () => clearTimeout(timer)
  }, [settled.key, key, value, milliseconds])

  return settled.value
}
