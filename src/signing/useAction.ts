import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../domain/text/errorMessage'

/** An action behind a button: whether it is running, and its error as text. */
export function useAction(act: () => Promise<unknown>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: act, networkMode: 'always' })
  return { isBusy: isPending, problem: error ? errorMessage(error) : undefined, run: () => mutate() }
}
