import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'
import { PageSkeleton } from './frame/PageSkeleton'
import { StartPage } from './frame/StartPage'

/** Renders the page at a path to HTML at build time, as it is until the app has its settings: people see it before any script runs. */
export function prerender(path: string): string {
  const never = new Promise<never>(() => {})
  // Its ids differ from those that React gives to the rest of the page.
  const drawn = renderToStaticMarkup(path === '/swap' ? <StartPage /> : <PageSkeleton />, { identifierPrefix: 'drawn' })
  return renderToString(
    <Router ssrPath={path}>
      <App opening={never} drawn={drawn} />
    </Router>,
  )
}
