#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { buildOrExit, serverFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'
import { createProgress } from './parts/terminal.mjs'

// `npm run exchange`: only the embedded exchange, on its own port, for use as a hosted service.
requireNode()
await install()
await buildOrExit(['server'])
const { runExchange } = await import(pathToFileURL(serverFile).href)
await runExchange(createProgress())
