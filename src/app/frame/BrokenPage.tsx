import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useOnline } from '../../ui/hooks/useOnline'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { brokenMessages } from '../broken.messages'

type BrokenProps = {
  error: unknown
  /** An order is unfinished, and a wallet may be showing a request of it: the page does not reload by itself. */
  isBusy: boolean
  onRetry: () => void
  reload?: () => void
}

/** Shown instead of a page that threw while rendering, or whose code could not be loaded. */
export function BrokenPage({ error, isBusy, onRetry, reload = reloadPage }: BrokenProps) {
  const messages = useMessages(brokenMessages)
  const isOnline = useOnline()
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMissingPart = /dynamically imported module|module script failed|preload/i.test(detail)
  useReloadOnceOnline(isMissingPart && !isBusy, isOnline, reload)
  if (isMissingPart && !isOnline) return <OfflinePage onRetry={onRetry} />
  return (
    <Page title={messages.title} width="text">
      <div className="grid gap-4">
        <Notice kind="warn" isLive>
          {isMissingPart ? messages.newVersion : messages.money}
        </Notice>
        <div className="flex gap-2">
          <Button kind="primary" onClick={isMissingPart ? reload : onRetry}>
            {isMissingPart ? messages.reload : messages.retry}
          </Button>
          {!isMissingPart && <Button onClick={reload}>{messages.reload}</Button>}
        </div>
        {/* Plain, because this page loads with the first: the usual disclosure comes with the rows of later pages. */}
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

/** Once the browser is online again, as soon as nothing stands against it. */
function useReloadOnceOnline(canReload: boolean, isOnline: boolean, reload: () => void) {
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOnline) wasOffline.current = true
    else if (canReload && wasOffline.current) reload()
  }, [canReload, isOnline, reload])
}

/** What was not opened before cannot be loaded now; what was is still there, and orders are kept ahead. */
function OfflinePage({ onRetry }: Pick<BrokenProps, 'onRetry'>) {
  const messages = useMessages(brokenMessages)
  return (
    // The frame's own notice lies over the top of the page.
    <div className="pt-8">
      <Page title={messages.offlineTitle} width="text">
        <Notice kind="warn" isLive action={<Button onClick={onRetry}>{messages.retry}</Button>}>
          {messages.offline}
        </Notice>
      </Page>
    </div>
  )
}

function reloadPage() {
  window.location.reload()
}
