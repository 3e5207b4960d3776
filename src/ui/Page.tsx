import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { classes } from './classes'

/** How often the person has navigated between pages since the app started. */
export const NavigationCount = createContext(0)

export type PageProps = {
  /** The heading, and the document title. */
  title: string
  /** For pages whose form makes a visible heading redundant. */
  isTitleHidden?: boolean
  /** An image before the heading, such as a token icon. */
  mark?: ReactNode
  /** `trade`: a form, and room next to it from 1024 px. */
  width?: 'form' | 'trade' | 'text' | 'page'
  actions?: ReactNode
  children: ReactNode
}

/** A page inside the app's frame. After navigation the heading receives the focus. */
export function Page({ title, isTitleHidden = false, mark, width = 'page', actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const journey = use(NavigationCount)

  useEffect(() => {
    // Inside a shadow root the document is someone else's.
    if (heading.current?.getRootNode() === document) document.title = `${title} · Tidegate`
  }, [title])

  useEffect(() => {
    if (journey > 0) heading.current?.focus({ preventScroll: true })
  }, [journey])

  return (
    <div className={classes('mx-auto w-full', widths[width])}>
      <div className={classes(!isTitleHidden && 'mb-5 flex flex-wrap items-center gap-x-4 gap-y-3')}>
        {mark}
        <h1 ref={heading} tabIndex={-1} className={isTitleHidden ? 'sr-only' : 'me-auto text-title outline-none'}>
          <bdi>{title}</bdi>
        </h1>
        {actions}
      </div>
      {children}
    </div>
  )
}

const widths = {
  form: 'max-w-form',
  trade: 'trade max-w-form',
  text: 'max-w-text',
  page: 'max-w-page',
}
