import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { classes } from './classes'

/** How often the person has gone from page to page since the app began. */
export const NavigationCount = createContext(0)

export type PageProps = {
  /** The heading, and the title of the window. */
  title: string
  /** Where the page is its form and the heading would only repeat it. */
  isTitleHidden?: boolean
  /** Before the heading: a picture of what the page is about. */
  mark?: ReactNode
  width?: 'form' | 'text' | 'page'
  actions?: ReactNode
  children: ReactNode
}

/** A page in the frame of the house. Arriving from another page puts the focus on the heading. */
export function Page({ title, isTitleHidden = false, mark, width = 'page', actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const journey = use(NavigationCount)

  useEffect(() => {
    document.title = `${title} · Tidegate`
  }, [title])

  useEffect(() => {
    if (journey > 0) heading.current?.focus({ preventScroll: true })
  }, [journey])

  return (
    <div className={classes('mx-auto w-full', widths[width])}>
      <div className={classes(!isTitleHidden && 'mb-5 flex flex-wrap items-center gap-x-4 gap-y-3')}>
        {mark}
        <h1 ref={heading} tabIndex={-1} className={isTitleHidden ? 'sr-only' : 'me-auto text-title outline-none'}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  )
}

const widths = { form: 'max-w-form', text: 'max-w-text', page: 'max-w-page' }
