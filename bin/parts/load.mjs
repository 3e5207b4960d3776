import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inHouse } from './house.mjs'

/**
 * What the built app in a folder must load before a screen can be used: the page's own script with what it asks for at
 * once, the screen, and all that these import; without a route, what every screen needs. `{ scripts, styles, modules }`;
 * files are paths in the folder.
 */
export function firstLoad(route, folder) {
  return loadOf([entry, ...askedAtOnce(), ...(route ? [screenOf(route)] : [])], folder)
}

/** The same, with what is imported later and yet by every visit, before the screen shows anything of the service. */
export function wholeLoad(route, folder) {
  const soon = [...importedSoon.everywhere, ...(importedSoon[route] ?? [])]
  return loadOf([entry, ...askedAtOnce(), ...(route ? [screenOf(route)] : []), ...soon], folder)
}

/**
 * Modules that the app imports lazily and still at every visit: pages name their files, so that no script has to run
 * before they are fetched. `test/e2e/weight.test.ts` finds what is missing here.
 */
export const importedSoon = {
  everywhere: [
    ...['src/api/chainList.ts', 'src/app/HaltNotice.tsx', 'src/app/notice.ts'],
    'node_modules/idb/build/index.js',
  ],
  '/swap': ['src/screens/swap/form/Hints.tsx'],
  '/pools': ['src/api/poolLists.ts', 'src/api/tabs.ts'],
  '/liquidity/add': ['src/api/poolLists.ts', 'src/api/tabs.ts'],
}

const entry = 'src/app/main.tsx'

function loadOf(modules, folder) {
  const contents = readJson(folder, '.vite/contents.json')
  const manifest = readJson(folder, '.vite/manifest.json')
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const begin = modules.map((name) => fileOf(name, manifest, contents))
  const scripts = needed(begin, manifest, chunks)
  return {
    scripts,
    styles: [...new Set(scripts.flatMap((file) => chunks.get(file)?.css ?? []))],
    modules: scripts.flatMap((file) => Object.keys(contents[file] ?? {})),
  }
}

/** The file that a module was built into. */
function fileOf(name, manifest, contents) {
  const file = manifest[name]?.file ?? Object.keys(contents).find((file) => name in contents[file])
  if (file === undefined) throw new Error(`The build has no ${name}.`)
  return file
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

/** These files and all that they import. */
function needed(files, manifest, chunks, found = new Set()) {
  for (const file of files) {
    if (found.has(file)) continue
    found.add(file)
    const imports = (chunks.get(file)?.imports ?? []).map((name) => manifest[name].file)
    needed(imports, manifest, chunks, found)
  }
  return [...found]
}

function readJson(folder, file) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
