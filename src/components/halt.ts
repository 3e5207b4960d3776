import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMessages } from '../ui/messages'
import { haltMessages } from './halt.messages'
import { useServices } from './services'

/** What the operator of the deployment says: `halt` is why nothing may be signed just now. */
export type OperatorNotice = { readonly halt: string | undefined }

/** Asked for every half minute, by a tab in the background too: it may hold a review that waits for a click. */
export function noticeQuery(ask: () => Promise<OperatorNotice>) {
  return queryOptions({
    queryKey: ['notice'],
    queryFn: ask,
    refetchInterval: 30_000,
    refetchIntervalInBackground: true,
    networkMode: 'always',
    retry: false,
  })
}

/** The sentence that says why nothing may be signed; `undefined` as long as nobody has halted the deployment. */
export function useHalt(): string | undefined {
  const messages = useMessages(haltMessages)
  const { notice } = useServices()
  const { data } = useQuery(noticeQuery(notice))
  return data?.halt === undefined ? undefined : messages.halted(data.halt)
}
