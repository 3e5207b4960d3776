import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../components/services'
import { attempt } from '../../domain/attempt'
import { isIntact } from '../../guard/seal'
import { currentPayment } from '../../orders/manualPayment'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice, type NoticeKind } from '../../ui/Notice'
import { clearAsked, markAsked, wasAsked } from '../../wallets/bitcoin/askedPayments'
import { type PayingWallet, payingWallets } from '../../wallets/bitcoin/payingWallets'
import { manualPaymentMessages } from './messages'

/** The result of a request; `isUnclear`: the wallet may have paid. */
type Answer = { readonly kind: NoticeKind; readonly text: string; readonly isUnclear?: true }

/**
 * The wallets of this browser that can make the reviewed payment. Each press asks once; that a wallet was asked is
 * written down before, because it may pay without saying so.
 */
export function WalletPayment({ order }: { order: Order }) {
  // Without storage it cannot be remembered that a wallet was asked, so none is.
  const storage = attempt(() => window.localStorage)
  return storage && <PayingWallets order={order} storage={storage} />
}

function PayingWallets({ order, storage }: { order: Order; storage: Storage }) {
  const messages = useMessages(manualPaymentMessages)
  const { orderService, notice, clock } = useServices()
  const [isRepeat, setRepeat] = useState(() => wasAsked(storage, order.id))
  const step = currentPayment(order)?.step
  const wallets = step ? payingWallets(window, step) : []
  // Set in the click itself: the mutation reports a moment later, and the second click of a double-click would ask twice.
  const [asking, setAsking] = useState<string>()
  const { mutate, data: answer } = useMutation({
    mutationFn: answerOf,
    networkMode: 'always',
    onSettled: () => setAsking(undefined),
  })
  if (!step || wallets.length === 0) return null

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            icon="wallet"
            isBusy={asking === wallet.name}
            disabled={asking !== undefined && asking !== wallet.name}
            onClick={() => {
              setAsking(wallet.name)
              mutate(wallet)
            }}
          >
            {isRepeat ? messages.payAgainWith(wallet.name) : messages.payWith(wallet.name)}
          </Button>
        ))}
      </div>
      {asking && <Notice isLive>{step.toSign ? messages.signInWallet(asking) : messages.inWallet(asking)}</Notice>}
      {answer && (
        <Notice kind={answer.kind} isLive>
          {answer.text}
        </Notice>
      )}
      {isRepeat && !asking && !answer?.isUnclear && (
        <Notice kind="warn" isLive>
          {messages.askedBefore}
        </Notice>
      )}
    </div>
  )

  async function answerOf({ name, pay }: PayingWallet): Promise<Answer | undefined> {
    const { halt } = await notice().catch(() => ({ halt: '' }))
    if (!step || halt !== undefined || !isIntact(order.plan) || clock() >= step.until)
      return { kind: 'warn', text: messages.closed }
    const mayBePaid = wasAsked(storage, order.id)
    // Another tab may have asked since.
    if (mayBePaid && !isRepeat) return void setRepeat(true)
    if (!isSaved(() => markAsked(storage, order.id))) return { kind: 'warn', text: messages.notSaved(name) }
    const outcome = await pay(step)
    const unclear = (detail: string): Answer => ({
      kind: 'warn',
      text: `${messages.unclear(name)} ${detail}`,
      isUnclear: true,
    })
    const wasNothingSent = outcome.is !== 'paid' && outcome.is !== 'unclear'
    // An earlier request of another wallet may have been paid, regardless of this wallet's answer.
    const isCleared = wasNothingSent && !mayBePaid && isSaved(() => clearAsked(storage, order.id))
    setRepeat(!isCleared)
    switch (outcome.is) {
      case 'rejected':
        return { kind: 'info', text: messages.declinedIn(name) }
      case 'signed otherwise':
        return { kind: 'block', text: messages.signedOtherwise(name) }
      case 'other account':
        return { kind: 'warn', text: messages.otherAccount(name, step.from, outcome.account) }
      case 'unclear':
        return unclear(outcome.detail)
      case 'paid':
        return orderService.act(order.id, { type: 'paste hash', hash: outcome.hash }).then(
          () => undefined,
          () => unclear(outcome.hash),
        )
    }
  }
}

/** Whether the storage took it: it may be full, or taken away. */
function isSaved(write: () => void): boolean {
  return attempt(() => [write()]) !== undefined
}
