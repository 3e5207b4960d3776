import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { amountInput } from '../../../components/amountInput'
import { takeEarlyToken } from '../../../components/earlyInput'
import { pairMessages } from '../../../components/tokens/pair.messages'
import { selectButtonClass, TokenFace, tokenButtonClass } from '../../../components/tokens/TokenButton'
import { TokenImage } from '../../../components/tokens/TokenImage'
import type { Token } from '../../../domain/token'
import { classes } from '../../../ui/classes'
import { useFittedText } from '../../../ui/hooks/useFittedText'
import { useGroupedDigits } from '../../../ui/hooks/useGroupedDigits'
import { shapeOf, useRollingDigits } from '../../../ui/hooks/useRollingDigits'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { Skeleton } from '../../../ui/Skeleton'
import { swapMessages } from '../messages'

export type AmountFieldProps = {
  side: 'sell' | 'buy'
  token: Token | undefined
  onToken: () => void
  text: string
  /** Absent on the side that is received. */
  onText?: (text: string) => void
  inputRef?: RefObject<HTMLInputElement | null>
  isWorking?: boolean
  /** Next to the label. */
  actions?: ReactNode
  lead?: ReactNode
  error?: string | undefined
  /** Shown under the amount: its value. */
  value: ReactNode
  /** Shown under the token: its balance. */
  balance: ReactNode
  children?: ReactNode
}

/** One side of a swap: an amount with its value, and a token with its balance. */
export function AmountField(props: AmountFieldProps) {
  const { side, text, onText, inputRef, isWorking = false, actions, lead, error, value, balance, children } = props
  const pairWords = useMessages(pairMessages)
  const id = useId()
  const ownRef = useRef<HTMLInputElement>(null)
  const input = inputRef ?? ownRef
  const grouped = useGroupedDigits(input, text, onText)
  const output = useRef<HTMLOutputElement>(null)
  useFittedText(onText ? input : output, grouped.value)
  const received = useRef<HTMLSpanElement>(null)
  useRollingDigits(received, text)
  return (
    <div
      className={classes(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 rounded-control border bg-well p-3 focus-within:outline-2 focus-within:outline-action sm:p-4',
        error ? 'border-red' : 'border-transparent hover:border-line contrast-more:border-edge',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-1 text-fine mb-1">
        <label htmlFor={id} className="font-medium text-text">
          {side === 'sell' ? pairWords.pay : pairWords.receive}
        </label>
        {actions}
      </div>
      <div className="flex min-h-12 items-center justify-end gap-x-3 max-[18rem]:flex-wrap has-[[data-long]]:flex-wrap">
        {lead}
        {isWorking ? <Skeleton className="h-8 w-32 me-auto" /> : null}
        {onText ? (
          <input
            ref={input}
            id={id}
            {...amountInput}
            {...grouped}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={figure}
          />
        ) : (
          // Not a field that looks like one: it is read, and has no place in the order of the keyboard.
          <output
            ref={output}
            id={id}
            aria-live="off"
            className={classes(figure, text === '' && 'text-quiet', isWorking && 'sr-only')}
          >
            <span ref={received} key={shapeOf(text)} className="relative inline-block animate-arrive">
              {text || amountInput.placeholder}
            </span>
          </output>
        )}
        <TokenButton {...props} />
      </div>
      {error && (
        <p id={`${id}-error`} className="text-fine text-red">
          {error}
        </p>
      )}
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-fine text-quiet tabular-nums">
        <span className="min-w-0">{value}</span>
        <span className="ms-auto">{balance}</span>
      </div>
      {children}
    </div>
  )
}

const figure =
  'min-w-0 flex-1 max-[18rem]:basis-full bg-transparent text-figure data-long:basis-full font-medium text-ink tabular-nums outline-none placeholder:text-quiet'

function TokenButton({ side, token, onToken }: AmountFieldProps) {
  const messages = useMessages(swapMessages)
  const pairWords = useMessages(pairMessages)
  const button = useEarlyToken(side)
  return (
    <button
      ref={button}
      type="button"
      aria-label={side === 'sell' ? pairWords.tokenToPay(token) : pairWords.tokenToReceive(token)}
      aria-haspopup="dialog"
      onClick={onToken}
      className={token ? tokenButtonClass : selectButtonClass}
    >
      {token ? (
        <TokenFace
          mark={<TokenImage token={token} size="medium" hasChain />}
          symbol={token.symbol}
          network={token.chain.name}
        />
      ) : (
        <>
          <bdi className="truncate">{messages.selectToken}</bdi>
          <Icon name="chevron" className="size-4 max-[18rem]:hidden" />
        </>
      )}
    </button>
  )
}

/** The token that had the focus on the start page, which is gone, has it again; one that was pressed is pressed again. */
function useEarlyToken(side: 'sell' | 'buy'): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const early = takeEarlyToken(side)
    if (!early) return
    button.current?.focus({ preventScroll: true })
    if (early === 'pressed') button.current?.click()
  }, [side])
  return button
}
