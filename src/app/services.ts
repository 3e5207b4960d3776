import { openChannel } from '../api/channel'
import { chainsQuery } from '../api/queries'
import type { Theme } from '../components/preferences'
import type { Deployment } from '../protocol/deployment/deployment'
import { type AppServices, buildServices } from './buildServices'
import { type ConfigError, isConfigError, readConfiguration } from './configuration'
import { fetchEarly } from './earlyRequest'
import { loadEarlierOrders } from './orders/earlierOrders'
import { journalName, ordersChannel } from './orders/journalName'

/** Reads the deployment's settings and builds the services, or returns why the app cannot start. */
export async function createServices(): Promise<AppServices | ConfigError> {
  const deployment = await readConfiguration()
  return isConfigError(deployment) ? deployment : build(deployment)
}

function build(deployment: Deployment): AppServices {
  const stopListening = listenFor(ordersChannel, () => services.orderService.load().catch(() => {}))
  const { services, queries } = buildServices(deployment, {
    fetch: fetchEarly,
    notice: async () => (await import('./notice')).askNotice(deployment, fetchEarly),
    openTabs: async (clock) => (await import('../api/tabs')).browserTabs(clock),
    fetchOrders: async () => {
      const { openOrderService } = await import('./orders/openOrderService')
      return (deps) => {
        stopListening()
        return openOrderService(deps)
      }
    },
  })
  const { client, wallets, preferences } = services
  preferences.subscribe(({ theme }) => showTheme(theme))

  // Nearly every screen needs the list of chains, so it is prefetched before the first render.
  void queries.prefetchQuery(chainsQuery(client))
  void wallets.restore()
  // Screens that show orders read the journal themselves, and say why it cannot be read.
  hasJournal()
    .then((isThere) => isThere && loadEarlierOrders(services))
    .catch(() => {})
  return { queries, services }
}

/** Another tab may make the first order of this browser: this tab then loads orders too. */
function listenFor(name: string, onMessage: () => void): () => void {
  const stop = openChannel(name).subscribe(() => {
    stop()
    onMessage()
  })
  return stop
}

/** Watches orders of earlier visits from the start; without any, their code is not loaded. */
async function hasJournal(): Promise<boolean> {
  // Without `indexedDB.databases()` a journal is assumed to exist. Without IndexedDB, or where it is blocked, no
  // journal exists.
  const databases = (await globalThis.indexedDB?.databases?.().catch(() => undefined)) ?? [{ name: journalName }]
  return databases.some(({ name }) => name === journalName)
}

/** The browser's `theme-color` in both themes: `--color-paper` of tokens.css. */
const paper = { light: '#f4f2ec', dark: '#0b1620' }

/**
 * Sets the chosen theme on the root element and in the `theme-color` meta tag; `system` leaves the choice to the device.
 * A script in `index.html` does the same before the app loads.
 */
function showTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    bar.content = paper[theme === 'system' ? (bar.media.includes('dark') ? 'dark' : 'light') : theme]
}
