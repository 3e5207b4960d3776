import { useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { writeBundle } from '../../components/orders/supportBundle'
import { useServices } from '../../components/services'
import type { Order } from '../../orders/order'
import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { Button } from '../../ui/Button'
import { Switch } from '../../ui/Choice'
import { useMessages } from '../../ui/messages'
import { fileName, saveFile } from '../../ui/saveFile'

export type BundleFormProps = {
  orders: readonly Order[]
  /** Deposits that the exchange was asked for. */
  deposits?: readonly PendingDeposit[]
  onSaved: () => void
}

/** Support bundle: everything this browser knows of its orders, accounts renamed if wanted. */
export function BundleForm({ orders, deposits = [], onSaved }: BundleFormProps) {
  const messages = useMessages(activityMessages)
  const { clock, deployment } = useServices()
  const [isMasked, setMasked] = useState(false)

  const save = () => {
    const facts = {
      made: new Date(clock()).toISOString(),
      deployment: `${deployment.name} (${deployment.mode})`,
      browser: navigator.userAgent,
      isMasked,
    }
    saveFile(fileName('support', clock(), 'json'), writeBundle(orders, facts, deposits), 'application/json')
    onSaved()
  }

  return (
    <div className="grid gap-4">
      <p>{messages.bundleNote}</p>
      <Switch label={messages.mask} hint={messages.maskNote} isOn={isMasked} onChange={setMasked} />
      <div>
        <Button kind="primary" onClick={save}>
          {messages.save}
        </Button>
      </div>
    </div>
  )
}
