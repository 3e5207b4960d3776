import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Services } from '../../components/services'
import { isRequested } from '../../orders/order'
import { Boundary } from '../../ui/Boundary'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useOnline } from '../../ui/hooks/useOnline'
import { useSlice } from '../../ui/hooks/useSlice'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { brokenMessages } from '../broken.messages'
import { frameMessages } from '../messages'

type Journals = Pick<Services, 'orderService'>

export type BrokenProps = {
  error: unknown
  /** Where orders are written; `undefined` while the app has not started. */
  journals: Journals | undefined
  onRetry: () => void
  reload?: () => void
}

/**
 * Shown instead of a page that threw while rendering, or whose code could not be loaded. Orders go on behind it, so its
 * statements about money come from their journal, and nothing leads back to a form while one is unfinished.
 */
export default function BrokenPage({ error, journals, onRetry, reload = reloadPage }: BrokenProps) {
  const messages = useMessages(brokenMessages)
  const { broken } = useMessages(frameMessages)
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMissingPart = /dynamically imported module|module script failed|preload/i.test(detail)
  const rest = { isMissingPart, onRetry, reload }
  const unread = <Orders state="unreadable" unfinished={[]} finished={[]} deposits={0} {...rest} />
  const isOffline = !useOnline()
  return (
    <Page title={isMissingPart && isOffline ? messages.offlineTitle : broken.title} width="text">
      <div className="grid gap-4">
        {isMissingPart && (
          <Notice kind="warn" isLive>
            {isOffline ? messages.offline : messages.newVersion}
          </Notice>
        )}
        {journals ? (
          <Boundary fallback={() => unread}>
            <ReadOrders journals={journals} {...rest} />
          </Boundary>
        ) : (
          unread
        )}
        {/* Plain: the usual disclosure comes with the rows of other pages. */}
        <details className="rounded-control border border-line">
          <summary className="min-h-10 px-3 py-2 text-fine font-medium text-ink">{messages.detail}</summary>
          <div className="flex items-start justify-between gap-2 border-t border-line p-3">
            <code className="font-mono text-fine wrap-anywhere">{detail}</code>
            <CopyButton text={detail} label={messages.copy} />
          </div>
        </details>
      </div>
    </Page>
  )
}

type Actions = { isMissingPart: boolean; onRetry: () => void; reload: () => void }

function ReadOrders({ journals: { orderService }, ...rest }: { journals: Journals } & Actions) {
  const state = useJournalState(orderService)
  const orders = useSlice(orderService, ({ orders }) => orders)
  const pending = useSlice(orderService, ({ unfinished }) => unfinished)
  const unfinished = pending.map(({ id }) => id)
  // Orders that were unfinished when the page broke are shown with their outcome.
  const [seen, setSeen] = useState<readonly string[]>(unfinished)
  if (unfinished.some((id) => !seen.includes(id))) setSeen([...new Set([...seen, ...unfinished])])
  const finished = orders.map(({ id }) => id).filter((id) => seen.includes(id) && !unfinished.includes(id))
  return (
    <Orders
      state={state}
      unfinished={unfinished}
      finished={finished}
      deposits={pending.filter(isRequested).length}
      {...rest}
    />
  )
}

type JournalState = 'reading' | 'read' | 'unreadable'

function useJournalState(orderService: Services['orderService']): JournalState {
  const isLoaded = useSlice(orderService, ({ isLoaded }) => isLoaded)
  const [isUnreadable, setUnreadable] = useState(false)
  const isOnline = useOnline()
  // Offline the code that reads orders may be missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again once the browser is online.
  useEffect(() => {
    let isLeft = false
    orderService.load().catch(() => isLeft || setUnreadable(true))
    return () => {
      isLeft = true
    }
  }, [orderService, isOnline])
  if (isLoaded) return 'read'
  return isUnreadable ? 'unreadable' : 'reading'
}

type OrdersProps = {
  state: JournalState
  /** Ids of orders. */
  unfinished: readonly string[]
  finished: readonly string[]
  /** How many of the unfinished ones are deposits that the service may carry out. */
  deposits: number
} & Actions

/** The contents of the journal, and the possible actions. */
function Orders({ state, unfinished, finished, deposits, isMissingPart, onRetry, reload }: OrdersProps) {
  const messages = { ...useMessages(brokenMessages), ...useMessages(frameMessages).broken }
  const [path, navigate] = useLocation()
  const isOnline = useOnline()
  const isBusy = unfinished.length > 0
  const toSign = unfinished.length - deposits
  const mayHaveForm = !/^\/(activity|inspect|help|pools)/.test(path)
  // A part that is only missing has broken no order: one in progress would be known.
  const isKnown = state === 'read' || isBusy
  const canRetry = !mayHaveForm || (isMissingPart && !isBusy) || (state === 'read' && !isBusy)
  // Where the code that reads orders is missing, too, none runs in this tab.
  useReloadOnceOnline(isMissingPart && state !== 'reading' && !isBusy, isOnline, reload)
  const retry = () => {
    // The amount of an order that is done: pressed out of habit, it would be sent a second time.
    if (finished.length > 0) navigate(path, { replace: true })
    onRetry()
  }
  return (
    <>
      {(isKnown || !isMissingPart) && (
        <Notice kind="warn" isLive>
          <p>{toSign > 0 ? messages.underWay(toSign) : messages[state]}</p>
          {deposits > 0 && <p>{messages.deposits(deposits)}</p>}
          {finished.length > 0 && <p>{messages.finished(finished.length)}</p>}
        </Notice>
      )}
      <ul className="grid justify-items-start gap-2 empty:hidden">
        {[...unfinished, ...finished].map((id) => (
          <li key={id}>
            <Link href={`/activity/${id}`} className="font-medium text-action underline">
              {unfinished.includes(id) ? messages.openOrder : messages.openFinished}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {canRetry && (
          <Button kind="primary" onClick={isMissingPart && isOnline ? reload : retry}>
            {isMissingPart && isOnline ? messages.reload : messages.retry}
          </Button>
        )}
        {!isBusy && !(isMissingPart && canRetry) && <Button onClick={reload}>{messages.reload}</Button>}
      </div>
    </>
  )
}

/** Reloads when the browser is back online and no order is in progress. */
function useReloadOnceOnline(canReload: boolean, isOnline: boolean, reload: () => void) {
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOnline) wasOffline.current = true
    else if (canReload && wasOffline.current) reload()
  }, [canReload, isOnline, reload])
}

function reloadPage() {
  window.location.reload()
}
