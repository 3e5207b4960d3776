#!/usr/bin/env node
import { lowerCounts } from './parts/prose.mjs'

// `npm run prose`: prints the hits of each habit and lowers the stored counts. `-- --force` also raises them.
const found = await lowerCounts({ force: process.argv.includes('--force') })
for (const [habit, count] of Object.entries(found)) console.log(`${String(count).padStart(6)}  ${habit}`)
