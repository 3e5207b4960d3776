import '../ui/style.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App'
import type { ConfigError } from './configuration'

const { pathname, search, hash } = window.location
if (pathname === '/') window.history.replaceState(window.history.state, '', `/swap${search}${hash}`)

/** The services load while the first screen is drawn: neither waits for the other. */
const opening = import('./services').then(
  ({ createServices }) => createServices(),
  (error): ConfigError => ({ is: 'unreachable', detail: String(error) }),
)

// A page whose files were refused has no place for the app (index.html).
const root = document.getElementById('root')
const app = (
  <StrictMode>
    <App opening={opening} />
  </StrictMode>
)

// Where people arrive, the start page is in the HTML already; elsewhere, and in development, the app draws itself.
if (window.location.pathname === '/swap' && root?.hasChildNodes()) hydrateRoot(root, app)
else if (root) createRoot(root).render(app)
