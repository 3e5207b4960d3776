import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { useWords } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { Page } from '../ui/Page'
import { Details } from '../ui/Rows'
import { troubleWords } from './configError.messages'

/** What is said of a page that stopped working. */
export function BrokenPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { broken: words } = useWords(troubleWords)
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const isMissingPart = /dynamically imported module|module script failed|preload/i.test(detail)
  return (
    <Page title={words.title} width="text">
      <div className="grid gap-4">
        <Notice kind="warn" isLive>
          {isMissingPart ? words.newVersion : words.money}
        </Notice>
        <div className="flex gap-2">
          <Button kind="primary" onClick={isMissingPart ? reload : onRetry}>
            {isMissingPart ? words.reload : words.retry}
          </Button>
          {!isMissingPart && <Button onClick={reload}>{words.reload}</Button>}
        </div>
        <Details summary={words.detail}>
          <div className="flex items-start justify-between gap-2">
            <code className="font-mono text-fine wrap-anywhere">{detail}</code>
            <CopyButton text={detail} label={words.copy} />
          </div>
        </Details>
      </div>
    </Page>
  )
}

function reload() {
  window.location.reload()
}
