import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { useMessages } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { Page } from '../ui/Page'
import { Details } from '../ui/Rows'
import { configErrorMessages } from './configError.messages'

/** Shown instead of a page that threw while rendering. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { broken: messages } = useMessages(configErrorMessages)
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
        <Details summary={messages.detail}>
          <div className="flex items-start justify-between gap-2">
            <code className="font-mono text-fine wrap-anywhere">{detail}</code>
            <CopyButton text={detail} label={messages.copy} />
          </div>
        </Details>
      </div>
    </Page>
  )
}

function reload() {
  window.location.reload()
}
