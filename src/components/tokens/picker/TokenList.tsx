import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { shortAddress } from '../../../domain/address'
import { amountFigure, dollarText, figureText } from '../../../domain/text/figure'
import type { Token } from '../../../domain/token'
import { classes } from '../../../ui/classes'
import { useTextScale } from '../../../ui/hooks/useTextScale'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { cautionMessages } from '../caution.messages'
import { tokenMessages } from '../messages'
import type { TokenListing } from '../search'
import { TokenAmount } from '../TokenAmount'
import { TokenImage } from '../TokenImage'

type TokenListProps = {
  id: string
  listings: readonly TokenListing[]
  active: number
  chosenKey: string | undefined
  onActive: (index: number) => void
  onChoose: (token: Token) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Row height in pixels, equal for all rows, so that the list can be virtualized. */
const defaultHeight = 64
const spare = 4
export const rowsOnPage = 5

export function TokenList({ id, listings, active, chosenKey, onActive, onChoose, onKeyDown }: TokenListProps) {
  const messages = useMessages(tokenMessages)
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = defaultHeight * useTextScale()
  const [top, setTop] = useState(0)

  useLayoutEffect(() => {
    keepInView(box.current, active, rowHeight)
  }, [active, rowHeight])

  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(listings.length, first + visibleRows + 2 * spare)
  // The active row is always drawn, because `aria-activedescendant` refers to its id.
  const drawn = range(first, last).concat(active < first || active >= last ? [active] : [])

  return (
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label={messages.list}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className="-mx-2 h-80 overflow-y-auto overscroll-contain rounded-control"
    >
      <div role="presentation" className="relative" style={{ height: listings.length * rowHeight }}>
        {drawn.map((index) => {
          const listing = listings[index]!
          return (
            <Option
              key={listing.key}
              id={`${id}-${index}`}
              listing={listing}
              index={index}
              height={rowHeight}
              count={listings.length}
              isActive={index === active}
              isChosen={listing.key === chosenKey}
              onActive={() => onActive(index)}
              onChoose={() => onChoose(listing.token)}
            />
          )
        })}
      </div>
    </div>
  )
}

const visibleRows = 7

type OptionProps = {
  id: string
  listing: TokenListing
  index: number
  height: number
  count: number
  isActive: boolean
  isChosen: boolean
  onActive: () => void
  onChoose: () => void
}

function Option({ id, listing, index, height, count, isActive, isChosen, onActive, onChoose }: OptionProps) {
  const messages = useMessages(tokenMessages)
  const cautions = useMessages(cautionMessages)
  const { token, owned, dollarValue } = listing
  const { symbol, name } = token
  const [caution] = token.cautions ?? []
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search box, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box and the list hear the keys.
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-label={messages.option(symbol, name, token.chain.name)}
      aria-describedby={`${id}-more`}
      aria-setsize={count}
      aria-posinset={index + 1}
      onClick={onChoose}
      onPointerMove={isActive ? undefined : onActive}
      className={classes(
        'absolute inset-x-0 flex cursor-pointer items-center gap-3 rounded-control px-2',
        isActive && 'bg-raised outline-1 -outline-offset-1 outline-line forced-colors:outline-2',
      )}
      style={{ height, insetBlockStart: index * height }}
    >
      <TokenImage token={token} hasChain />
      <span className="grid min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi translate="no" className="shrink-0 font-bold text-ink">
            {symbol}
          </bdi>
          <bdi className="truncate text-fine text-quiet">{name}</bdi>
          {isChosen && <Icon name="check" className="size-4 self-center text-action" />}
        </span>
        <span className="truncate text-fine text-quiet">
          {messages.onChain(token.chain.name)}
          {!token.isNative && <span className="font-mono"> · {shortAddress(token.address)}</span>}
        </span>
      </span>
      <span id={`${id}-more`} className="grid max-w-[45%] shrink-0 justify-items-end text-end text-fine">
        {caution ? (
          <span className="flex items-center gap-1.5 font-medium text-amber">
            <Icon name="warn" className="size-4" />
            <span className="line-clamp-2">{cautions.caution(caution)}</span>
          </span>
        ) : (
          owned && (
            <>
              <span className="sr-only">
                {messages.owned(figureText(amountFigure(owned)), symbol, dollarValue && dollarText(dollarValue))}
              </span>
              <span aria-hidden="true" className="grid justify-items-end tabular-nums">
                <span className="text-ink">
                  <TokenAmount amount={owned} isBare />
                </span>
                {dollarValue && <span className="text-quiet">{dollarText(dollarValue)}</span>}
              </span>
            </>
          )
        )}
        {!caution && !owned && listing.isRecent && (
          <span className="flex items-center gap-1 text-quiet">
            <Icon name="clock" className="size-3.5" />
            {messages.recent}
          </span>
        )}
      </span>
    </div>
  )
}

function keepInView(box: HTMLDivElement | null, index: number, rowHeight: number): void {
  if (!box) return
  const start = index * rowHeight
  if (start < box.scrollTop) box.scrollTop = start
  else if (start + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = start + rowHeight - box.clientHeight
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step)
}
