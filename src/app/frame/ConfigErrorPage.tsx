import { Link } from 'wouter'
import { Button } from '../../ui/Button'
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
      <div className="grid justify-items-center gap-4 py-16 text-center">
        <svg
          viewBox="0 0 160 80"
          className="w-40 fill-none stroke-current text-action"
          strokeWidth="3"
          aria-hidden="true"
        >
          {[16, 36, 56].map((y) => (
            <path key={y} d={`M8 ${y}c18 0 18 12 36 12s18-12 36-12 18 12 36 12 18-12 36-12`} opacity={y / 56} />
          ))}
        </svg>
        <p aria-hidden="true" className="text-title font-bold text-ink">
          {missing.title}
        </p>
        <p>{missing.sentence}</p>
        <Link
          href="/swap"
          className="inline-flex min-h-11 items-center rounded-control bg-action px-5 font-medium text-on-action hover:bg-action-deep"
        >
          {missing.home}
        </Link>
      </div>
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
