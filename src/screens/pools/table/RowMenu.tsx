import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { knownValue } from '../../../domain/pools/pool'
import { useCopy } from '../../../ui/CopyButton'
import type { MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { toggleFavourite, useIsFavourite } from '../favourites'
import { poolsMessages } from '../messages'
import { poolTradesOf } from '../poolTrades'
import type { PoolRowModel } from './poolRows'
import { rowMenuMessages } from './rowMenu.messages'

export type RowMenuProps = {
  readonly row: PoolRowModel
  /** The button of the row that opened it. */
  readonly button: HTMLElement
  readonly isCompared: boolean
  readonly onCompare: (row: PoolRowModel) => void
  readonly onClose: () => void
  /** The list of a menu. The page has loaded it: to import it here would split its file from the page's. */
  readonly Items: typeof MenuItems
}

/**
 * The actions on the pool of a row. One menu serves all rows, so that a row is two tab stops: its pool and this. Esc, a
 * press elsewhere and scrolling close it.
 */
export default function RowMenu({ row, button, isCompared, onCompare, onClose, Items }: RowMenuProps) {
  const messages = useMessages(rowMenuMessages)
  const list = useMessages(poolsMessages)
  const [, navigate] = useLocation()
  const isFavourite = useIsFavourite(row.key)
  const panel = useRef<HTMLDivElement>(null)
  const { isCopied, copy, note } = useCopy()
  const { swap, addLiquidity } = poolTradesOf(row.pool, row.chain)
  const address = knownValue(row.pool.address)

  useLayoutEffect(() => placeAt(panel.current!, button), [button])
  const close = () => {
    button.focus({ preventScroll: true })
    onClose()
  }
  const [{ top, left }] = useState(() => button.getBoundingClientRect())
  const leave = useEffectEvent((event: Event) => {
    const { target } = event
    // The scrolling that brought the button into sight may end after the press.
    const now = button.getBoundingClientRect()
    if (event.type === 'scroll' && now.top === top && now.left === left) return
    if (target instanceof Node && (panel.current?.contains(target) || button.contains(target))) return
    // A press or the focus elsewhere keeps what it chose; scrolling and resizing choose nothing.
    if (event.type === 'scroll' || event.type === 'resize') close()
    else onClose()
  })
  useEffect(() => {
    const onLeave = (event: Event) => leave(event)
    for (const name of leaving) window.addEventListener(name, onLeave, true)
    return () => {
      for (const name of leaving) window.removeEventListener(name, onLeave, true)
    }
  }, [])
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(onClose, 1_500)
    return () => clearTimeout(timer)
  }, [isCopied, onClose])

  const items = [
    addLiquidity && { name: list.addLiquidity, onChoose: () => navigate(addLiquidity) },
    swap && { name: list.swap, onChoose: () => navigate(swap) },
    address !== undefined && { name: messages.copyAddress, onChoose: () => copy(address), isKept: true },
    { name: messages[isFavourite ? 'unfavourite' : 'favourite'], onChoose: () => toggleFavourite(row.key) },
    { name: messages[isCompared ? 'uncompare' : 'compare'], onChoose: () => onCompare(row) },
  ].filter((item) => typeof item === 'object')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from anywhere inside; the items are the controls.
    <div
      ref={panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') close()
        if (event.key === 'Escape') event.preventDefault()
      }}
      className="fixed z-30 min-w-48 animate-arrive rounded-control border border-line bg-sheet p-2 shadow-float"
    >
      {isCopied && <p className="px-3 py-2 text-fine text-ink">{messages.copied}</p>}
      {note}
      {!isCopied && (
        <Items
          label={list.actionsOf(row.pair)}
          items={items.map(({ name, onChoose, ...item }) => ({
            name,
            onChoose: () => {
              if (!('isKept' in item)) close()
              else button.focus({ preventScroll: true })
              onChoose()
            },
          }))}
        />
      )}
    </div>
  )
}

const leaving = ['pointerdown', 'focusin', 'scroll', 'resize'] as const

/** Below the button, or above it where the window ends; never beyond the window's sides. */
function placeAt(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isLeftward = getComputedStyle(button).direction === 'ltr'
  const wanted = isLeftward ? right - width : left
  panel.style.left = `${Math.max(8, Math.min(wanted, window.innerWidth - width - 8))}px`
  panel.style.top = `${bottom + height + 8 > window.innerHeight ? Math.max(8, top - height - 4) : bottom + 4}px`
}
