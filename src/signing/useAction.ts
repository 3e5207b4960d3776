import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorMessage } from '../domain/text/errorMessage'

/** An action behind a button: whether it is running, and its error as text. A press while it runs does nothing. */
export function useAction(act: () => Promise<unknown>) {
  // Set in the press itself: the mutation reports a moment later, and a double-click would run the action twice.
  const isRunning = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    networkMode: 'always',
    onSettled: () => {
      isRunning.current = false
    },
  })
  const run = () => {
    if (isRunning.current) return
    isRunning.current = true
    mutate()
  }
  return { isBusy: isPending, problem: error ? errorMessage(error) : undefined, run }
}
