import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'
import { StartPage } from './frame/StartPage'

/** Renders the start page to HTML at build time: an amount can be typed before any script runs. */
export function prerender(): string {
  const never = new Promise<never>(() => {})
  return renderToStaticMarkup(
    <Router ssrPath="/swap">
      <App opening={never} placeholder={<StartPage />} />
    </Router>,
  )
}
