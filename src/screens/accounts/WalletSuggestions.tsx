import { walletMessages } from '../../components/accounts/messages'
import { useWallets } from '../../components/accounts/useAccounts'
import { useServices } from '../../components/services'
import type { ChainKind } from '../../domain/chain'
import { locale } from '../../domain/text/locale'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { ExternalLink } from '../../ui/ExternalLink'
import { Icon } from '../../ui/Icon'
import { useMessages } from '../../ui/messages'
import { QrCode } from '../../ui/QrCode'
import { Details } from '../../ui/Rows'
import type { Pairing } from '../../wallets/wallets'
import { appLinks, byKind, firstWallets, pairingLinks, platformOf } from './walletApps'

/** Options without a wallet in this browser: open this page in a wallet's browser, or install a wallet. */
export function WalletSuggestions({ kind, isLooking }: { kind: ChainKind | undefined; isLooking: boolean }) {
  const messages = useMessages(walletMessages)
  const { deployment } = useServices()
  const options = useWallets(({ options }) => options)
  const kinds = deployment.chains.map((chain) => chain.kind)
  const platform = platformOf(navigator)
  // The app's own demo wallets do not count: without another one, the person has no wallet yet.
  const hasWallet = options.some(
    (option) => !option.isDemo && !option.isElsewhere && (kind === undefined || option.kind === kind),
  )
  const isNeeded = !hasWallet && !isLooking && !options.some(({ isDemo }) => isDemo)
  const links = platform === 'desktop' || hasWallet ? [] : appLinks(new URL(window.location.href), kinds, kind)
  const suggested = byKind(firstWallets[platform], kinds, kind)
  return (
    <>
      {links.length > 0 && (
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
      )}
      {suggested.length > 0 && (
        <Details summary={messages.getWallet} isOpen={isNeeded}>
          <ul aria-label={messages.getWallet} className="grid gap-3">
            {suggested.map(({ name, kinds, site }) => (
              <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-fine">
                <span>
                  <span className="font-medium text-ink">{name}</span>{' '}
                  <span className="text-quiet">{kinds.map((kind) => messages.kinds[kind]).join(locale.comma)}</span>
                </span>
                <ExternalLink href={site}>{new URL(site).hostname}</ExternalLink>
              </li>
            ))}
          </ul>
          <p className="pt-3 text-fine text-quiet">
            {platform === 'desktop' ? messages.afterInstall : messages.afterInstallApp}
          </p>
        </Details>
      )}
    </>
  )
}

/** How a wallet on another device, or an app on this one, is connected. */
export function PairingPanel({ pairing, onStop }: { pairing: Pairing; onStop: () => void }) {
  const messages = useMessages(walletMessages)
  const { uri } = pairing
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {platformOf(navigator) !== 'desktop' && <AppLinks pairing={pairing} />}
      <p role="status">{messages.scan}</p>
      <QrCode text={uri} label={messages.pairingCode} />
      <div className="flex items-center gap-2 text-fine text-quiet">
        {messages.pairingLink}
        <CopyButton text={uri} label={messages.copyPairing} />
      </div>
      <p className="text-fine text-quiet">{messages.pairingHint}</p>
      <Button onClick={onStop}>{messages.stopWaiting}</Button>
    </div>
  )
}

function AppLinks({ pairing: { uri, rememberApp } }: { pairing: Pairing }) {
  const messages = useMessages(walletMessages)
  return (
    <ul aria-label={messages.openApp} className="grid w-full gap-2">
      {pairingLinks(uri).map(({ name, href, app }) => (
        <li key={name}>
          <AppLink href={href} onClick={() => rememberApp({ name, href: app })}>
            {messages.openIn(name)}
          </AppLink>
        </li>
      ))}
      <li>
        <AppLink href={uri}>{messages.otherApp}</AppLink>
      </li>
    </ul>
  )
}

function AppLink({ href, onClick, children }: { href: string; onClick?: () => void; children: string }) {
  return (
    <a
      href={href}
      onClick={onClick}
      rel="noreferrer"
      className="flex min-h-12 items-center justify-center rounded-control border border-line bg-sheet px-3 py-2 font-medium text-ink transition-colors hover:border-edge hover:bg-raised"
    >
      {children}
    </a>
  )
}
