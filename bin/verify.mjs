#!/usr/bin/env node
import { pathToFileURL } from 'node:url'
import { appFolder, buildOrExit, serverFile } from './parts/build.mjs'
import { requireNode } from './parts/house.mjs'
import { install } from './parts/install.mjs'

// Whether a deployment serves, byte for byte, what these sources build: `npm run verify -- https://swap.example`.
requireNode()
await install()
await buildOrExit()
const { runVerify } = await import(pathToFileURL(serverFile).href)
process.exitCode = await runVerify(process.argv[2], appFolder)
