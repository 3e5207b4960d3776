import { Button } from '../../ui/Button'
import { ButtonLink, Empty } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import type { ConfigError } from '../configuration'
import { configErrorMessages } from './configError.messages'

/** There is no page at this address. */
export function NotFoundPage() {
  const { missing } = useMessages(configErrorMessages)
  return (
    <Page title={missing.title} isTitleHidden width="text">
      <Empty
        title={missing.title}
        isTitleRead
        action={
          <ButtonLink kind="primary" href="/swap">
            {missing.home}
          </ButtonLink>
        }
      >
        {missing.sentence}
      </Empty>
    </Page>
  )
}

/** Shown when the deployment's settings cannot be read: the app cannot start without them. */
export function ConfigErrorPage({ error }: { error: ConfigError }) {
  const { closed } = useMessages(configErrorMessages)
  return (
    <Page title={closed.title} width="text">
      <Notice
        kind="block"
        isLive
        title={closed.why[error.is]}
        action={<Button onClick={() => window.location.reload()}>{closed.retry}</Button>}
      >
        <p>{closed.operator}</p>
        <p className="font-mono">{error.detail}</p>
      </Notice>
    </Page>
  )
}
