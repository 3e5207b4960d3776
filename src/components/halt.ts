import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWords } from '../ui/messages'
import { haltWords } from './halt.messages'
import { useServices } from './services'

/** What the operator of the deployment says: `halt` is why nothing may be signed just now. */
export type Notice = { readonly halt: string | undefined }

/** Asked for every half minute, by a tab in the background too: it may hold a review that waits for a click. */
export function noticeQuery(ask: () => Promise<Notice>) {
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
  const words = useWords(haltWords)
  const { notice } = useServices()
  const { data } = useQuery(noticeQuery(notice))
  return data?.halt === undefined ? undefined : words.halted(data.halt)
}
