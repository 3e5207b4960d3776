import './insecureContext'
import '../ui/style.css'
import type { ConfigError } from './configuration'
import { tolerateForeignEdits } from './foreignEdits'
import { startApp } from './startApp'

const { pathname, search, hash } = window.location
if (pathname === '/' || pathname === '/swap/')
  window.history.replaceState(window.history.state, '', `/swap${search}${hash}`)

tolerateForeignEdits(document.body)

/** The services load in parallel with the first render. */
const opening = import('./services').then(
  ({ createServices }) => createServices(),
  (error): ConfigError => ({ is: 'unreachable', detail: String(error) }),
)

// When the page's files were refused, index.html has removed the app's root element.
const root = document.getElementById('root')
if (root) void startApp(root, opening)
