import { useState } from 'react'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { IconButton } from '../../../ui/Button'
import { storedText, storeText } from '../../../ui/browserStorage'
import { useMessages } from '../../../ui/messages'
import { asideMessages } from './messages'

/** Explains the demo networks and their worthless tokens, once per browser. */
export function DemoNotice() {
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
