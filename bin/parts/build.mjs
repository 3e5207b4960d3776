import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sealPages } from './integrity.mjs'
import { inProject, root } from './project.mjs'
import { removeStaleFolders, temporaryFolder } from './temporaryFolder.mjs'
import { withProgress } from './terminal.mjs'
import { runScript } from './tool.mjs'

const always = [
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'bin/parts/build.mjs',
  'bin/parts/catalogue.mjs',
  'bin/parts/chunks.mjs',
  'bin/parts/icu.mjs',
  'bin/parts/integrity.mjs',
  'bin/parts/languageFiles.mjs',
  'bin/parts/languages.mjs',
  'bin/parts/load.mjs',
  'bin/parts/pages.mjs',
  'bin/parts/preloads.mjs',
  'bin/parts/prerender.mjs',
  'bin/parts/usedStyles.mjs',
]
const prerendered = 'src/app/prerender.tsx'

/** The app, the server and the gateway for edge runtimes, each with its sources and its build command. */
const parts = {
  app: {
    sources: [...always, 'index.html', 'public', 'src'],
    without: /^src\/(exchange|gateway)\//,
    arguments: [],
  },
  server: {
    sources: [...always, 'src/domain', 'src/protocol', 'src/exchange', 'src/gateway'],
    without: /^$/,
    arguments: ['--ssr', 'src/gateway/node/main.ts'],
  },
  edge: {
    sources: [...always, 'src/domain', 'src/protocol', 'src/gateway'],
    without: /^$/,
    arguments: ['--ssr', 'src/gateway/edge/edge.ts', '--mode', 'edge'],
  },
  widget: {
    sources: [...always, 'src'],
    without: /^src\/(exchange|gateway)\//,
    arguments: ['--mode', 'widget'],
  },
  judge: {
    sources: [...always, 'src/domain', 'src/protocol', 'src/chain', 'src/guard', 'src/orders', 'src/preparation'],
    without: /^$/,
    arguments: ['--ssr', 'src/preparation/judge/judgeAt.ts'],
  },
  doctor: {
    sources: [...always, 'src/domain', 'src/protocol', 'src/preparation', 'src/components', 'src/ui', 'src/doctor'],
    without: /^$/,
    arguments: ['--ssr', 'src/doctor/doctor.ts'],
  },
}

export const appFolder = inProject('dist', 'app')
export const serverFile = inProject('dist', 'server', 'main.js')
/** @internal exported for the tests that run the built edge gateway */
export const edgeFile = inProject('dist', 'edge', 'edge.js')
export const widgetFolder = inProject('dist', 'widget')
export const doctorFile = inProject('dist', 'doctor', 'doctor.js')
export const judgeFile = inProject('dist', 'judge', 'judgeAt.js')

/** Builds the parts whose sources changed since the last build, compared by content. */
export async function build(names = ['app', 'server']) {
  // `npm test` has just built everything that its tests use.
  if (process.env.TIDEGATE_BUILT && names.every((name) => existsSync(inProject('dist', name)))) return
  removeStaleFolders()
  const stale = names
    .map((name) => ({ name, hash: hashOf(parts[name]) }))
    .filter(({ name, hash }) => !isBuilt(name, hash))
  if (stale.length === 0) return
  const words = stale.length === 1 && stale[0].name === 'server' ? 'Building the server…' : 'Building the app…'
  const outcomes = await withProgress(words, () => Promise.allSettled(stale.map(buildPart)))
  for (const { reason } of outcomes) if (reason) throw reason
}

/** The same for commands: a failed build is printed, and the command exits. */
export function buildOrExit(names) {
  return build(names).catch(sayAndExit)
}

export function sayAndExit(error) {
  console.error(error instanceof BuildFailed ? error.message : error)
  process.exit(1)
}

/**
 * Builds into temporary folders, ignoring dist, and passes their paths to `use`: a comparison must not trust files that
 * someone could have changed since the last build. Removes the folders at the end.
 */
export async function withFreshBuild(names, use) {
  removeStaleFolders()
  const folders = Object.fromEntries(names.map((name) => [name, temporaryFolder(`build-fresh-${name}`)]))
  try {
    await withProgress('Building the app from its sources…', () =>
      Promise.all(names.map((name) => buildInto(name, folders[name]))),
    )
    return await use(folders)
  } finally {
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
}

/** Builds into a new folder and swaps at the end, so that a failed build leaves the old one. */
async function buildPart({ name, hash }) {
  const next = temporaryFolder(`build-${name}`)
  try {
    await buildInto(name, next)
    writeFileSync(join(next, '.built'), hash)
    swap(next, inProject('dist', name))
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

async function buildInto(name, next) {
  const drawing = temporaryFolder(`build-${name}-drawing`)
  try {
    await Promise.all([
      runVite(name, parts[name].arguments, next),
      ...(name === 'app' ? [runVite(name, ['--ssr', prerendered], drawing)] : []),
      ...(name === 'widget' ? [runVite(name, ['--mode', 'widget-languages'], drawing)] : []),
    ])
    if (name === 'app') {
      await drawPages(join(drawing, 'prerender.js'), next)
      sealPages(next)
      await compressFiles(next)
    }
    if (name === 'widget') finishWidget(next, drawing)
  } finally {
    rmSync(drawing, { recursive: true, force: true })
  }
}

/** The widget is one script next to those of its languages and an example page. A shadow root cannot load the app's font. */
function finishWidget(folder, languages) {
  rmSync(join(folder, 'assets'), { recursive: true, force: true })
  for (const file of readdirSync(languages))
    if (file.endsWith('.js')) copyFileSync(join(languages, file), join(folder, file))
  copyFileSync(inProject('bin', 'parts', 'widget.html'), join(folder, 'example.html'))
  copyFileSync(inProject('src', 'widget', 'tidegate-swap.d.ts'), join(folder, 'tidegate-swap.d.ts'))
}

async function runVite(name, args, folder) {
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js')
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
  // During a test run NODE_ENV is "test", which would make Vite build React for development.
  const { code, output } = await runScript(vite, ['build', ...args, ...options], { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new BuildFailed(name, output)
}

/** Draws the pages in a separate process: React renders differently in development mode. */
async function drawPages(module, folder) {
  const script = inProject('bin', 'parts', 'prerender.mjs')
  const { code, output } = await runScript(script, [module, folder], { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new BuildFailed('app', output)
}

/** Another process may build the same part at the same time: the last one to finish wins. */
function swap(next, place, attempts = 5) {
  const old = `${next}-old-${attempts}`
  mkdirSync(dirname(place), { recursive: true })
  try {
    if (existsSync(place)) renameSync(place, old)
    renameSync(next, place)
  } catch (error) {
    if (attempts === 1) throw error
    swap(next, place, attempts - 1)
  }
  rmSync(old, { recursive: true, force: true })
}

function isBuilt(name, hash) {
  const note = inProject('dist', name, '.built')
  return existsSync(note) && readFileSync(note, 'utf8') === hash
}

function hashOf({ sources, without }) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const file of sources.flatMap(filesOf).sort()) {
    if (without.test(file) || /\.test\.tsx?$/.test(file)) continue
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [path]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
}

/** Compresses files in advance, so that no request waits for it. */
async function compressFiles(folder) {
  const worth = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^\.(js|css|html|svg|json|webmanifest)$/.test(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 500)
  await Promise.all(
    worth.map(async (file) => {
      const bytes = readFileSync(file)
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, brotli))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** The build failed; the message is the builder's output. */
class BuildFailed extends Error {
  name = 'BuildFailed'

  constructor(part, output) {
    super(`The ${part} does not build.\n\n${stripVTControlCharacters(output).trim()}`)
  }
}
