import { type FormEvent, lazy, type ReactNode, Suspense, useId } from 'react'
import { useServices } from '../../components/services'
import { percentText } from '../../domain/figure'
import { Button, IconButton } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { useWords } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { PaySide } from './amount/PaySide'
import { ReceiveSide } from './amount/ReceiveSide'
import { mainButton, mayBeAskedAgain, type Obstacle, type Press } from './form/formIssues'
import { swapWords } from './messages'
import type { Swap } from './useSwap'

const Freshness = lazy(() => import('./quote/QuoteAge').then(({ Freshness }) => ({ default: Freshness })))
const QuotePanel = lazy(() => import('./quote/QuotePanel').then(({ QuotePanel }) => ({ default: QuotePanel })))
const loadFields = () => import('./recipient/AddressFields')
const RecipientField = lazy(() => loadFields().then(({ RecipientField }) => ({ default: RecipientField })))
const PayerField = lazy(() => loadFields().then(({ PayerField }) => ({ default: PayerField })))
const Hints = lazy(() => import('./form/Hints').then(({ Hints }) => ({ default: Hints })))

/** The form. Everything it knows comes from `swap`; everything it does goes there. */
export function SwapForm({ swap, onPress, onHover, notice }: SwapFormProps) {
  const words = useWords(swapWords)
  const { pair, obstacles } = swap
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPress(mainButton(obstacles).press)
  }
  return (
    <form aria-label={words.form} onSubmit={submit} className="grid gap-3">
      {notice}
      <Card>
        <div className="grid gap-2">
          <Heading swap={swap} />
          <PaySide swap={swap} onToken={() => onPress('choose sell')} />
          <div className="relative z-1 -my-4 flex justify-center">
            <span className="rounded-control bg-sheet p-1">
              <IconButton
                kind="quiet"
                icon="down"
                label={words.reverse}
                disabled={!pair.sell && !pair.buy}
                onClick={swap.reverse}
              />
            </span>
          </div>
          <ReceiveSide swap={swap} onToken={() => onPress('choose buy')} />
          {pair.sell && swap.payer.is !== 'wallet' && (
            <Suspense>
              <PayerField typed={swap.form.payer} payer={swap.payer} chain={pair.sell.chain} onType={swap.typePayer} />
            </Suspense>
          )}
          <RecipientPart swap={swap} />
          <QuoteRegion swap={swap} />
          <MainButton obstacles={obstacles} onHover={onHover} />
        </div>
      </Card>
    </form>
  )
}

type SwapFormProps = {
  swap: Swap
  onPress: (press: Press) => void
  /** The main button is about to be pressed: what it opens may be fetched. */
  onHover: () => void
  notice: ReactNode
}

/** A recipient is asked for where the person has no account, or wants another one. */
function RecipientPart({ swap }: { swap: Swap }) {
  const words = useWords(swapWords)
  const { form, pair, recipient, account } = swap
  if (!pair.buy) return null
  // Before a wallet is connected nobody is asked for a recipient they may turn out to have.
  const isSuggested = recipient.is === 'unconfirmed' && recipient.from === 'wallet'
  const isNeeded = (recipient.is === 'needed' || isSuggested) && account !== undefined
  if (form.recipient === undefined && !isNeeded)
    return (
      <div>
        <Button kind="bare" size="small" icon="plus" onClick={() => swap.typeRecipient('')}>
          {words.addRecipient}
        </Button>
      </div>
    )
  return (
    <Suspense>
      <RecipientField
        typed={form.recipient ?? ''}
        recipient={recipient}
        buy={pair.buy}
        own={swap.own}
        onType={swap.typeRecipient}
        onConfirm={swap.confirmRecipient}
        onRemove={swap.removeRecipient}
      />
    </Suspense>
  )
}

function Heading({ swap }: { swap: Swap }) {
  const words = useWords(swapWords)
  const { dialogs } = useServices()
  return (
    <div className="flex min-h-10 items-center gap-2">
      <span aria-hidden="true" className="me-auto text-lead font-bold text-ink">
        {words.form}
      </span>
      <Suspense>
        {(swap.age !== undefined || swap.isFinding || swap.obstacles.some(mayBeAskedAgain)) && (
          <Freshness age={swap.age} isFinding={swap.isFinding} onRefresh={swap.refresh} />
        )}
      </Suspense>
      <Button
        kind="bare"
        size="small"
        aria-label={words.slippageButton(percentText(swap.slippageBps))}
        onClick={dialogs.settings}
      >
        {percentText(swap.slippageBps)}
      </Button>
    </div>
  )
}

/** The quote, and beside it what is said aloud of it: short, and not at every change. */
function QuoteRegion({ swap }: { swap: Swap }) {
  const words = useWords(swapWords)
  const { offer, pair } = swap
  return (
    <>
      <section
        role="status"
        aria-live="off"
        aria-label={words.quote}
        aria-busy={swap.isFinding}
        className="grid gap-2 empty:hidden"
      >
        {pair.buy && (offer || swap.isFinding) && (
          <Suspense fallback={<Skeleton className="h-56 w-full" />}>
            <QuotePanel
              offer={offer}
              buy={pair.buy}
              isEstimate={swap.isEstimate}
              slippageBps={swap.slippageBps}
              rawSlippage={swap.rawSlippage}
            />
          </Suspense>
        )}
      </section>
      <p aria-live="polite" className="sr-only">
        {swap.announcement}
      </p>
    </>
  )
}

/** The one button of the form: what stands in the way first, or the way itself. */
function MainButton({ obstacles, onHover }: { obstacles: readonly Obstacle[]; onHover: () => void }) {
  const words = useWords(swapWords)
  const id = useId()
  const { label, press } = mainButton(obstacles)
  const isFindingPrice = label?.is === 'price finding' || label?.is === 'address checking'
  const isGrave = label?.is === 'impact extreme' || label?.is === 'impact ruinous'
  return (
    <div className="mt-1 grid gap-2 max-md:sticky max-md:bottom-16 max-md:z-5 max-md:-mx-2 max-md:rounded-control max-md:bg-sheet max-md:p-2">
      <Button
        type="submit"
        kind={isGrave ? 'danger' : 'primary'}
        size="large"
        isWide
        disabled={press === 'nothing' && !isFindingPrice}
        isBusy={isFindingPrice}
        onPointerEnter={onHover}
        onFocus={onHover}
        aria-describedby={obstacles.length > 0 ? id : undefined}
      >
        {label ? words.label(label) : words.review}
      </Button>
      <div id={id} className="grid gap-1 text-fine text-quiet empty:hidden">
        <Suspense>{obstacles.length > 0 && <Hints obstacles={obstacles} />}</Suspense>
      </div>
    </div>
  )
}
