import { useState } from 'react'
import { errorMessage } from '../domain/text/errorMessage'

/** An action behind a button: whether it is running, and its error as text. */
export function useAction(act: () => Promise<unknown>): {
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly run: () => Promise<void>
} {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run }
}
