import { lazy, Suspense } from 'react'
import { Link, Redirect, useSearchParams } from 'wouter'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { inspectMessages as messages } from './messages'
import { Requests } from './requests/Requests'

const sections = {
  find: lazy(() => import('./find/Find')),
  requests: Requests,
  deployment: lazy(() => import('./deployment/Deployment')),
  replay: lazy(() => import('./replay/Replay')),
}

const names = ['find', 'requests', 'deployment', 'replay'] as const
type Name = (typeof names)[number]

/** The views of earlier addresses, and where they are now. */
const moved: ReadonlyMap<string, Name> = new Map([
  ['transaction', 'find'],
  ['health', 'deployment'],
  ['schema', 'deployment'],
  ['assumptions', 'deployment'],
  ['operator', 'deployment'],
  ['conformance', 'deployment'],
  ['dry-run', 'replay'],
])

/** For support: an address or hash, requests, the deployment, and a case of someone else. */
export default function InspectScreen() {
  const [params] = useSearchParams()
  const wanted = params.get('view') ?? ''
  const target = moved.get(wanted)
  if (target) return <Redirect to={addressNow(target, wanted, params)} replace />
  const name: Name = names.find((name) => name === wanted) ?? 'requests'
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

function addressNow(view: Name, asked: string, params: URLSearchParams): string {
  const rest = [...params].filter(([name]) => name !== 'view')
  const part = view === 'find' ? '' : `#${asked}`
  return `/inspect?${new URLSearchParams([['view', view], ...rest])}${part}`
}
