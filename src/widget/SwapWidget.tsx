import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Link, Route, Router, Switch, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { useStore } from 'zustand'
import type { AppServices } from '../app/buildServices'
import { createDialogs, type OpenDialogs } from '../app/dialogs'
import { Controls } from '../app/frame/Controls'
import { frameMessages } from '../app/messages'
import { useHaltState } from '../components/halt'
import { haltMessages } from '../components/halt.messages'
import { ServicesContext } from '../components/services'
import { orderPhase } from '../orders/orderPhase'
import ActivityScreen from '../screens/activity/ActivityScreen'
import OrderScreen from '../screens/activity/OrderScreen'
import SwapScreen from '../screens/swap/SwapScreen'
import { useMessages } from '../ui/messages'
import { Notice } from '../ui/Notice'
import { RetryButton } from '../ui/RetryButton'
import { Details } from '../ui/Rows'
import { widgetMessages } from './messages'
import { type NoDeployment, openWidgetServices } from './widgetServices'

const GlobalDialogs = lazy(() => import('../app/frame/GlobalDialogs'))

export type SwapWidgetProps = {
  /** The origin of the gateway; `undefined` when the attribute is missing or no address. */
  readonly gateway: string | undefined
  /** The initial values of the form, as in a link of the app: `from=…&to=…&amount=…`. */
  readonly swap: string
  readonly onTheme: (theme: 'system' | 'light' | 'dark') => void
  /**
   * Notifies the page of an order that was confirmed here, whenever its phase changes, and of the reason if the widget
   * could not start.
   */
  readonly onOrder: (order: WidgetOrder) => void
  readonly onError: (problem: NoDeployment['problem']) => void
}

export type WidgetOrder = { readonly id: string; readonly phase: string }

/** The swap form with its dialogs, of a gateway on another origin. */
export function SwapWidget({ gateway, swap, onTheme, onOrder, onError }: SwapWidgetProps) {
  const messages = useMessages(widgetMessages)
  const { opened, retry } = useWidgetServices(gateway, { onTheme, onOrder, onError })
  if (gateway === undefined) return <Notice kind="warn">{messages.noGateway}</Notice>
  if (typeof opened !== 'string' && 'problem' in opened)
    return (
      <Notice kind="warn" isLive action={<RetryButton retry={retry} />}>
        {messages.problem[opened.problem](gateway)}
        {(opened.problem === 'not named' || opened.problem === 'unreachable') && (
          <Details summary={messages.owner} isPlain>
            {messages.forOwner[opened.problem]}
          </Details>
        )}
      </Notice>
    )
  if (opened === 'opening') return <p role="status">{messages.opening}</p>
  return (
    <WidgetRouter gateway={gateway} swap={swap}>
      <QueryClientProvider client={opened.queries}>
        <ServicesContext value={opened.services}>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
            <Places />
            <Controls services={opened.services} />
          </div>
          <Halted />
          <Suspense fallback={<p role="status">{messages.opening}</p>}>
            <Switch>
              <Route path="/activity" component={ActivityScreen} />
              <Route path="/activity/:order" component={OrderScreen} />
              <Route>
                <SwapScreen isAlone />
              </Route>
            </Switch>
          </Suspense>
          <p className="mt-3 text-fine text-quiet">{messages.checkedBy(new URL(gateway).host)}</p>
          <Asked dialogs={opened.dialogs} />
        </ServicesContext>
      </QueryClientProvider>
    </WidgetRouter>
  )
}

type Hooks = Pick<SwapWidgetProps, 'onTheme' | 'onOrder' | 'onError'>

function useWidgetServices(gateway: string | undefined, { onTheme, onOrder, onError }: Hooks) {
  const [opened, setOpened] = useState<WidgetServices | 'opening' | NoDeployment>('opening')
  const open = useCallback(() => {
    if (gateway === undefined) return
    openOnce(gateway).then(
      (found) => {
        setOpened('problem' in found ? found : ofThisWidget(found, onOrder))
        if ('problem' in found) onError(found.problem)
      },
      () => {
        setOpened({ problem: 'not started' })
        onError('not started')
      },
    )
  }, [gateway, onOrder, onError])
  useEffect(open, [open])
  const retry = () => {
    setOpened('opening')
    open()
  }

  const preferences = typeof opened !== 'string' && 'services' in opened ? opened.services.preferences : undefined
  useEffect(() => {
    if (!preferences) return
    onTheme(preferences.getState().theme)
    return preferences.subscribe(({ theme }) => onTheme(theme))
  }, [preferences, onTheme])
  return { opened, retry }
}

type WidgetServices = AppServices & { readonly dialogs: OpenDialogs }

/** Widgets of one gateway share its services, so that one of them carries an order out and all show it, also one that returns. */
const opening = new Map<string, ReturnType<typeof openWidgetServices>>()

function openOnce(gateway: string): ReturnType<typeof openWidgetServices> {
  const known = opening.get(gateway)
  if (known) return known
  const next = openWidgetServices(gateway)
  opening.set(gateway, next)
  const forget = () => void opening.delete(gateway)
  next.then((found) => 'problem' in found && forget(), forget)
  return next
}

/** Dialogs open in the widget that was pressed, and its page learns of the orders that were confirmed in it. */
function ofThisWidget({ services, queries }: AppServices, onOrder: Hooks['onOrder']): WidgetServices {
  const { orderService } = services
  const dialogs = createDialogs()
  const phases = new Map<string, string>()
  const report = () => {
    for (const order of orderService.getSnapshot().orders) {
      const phase = orderPhase(order)
      if (!phases.has(order.id) || phases.get(order.id) === phase) continue
      phases.set(order.id, phase)
      onOrder({ id: order.id, phase })
    }
  }
  orderService.subscribe(report)
  const open: typeof orderService.open = async (plan, isWanted) => {
    const id = await orderService.open(plan, isWanted)
    phases.set(id, '')
    report()
    return id
  }
  return { queries, dialogs, services: { ...services, dialogs, orderService: { ...orderService, open } } }
}

/** Orders are kept by the page's origin, so they are shown here: the app at the gateway does not know them. */
function Places() {
  const { places, navigation } = useMessages(frameMessages)
  const [path] = useLocation()
  // The other one of two pages: both would not fit into the row of a phone.
  const page = path.startsWith('/activity') ? 'swap' : 'activity'
  return (
    <nav aria-label={navigation}>
      <Link
        href={`/${page}`}
        className="inline-flex min-h-10 items-center rounded-control px-3 text-fine font-medium text-text hover:bg-raised hover:text-ink"
      >
        {places[page]}
      </Link>
    </nav>
  )
}

/** The widget's own address is kept in memory: the page's address is not ours. Other screens open at the gateway. */
function WidgetRouter({ gateway, swap, children }: WidgetRouterProps) {
  const { locationHook, searchHook } = useMemo(() => {
    const { hook, searchHook } = memoryLocation({ path: '/swap', searchPath: swap })
    const locationHook = (): ReturnType<typeof hook> => {
      const [path, navigate] = hook()
      const go: typeof navigate = (to, options) => {
        if (isInside(to)) return navigate(to, options)
        const page = new URL(to, gateway)
        if (page.origin === new URL(gateway).origin) window.open(page, '_blank', 'noopener')
      }
      return [path, go]
    }
    return { locationHook, searchHook }
  }, [gateway, swap])
  return (
    <Router hook={locationHook} searchHook={searchHook} hrefs={(href) => hrefOf(href, gateway)}>
      {children}
    </Router>
  )
}

type WidgetRouterProps = { gateway: string; swap: string; children: ReactNode }

/** A swap is shared as a link to the app; orders are nowhere but on this page. */
function hrefOf(path: string, gateway: string): string {
  return path.startsWith('/activity') ? window.location.href : new URL(path, gateway).href
}

function isInside(path: string): boolean {
  return /^\/(?:swap|activity)(?:[/?]|$)/.test(path)
}

function Halted() {
  const messages = useMessages(haltMessages)
  const { state, reason } = useHaltState()
  if (state === 'open') return null
  return (
    <div className="pb-4">
      <Notice kind="warn" title={state === 'halted' ? messages.title : messages.unknownTitle}>
        {reason}
      </Notice>
    </div>
  )
}

function Asked({ dialogs }: Pick<WidgetServices, 'dialogs'>) {
  const isAsked = useStore(dialogs.store, ({ is }) => is !== 'none')
  return <Suspense>{isAsked && <GlobalDialogs dialogs={dialogs} />}</Suspense>
}
