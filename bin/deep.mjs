#!/usr/bin/env node
import { randomInt } from 'node:crypto'
import { buildOrExit } from './parts/build.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { depths } from './parts/depths.mjs'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import { runScript } from './parts/tool.mjs'

// `npm run test:deep`: random search with many draws, processes that are restarted, builds that are compared, and every
// combination of pictures. `npm test` has the same tests with few draws. Arguments go to vitest, in place of all of them.
requireNode()
await install({ development: true })
const chromium = await provideChromium()
if (chromium.missing) console.error(chromium.missing)
await buildOrExit(['app', 'server'])
const seed = process.env.SEED ?? String(randomInt(2 ** 31))
console.log(`Properties draw from SEED=${seed}`)
const args = process.argv.slice(2)
const { code } = await runScript(
  inProject('node_modules', 'vitest', 'vitest.mjs'),
  ['run', ...(args.length > 0 ? args : depths)],
  {
    show: true,
    env: { SEED: seed, TIDEGATE_DEEP: 'yes', ...(chromium.path ? { TIDEGATE_CHROMIUM: chromium.path } : {}) },
  },
)
process.exitCode = code
