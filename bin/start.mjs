#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { appFolder, buildOrExit, serverFile } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'
import { createProgress } from './parts/terminal.mjs'

// `npm start`: the app and everything behind it, also from a fresh clone.
requireNode()
await install()
await buildOrExit()
const { runTidegate } = await import(pathToFileURL(serverFile).href)
await runTidegate({ siteFolder: appFolder, progress: createProgress() })
