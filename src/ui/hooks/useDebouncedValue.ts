import { useEffect, useState } from 'react'

/** The value once it has stood still for so many milliseconds; the same key is the same value. */
export function useDebouncedValue<Value>(value: Value, key: string, milliseconds: number): Value {
  const [settled, setSettled] = useState({ value, key })

  useEffect(() => {
    if (settled.key === key) return
    const timer = setTimeout(() => setSettled({ value, key }), milliseconds)
    return () => clearTimeout(timer)
  }, [settled.key, key, value, milliseconds])

  return settled.value
}
