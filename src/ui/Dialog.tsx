import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from './Button'
import { classes } from './classes'
import { useMessages } from './messages'
import { partsMessages } from './parts.messages'

export type DialogProps = {
  title: string
  /** Called on Esc, on a click on the backdrop, and by the corner button. */
  onClose: () => void
  size?: keyof typeof sizes
  /** Stays visible while the content scrolls; in a short window it scrolls with it. */
  footer?: ReactNode
  /** Next to the title, before the corner button. */
  actions?: ReactNode
  /** With `false`, clicks on the backdrop are ignored: for dialogs with a running operation. */
  closesOutside?: boolean
  /** Keeps its height while its content changes. */
  isSteady?: boolean
  children: ReactNode
}

/**
 * A modal dialog; a bottom sheet on narrow screens. When it opens, focus moves to the element with `data-autofocus` or
 * else to the title; when it closes, focus returns.
 */
export function Dialog({
  title,
  onClose,
  size = 'regular',
  footer,
  actions,
  closesOutside = true,
  isSteady = false,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const opened = useRef<{ before?: Element | null; place?: Document | ShadowRoot }>({})
  const titleId = useId()
  const messages = useMessages(partsMessages)

  useEffect(() => {
    const dialog = element.current
    const root = dialog?.getRootNode()
    // Within a shadow root (the widget) the document only knows the focus to be on the whole widget.
    const place = root instanceof ShadowRoot ? root : document
    const before = place.activeElement
    opened.current = { before, place }
    dialog?.showModal()
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector('h2')
    first?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  // The element that opened it may be gone (the connect button after connecting); its replacement gets the focus, in the
  // next frame, before `keepFocus` looks for a heading. The effect above may end later.
  useLayoutEffect(
    () => () => {
      requestAnimationFrame(() => {
        const { before, place = document } = opened.current
        if (before?.isConnected || document.activeElement !== document.body) return
        place
          .querySelector<HTMLElement>('header [data-successor], .widget [data-successor]')
          ?.focus({ preventScroll: true })
      })
    },
    [],
  )

  // Back closes the dialog first. Browsers without the Navigation API do so by themselves (Android), or leave the page.
  const back = useEffectEvent((event: Event) => {
    if (!isTraversal(event) || !event.cancelable || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  })
  useEffect(() => {
    const navigation: unknown = Reflect.get(window, 'navigation')
    if (!(navigation instanceof EventTarget)) return
    navigation.addEventListener('navigate', back)
    return () => navigation.removeEventListener('navigate', back)
  }, [])

  // Safari draws its keyboard over the page, where other browsers make the page shorter.
  useEffect(() => {
    const view = window.visualViewport
    const dialog = element.current
    if (!view || !dialog) return
    const fit = () => {
      const covered = view.scale > 1 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
      dialog.style.setProperty('--covered', `${Math.round(covered)}px`)
    }
    view.addEventListener('resize', fit)
    view.addEventListener('scroll', fit)
    return () => {
      view.removeEventListener('resize', fit)
      view.removeEventListener('scroll', fit)
    }
  }, [])

  /** The dialog element itself is the target only for clicks on its backdrop: its content covers the rest. */
  const onClick = (event: MouseEvent) => {
    if (closesOutside && event.target === element.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for closing is Esc, which arrives as `cancel`.
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={classes(
        'bottom-[var(--covered,0px)] m-0 mt-auto max-h-none w-full max-w-none animate-arrive overflow-hidden rounded-t-card border border-line bg-sheet p-0 pb-[env(safe-area-inset-bottom)] text-text shadow-float backdrop:bg-scrim sm:m-auto sm:rounded-card',
        sizes[size],
      )}
    >
      <div
        className={classes(
          'flex max-h-[calc(92dvh-var(--covered,0px))] flex-col short:block short:overflow-y-auto short:overscroll-contain sm:max-h-[calc(86dvh-var(--covered,0px))] short:max-h-[calc(100dvh-var(--covered,0px))]',
          isSteady && 'h-[40rem]',
        )}
      >
        {/* Not `header` and `footer`: outside of a section they would be those of the page. */}
        <div className="flex items-center gap-2 border-b border-line py-3 ps-5 pe-3">
          <h2 id={titleId} tabIndex={-1} className="me-auto text-lead">
            <bdi>{title}</bdi>
          </h2>
          {actions}
          <IconButton icon="close" label={messages.dismiss} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 short:overflow-visible">{children}</div>
        {footer && <div className="grid grid-cols-[minmax(0,1fr)] border-t border-line p-5">{footer}</div>}
      </div>
    </dialog>
  )
}

const sizes = { regular: 'sm:w-form', review: 'sm:w-[30rem]', wide: 'sm:w-text' }

function isTraversal(event: Event): boolean {
  return 'navigationType' in event && event.navigationType === 'traverse'
}
