import { useEffect, useState } from 'react'
import { useServices } from './services'

/** The current time, updated every second, or every `every` milliseconds. */
export function useNow(every = 1_000): number {
  const { clock } = useServices()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), every)
    return () => clearInterval(timer)
  }, [clock, every])
  return now
}
