import '../ui/style.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App'
import type { ConfigError } from './configuration'

const { pathname, search, hash } = window.location
if (pathname === '/' || pathname === '/swap/')
  window.history.replaceState(window.history.state, '', `/swap${search}${hash}`)

/** The services load in parallel with the first render. */
const opening = import('./services').then(
  ({ createServices }) => createServices(),
  (error): ConfigError => ({ is: 'unreachable', detail: String(error) }),
)

// When the page's files were refused, index.html has removed the app's root element.
const root = document.getElementById('root')
// Pages are prerendered and hydrated; in development they render from scratch.
const isDrawn = root?.hasChildNodes() ?? false
const app = (
  <StrictMode>
    <App opening={opening} isDrawn={isDrawn} />
  </StrictMode>
)
if (root && isDrawn) hydrateRoot(root, app)
else if (root) createRoot(root).render(app)
