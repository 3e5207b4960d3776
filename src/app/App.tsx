import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { ServicesContext } from '../components/services'
import { type Pending, pendingIn } from '../screens/activity/unfinished'
import { Icon } from '../ui/Icon'
import { useMessages } from '../ui/messages'
import { NavigationCount } from '../ui/Page'
import { ConfigErrorPage, NotFoundPage } from './ConfigErrorPage'
import { Controls } from './Controls'
import type { ConfigError } from './configuration'
import { openDialog } from './dialogs'
import { ErrorBoundary } from './ErrorBoundary'
import { Frame } from './Frame'
import { frameMessages } from './messages'
import { PageSkeleton } from './PageSkeleton'
import { routes } from './routes'
import { StartPage } from './StartPage'
import type { AppServices } from './services'

const Beacon = lazy(() =>
  import('../screens/activity/BackgroundNotifier').then(({ BackgroundNotifier }) => ({ default: BackgroundNotifier })),
)
const HaltNotice = lazy(() => import('./HaltNotice').then(({ HaltNotice }) => ({ default: HaltNotice })))
const HouseDialogs = lazy(() => import('./GlobalDialogs').then(({ GlobalDialogs }) => ({ default: GlobalDialogs })))

/** The whole app. It is drawn before the settings are there, exactly as the HTML was written at build time. */
export function App({ opening }: { opening: Promise<AppServices | ConfigError> }) {
  const [house, setHouse] = useState<AppServices | ConfigError>()
  useEffect(() => {
    opening.then(setHouse)
  }, [opening])

  const open = house && 'services' in house ? house : undefined
  const pending = usePending(open)
  return (
    <CountNavigations>
      <Frame controls={<Controls house={open} />} notice={<StatusLine house={open} />} underWay={pending.count}>
        <PageErrorBoundary>
          <Suspense fallback={<RouteFallback />}>
            {!house && <RouteFallback />}
            {house &&
              ('services' in house ? <Routes house={house} pending={pending} /> : <ConfigErrorPage error={house} />)}
          </Suspense>
        </PageErrorBoundary>
      </Frame>
    </CountNavigations>
  )
}

function Routes({ house, pending }: { house: AppServices; pending: Pending }) {
  // The first screen is drawn: what the page says when the app does not start is never to take its place (index.html).
  useEffect(() => document.querySelector('#refused[hidden]')?.remove(), [])

  return (
    <QueryClientProvider client={house.queries}>
      <ServicesContext value={house.services}>
        <Suspense>
          <HaltNotice />
        </Suspense>
        <Switch>
          {routes.map(({ path, screen: Screen }) => (
            <Route key={path} path={path}>
              <Screen />
            </Route>
          ))}
          <Route path="/">
            <Redirect to="/swap" replace />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
        <LazyGlobalDialogs />
        <LazyBackgroundNotifier isLit={pending.count > 0} />
      </ServicesContext>
    </QueryClientProvider>
  )
}

/** What is under way, for the header and for tabs in the background. */
function usePending(house: AppServices | undefined): Pending {
  const orderService = house?.services.orderService
  const snapshot = useSyncExternalStore(
    orderService?.subscribe ?? watchNothing,
    orderService?.getSnapshot ?? noSnapshot,
    noSnapshot,
  )
  return pendingIn(snapshot?.orders ?? [])
}

function watchNothing() {
  return () => {}
}

function noSnapshot() {
  return undefined
}

/** Comes with the first order that is under way, and stays to tell how it ends. */
function LazyBackgroundNotifier({ isLit }: { isLit: boolean }) {
  const wasLit = useRef(false)
  wasLit.current ||= isLit
  if (!wasLit.current) return null
  return (
    <Suspense>
      <Beacon />
    </Suspense>
  )
}

/** The dialogs' code comes with the first click that asks for one, and stays. */
function LazyGlobalDialogs() {
  const isAsked = useStore(openDialog, ({ is }) => is !== 'none')
  const wasAsked = useRef(false)
  wasAsked.current ||= isAsked
  if (!wasAsked.current) return null
  return (
    <Suspense>
      <HouseDialogs />
    </Suspense>
  )
}

function RouteFallback() {
  const [location] = useLocation()
  return location === '/swap' ? <StartPage /> : <PageSkeleton />
}

function PageErrorBoundary({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  return <ErrorBoundary place={location}>{children}</ErrorBoundary>
}

/** Counts the ways the person has gone, so that a page knows whether it was gone to or merely opened. */
function CountNavigations({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const [journey, setJourney] = useState({ location, count: 0 })
  if (location !== journey.location) setJourney({ location, count: journey.count + 1 })

  useEffect(() => {
    if (journey.count > 0) window.scrollTo(0, 0)
  }, [journey.count])

  return <NavigationCount value={journey.count}>{children}</NavigationCount>
}

/** One line under the header, in a place kept free for it: nothing moves when it appears. */
function StatusLine({ house }: { house: AppServices | undefined }) {
  const messages = useMessages(frameMessages)
  const isOnline = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  )
  const isPlay = house?.services.deployment.mode === 'embedded'
  return (
    <div role="status">
      {!isOnline && (
        <p className="inline-flex items-center gap-2 rounded-control bg-amber-wash px-3 py-1.5 font-medium text-amber">
          <Icon name="offline" className="size-4" />
          {messages.offline}
        </p>
      )}
      {isOnline && isPlay && <p className="text-quiet">{messages.playMoney}</p>}
    </div>
  )
}

function watchOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
