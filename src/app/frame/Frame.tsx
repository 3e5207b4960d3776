import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { Services } from '../../components/services'
import { classes } from '../../ui/classes'
import { useOnline } from '../../ui/hooks/useOnline'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { dialogs } from '../dialogs'
import { frameMessages } from '../messages'
import { footerItems, navItems } from '../routes'
import { Controls } from './Controls'

/**
 * The layout around every page: a skip link, the header, one line for the status of the whole app, and the page. On
 * narrow screens the navigation moves to the bottom, within reach of a thumb.
 */
export function Frame({ services, unfinished, children }: FrameProps) {
  const messages = useMessages(frameMessages)
  return (
    <div className="frame flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed start-3 top-3 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2 text-paper focus-visible:translate-y-0"
      >
        {messages.skip}
      </a>
      <header className="px-3 py-3 sm:px-4 lg:px-6">
        <div className="mx-auto flex max-w-page items-center gap-2 max-[18rem]:flex-wrap md:gap-3">
          <Link
            href="/swap"
            aria-label={messages.home}
            className="me-auto flex items-center gap-2.5 rounded-control md:me-2"
          >
            <Logo />
            <span className="hidden text-lead font-bold text-ink min-[24.375rem]:inline md:hidden lg:inline">
              Tidegate
            </span>
          </Link>
          <Navigation unfinished={unfinished} />
          <Controls services={services} />
        </div>
      </header>
      {/* In the gap between header and page, and later at the upper edge: it shifts and covers nothing. */}
      <div className="pointer-events-none sticky top-3 z-30 flex h-0 items-center justify-center px-4 text-fine">
        <StatusLine />
      </div>
      <main
        id="content"
        tabIndex={-1}
        className="min-h-[calc(100dvh-4rem)] w-full flex-1 px-3 pt-3 pb-16 outline-none sm:px-4 md:pt-8 lg:px-6"
      >
        {children}
      </main>
      <footer className="border-t border-line px-4 pt-6 pb-28 text-fine text-quiet md:pb-8 lg:px-6">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-3">
          <FooterLine isDemo={services?.deployment.mode === 'embedded'} />
        </div>
      </footer>
    </div>
  )
}

type FrameProps = {
  /** Absent until the app has started. */
  services: Services | undefined
  /** Orders that are not finished. */
  unfinished: number
  children: ReactNode
}

function Navigation({ unfinished }: { unfinished: number }) {
  const messages = useMessages(frameMessages)
  const [location] = useLocation()
  return (
    <nav
      aria-label={messages.navigation}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] max-[18rem]:static max-[18rem]:order-last max-[18rem]:w-full max-[18rem]:border-0 max-[18rem]:bg-transparent md:static md:me-auto md:border-0 md:bg-transparent md:pb-0"
    >
      <ul className="mx-auto flex max-w-form justify-between max-[18rem]:flex-wrap md:max-w-none md:gap-0.5">
        {navItems.map(({ name, to, icon }) => {
          const isHere = `/${placeOf(location)}` === to
          return (
            <li key={name} className={classes(item, name === 'inspect' && 'max-md:hidden')}>
              <Link
                href={to}
                aria-current={isHere ? 'page' : undefined}
                className={classes(
                  place,
                  isHere
                    ? 'text-ink after:absolute after:inset-x-4 after:top-0 after:h-0.5 after:rounded-full after:bg-action forced-colors:after:bg-[Highlight] md:bg-raised md:after:hidden forced-colors:md:after:block'
                    : 'text-quiet md:hover:bg-raised',
                )}
              >
                <Icon name={icon} className={classes('size-5.5 md:hidden', isHere && 'text-action')} />
                <span>
                  {messages.places[name]}
                  {name === 'activity' && unfinished > 0 && <Badge count={unfinished} />}
                </span>
              </Link>
            </li>
          )
        })}
        <li className={classes(item, 'md:hidden')}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={dialogs.search}
            className={classes(place, 'w-full text-quiet')}
          >
            <Icon name="more" className="size-5.5" />
            {messages.more}
          </button>
        </li>
      </ul>
    </nav>
  )
}

const item = 'min-w-0 flex-1 max-[18rem]:basis-1/3 md:flex-none'
const place =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 px-0.5 py-1.5 text-label font-medium transition-colors hover:text-ink md:min-h-10 md:rounded-control md:px-1.5 md:py-2 md:text-fine lg:px-3.5'

/** Where a page is found: positions are part of the portfolio, and liquidity is added to pools. */
function placeOf(location: string): string | undefined {
  const first = location.split('/')[1]
  return first === 'positions' ? 'portfolio' : first === 'liquidity' ? 'pools' : first
}

function Badge({ count }: { count: number }) {
  const messages = useMessages(frameMessages)
  return (
    <span className="ms-1.5 inline-grid max-md:absolute max-md:inset-s-1/2 max-md:top-0.5 min-w-5 place-items-center rounded-full bg-action px-1.5 text-head leading-5 font-bold text-on-action tabular-nums">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">, {messages.underWay(count)}</span>
    </span>
  )
}

/** Status messages shown on every page. */
function StatusLine() {
  const messages = useMessages(frameMessages)
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 rounded-small bg-amber-wash px-2 leading-5 font-medium text-amber">
          <Icon name="offline" className="size-4" />
          {messages.offline}
        </p>
      )}
    </div>
  )
}

/** The footer: links to learn more, and whether the money is real. */
function FooterLine({ isDemo }: { isDemo: boolean }) {
  const messages = useMessages(frameMessages)
  return (
    <>
      <p className="me-auto">{isDemo ? messages.playMoney : messages.promise}</p>
      <nav aria-label={messages.about} className="flex flex-wrap gap-x-5 gap-y-2">
        {footerItems.map(({ name, to }) => (
          <Link key={name} href={to} className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
            {messages.footer[name]}
          </Link>
        ))}
      </nav>
    </>
  )
}

/** The logo: a gate post between two water levels, high tide and low tide. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <g strokeLinecap="round" strokeWidth="2.5">
        <path d="M9 8h14M16 8v17" className="stroke-post" />
        <path d="M4.5 15.5q1.9-2.2 3.8 0t3.8 0M4.5 20.5q1.9-2.2 3.8 0t3.8 0" className="stroke-water" />
        <path d="M19.9 20.5q1.9-2.2 3.8 0t3.8 0" className="stroke-water" />
      </g>
    </svg>
  )
}
