import { useEffect, useEffectEvent, useRef } from 'react'
import { SlippageSetting } from '../../../components/slippage/SlippageSetting'
import { useMessages } from '../../../ui/messages'
import { phoneSheet } from '../../../ui/phoneSheet'
import { quoteMessages } from './messages'

/** The slippage tolerance under its button, on phones a sheet at the bottom: Esc, and a press or focus elsewhere, close it. */
export default function SlippagePopover({ onClose }: { onClose: () => void }) {
  const messages = useMessages(quoteMessages)
  const root = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    // Not what has the focus: in Safari a press does not focus a button.
    const opener = root.current?.parentElement?.querySelector<HTMLElement>('[aria-expanded=true]')
    const leave = (event: Event) => {
      // Not the target: within a shadow root (the widget) that is the whole widget.
      const path = event.composedPath()
      const isWithin = (element: Element | null | undefined) => element && path.includes(element)
      // The button that opened it closes it itself.
      if (!isWithin(root.current) && !isWithin(opener)) close()
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      opener?.focus()
    }
    root.current?.querySelector('input')?.focus()
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  return (
    <div
      ref={root}
      role="dialog"
      aria-label={messages.slippage}
      className={`z-20 animate-arrive border border-line bg-sheet p-4 shadow-float sm:absolute sm:end-3 sm:top-full sm:mt-1 sm:w-88 sm:rounded-control ${phoneSheet}`}
    >
      <SlippageSetting />
    </div>
  )
}
