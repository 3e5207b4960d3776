import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useStore } from 'zustand'
import { whenIdle } from '../api/idle'
import { type Services, ServicesContext } from '../components/services'
import { isWatched } from '../orders/order'
import type { OrdersSnapshot } from '../orders/ordersSnapshot'
import { Boundary } from '../ui/Boundary'
import { useSlice, type Watched } from '../ui/hooks/useSlice'
import { lazyWithPreload } from '../ui/lazyWithPreload'
import { useMessages } from '../ui/messages'
import { NavigationCount } from '../ui/Page'
import { Skeleton } from '../ui/Skeleton'
import type { AppServices } from './buildServices'
import type { ConfigError } from './configuration'
import { dialogs } from './dialogs'
import { Broken, fetchBroken } from './frame/Broken'
import { DeferredLocation } from './frame/DeferredLocation'
import { Frame } from './frame/Frame'
import { frameMessages } from './messages'
import { routes } from './routes'

const BackgroundNotifier = lazy(() => import('../screens/activity/BackgroundNotifier'))
const ConfigErrorPage = lazy(() =>
  import('./frame/ConfigErrorPage').then(({ ConfigErrorPage }) => ({ default: ConfigErrorPage })),
)
const NotFoundPage = lazy(() =>
  import('./frame/ConfigErrorPage').then(({ NotFoundPage }) => ({ default: NotFoundPage })),
)
const HaltNotice = lazyWithPreload(() => import('./frame/HaltNotice'))
const GlobalDialogs = lazy(() => import('./frame/GlobalDialogs'))
const WatchDeposits = lazy(() => import('../signing/RequestedDeposits'))

export type Opened = AppServices | ConfigError

type AppProps = {
  readonly opening: Promise<Opened>
  /** The result of `opening`, if it has resolved before the first render. */
  readonly opened?: Opened | undefined
  /** Shown until then. */
  readonly placeholder?: ReactNode
}

/** The whole app. */
export function App({ opening, opened: first, placeholder = <PageSkeleton /> }: AppProps) {
  const [opened, setOpened] = useState(first)
  useEffect(() => {
    opening.then(setOpened)
  }, [opening])

  const services = opened && 'services' in opened ? opened.services : undefined
  const pending = usePending(services)
  return (
    <Frame services={services} unfinished={pending.count}>
      <DeferredLocation>
        <CountNavigations>
          <PageBoundary journals={services}>
            <Suspense fallback={<PageSkeleton />}>
              {!opened && placeholder}
              {opened &&
                ('services' in opened ? <Routes app={opened} pending={pending} /> : <ConfigErrorPage error={opened} />)}
            </Suspense>
          </PageBoundary>
        </CountNavigations>
      </DeferredLocation>
    </Frame>
  )
}

/** The services, once the code of the first screen is there too: the screen then appears in one render. */
export async function readyToRender(opening: Promise<Opened>): Promise<Opened> {
  const { pathname } = window.location
  const first = routes.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(pathname))
  const [opened] = await Promise.all([opening, first?.screen.preload(), HaltNotice.preload()])
  return opened
}

function Routes({ app, pending }: { app: AppServices; pending: Work }) {
  useEffect(() => {
    // The first screen is rendered: the page's message that the app did not start must no longer appear (index.html).
    document.querySelector('#refused[hidden]')?.remove()
    // Styles show what is only for show (style.css).
    whenIdle(() => {
      document.documentElement.dataset.rest = ''
      // Other screens have a list to wait for first; Background fetches it there.
      if (window.location.pathname === '/swap') void fetchBroken()
    })
  }, [])

  return (
    <QueryClientProvider client={app.queries}>
      <ServicesContext value={app.services}>
        <Suspense>
          <HaltNotice />
        </Suspense>
        <Switch>
          {routes.map(({ path, screen: Screen }) => (
            <Route key={path} path={path}>
              <ScreenFallback>
                <Screen />
              </ScreenFallback>
            </Route>
          ))}
          <Route path="/">
            <Redirect to="/swap" replace />
          </Route>
          <Route path="/liquidity">
            <Redirect to="/liquidity/add" replace />
          </Route>
          <Route path="/settings">
            <OpenSettings />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
        <LazyGlobalDialogs />
        <Once isWanted={pending.count > 0}>
          {/* Titles, icons, toasts and notifications are decoration: the orders go on without them. */}
          <Boundary>
            <BackgroundNotifier />
          </Boundary>
        </Once>
        <Once isWanted={pending.deposits > 0}>
          <WatchDeposits />
        </Once>
      </ServicesContext>
    </QueryClientProvider>
  )
}

/** While the code of another screen loads, a placeholder is shown. The first screen's code is there before it is rendered. */
function ScreenFallback({ children }: { children: ReactNode }) {
  const navigations = use(NavigationCount)
  const [isFirst] = useState(navigations === 0)
  return isFirst ? children : <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
}

/** The settings are a dialog over the swap form, with a URL that can be shared. */
function OpenSettings() {
  useEffect(dialogs.settings, [])
  return <Redirect to="/swap" replace />
}

/** Unfinished orders, and deposits that the service carries out. */
type Work = { readonly count: number; readonly deposits: number }

/** For the header and the background notifier. Counts: the frame is drawn again for no less. */
function usePending(services: Services | undefined): Work {
  const orders = services?.orderService ?? nothingYet
  return { count: useSlice(orders, countOfOrders), deposits: useSlice(orders, countOfWatched) }
}

/** Before the store is there. */
const nothingYet: Watched<undefined> = { getSnapshot: () => undefined, subscribe: () => () => {} }

const countOfOrders = (snapshot: OrdersSnapshot | undefined) => snapshot?.unfinished.length ?? 0
const countOfWatched = (snapshot: OrdersSnapshot | undefined) => snapshot?.orders.filter(isWatched).length ?? 0

/** Mounts a lazy component when it is first needed, and keeps it mounted. */
function Once({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWasWanted(true)
  return isWanted || wasWanted ? <Suspense>{children}</Suspense> : null
}

/** The code of the dialogs is loaded when one is first opened. */
function LazyGlobalDialogs() {
  const isAsked = useStore(dialogs.store, ({ is }) => is !== 'none')
  return (
    <Once isWanted={isAsked}>
      <GlobalDialogs dialogs={dialogs} />
    </Once>
  )
}

/** Catches errors that a page throws while rendering, and shows what to do next instead of a blank page. */
function PageBoundary({ journals, children }: { journals: Services | undefined; children: ReactNode }) {
  const [location] = useLocation()
  const broken = (error: unknown, retry: () => void) => {
    const close = () => {
      // A dialog that could not be loaded would fail again immediately.
      dialogs.close()
      retry()
    }
    return <Broken error={error} journals={journals} onRetry={close} />
  }
  return (
    <Boundary resetBy={location} fallback={broken}>
      {children}
    </Boundary>
  )
}

/** Counts navigations, so that a page can distinguish coming to it from another page from opening it directly. */
function CountNavigations({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const [navigation, setNavigation] = useState({ location, count: 0 })
  if (location !== navigation.location) setNavigation({ location, count: navigation.count + 1 })

  useEffect(() => {
    if (navigation.count > 0) window.scrollTo(0, 0)
  }, [navigation.count])

  return <NavigationCount value={navigation.count}>{children}</NavigationCount>
}

/** Placeholder for a page whose code is loading. */
function PageSkeleton() {
  const messages = useMessages(frameMessages)
  return (
    <div className="mx-auto grid w-full max-w-page gap-5" aria-busy="true">
      <span role="status" className="sr-only">
        {messages.opening}
      </span>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
