import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { App } from './App'

/** Renders the page at a path to HTML at build time, as it is until the app has its settings: people see it before any script runs. */
export function prerender(path: string): string {
  const never = new Promise<never>(() => {})
  return renderToString(
    <Router ssrPath={path}>
      <App opening={never} />
    </Router>,
  )
}
