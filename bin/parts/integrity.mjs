import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesPlace } from './languageFiles.mjs'
import { fileWith, textFiles } from './load.mjs'
import { pageFiles } from './pages.mjs'

/*
 * Subresource integrity: every page of the built app contains the hash of every script and style, so that a browser
 * runs no other bytes. Scripts and styles in tags get an `integrity` attribute, those that load later are in the import
 * map. The hashes of texts in other languages are in the script that loads them (src/ui/languages/languages.ts), so that
 * a page in English has none of them.
 */

/** Writes the hashes into the pages of a built app. Throws `Unsealed` when a file would run without one. */
export function sealPages(folder) {
  const texts = textFiles(folder)
  sealTexts(texts, folder)
  const hashes = hashesOf(folder)
  const outside = new Set([...texts.values()].map((file) => `/${file}`))
  for (const page of pageFiles()) {
    const path = join(folder, page)
    const sealed = sealPage(readFileSync(path, 'utf8'), hashes, outside)
    writeFileSync(path, sealed)
  }
}

function sealTexts(texts, folder) {
  const path = join(folder, fileWith('\0virtual:translations', folder))
  const [before, after, ...others] = readFileSync(path, 'utf8').split(new RegExp(`["'\`]${filesPlace}["'\`]`))
  if (after === undefined || others.length > 0) throw new Error(`${path} must have one place for files.`)
  const files = [...texts].map(([name, file]) => [name, [`/${file}`, integrityOf(readFileSync(join(folder, file)))]])
  writeFileSync(path, `${before}(${JSON.stringify(Object.fromEntries(files))})${after}`)
}

/** The page with `hashes`, by path (`/assets/index-B1.js`), in its tags and in an import map without those `outside`. */
export function sealPage(page, hashes, outside = new Set()) {
  const named = new Set()
  const tagged = page.replaceAll(runs, (tag, _, address) => {
    if (!hashes.has(address)) throw new Unsealed(address)
    named.add(address)
    return tag.replace(/>$/, ` integrity="${hashes.get(address)}">`)
  })
  const scripts = [...hashes].filter(([address]) => address.endsWith('.js') && !outside.has(address))
  // An import map covers scripts only: a style that loads later would be unchecked.
  for (const address of hashes.keys()) if (!address.endsWith('.js') && !named.has(address)) throw new Unsealed(address)

  const first = tagged.search(/<script type="module"|<link (data-)?rel="modulepreload"/)
  if (first === -1) throw new Error('The page has no script to begin with.')
  const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
  return `${tagged.slice(0, first)}<script type="importmap">${map}</script>\n    ${tagged.slice(first)}`
}

/** Tags with which a page loads scripts and styles, with their URLs. */
const runs = /<(script|link)\b(?=[^>]*\b(?:src|rel="(?:modulepreload|stylesheet)"))[^>]*\b(?:src|href)="([^"]+)"[^>]*>/g

/** The hashes of all scripts and styles in a folder, in the form of `integrity` attributes. */
function hashesOf(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(js|css)$/.test(file))
    .sort()
  return new Map(files.map((file) => [`/${file}`, integrityOf(readFileSync(join(folder, file)))]))
}

/** SHA-256, the shortest hash that browsers accept: every page contains all of them, and hashes do not compress. */
function integrityOf(bytes) {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** A script or style would run without an integrity check. */
class Unsealed extends Error {
  name = 'Unsealed'

  constructor(address) {
    super(`No hash can be named for ${address}.`)
  }
}
