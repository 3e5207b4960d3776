#!/usr/bin/env node
import { buildOrExit } from './parts/build.mjs'
import { install } from './parts/install.mjs'
import { requireNode } from './parts/project.mjs'

// `npm run edge`: builds the app, and the gateway as one file for edge runtimes.
requireNode()
await install()
await buildOrExit(['app', 'edge'])
console.log('dist/edge/edge.js serves dist/app on an edge runtime. For workerd there is src/gateway/edge/edge.capnp:')
console.log('TIDEGATE_BASE_URL=https://service.example TIDEGATE_API_KEY=… \\')
console.log('  node_modules/@cloudflare/workerd-linux-64/bin/workerd serve src/gateway/edge/edge.capnp')
