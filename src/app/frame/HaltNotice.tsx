import { lazy, Suspense, useEffect } from 'react'
import { useHaltState } from '../../components/halt'
import { haltMessages } from '../../components/halt.messages'
import { Boundary } from '../../ui/Boundary'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Shortcuts } from '../Shortcuts'

/** In a tab older than the last deployment this chunk may be gone: the operator's message is shown without it. */
const EmergencyExit = lazy(() => import('./EmergencyExit').catch(() => ({ default: LostEmergencyExit })))

/** Loaded seconds after the first screen, and on `/swap` later still: the code of the review is fetched before it. */
const Background = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, window.location.pathname === '/swap' ? 15_000 : 4_000))
  // Offline, or an old tab after a release: nothing is shown in this visit.
  const { Background } = await import('../Background').catch(() => ({ Background: () => null }))
  return { default: Background }
})

/**
 * Mounted once per visit, also on the error page. The focused button may be unmounted before this chunk has loaded: a
 * press on "Try again" may be answered sooner. Offline, or with an old tab after a release: this visit goes without.
 */
function keepFocus(event: FocusEvent) {
  let path = event.composedPath()
  const follow = (event: Event) => {
    path = event.type === 'focusin' ? event.composedPath() : []
  }
  const loading = new AbortController()
  addEventListener('focusin', follow, { signal: loading.signal })
  addEventListener('pointerdown', follow, { signal: loading.signal })
  import('../../ui/keepFocus')
    .then(({ keepFocus }) => keepFocus(document, path))
    .catch(() => {})
    .finally(() => loading.abort())
}

function LostEmergencyExit() {
  const messages = useMessages(haltMessages)
  return <p>{messages.lost}</p>
}

/** Shows on every page that the operator has halted the deployment, within half a minute, or that this is unknown. */
export default function HaltNotice() {
  const messages = useMessages(haltMessages)
  const { state, reason } = useHaltState()
  // Only what has the focus can lose it.
  useEffect(() => addEventListener('focusin', keepFocus, { once: true }), [])
  return (
    <>
      <Boundary>
        <Suspense>
          <Background />
        </Suspense>
        <Shortcuts />
      </Boundary>
      <div role="status" className="mx-auto w-full max-w-form">
        {state !== 'open' && (
          <div className="pb-4">
            <Notice kind="warn" title={state === 'halted' ? messages.title : messages.unknownTitle}>
              <p>{reason}</p>
              <p>{state === 'halted' ? messages.next : messages.unknownNext}</p>
              <Suspense>{state === 'halted' && <EmergencyExit />}</Suspense>
            </Notice>
          </div>
        )}
      </div>
    </>
  )
}
