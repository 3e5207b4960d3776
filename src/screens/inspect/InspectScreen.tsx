import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { inspectMessages } from './messages'
import { Requests } from './requests/Requests'

const sections = {
  health: lazy(() => import('./health/Health')),
  find: lazy(() => import('./find/FindAddress')),
  schema: lazy(() => import('./schema/SchemaRadar')),
  assumptions: lazy(() => import('./assumptions/Assumptions')),
  operator: lazy(() => import('./operator/Operator')),
  conformance: lazy(() => import('./conformance/Conformance')),
  'dry-run': lazy(() => import('./dryRun/DryRun')),
  transaction: lazy(() => import('./transaction/FindTransaction')),
  replay: lazy(() => import('./replay/Replay')),
}

const names = [
  'requests',
  'health',
  'find',
  'schema',
  'assumptions',
  'operator',
  'conformance',
  'dry-run',
  'transaction',
  'replay',
] as const
type Name = (typeof names)[number]

/** Deployment, requests and how answers were read: for support. */
export function InspectScreen() {
  const messages = useMessages(inspectMessages)
  const [params] = useSearchParams()
  const wanted = params.get('view') ?? ''
  const name: Name = names.find((name) => name === wanted) ?? 'requests'
  const Section = name === 'requests' ? Requests : sections[name]
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
