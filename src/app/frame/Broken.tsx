import { Suspense } from 'react'
import { Boundary } from '../../ui/Boundary'
import { Button } from '../../ui/Button'
import { lazyWithPreload } from '../../ui/lazyWithPreload'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { frameMessages } from '../messages'
import type { BrokenProps } from './BrokenPage'

const BrokenPage = lazyWithPreload(() => import('./BrokenPage'))

/** Prefetches the failure screen: the later failure may be the connection. */
export const fetchBroken = BrokenPage.preload

/** The failure screen, or without its code the little that is certain. */
export function Broken(props: BrokenProps) {
  return (
    <Boundary fallback={() => <Unfetched error={props.error} />}>
      <Suspense>
        <BrokenPage {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Nothing here leads back to a form: orders may be in progress. */
function Unfetched({ error }: { error: unknown }) {
  const messages = useMessages(frameMessages).broken
  return (
    <Page title={messages.title} width="text">
      <div role="alert" className="grid justify-items-start gap-4">
        <p>{messages.unreadable}</p>
        <p className="font-mono text-fine wrap-anywhere">{String(error)}</p>
        <Button onClick={() => window.location.reload()}>{messages.reload}</Button>
      </div>
    </Page>
  )
}
