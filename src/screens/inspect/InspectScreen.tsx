import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useSearchParam } from '../../ui/hooks/useSearchParam'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { inspectMessages } from './messages'
import { Requests } from './requests/Requests'

const sections = {
  find: lazy(() => import('./find/Find')),
  requests: Requests,
  deployment: lazy(() => import('./deployment/Deployment')),
  replay: lazy(() => import('./replay/ReplayAndDryRun')),
}

const names = ['find', 'requests', 'deployment', 'replay'] as const

/** For support: an address or hash, requests, the deployment, and a case of someone else. */
export function InspectScreen() {
  const messages = useMessages(inspectMessages)
  const [wanted = ''] = useSearchParam('view')
  const name = names.find((name) => name === wanted) ?? 'requests'
  const Section = sections[name]
  return (
    <Page title={messages.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <nav aria-label={messages.sections} className="flex flex-wrap gap-1 border-b border-line pb-2">
          {names.map((other) => (
            <Link
              key={other}
              href={other === 'requests' ? '/inspect' : `/inspect?view=${other}`}
              aria-current={other === name ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-control px-3 text-fine font-medium text-text hover:bg-raised hover:text-ink aria-[current=page]:bg-action-wash aria-[current=page]:text-action-deep"
            >
              {messages.section[other]}
            </Link>
          ))}
        </nav>
        {wanted !== '' && wanted !== name && (
          <Notice kind="warn" isLive>
            {messages.noSection(wanted.slice(0, 80))}
          </Notice>
        )}
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <Section />
        </Suspense>
      </div>
    </Page>
  )
}
