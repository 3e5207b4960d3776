import { Link } from 'wouter'
import { Button } from '../ui/Button'
import { useWords } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { Page } from '../ui/Page'
import { troubleWords } from './configError.messages'
import type { Blocker } from './configuration'

/** No place of the house has this address. */
export function MissingPage() {
  const { missing } = useWords(troubleWords)
  return (
    <Page title={missing.title} width="text">
      <p className="mb-4">{missing.sentence}</p>
      <Link href="/swap" className="font-medium text-tide underline underline-offset-4">
        {missing.home}
      </Link>
    </Page>
  )
}

/** The settings of the deployment are not to be had, so nothing can begin. */
export function ClosedPage({ blocker }: { blocker: Blocker }) {
  const { closed } = useWords(troubleWords)
  return (
    <Page title={closed.title} width="text">
      <Notice
        kind="block"
        isLive
        title={closed.why[blocker.is]}
        action={<Button onClick={() => window.location.reload()}>{closed.retry}</Button>}
      >
        <p>{closed.operator}</p>
        <p className="font-mono">{blocker.detail}</p>
      </Notice>
    </Page>
  )
}
