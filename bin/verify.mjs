#!/usr/bin/env node
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sayAndExit, withFreshBuild } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'

// `npm run verify -- https://swap.example`: checks that a deployment serves, byte for byte, what these sources build.
const [address] = process.argv.slice(2)
if (!address || !URL.canParse(address)) {
  console.error('Say which deployment is meant: npm run verify -- https://swap.example')
  process.exit(1)
}
requireNode()
await install()
process.exitCode = await withFreshBuild(['app', 'server'], async ({ app, server }) => {
  const { runVerify } = await import(pathToFileURL(join(server, 'main.js')).href)
  return runVerify(new URL(address).origin, app)
}).catch(sayAndExit)
