#!/usr/bin/env node
import { buildOrExit, widgetFolder } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'

/* Builds the swap form as one script for pages of others: docs/widget.md. */

requireNode()
await install()
await buildOrExit(['widget'])
console.log(`${widgetFolder}/tidegate-swap.js`)
