#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Serves the existing build, without installing or building: for containers and services, where nothing may be written.
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const server = join(dist, 'server', 'main.js')
if (!existsSync(server)) {
  console.error('Nothing is built here yet: npm start builds and serves.')
  process.exit(1)
}
const { runTidegate } = await import(pathToFileURL(server).href)
await runTidegate({
  siteFolder: join(dist, 'app'),
  progress: { say: (sentence) => console.error(sentence), end: () => {} },
})
