import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'

/** Renders the start page to HTML at build time: people see it before any script runs. */
export function prerender(): string {
  const never = new Promise<never>(() => {})
  return renderToString(
    <Router ssrPath="/swap">
      <App opening={never} />
    </Router>,
  )
}
