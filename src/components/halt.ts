import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMessages } from '../ui/messages'
import { haltMessages } from './halt.messages'
import { type OperatorNotice, useServices } from './services'

/**
 * Polled every 30 seconds, and every 5 seconds until the first success. Background tabs poll too, because they may hold
 * a review that waits for a click.
 */
export function noticeQuery(ask: () => Promise<OperatorNotice>) {
  return queryOptions({
    queryKey: ['notice'],
    queryFn: ask,
    refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : 30_000),
    refetchIntervalInBackground: true,
    networkMode: 'always',
    retry: false,
  })
}

/** Whether the operator has halted the deployment; `unknown` if the notice was never read. */
export type HaltState = 'open' | 'halted' | 'unknown'

export type Halt = { readonly state: HaltState; readonly reason: string | undefined }

/** The state of the halt, and the sentence with the reason why nothing may be signed. */
export function useHaltState(): Halt {
  const messages = useMessages(haltMessages)
  const { notice } = useServices()
  const { data, isError } = useQuery(noticeQuery(notice))
  if (data === undefined) return isError ? { state: 'unknown', reason: messages.unknown } : open
  return data.halt === undefined ? open : { state: 'halted', reason: messages.halted(data.halt) }
}

/** The sentence with the reason why nothing may be signed; `undefined` while the deployment is open. */
export function useHalt(): string | undefined {
  return useHaltState().reason
}

const open: Halt = { state: 'open', reason: undefined }
