import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'

/** The start page as text, for the HTML that is built: people see it before any script runs. */
export function prerender(): string {
  const never = new Promise<never>(() => {})
  return renderToString(
    <Router ssrPath="/swap">
      <App opening={never} />
    </Router>,
  )
}
