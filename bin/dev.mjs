#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { buildOrExit, serverFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode, root } from './parts/project.mjs'
import { createProgress } from './parts/terminal.mjs'

// Runs the embedded exchange and the gateway, with Vite serving the app from its sources.
requireNode()
await install({ development: true })
await buildOrExit(['server'])
const { runTidegate } = await import(pathToFileURL(serverFile).href)
await runTidegate({ progress: createProgress(), reverseProxy: serveSources })

/**
 * Vite, with a proxy to the gateway. It injects styles by script, so the strict content policy applies only to the
 * build.
 */
async function serveSources(gatewayUrl, { port, host }) {
  const { createServer } = await import('vite')
  const target = { target: gatewayUrl, ws: true }
  const vite = await createServer({
    root,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      port,
      host,
      strictPort: true,
      proxy: Object.fromEntries(
        ['/api', '/rpc', '/faucet', '/config.json', '/notice.json', '/start.json', '/healthz', '/readyz'].map(
          (path) => [path, target],
        ),
      ),
    },
  })
  await vite.listen()
  return { close: () => vite.close() }
}
