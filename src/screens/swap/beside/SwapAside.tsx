import { useState } from 'react'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import type { Token } from '../../../domain/token'
import { IconButton } from '../../../ui/Button'
import { storedText, storeText } from '../../../ui/browserStorage'
import { useMessages } from '../../../ui/messages'
import { PairAside } from '../chart/PairAside'
import { asideMessages } from './messages'
import { RecentSwaps } from './RecentSwaps'

type SwapAsideProps = { pair: { readonly sell: Token | undefined; readonly buy: Token | undefined } }

/**
 * The panel next to the form in wide windows, and below it in narrow ones. Loaded once the form can be used. The notice
 * names networks, so the part below it waits for them too, and does not move.
 */
export default function SwapAside({ pair: { sell, buy } }: SwapAsideProps) {
  const isLoading = useTokens().at === 'loading'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 max-lg:mt-5">
      <Introduction />
      <PairAside sell={sell} buy={buy} />
      {!isLoading && (
        <>
          <DemoNotice />
          <RecentSwaps />
        </>
      )}
    </div>
  )
}

/** The difference to other exchanges, until a token has been chosen in this browser. Nothing moves while the page is open. */
function Introduction() {
  const messages = useMessages(asideMessages)
  const { preferences } = useServices()
  const [isNew] = useState(() => preferences.getState().recentTokens.length === 0)
  if (!isNew) return null
  return (
    <section className="grid gap-1">
      <h2 className="text-title text-ink">{messages.headline}</h2>
      <p className="text-text">{messages.difference}</p>
    </section>
  )
}

/** Explains the demo networks and their worthless tokens, once per browser. */
function DemoNotice() {
  const messages = useMessages(asideMessages)
  const { deployment } = useServices()
  const { tokens } = useTokens()
  const [isDismissed, setDismissed] = useState(wasDismissed)
  if (deployment.mode !== 'embedded' || isDismissed || tokens.length === 0) return null
  const named = (kind: 'evm' | 'solana') => [
    ...new Set(tokens.filter(({ chain }) => chain.kind === kind).map(({ chain }) => chain.name)),
  ]
  const dismiss = () => {
    setDismissed(true)
    storeText(storageKey, 'dismissed')
    // The pressed button is gone: the focus stays on the page.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      aria-label={messages.demo}
      className="flex items-start gap-2 rounded-control bg-info-wash py-1 ps-3 pe-1 text-fine text-text"
    >
      <p className="min-w-0 flex-1 py-1">{messages.demoSays(named('evm'), named('solana'))}</p>
      <IconButton size="small" icon="close" label={messages.gotIt} onClick={dismiss} />
    </section>
  )
}

const storageKey = 'tidegate.demoNotice'

function wasDismissed(): boolean {
  return storedText(storageKey) !== null
}
