import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageNames } from './pages.mjs'

/*
 * Every page of the built app names the hash of every script and style, so that a browser runs no other bytes: those
 * that the page itself asks for in their tags, those that come later in an import map.
 */

/** Writes the hashes into the pages of a built app. Throws `Unsealed` when a file would be run without one. */
export function sealPages(folder) {
  const hashes = hashesOf(folder)
  for (const page of pageNames) {
    const path = join(folder, `${page}.html`)
    const sealed = sealPage(readFileSync(path, 'utf8'), hashes)
    writeFileSync(path, sealed)
  }
}

/** The page with `hashes`, by address (`/assets/index-B1.js`), in its tags and in an import map before them. */
export function sealPage(page, hashes) {
  const named = new Set()
  const tagged = page.replaceAll(runs, (tag, _, address) => {
    if (!hashes.has(address)) throw new Unsealed(address)
    named.add(address)
    return tag.replace(/>$/, ` integrity="${hashes.get(address)}">`)
  })
  const scripts = [...hashes].filter(([address]) => address.endsWith('.js'))
  // An import map knows of scripts alone: a style that came later would come unchecked.
  for (const address of hashes.keys()) if (!address.endsWith('.js') && !named.has(address)) throw new Unsealed(address)

  const first = tagged.search(/<script type="module"/)
  if (first === -1) throw new Error('The page has no script to begin with.')
  const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
  return `${tagged.slice(0, first)}<script type="importmap">${map}</script>\n    ${tagged.slice(first)}`
}

/** Tags with which a page asks for scripts and styles, and the addresses in them. */
const runs = /<(script|link)\b(?=[^>]*\b(?:src|rel="(?:modulepreload|stylesheet)"))[^>]*\b(?:src|href)="([^"]+)"[^>]*>/g

/** The hashes of all scripts and styles in a folder, as pages write them. */
function hashesOf(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(js|css)$/.test(file))
    .sort()
  return new Map(files.map((file) => [`/${file}`, integrityOf(readFileSync(join(folder, file)))]))
}

/** Every page carries all of them, and hashes do not compress: the shortest that browsers take, which is long enough. */
function integrityOf(bytes) {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`
}

/** A script or style that browsers would run whatever its bytes are. */
class Unsealed extends Error {
  name = 'Unsealed'

  constructor(address) {
    super(`No hash can be named for ${address}.`)
  }
}
