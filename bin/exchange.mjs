#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { buildOrExit, serverFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'
import { createProgress } from './parts/terminal.mjs'

// `npm run exchange`: the embedded exchange alone, on its own port, to be used like a hosted service.
requireNode()
await install()
await buildOrExit(['server'])
const { runExchange } = await import(pathToFileURL(serverFile).href)
await runExchange(createProgress())
