import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inHouse } from './house.mjs'

/**
 * What the built app in a folder must load before a screen can be used: the page's own script with what it asks for at
 * once, the screen, and all that these import; without a route, what every screen needs. `{ scripts, styles, modules }`;
 * files are paths in the folder.
 */
export function firstLoad(route, folder) {
  const manifest = readJson(folder, '.vite/manifest.json')
  const contents = readJson(folder, '.vite/contents.json')
  const names = ['index.html', ...askedAtOnce(), ...(route ? [screenOf(route)] : [])]
  const missing = names.filter((name) => !manifest[name])
  if (missing.length > 0) throw new Error(`The build has no ${missing.join(', ')}.`)

  const chunks = needed(names, manifest).map((name) => manifest[name])
  const scripts = [...new Set(chunks.map(({ file }) => file))]
  return {
    scripts,
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
    modules: scripts.flatMap((file) => Object.keys(contents[file] ?? {})),
  }
}

/** The size of files of a folder in one of their forms: `gz`, `br`, or as they are. */
export function kilobytes(files, form, folder) {
  const bytes = files.map((file) => sizeOf(join(folder, file), form))
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Files too small to be worth a smaller form have none. */
function sizeOf(file, form) {
  try {
    return readFileSync(form ? `${file}.${form}` : file).length
  } catch {
    return readFileSync(file).length
  }
}

/** The routes and the modules that draw them, as the app's own table has them. */
export function screens() {
  const table = readFileSync(inHouse('src', 'app', 'routes.ts'), 'utf8')
  const rows = table.matchAll(/\(\s*'(\/[^']*)',\s*\(\) =>\s*import\('([^']+)'\)/g)
  return new Map([...rows].map(([, route, module]) => [route, join('src', 'app', module)]))
}

function screenOf(route) {
  const module = screens().get(route)
  if (!module) throw new Error(`No screen is known for ${route}.`)
  return `${module}.tsx`
}

/** What the app's first module asks for by itself, before anybody does anything. */
function askedAtOnce() {
  const main = readFileSync(inHouse('src', 'app', 'main.tsx'), 'utf8')
  return [...main.matchAll(/import\('([^']+)'\)/g)].map(([, module]) => `${join('src', 'app', module)}.ts`)
}

function needed(names, manifest, found = new Set()) {
  for (const name of names) {
    if (found.has(name) || !manifest[name]) continue
    found.add(name)
    needed(manifest[name].imports ?? [], manifest, found)
  }
  return [...found]
}

function readJson(folder, file) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
