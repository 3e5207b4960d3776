import { walletMessages } from '../../components/accounts/messages'
import { Button } from '../../ui/Button'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { QrCode } from '../../ui/QrCode'
import type { Pairing } from '../../wallets/wallets'
import { pairingLinks, platformOf } from './walletApps'

/** How a wallet on another device, or an app on this one, is connected. */
export function PairingPanel({ pairing, onStop }: { pairing: Pairing; onStop: () => void }) {
  const messages = useMessages(walletMessages)
  const { uri } = pairing
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {platformOf(navigator) === 'desktop' ? null : <AppLinks pairing={pairing} />}
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
