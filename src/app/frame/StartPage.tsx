import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { amountInput } from '../../components/amountInput'
import { keepEarlyAmount } from '../../components/earlyAmount'
import { useMessages } from '../../ui/messages'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import { frameMessages } from '../messages'

/**
 * The prerendered start page: written into the HTML at build time, with the size of the empty swap form, so that nothing
 * shifts when the form replaces it. An amount can be typed before any script has run; the form takes it over.
 */
export function StartPage() {
  const messages = useMessages(frameMessages)
  return (
    <Page title={messages.places.swap} isTitleHidden width="trade">
      <div className="rounded-card border border-line bg-sheet p-4 shadow-sheet sm:p-5" aria-busy="true">
        <p role="status" className="sr-only">
          {messages.opening}
        </p>
        <div className="grid gap-2">
          <p aria-hidden="true" className="flex min-h-10 items-center text-lead font-bold text-ink">
            {messages.places.swap}
          </p>
          <Side>
            <AmountToPay />
          </Side>
          <div className="relative z-1 -my-4 flex justify-center">
            <span className="rounded-control bg-sheet p-1">
              <span className="block size-10 rounded-control border border-line bg-sheet" />
            </span>
          </div>
          <Side>
            <span className="flex items-center text-fine">
              <Skeleton className="h-4 w-16" />
              &nbsp;
            </span>
            <Row>
              <Skeleton className="h-9 w-24" />
            </Row>
          </Side>
          <div className="flex min-h-8 items-center">
            <Skeleton className="h-4 w-28" />
          </div>
          <Skeleton className="mt-1 h-14 w-full" />
        </div>
      </div>
    </Page>
  )
}

function Side({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-1 rounded-control border border-edge bg-well p-3 focus-within:outline-2 focus-within:outline-action sm:p-4">
      {children}
      <span className="flex h-6 items-center">
        <Skeleton className="h-4 w-12" />
      </span>
    </div>
  )
}

/** An amount, with a placeholder for its token. */
function Row({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-12 items-center justify-between gap-3">
      {children}
      <Skeleton className="h-12 w-32 shrink-0" />
    </div>
  )
}

/** The first field of the swap form (AmountField), without the parts that need a token. */
function AmountToPay() {
  const messages = useMessages(frameMessages)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const element = field.current
    return () => {
      if (element) keepEarlyAmount(element)
    }
  }, [])
  return (
    <>
      <label htmlFor={id} className="text-fine font-medium text-text">
        {messages.pay}
      </label>
      <Row>
        <input
          ref={field}
          id={id}
          {...amountInput}
          className="w-full min-w-0 bg-transparent text-figure font-medium text-ink tabular-nums outline-none placeholder:text-quiet"
        />
      </Row>
    </>
  )
}
