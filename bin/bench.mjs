#!/usr/bin/env node
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from './parts/build.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import { withProgress } from './parts/terminal.mjs'

/*
 * Measures waiting times. Each file in bin/bench is one subject and exports a `title` (`'How fast it starts'`) and
 * `measure({ chromium })`, which returns `{ columns: ['what', 'ms'], rows: [['ready', 900]], notes: [] }`.
 *
 * `npm run bench -- start` measures only the subjects whose name contains one of the given words; one with
 * `export const isOnlyByName = true` is measured only then.
 */
requireNode()
await install({ development: true })
await build()
const chromium = await provideChromium()
if (chromium.missing) {
  console.error(chromium.missing)
  process.exit(1)
}

const words = process.argv.slice(2)
const files = readdirSync(inProject('bin', 'bench')).filter((file) => file.endsWith('.mjs'))
const wanted = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))

for (const file of wanted.sort()) {
  const { title, measure, isOnlyByName = false } = await import(pathToFileURL(inProject('bin', 'bench', file)).href)
  if (isOnlyByName && words.length === 0) continue
  const { columns, rows, notes = [] } = await withProgress(`${title}…`, () => measure({ chromium: chromium.path }))
  console.log(`\n${title}\n`)
  console.log(table([columns, ...rows]))
  for (const note of notes) console.log(note)
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)))
  const line = (row) => `| ${row.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(rows[0]), rule, ...rows.slice(1).map(line)].join('\n')
}

function pad(cell, width, column) {
  const text = String(cell ?? '')
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}
