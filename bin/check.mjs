#!/usr/bin/env node
import { runChecks } from './parts/checks.mjs'
import { requireNode } from './parts/project.mjs'
import { seconds, withProgress } from './parts/terminal.mjs'

// `npm run check`: types, lint, unused code, prose and translations. Only what changed since the last run is read.
requireNode()

const started = performance.now()
const failed = []
await withProgress('Looking at types, style, unused code and prose…', () =>
  runChecks((title, complaints) => complaints.length > 0 && failed.push([title, complaints]), { isCached: true }),
)
for (const [title, complaints] of failed) console.log(`FAILED ${title}\n\n${complaints.join('\n')}\n`)
console.log(
  `${failed.length === 0 ? 'All seven checks passed' : `${failed.length} of seven checks failed`} in ${seconds(started)}`,
)
process.exitCode = failed.length > 0 ? 1 : 0
