import { lazy, Suspense } from 'react'
import { useMessages } from '../../../ui/messages'
import { Details } from '../../../ui/Rows'
import { poolsMessages } from '../messages'

const QueryHelpTerms = lazy(() => import('./QueryHelpTerms'))

/** How to search, and the keyboard shortcuts of the list. */
export function QueryHelp() {
  const messages = useMessages(poolsMessages)
  return (
    <Details summary={messages.queryHelp} isLazy>
      <Suspense>
        <QueryHelpTerms />
      </Suspense>
    </Details>
  )
}
