import { lazy, Suspense, startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../api/idle'
import { useServices } from '../../components/services'
import { type ListedTokens, useTokens } from '../../components/tokens/useTokens'
import type { Token } from '../../domain/token'
import type { SwapIntent } from '../../guard/intent'
import { useClearedAfter, useReopenOrder, useUnfinishedOrders } from '../../signing/useUnfinishedOrders'
import { Boundary } from '../../ui/Boundary'
import { lazyWithPreload } from '../../ui/lazyWithPreload'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import type { PrimaryAction } from './form/formIssues'
import { swapMessages } from './messages'
import { SwapForm } from './SwapForm'
import { useSwap } from './useSwap'

const FormNotices = lazyWithPreload(() => import('./FormNotices'))
/** Code that a swap does not need, loaded when the browser is idle. */
const SwapAside = lazy(() => new Promise<void>(whenIdle).then(() => import('./aside/SwapAside')))
const TokenPicker = lazyWithPreload(() => import('../../components/tokens/picker/TokenPicker'))
const SwapReview = lazyWithPreload(() => import('../../signing/review/SwapReview'))
const ProgressDialog = lazyWithPreload(() => import('../../signing/progress/ProgressDialog'))

/** Which dialog is open over the form. */
type Overlay =
  | { readonly is: 'nothing' }
  | { readonly is: 'picker'; readonly side: 'sell' | 'buy' }
  | { readonly is: 'review'; readonly intent: SwapIntent; readonly shownMinimum: bigint | undefined }
  | { readonly is: 'progress'; readonly id: string }

/** Swapping: the form, the review over it, and the order that follows. `isAlone` shows nothing next to the form. */
export default function SwapScreen({ isAlone = false }: { isAlone?: boolean }) {
  const messages = useMessages(swapMessages)
  const { dialogs } = useServices()
  const [overlay, setOverlay] = useState<Overlay>({ is: 'nothing' })
  const swap = useSwap(overlay.is === 'review' || overlay.is === 'progress')
  const close = () => setOverlay({ is: 'nothing' })
  // The press is answered in its own frame, and the dialog follows in the next: it costs more than one frame may take.
  const pick = (side: 'sell' | 'buy') => startTransition(() => setOverlay({ is: 'picker', side }))
  const follow = (id: string) => setOverlay({ is: 'progress', id })
  const submitted = useClearedAfter(() => swap.fields.payTokens(''))
  const unfinished = useUnfinishedOrders()
  useReopenOrder(unfinished, (id) => overlay.is === 'nothing' && follow(id))
  useAhead(swap.intent ? SwapReview : swap.fields.tokens[0] ? TokenPicker : undefined)

  const { tokens, pair, unknownTokens, choose, values } = swap.fields
  const { account } = swap.funds
  const isReceiverMissing = swap.receiver.recipient.is === 'not connected'
  const notices = { list: useTokens(), unknownTokens, unread: values.unread ?? [], unfinished }
  const hasNotices =
    hasListProblem(notices.list) || [unknownTokens, notices.unread, unfinished].some(({ length }) => length > 0)

  const press = (press: PrimaryAction) => {
    switch (press) {
      case 'review':
        if (swap.intent)
          setOverlay({ is: 'review', intent: swap.intent, shownMinimum: swap.quote.view?.minimumReceived?.units })
        return
      case 'connect':
        return account === undefined
          ? dialogs.connect(pair.sell?.chain.kind, isReceiverMissing ? pair.buy?.chain.kind : undefined)
          : dialogs.connect(pair.buy?.chain.kind)
      case 'choose sell':
        return pick('sell')
      case 'choose buy':
        return pick('buy')
      case 'refresh':
        return swap.quote.refresh()
      case 'nothing':
        return
    }
  }

  return (
    <Page title={messages.form} isTitleHidden width="trade">
      <SwapForm
        swap={swap}
        onPress={press}
        notice={
          hasNotices && (
            <Suspense>
              <FormNotices {...notices} onShow={follow} />
            </Suspense>
          )
        }
      />
      <Boundary>
        <Suspense>{!isAlone && <SwapAside pair={pair} />}</Suspense>
      </Boundary>
      <Suspense>
        {overlay.is === 'picker' && (
          <TokenPicker
            tokens={tokens}
            chosen={overlay.side === 'sell' ? pair.sell : pair.buy}
            {...(overlay.side === 'buy' && { isTarget: true, paid: pair.sell })}
            onChoose={(token: Token) => choose(overlay.side, token)}
            onClose={close}
          />
        )}
        {overlay.is === 'review' && (
          <SwapReview
            intent={overlay.intent}
            shownMinimum={overlay.shownMinimum}
            tokens={tokens}
            onCost={(dollars) => {
              swap.quote.keepCost(overlay.intent.sell, overlay.intent.buy, dollars)
              // The verdict is there: later work no longer takes processor time from it.
              ProgressDialog.preload()
            }}
            onConfirmed={(id) => {
              submitted(id)
              follow(id)
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {/* Apart from the review, which is to close also while this code is still loading. */}
      <Suspense>{overlay.is === 'progress' && <ProgressDialog id={overlay.id} onClose={close} />}</Suspense>
    </Page>
  )
}

/** Fetches the code of what the person will open next, once the browser is idle. */
function useAhead(next: { preload: () => void } | undefined) {
  useEffect(() => {
    if (next) whenIdle(next.preload)
  }, [next])
}

/** The token list failed to load, is empty, or is an old one. */
function hasListProblem({ at, tokens, keptSince }: ListedTokens): boolean {
  return at === 'failed' || (at === 'listed' && tokens.length === 0) || keptSince !== undefined
}
