import { basename, dirname } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { chunksOf, reachable } from './bin/parts/chunks.mjs'
import { importedSoon, screens } from './bin/parts/load.mjs'

/**
 * Three builds share this file: the app for browsers (`vite build`), the server for Node
 * (`vite build --ssr src/gateway/node/main.ts`), whose packages stay where npm put them, except plain data, and the gateway
 * for edge runtimes (`vite build --ssr src/gateway/edge/edge.ts --mode edge`), one file with all that it needs.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss(), placing(), contents()],
  clearScreen: false,
  publicDir: isSsrBuild ? false : 'public',
  build: {
    target: isSsrBuild ? 'node20' : 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/app',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // The key canary and the size budget both want one honest file per chunk.
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // `font-src` and `script-src` are 'self': nothing may hide in a data: address.
    assetsInlineLimit: 0,
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: [foundation, ours] } } } }),
  },
  ...(mode === 'edge' ? edgeOnly : isSsrBuild ? serverOnly : browserOnly),
}))

const everywhere = new Set([
  ...['react', 'react-dom', 'scheduler', 'wouter', 'regexparam', 'use-sync-external-store', 'zustand'],
  ...['@tanstack/react-query', '@tanstack/query-core'],
])

/** What every screen stands on, in one file that stays the same while the app around it changes. */
const foundation = {
  name: 'foundation',
  test: (id: string) =>
    id.includes('rolldown/runtime') ||
    (everywhere.has(ownPackageOf(id)) && !/\/(useQueries|queriesObserver)\.js$/.test(id)),
}

/** By module the name of the file that it goes into; decided when all modules are known. */
const placed = new Map<string, string>()

const ours = {
  debugName: 'ours',
  name: (id: string) => placed.get(id) ?? 'start',
  test: (id: string) => placed.has(id) || id.includes('vite/preload-helper'),
  // Every module of ours has its place already, and no two files import each other.
  includeDependenciesRecursively: false,
}

/** Decides which modules lie together: few files for each screen, and little in them that it does not need. */
function placing(): Plugin {
  return {
    name: 'placing',
    apply: 'build',
    buildEnd() {
      const graph = graphOf(this)
      const inSource = (file: string) => `${import.meta.dirname}/${file}`
      const needed = (files: readonly string[]) => [...reachable(files.map(inSource), graph)]
      const place = (name: string, ids: readonly string[]) => {
        for (const id of ids) if (!placed.has(id)) placed.set(id, name)
      }
      const forms = needed(['src/screens/swap/SwapScreen.tsx', ...importedSoon['/swap']])
      const elsewhere = new Set(
        needed([...screens()].flatMap(([route, file]) => (route === '/swap' ? [] : [`${file}.tsx`]))),
      )

      // Every visit needs these, and what the swap form shares with other screens; then what the form alone needs; then
      // what every visit imports after that.
      place('start', needed(['src/app/main.tsx', 'src/app/services.ts']))
      place(
        'start',
        forms.filter((id) => elsewhere.has(id)),
      )
      place(
        'soon',
        needed(importedSoon.everywhere).filter((id) => !forms.includes(id)),
      )
      const form = new Set(forms.filter((id) => !placed.has(id)))
      const entries = [...graph.keys()].filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
      const chunks = chunksOf(graph, entries, placed, form)
      place('swap', [...form])
      for (const ids of chunks) place(nameOfChunk(ids, graph), ids)
    },
  }
}

type ModuleGraph = ReadonlyMap<string, { imports: readonly string[]; packages: readonly string[]; length: number }>

/** Of a screen, or else of the longest module, so that a file keeps its name while others change. */
function nameOfChunk(ids: readonly string[], graph: ModuleGraph): string {
  const [longest = ''] = [...ids].sort((a, b) => (graph.get(b)?.length ?? 0) - (graph.get(a)?.length ?? 0))
  const name = basename(ids.find((id) => id.endsWith('Screen.tsx')) ?? longest).replace(/\.tsx?$/, '')
  const taken = new Set(placed.values())
  const names = [name, `${basename(dirname(longest))}-${name}`, ...ids.map((_, place) => `${name}${place}`)]
  return names.find((each) => !taken.has(each)) ?? longest
}

/**
 * Our own modules, and the small package that every visit needs. In other packages one module names all others, whether
 * they are needed or not: where theirs lie is left to the bundler, which knows.
 */
function graphOf(context: Rolldown.PluginContext): ModuleGraph {
  const isOurs = (id: string) => id.startsWith(`${import.meta.dirname}/src/`) || ownPackageOf(id) === 'idb'
  const ids = [...context.getModuleIds()].filter(isOurs)
  return new Map(
    ids.map((id) => {
      const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
      const packages = importedIds.map(ownPackageOf).filter((name) => name !== '' && !everywhere.has(name))
      return [id, { imports: importedIds, packages, length: code?.length ?? 0 }] as const
    }),
  )
}

/** The package of a module, if it is one of ours and not a package's own copy. */
function ownPackageOf(id: string): string {
  const [, inside = ''] = id.split(`${import.meta.dirname}/node_modules/`)
  return /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0] ?? ''
}

/** Taken into the bundle: JSON, which Node 20 imports only with attributes, and what complains of a missing add-on. */
const serverOnly = {
  ssr: { noExternal: [/^@uniswap\//, '@solana/spl-token', '@solana/buffer-layout-utils'] },
  resolve: { alias: { 'bigint-buffer': 'bigint-buffer/dist/browser.js' } },
}

const edgeOnly = { ssr: { noExternal: true as const, target: 'webworker' as const } }

/** Solana's older packages expect two names of Node; in a browser `buffer` means the npm package of that name. */
const browserOnly = {
  define: { global: 'globalThis' },
  // React itself has what that shim stands in for.
  resolve: {
    alias: { buffer: 'buffer/', 'use-sync-external-store/shim/index.js': 'react' },
    dedupe: ['react', 'react-dom', 'viem', '@tanstack/query-core'],
  },
}

/** Writes down which modules went into which file, and how long each is, to tell what a first visit carries. */
function contents(): Plugin {
  return {
    name: 'contents',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const modules = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, sizes(chunk.modules)]))
      this.emitFile({ type: 'asset', fileName: '.vite/contents.json', source: JSON.stringify(modules, null, 1) })
    },
  }
}

function sizes(modules: Readonly<Record<string, { readonly renderedLength: number }>>): Record<string, number> {
  return Object.fromEntries(Object.entries(modules).map(([id, { renderedLength }]) => [nameOf(id), renderedLength]))
}

function nameOf(id: string): string {
  return id.replace(`${import.meta.dirname}/`, '').replace(/\?.*$/, '')
}
