import { useState } from 'react'
import { walletStorage } from '../../components/accounts/lastWallets'
import { useServices } from '../../components/services'
import { isIntact } from '../../guard/seal'
import { currentPayment } from '../../orders/manualPayment'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { clearAsked, markAsked, wasAsked } from '../../wallets/bitcoin/askedPayments'
import { type PayingWallet, payingWallets } from '../../wallets/bitcoin/payingWallets'
import { manualPaymentMessages } from './messages'

type State =
  | { readonly at: 'choosing' }
  | { readonly at: 'asking' | 'declined' | 'closed' | 'not saved' | 'signed otherwise'; readonly wallet: string }
  | { readonly at: 'other account'; readonly wallet: string; readonly account: string | undefined }
  | { readonly at: 'unclear'; readonly wallet: string; readonly detail: string }

/**
 * The wallets of this browser that can make the reviewed payment. Each press asks once; that a wallet was asked is
 * written down before, because it may pay without saying so.
 */
export function WalletPayment({ order }: { order: Order }) {
  // Without storage it cannot be remembered that a wallet was asked, so none is.
  const storage = walletStorage(window)
  return storage && <PayingWallets order={order} storage={storage} />
}

function PayingWallets({ order, storage }: { order: Order; storage: Storage }) {
  const messages = useMessages(manualPaymentMessages)
  const { orderService, notice, clock } = useServices()
  const [state, setState] = useState<State>({ at: 'choosing' })
  const [isRepeat, setRepeat] = useState(() => wasAsked(storage, order.id))
  const step = currentPayment(order)?.step
  const wallets = step ? payingWallets(window, step) : []
  if (!step || wallets.length === 0) return null

  const ask = async ({ name, pay }: PayingWallet) => {
    setState({ at: 'asking', wallet: name })
    const { halt } = await notice().catch(() => ({ halt: '' }))
    if (halt !== undefined || !isIntact(order.plan) || clock() >= step.until)
      return setState({ at: 'closed', wallet: name })
    // Another tab may have asked since.
    if (wasAsked(storage, order.id) && !isRepeat) {
      setRepeat(true)
      return setState({ at: 'choosing' })
    }
    const mayBePaid = wasAsked(storage, order.id)
    if (!isSaved(() => markAsked(storage, order.id))) return setState({ at: 'not saved', wallet: name })
    const outcome = await pay(step)
    const wasNothingSent = outcome.is !== 'paid' && outcome.is !== 'unclear'
    // An earlier request of another wallet may have been paid, regardless of this wallet's answer.
    const isCleared = wasNothingSent && !mayBePaid && isSaved(() => clearAsked(storage, order.id))
    setRepeat(!isCleared)
    if (outcome.is === 'rejected') return setState({ at: 'declined', wallet: name })
    if (outcome.is === 'signed otherwise') return setState({ at: 'signed otherwise', wallet: name })
    if (outcome.is === 'other account') return setState({ at: 'other account', wallet: name, account: outcome.account })
    if (outcome.is === 'unclear') return setState({ ...outcome, at: 'unclear', wallet: name })
    setState({ at: 'choosing' })
    await orderService
      .act(order.id, { type: 'paste hash', hash: outcome.hash })
      .catch(() => setState({ at: 'unclear', wallet: name, detail: outcome.hash }))
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <Button
            key={wallet.name}
            icon="wallet"
            isBusy={state.at === 'asking' && state.wallet === wallet.name}
            disabled={state.at === 'asking' && state.wallet !== wallet.name}
            onClick={() => void ask(wallet)}
          >
            {isRepeat ? messages.payAgainWith(wallet.name) : messages.payWith(wallet.name)}
          </Button>
        ))}
      </div>
      {state.at === 'asking' && (
        <Notice isLive>{step.toSign ? messages.signInWallet(state.wallet) : messages.inWallet(state.wallet)}</Notice>
      )}
      {state.at === 'declined' && <Notice isLive>{messages.declinedIn(state.wallet)}</Notice>}
      {state.at === 'other account' && (
        <Notice kind="warn" isLive>
          {messages.otherAccount(state.wallet, step.from, state.account)}
        </Notice>
      )}
      {state.at === 'signed otherwise' && (
        <Notice kind="block" isLive>
          {messages.signedOtherwise(state.wallet)}
        </Notice>
      )}
      {state.at === 'closed' && (
        <Notice kind="warn" isLive>
          {messages.closed}
        </Notice>
      )}
      {state.at === 'unclear' && (
        <Notice kind="warn" isLive>
          {messages.unclear(state.wallet)} {state.detail}
        </Notice>
      )}
      {state.at === 'not saved' && (
        <Notice kind="warn" isLive>
          {messages.notSaved(state.wallet)}
        </Notice>
      )}
      {isRepeat && state.at !== 'asking' && state.at !== 'unclear' && (
        <Notice kind="warn" isLive>
          {messages.askedBefore}
        </Notice>
      )}
    </div>
  )
}

/** Whether the storage took it: it may be full, or taken away. */
function isSaved(write: () => void): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}
