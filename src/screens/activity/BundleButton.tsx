import { useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { writeBundle } from '../../components/orders/supportBundle'
import { useServices } from '../../components/services'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { Switch } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { fileName, saveFile } from '../../ui/saveFile'

type BundleButtonProps = { orders: readonly Order[]; size?: 'small' }

/** Support bundle: everything this browser knows of its orders, accounts renamed if wanted. */
export function BundleButton({ orders, ...look }: BundleButtonProps) {
  const messages = useMessages(activityMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...look} disabled={orders.length === 0} onClick={() => setOpen(true)}>
        {messages.bundle}
      </Button>
      {isOpen && (
        <Dialog title={messages.bundle} onClose={() => setOpen(false)}>
          <BundleForm orders={orders} onSaved={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function BundleForm({ orders, onSaved }: { orders: readonly Order[]; onSaved: () => void }) {
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
    saveFile(fileName('support', clock(), 'json'), writeBundle(orders, facts), 'application/json')
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
