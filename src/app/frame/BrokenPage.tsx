import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { brokenMessages } from '../broken.messages'

/** Shown instead of a page that threw while rendering. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const messages = useMessages(brokenMessages)
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMissingPart = /dynamically imported module|module script failed|preload/i.test(detail)
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

function reload() {
  window.location.reload()
}
