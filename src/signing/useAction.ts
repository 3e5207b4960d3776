import { useState } from 'react'
import { errorMessage } from '../domain/errorMessage'

/** An action behind a button: whether it is running, and its error as text. */
export function useAction(act: () => Promise<unknown>): {
  readonly isBusy: boolean
  readonly trouble: string | undefined
  readonly run: () => Promise<void>
} {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const run = async () => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await act()
    } catch (error) {
      setTrouble(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, trouble, run }
}
