import { Link, useLocation } from 'wouter'
import { ButtonLink } from '../../ui/Empty'
import { useMessages } from '../../ui/messages'
import { positionsMessages } from './messages'

/** The two pages of the portfolio, each with its own address. */
export function PortfolioTabs() {
  const messages = useMessages(positionsMessages)
  const [location] = useLocation()
  const tabs = [
    { to: '/portfolio', name: messages.overview },
    { to: '/positions', name: messages.title },
  ]
  return (
    <nav aria-label={messages.portfolio} className="mb-5 flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ to, name }) => (
        <Link
          key={to}
          href={to}
          aria-current={location === to ? 'page' : undefined}
          className={`-mb-px inline-flex min-h-11 items-center border-b-2 px-4 text-fine font-medium hover:text-ink ${location === to ? 'border-action text-ink' : 'border-transparent text-text'}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

export function AddLiquidityLink() {
  const messages = useMessages(positionsMessages)
  return <ButtonLink href="/liquidity/add">{messages.add}</ButtonLink>
}
