import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'
import { EarlyDeposit } from './early/EarlyDeposit'
import { EarlyPools } from './early/EarlyPools'
import { PageSkeleton } from './frame/PageSkeleton'
import { StartPage } from './frame/StartPage'

/** Renders the page at a path to HTML at build time, as it is until the app has its settings: people see it before any script runs. */
export function prerender(path: string): string {
  const never = new Promise<never>(() => {})
  const page = renderToString(
    <Router ssrPath={path}>
      <App opening={never} isDrawn />
    </Router>,
  )
  return page.replace(place, (tag) => tag + drawn(path))
}

/** What the app leaves alone (src/app/frame/DrawnPage.tsx). */
const place = /<div data-drawn=""[^>]*>/

function drawn(path: string): string {
  // Its ids differ from those that React gives to the rest of the page.
  const html = renderToStaticMarkup(contentOf(path), { identifierPrefix: 'drawn' })
  // The policy of the page forbids style attributes; the script that fills what is drawn here sets them.
  return html.replaceAll(' style="', ' data-style="')
}

function contentOf(path: string) {
  switch (path) {
    case '/swap':
      return <StartPage />
    case '/pools':
      return <EarlyPools />
    case '/liquidity/add':
      return <EarlyDeposit />
    default:
      return <PageSkeleton />
  }
}
