import { useState } from 'react'
import { useServices } from '../../../components/services'
import { useTokens } from '../../../components/tokens/useTokens'
import { Button } from '../../../ui/Button'
import { storedText, storeText } from '../../../ui/browserStorage'
import { Card } from '../../../ui/Card'
import { useMessages } from '../../../ui/messages'
import { asideMessages } from './messages'

/** Says once per browser, in demo mode, what the networks are and that their tokens are worth nothing. */
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
    <Card title={messages.demo}>
      <p className="text-fine text-text">{messages.demoSays(named('evm'), named('solana'))}</p>
      <div className="mt-3">
        <Button size="small" kind="soft" onClick={dismiss}>
          {messages.gotIt}
        </Button>
      </div>
    </Card>
  )
}

const storageKey = 'tidegate.demoNotice'

function wasDismissed(): boolean {
  return storedText(storageKey) !== null
}
