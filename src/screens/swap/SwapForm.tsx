import { type FormEvent, type ReactNode, Suspense, useId, useState } from 'react'
import { useAccounts, useIsRestoring } from '../../components/accounts/useAccounts'
import { percentText } from '../../domain/text/figure'
import { Button, IconButton } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { LiveMessage } from '../../ui/LiveMessage'
import { lazyWithPreload } from '../../ui/lazyWithPreload'
import { useMessages } from '../../ui/messages'
import { Skeleton } from '../../ui/Skeleton'
import { PayField, ReceiveField } from './amount/AmountFields'
import { canRetryQuote, type PrimaryAction, primaryAction, type SwapFormIssue } from './form/formIssues'
import { swapMessages } from './messages'
import type { Swap } from './useSwap'

const Freshness = lazyWithPreload(() => import('./quote/QuoteAge'))
const QuotePanel = lazyWithPreload(() => import('./quote/QuotePanel'))
const loadFields = () => import('./recipient/AddressFields')
const RecipientField = lazyWithPreload(async () => ({ default: (await loadFields()).RecipientField }))
const OwnAccounts = lazyWithPreload(async () => ({ default: (await loadFields()).OwnAccounts }))
const PayerField = lazyWithPreload(async () => ({ default: (await loadFields()).PayerField }))
const TokenCautions = lazyWithPreload(async () => {
  const { TokenCautions } = await import('../../components/tokens/TokenCautions')
  return { default: TokenCautions }
})
const SlippagePopover = lazyWithPreload(() => import('./quote/SlippagePopover'))
const Hints = lazyWithPreload(() => import('./form/Hints'))

/** The form. All its state and actions come from `swap`. */
export function SwapForm({ swap, onPress, notice }: SwapFormProps) {
  const messages = useMessages(swapMessages)
  const { fields, funds, issues } = swap
  const { pair } = fields
  // However the token was chosen: in the picker, by a link, or restored by a reload.
  const suspicious = [pair.sell, pair.buy].flatMap((token) => (token?.cautions ? [token] : []))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { label, press } = primaryAction(issues)
    if (press === 'nothing' && label) fieldOf(label, event.currentTarget)?.focus()
    onPress(press)
  }
  return (
    <form aria-label={messages.form} onSubmit={submit} className="grid gap-3">
      {notice}
      <Card>
        <div className="grid gap-2">
          <Heading quote={swap.quote} slippage={swap.slippage} issues={issues} />
          <PayField swap={swap} onToken={() => onPress('choose sell')} />
          <div className="relative z-1 -my-4 flex justify-center">
            <span className="rounded-control bg-sheet p-1 active:[&_svg]:rotate-180 [&_svg]:transition-transform">
              <IconButton
                kind="quiet"
                icon="down"
                label={messages.reverse}
                disabled={!pair.sell && !pair.buy}
                onClick={() => fields.reverse(swap.quote.view?.expected)}
              />
            </span>
          </div>
          <ReceiveField swap={swap} onToken={() => onPress('choose buy')} />
          {pair.sell && funds.payer.is !== 'wallet' && (
            <Suspense>
              <PayerField
                typed={fields.values.payer}
                payer={funds.payer}
                chain={pair.sell.chain}
                onType={(payer) => fields.fill({ payer })}
              />
            </Suspense>
          )}
          <Suspense>
            {suspicious.length > 0 && (
              <div role="status" className="rounded-control bg-amber-wash p-3">
                <TokenCautions tokens={suspicious} />
              </div>
            )}
          </Suspense>
          <RecipientPart swap={swap} />
          <QuoteRegion swap={swap} />
          <MainButton issues={issues} />
        </div>
      </Card>
    </form>
  )
}

/** Where the person fixes an issue that the main button only names. */
function fieldOf(issue: SwapFormIssue, form: HTMLFormElement): HTMLElement | null {
  const isAmount = issue.is === 'amount needed' || issue.is === 'amount invalid' || issue.is === 'balance too low'
  return isAmount ? form.querySelector('input[inputmode=decimal]') : null
}

type SwapFormProps = {
  swap: Swap
  onPress: (press: PrimaryAction) => void
  notice: ReactNode
}

/** A recipient is asked for where the person has no account, or wants another one. */
function RecipientPart({ swap }: { swap: Swap }) {
  const messages = useMessages(swapMessages)
  const [isBack, setBack] = useState(false)
  const { account, payer } = swap.funds
  const { values, pair } = swap.fields
  const { recipient, type, confirm, remove } = swap.receiver
  const connected = useAccounts()
  const isRestoring = useIsRestoring() && account === undefined
  // Its height is kept free, so that the main button does not move when the tokens arrive, or the wallet of the last visit.
  if (!pair.buy || (isRestoring && values.recipient === undefined))
    return <div className="min-h-8 pointer-coarse:min-h-11" />
  // Without a connected wallet no recipient is asked for: the wallet may provide one.
  const isNeeded = recipient.is === 'needed' && account !== undefined
  const isElsewhere = recipient.is === 'own' && pair.sell && pair.sell.chain.kind !== pair.buy.chain.kind
  // One connected account is in the header already.
  const isNamed = isElsewhere || connected.length > 1
  const accounts = isNamed && account !== undefined && payer.is === 'wallet' && (
    <OwnAccounts
      payer={account}
      receiver={isElsewhere ? { address: recipient.address, chain: pair.buy.chain } : undefined}
    />
  )
  if (values.recipient === undefined && !isNeeded)
    return (
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 text-fine">
        {/* Next to accounts the button is at the end from the beginning. */}
        {accounts && <Suspense fallback={<span />}>{accounts}</Suspense>}
        <span className="-mx-2">
          <Button kind="bare" size="small" icon="plus" autoFocus={isBack} onClick={() => type('')}>
            {recipient.is === 'not connected' && account !== undefined ? messages.otherAddress : messages.addRecipient}
          </Button>
        </span>
      </div>
    )
  return (
    <Suspense>
      {accounts && <div className="text-fine">{accounts}</div>}
      <RecipientField
        typed={values.recipient}
        recipient={recipient}
        buy={pair.buy}
        onType={type}
        onConfirm={confirm}
        onRemove={() => {
          // The focus returns to the button that opened the field.
          setBack(true)
          remove()
        }}
      />
    </Suspense>
  )
}

function Heading({ quote, slippage, issues }: Pick<Swap, 'quote' | 'slippage' | 'issues'>) {
  const messages = useMessages(swapMessages)
  const [isOpen, setOpen] = useState(false)
  const percent = percentText(slippage.bps)
  const tolerance = slippage.isAuto ? messages.auto(percent) : percent
  return (
    <div className="relative -me-3 flex min-h-8 items-center justify-end gap-2 max-[22.5rem]:flex-wrap">
      <span aria-hidden="true" className="me-auto shrink-0 text-lead font-bold text-ink">
        {messages.form}
      </span>
      <Suspense>
        {(quote.age !== undefined || quote.isFinding || issues.some(canRetryQuote)) && (
          <Freshness age={quote.age} isFinding={quote.isFinding} onRefresh={quote.refresh} />
        )}
      </Suspense>
      <Button
        kind="bare"
        size="small"
        aria-label={`${messages.slippage} ${tolerance}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {/* Two lines where both are too long for one. */}
        <span className="text-end">
          <span className="me-1 text-quiet max-[22.5rem]:hidden">{messages.slippage}</span>{' '}
          <span className="whitespace-nowrap">{tolerance}</span>
        </span>
      </Button>
      <Suspense>{isOpen && <SlippagePopover onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}

/** The quote, with a short live region for screen readers that does not announce every change. */
function QuoteRegion({ swap }: { swap: Swap }) {
  const messages = useMessages(swapMessages)
  const { quote, funds, slippage } = swap
  const { buy } = swap.fields.pair
  return (
    <>
      {buy && (quote.view || quote.isFinding) && <h2 className="sr-only">{messages.quote}</h2>}
      <section
        role="status"
        aria-live="off"
        aria-label={messages.quote}
        aria-busy={quote.isFinding}
        className="grid gap-2 empty:hidden"
      >
        {buy && (quote.view || quote.isFinding) && (
          <Suspense fallback={<Skeleton className="h-56 w-full" />}>
            <QuotePanel
              offer={quote.view}
              buy={buy}
              isEstimate={funds.account === undefined}
              slippageBps={slippage.bps}
            />
          </Suspense>
        )}
      </section>
      <LiveMessage after={800}>{quote.announcement}</LiveMessage>
    </>
  )
}

/** Issues that are not announced: the form is still incomplete, or is loading. */
const ordinary: ReadonlySet<SwapFormIssue['is']> = new Set([
  ...(['token needed', 'amount needed', 'not connected', 'price finding', 'balance loading'] as const),
  'address checking',
  'demo wallet filling',
])

/** The main button: names the first issue, or opens the review. */
function MainButton({ issues }: { issues: readonly SwapFormIssue[] }) {
  const messages = useMessages(swapMessages)
  const id = useId()
  const { label, press } = primaryAction(issues)
  const isFindingPrice = label?.is === 'price finding' || label?.is === 'address checking'
  const isGrave = label?.is === 'impact extreme' || label?.is === 'impact ruinous'
  return (
    <div className="sticky bottom-0 z-5 -mx-3 mt-1 grid gap-2 bg-sheet px-3 pt-2 pb-3 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-[18rem]:bottom-0">
      <Button
        type="submit"
        kind={isGrave ? 'danger' : 'primary'}
        size="large"
        isWide
        // Not `disabled`: it stays in the tab order, and its description names the next step.
        aria-disabled={press === 'nothing' && !isFindingPrice}
        isBusy={isFindingPrice}
        aria-describedby={issues.length > 0 ? id : undefined}
      >
        {label ? messages.label(label) : messages.review}
      </Button>
      <LiveMessage after={800}>{label && !ordinary.has(label.is) ? messages.label(label) : ''}</LiveMessage>
      <div id={id} className="grid gap-1 text-fine text-quiet empty:hidden">
        <Suspense>{issues.length > 0 && <Hints issues={issues} />}</Suspense>
      </div>
    </div>
  )
}
