import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languagesWithFiles, textPartOf, textParts } from './languageFiles.mjs'
import { inProject } from './project.mjs'

/**
 * The files that must load before a screen can be used: the page's own script with its immediate imports, the screen,
 * and everything these import; without a route, what every screen needs. Returns `{ scripts, styles, modules }`; files
 * are paths in the folder.
 */
export function firstLoad(route, folder) {
  return loadOf([entry, ...askedAtOnce(), ...(route ? [screenOf(route)] : [])], folder)
}

/** The same, with the lazy imports of every visit that come before the screen shows data of the service. */
export function wholeLoad(route, folder) {
  const soon = [...importedSoon.everywhere, ...(importedSoon[route] ?? [])]
  return loadOf([entry, ...askedAtOnce(), ...(route ? [screenOf(route)] : []), ...soon], folder)
}

/** The files that a module needs in addition to those of the first load of `/swap`. */
export function extraLoad(module, folder) {
  const before = new Set(wholeLoad('/swap', folder).scripts)
  return loadOf([module], folder).scripts.filter((file) => !before.has(file))
}

/**
 * Modules that are imported lazily, but at every visit: pages preload their files, so that they do not wait for a
 * script to run. `test/e2e/weight.test.ts` fails when one is missing here.
 */
export const importedSoon = {
  everywhere: [
    ...['src/api/chainList.ts', 'src/api/requester.ts', 'src/api/cache.ts'],
    ...['src/app/frame/HaltNotice.tsx', 'src/app/notice.ts'],
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
  const begin = modules.map((module) => fileWith(module, folder))
  const scripts = needed(begin, manifest, chunks)
  return {
    scripts,
    styles: [...new Set(scripts.flatMap((file) => chunks.get(file)?.css ?? []))],
    modules: scripts.flatMap((file) => Object.keys(contents[file] ?? {})),
  }
}

/** The files with texts of other languages, by language and part (`de/a`). */
export function textFiles(folder) {
  const names = languagesWithFiles().flatMap((language) => textParts.map((part) => `${language}/${part}`))
  return new Map(names.map((name) => [name, fileWith(`\0virtual:translations/${name}`, folder)]))
}

/** The files that a page needs to show its screen in another language, in addition to those of `wholeLoad`. */
export function translatedLoad(route, language, folder) {
  if (language === 'en') return []
  const { scripts, modules } = wholeLoad(route, folder)
  const parts = new Set(modules.filter((module) => /[./]messages\.ts$/.test(module)).map(textPartOf))
  const texts = [...parts].map((part) => `\0virtual:translations/${language}/${part}`)
  const load = loadOf(['src/ui/languages/languages.ts', ...texts], folder).scripts
  return load.filter((file) => !scripts.includes(file))
}

/** The built file that contains a module, as a path in the folder. Throws when the build has no such module. */
export function fileWith(module, folder) {
  const contents = readJson(folder, '.vite/contents.json')
  const file =
    readJson(folder, '.vite/manifest.json')[module]?.file ??
    Object.keys(contents).find((name) => module in contents[name])
  if (file === undefined) throw new Error(`The build has no ${module}.`)
  return file
}

/** The total size of files in one encoding: `gz`, `br`, or uncompressed. */
export function kilobytes(files, form, folder) {
  const bytes = files.map((file) => sizeOf(join(folder, file), form))
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Small files have no compressed form. */
function sizeOf(file, form) {
  try {
    return readFileSync(form ? `${file}.${form}` : file).length
  } catch {
    return readFileSync(file).length
  }
}

/** The routes and the modules of their screens, from the app's route table. */
export function screens() {
  const table = readFileSync(inProject('src', 'app', 'routes.ts'), 'utf8')
  const rows = table.matchAll(/\(\s*'(\/[^']*)',\s*\(\) =>\s*import\('([^']+)'\)/g)
  return new Map([...rows].map(([, route, module]) => [route, join('src', 'app', module)]))
}

function screenOf(route) {
  const module = screens().get(route)
  if (!module) throw new Error(`No screen is known for ${route}.`)
  return `${module}.tsx`
}

/** The dynamic imports that the app's first module starts by itself. */
function askedAtOnce() {
  const main = readFileSync(inProject('src', 'app', 'main.tsx'), 'utf8')
  return [...main.matchAll(/import\('([^']+)'\)/g)].map(([, module]) => `${join('src', 'app', module)}.ts`)
}

/** These files and everything they import. */
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
