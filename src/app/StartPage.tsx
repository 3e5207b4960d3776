import { useMessages } from '../ui/messages'
import { Page } from '../ui/Page'
import { Skeleton } from '../ui/Skeleton'
import { frameMessages } from './messages'

/**
 * The start page before anything is known: written into the HTML at build time, with the measures of the empty swap
 * form, so that nothing moves when the form takes its place.
 */
export function StartPage() {
  const messages = useMessages(frameMessages)
  return (
    <Page title={messages.places.swap} isTitleHidden width="form">
      <div className="rounded-card border border-line bg-sheet p-4 shadow-sheet sm:p-5" aria-busy="true">
        <p role="status" className="sr-only">
          {messages.opening}
        </p>
        <div className="grid gap-2">
          <p aria-hidden="true" className="flex min-h-10 items-center text-lead font-bold text-ink">
            {messages.places.swap}
          </p>
          <Side />
          <div className="relative z-1 -my-4 flex justify-center">
            <span className="rounded-control bg-sheet p-1">
              <span className="block size-10 rounded-control border border-line bg-sheet" />
            </span>
          </div>
          <Side />
          <div className="flex min-h-8 items-center">
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="mt-1 h-14 w-full" />
        </div>
      </div>
    </Page>
  )
}

function Side() {
  return (
    <div className="grid gap-1 rounded-control border border-edge bg-well p-3 sm:p-4">
      <span className="flex items-center text-fine">
        <Skeleton className="h-4 w-16" />
        &nbsp;
      </span>
      <div className="flex h-12 items-center justify-between">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-12 w-32" />
      </div>
      <span className="flex h-6 items-center">
        <Skeleton className="h-4 w-12" />
      </span>
    </div>
  )
}
