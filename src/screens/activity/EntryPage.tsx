import { type ReactNode, useState } from 'react'
import { activityMessages } from '../../components/orders/messages'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { BundleForm, type BundleFormProps } from './BundleForm'

type EntryPageProps = {
  readonly title: string
  /** The way back to the list. */
  readonly back: ReactNode
  readonly status: ReactNode
  readonly timeline: ReactNode
  readonly facts: ReactNode
  /** The contents of this page's support bundle. */
  readonly bundled: Pick<BundleFormProps, 'orders' | 'deposits'>
}

/** An entry of the journal: its state, its events, its facts, and its support bundle. */
export function EntryPage({ title, back, status, timeline, facts, bundled }: EntryPageProps) {
  const messages = useMessages(activityMessages)
  const [isBundling, setBundling] = useState(false)
  return (
    <Page title={title} width="text" actions={back}>
      <div className="grid gap-4">
        <Card title={messages.now}>{status}</Card>
        <Card title={messages.timeline}>{timeline}</Card>
        <Card title={messages.facts} actions={<Button onClick={() => setBundling(true)}>{messages.bundle}</Button>}>
          {facts}
        </Card>
      </div>
      <Dialog title={messages.bundle} isOpen={isBundling} onClose={() => setBundling(false)}>
        <BundleForm {...bundled} onSaved={() => setBundling(false)} />
      </Dialog>
    </Page>
  )
}
