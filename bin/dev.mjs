#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { buildOrExit, serverFile } from './parts/build.mjs'
import { requireNode, root } from './parts/house.mjs'
import { install } from './parts/install.mjs'
import { createProgress } from './parts/terminal.mjs'

// The same exchange and gateway, with the app served from its sources and replaced while they change.
requireNode()
await install({ development: true })
await buildOrExit(['server'])
const { runTidegate } = await import(pathToFileURL(serverFile).href)
await runTidegate({ progress: createProgress(), front: serveSources })

/** Vite in front, the gateway behind. Styles come in by script here, so the strict policy waits for the build. */
async function serveSources(gatewayUrl, { port, host }) {
  const { createServer } = await import('vite')
  const behind = { target: gatewayUrl, ws: true }
  const vite = await createServer({
    root,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      port,
      host,
      strictPort: true,
      proxy: Object.fromEntries(
        ['/api', '/rpc', '/faucet', '/config.json', '/notice.json', '/healthz', '/readyz'].map((at) => [at, behind]),
      ),
    },
  })
  await vite.listen()
  return { close: () => vite.close() }
}
