import { walletMessages } from '../../components/accounts/messages'
import { useServices } from '../../components/services'
import type { ChainKind } from '../../domain/chain'
import { locale } from '../../domain/text/locale'
import { ExternalLink } from '../../ui/ExternalLink'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { appLinks, byKind, firstWallets, platformOf, type WalletApp } from './walletApps'

type Props = {
  kind: ChainKind | undefined
  /** The browser already has a wallet: the suggestions are collapsed. */
  hasWallet: boolean
  /** None was found, and there is no demo wallet either: the suggestions are open. */
  isNeeded: boolean
}

/** Options without a wallet in this browser: open this page in a wallet's browser, or install a wallet. */
export function WalletApps({ kind, hasWallet, isNeeded }: Props) {
  const { deployment } = useServices()
  const kinds = deployment.chains.map((chain) => chain.kind)
  const platform = platformOf(navigator)
  const first = byKind(firstWallets[platform], kinds, kind)
  return (
    <>
      {platform !== 'desktop' && !hasWallet && <OpenInApp kind={kind} kinds={kinds} />}
      {first.length > 0 && (
        <GetWallet apps={first} isDesktop={platform === 'desktop'} isOpen={!hasWallet && isNeeded} />
      )}
    </>
  )
}

function OpenInApp({ kind, kinds }: { kind: ChainKind | undefined; kinds: readonly ChainKind[] }) {
  const messages = useMessages(walletMessages)
  const links = appLinks(new URL(window.location.href), kinds, kind)
  if (links.length === 0) return null
  return (
    <section aria-label={messages.openInApp}>
      <h3 className="text-fine font-medium text-quiet">{messages.openInApp}</h3>
      <p className="mb-2 text-fine text-quiet">{messages.openInAppHint}</p>
      <ul className="grid grid-cols-2 gap-2">
        {links.map(({ app, href }) => (
          <li key={app.name}>
            {/* The same tab: an app is opened from where the link was pressed, and a new tab would stay behind empty. */}
            <a
              href={href}
              rel="noreferrer"
              aria-label={messages.openIn(app.name)}
              className="flex min-h-12 items-center gap-2 rounded-control border border-line bg-sheet px-3 py-2 font-medium text-ink transition-colors hover:border-edge hover:bg-raised"
            >
              <span className="min-w-0 flex-1">{app.name}</span>
              <Icon name="external" className="size-4 text-quiet" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GetWalletProps = { apps: readonly WalletApp[]; isDesktop: boolean; isOpen: boolean }

function GetWallet({ apps, isDesktop, isOpen }: GetWalletProps) {
  const messages = useMessages(walletMessages)
  return (
    <Details summary={messages.getWallet} isOpen={isOpen}>
      <ul aria-label={messages.getWallet} className="grid gap-3">
        {apps.map(({ name, kinds, site }) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-fine">
            <span>
              <span className="font-medium text-ink">{name}</span>{' '}
              <span className="text-quiet">{kinds.map((kind) => messages.kinds[kind]).join(locale.comma)}</span>
            </span>
            <ExternalLink href={site}>{new URL(site).hostname}</ExternalLink>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-fine text-quiet">{isDesktop ? messages.afterInstall : messages.afterInstallApp}</p>
    </Details>
  )
}
