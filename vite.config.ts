import { basename, dirname } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { browsers } from './bin/parts/browsers.mjs'
import { chunksOf, reachable } from './bin/parts/chunks.mjs'
import { textPartOf } from './bin/parts/languageFiles.mjs'
import { languageScripts, translations } from './bin/parts/languages.mjs'
import { importedSoon, screens } from './bin/parts/load.mjs'

/**
 * Four builds share this file. The app for browsers is `vite build`. The server for Node (`vite build --ssr
 * src/gateway/node/main.ts`) imports its packages from `node_modules`, except plain data. The gateway for edge runtimes
 * (`vite build --ssr src/gateway/edge/edge.ts --mode edge`) is one file with all dependencies. `vite build --mode
 * widget` makes one script of the swap form for other sites.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    translations({ isWidget: isWidget(mode) }),
    react(),
    tailwindcss(),
    ...(isWidget(mode) ? [] : [preloading(), placing(), contents(), withoutComments()]),
  ],
  clearScreen: false,
  publicDir: isSsrBuild || isWidget(mode) ? false : 'public',
  build: {
    target: isSsrBuild ? 'node20' : browsers,
    outDir: isSsrBuild ? 'dist/server' : 'dist/app',
    emptyOutDir: true,
    manifest: !isSsrBuild && !isWidget(mode),
    // The check for leaked keys and the size budget both need each chunk as a file of its own.
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !isFirst(file)) },
    // The CSP allows 'self' only in `font-src` and `script-src`, so no asset may be inlined as a data: URL.
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions:
            mode === 'widget'
              ? oneScript
              : mode === 'widget-languages'
                ? scripts
                : {
                    output: { codeSplitting: { groups: [foundation, ours] }, chunkFileNames, postBanner: compileHint },
                  },
        }),
  },
  ...(mode === 'edge' ? edgeOnly : isSsrBuild ? serverOnly : browserOnly),
}))

/** The chunks that every page names itself. */
const first = ['foundation', 'rolldown-runtime', 'start']
const isFirst = (file: string) => first.some((name) => file.startsWith(`assets/${name}-`) && file.endsWith('.js'))

/** Chrome compiles all functions of a file with this comment while it arrives; others ignore it (docs/decisions/start-page.md). */
const compileHint = ({ name }: { name: string }) => (name === 'foundation' ? '//# allFunctionsCalledOnLoad' : '')

/**
 * The first scripts list the later imports of a screen, file by file: readable names would add a kilobyte to them, and
 * longer hashes 50 bytes. `.vite/contents.json` lists the contents of each.
 */
const chunkFileNames = ({ name }: { name: string }) =>
  [...first, 'swap', 'soon'].includes(name) || name.startsWith('language-')
    ? 'assets/[name]-[hash].js'
    : 'assets/part-[hash:7].js'

/**
 * A page may have changed how values become JSON (`Array.prototype.toJSON` of Prototype.js), and every message and every
 * stored order would be wrong: the widget's own `JSON` writes without such methods.
 */
const ownJson = `const JSON = (({ parse, stringify }) => ({ parse, stringify: (...given) => {
  const changed = [Object, Array, String, Number, Boolean].map(({ prototype }) => [prototype, Object.getOwnPropertyDescriptor(prototype, 'toJSON')]);
  for (const [prototype] of changed) Reflect.deleteProperty(prototype, 'toJSON');
  try { return stringify(...given) } finally { for (const [prototype, method] of changed) if (method) Object.defineProperty(prototype, 'toJSON', method) }
} }))(globalThis.JSON);`

const oneScript = {
  input: 'src/widget/element.tsx',
  output: { entryFileNames: 'tidegate-swap.js', codeSplitting: false as const, banner: ownJson },
}

const isWidget = (mode: string) => mode.startsWith('widget')

/** The scripts of the widget's languages, and one with the code that they share. */
const scripts = {
  input: languageScripts(),
  preserveEntrySignatures: 'strict' as const,
  output: {
    entryFileNames: '[name].js',
    chunkFileNames: 'tidegate-swap-[name].js',
    banner: ownJson,
    codeSplitting: { groups: [{ name: 'languages', test: (id: string) => !/translations\/|\?language=/.test(id) }] },
  },
}

const everywhere = new Set([
  ...['react', 'react-dom', 'scheduler', 'wouter', 'regexparam', 'use-sync-external-store', 'zustand'],
  ...['@tanstack/react-query', '@tanstack/query-core'],
])

/** Packages that every screen needs, in one chunk that stays cached when the app's own code changes. */
const foundation = {
  name: 'foundation',
  test: (id: string) =>
    id.includes('rolldown/runtime') ||
    (everywhere.has(ownPackageOf(id)) &&
      !/\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver)\.js$/.test(
        id,
      )),
}

/** The chunk name of each module, decided once the module graph is complete. */
const placed = new Map<string, string>()

const ours = {
  debugName: 'ours',
  name: (id: string) => placed.get(id) ?? 'start',
  test: (id: string) => placed.has(id) || id.includes('vite/preload-helper'),
  // All our modules are assigned to chunks already, without circular imports between chunks.
  includeDependenciesRecursively: false,
}

/** Assigns modules to chunks: few requests per screen, and little code that it does not need. */
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

      // First the modules of every visit, with those that the swap form shares with other screens; then the form's own;
      // then what every visit imports later.
      place('start', needed(['src/app/main.tsx', 'src/app/services.ts']))
      place(
        'start',
        forms.filter((id) => elsewhere.has(id)),
      )
      place(
        'soon',
        needed(importedSoon.everywhere).filter((id) => !forms.includes(id)),
      )
      // Texts of every screen and of the form need these in another language, without the chunk of a screen.
      const early = [...graph.keys()].filter((id) => isCatalogue(id) && /^[as]$/.test(partOf(id) ?? ''))
      const imports = early.flatMap((id) => graph.get(id)?.imports ?? []).filter((id) => !isCatalogue(id))
      // The choice of a language is stored.
      imports.push(inSource('src/ui/browserStorage.ts'))
      place(
        'soon',
        [...reachable(imports, graph, placed)].filter((id) => !forms.includes(id)),
      )
      const form = new Set(forms.filter((id) => !placed.has(id)))
      const entries = [...graph.keys()].filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
      const chunks = chunksOf(graph, entries, placed, form)
      place('swap', [...form])
      for (const ids of chunks) place(nameOfChunk(ids, graph), ids)
      for (const id of this.getModuleIds()) {
        const [, path, language] = /^(.*)\?language=(.+)$/.exec(id) ?? []
        const [, ofLanguage, part] = id.startsWith('\0virtual:translations/') ? id.split('/') : []
        if (path) placed.set(id, `language-${language}-${partOf(path)}`)
        if (part) placed.set(id, `language-${ofLanguage}-${part}`)
      }
    },
  }
}

/**
 * In place of Vite's code, which also loads styles: the first page has all of them. The files that a lazy import needs
 * are fetched in parallel. In another language the import waits for its texts (src/ui/languages/languages.ts).
 */
function preloading(): Plugin {
  const code = `import { catalogues } from '${import.meta.dirname}/src/ui/messages.ts'
  export const __vitePreload = async (load, files = []) => {
    for (const file of files) {
      if (document.querySelector('link[href="/' + file + '"]')) continue
      const link = document.createElement('link')
      document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: '/' + file }))
    }
    const loaded = await load()
    if (!loaded.texts) await catalogues.loading
    return loaded
  }`
  return {
    name: 'preloading',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.includes('vite/preload-helper') ? code : undefined),
  }
}

type ModuleGraph = ReadonlyMap<string, { imports: readonly string[]; packages: readonly string[]; length: number }>

/** Named after a screen, else the longest module, so that a chunk keeps its name when other chunks change. */
function nameOfChunk(ids: readonly string[], graph: ModuleGraph): string {
  const [longest = ''] = [...ids].sort((a, b) => (graph.get(b)?.length ?? 0) - (graph.get(a)?.length ?? 0))
  const name = basename(ids.find((id) => id.endsWith('Screen.tsx')) ?? longest).replace(/\.tsx?$/, '')
  const taken = new Set(placed.values())
  const names = [name, `${basename(dirname(longest))}-${name}`, ...ids.map((_, place) => `${name}${place}`)]
  return names.find((each) => !taken.has(each)) ?? longest
}

/**
 * Our own modules, and the small package that every visit needs. Other packages have index modules that import
 * everything, used or not: the bundler, which tree-shakes them, chooses their chunks.
 */
function graphOf(context: Rolldown.PluginContext): ModuleGraph {
  const isOurs = (id: string) =>
    (id.startsWith(`${import.meta.dirname}/src/`) && !id.includes('?language=')) || ownPackageOf(id) === 'idb'
  const ids = [...context.getModuleIds()].filter(isOurs)
  return new Map(
    ids.map((id) => {
      const { importedIds = [], code } = context.getModuleInfo(id) ?? {}
      const packages = importedIds.map(ownPackageOf).filter((name) => name !== '' && !everywhere.has(name))
      const length = (code?.length ?? 0) + (isCatalogue(id) ? textsWorth : 0)
      return [id, { imports: importedIds, packages, length }] as const
    }),
  )
}

/** A screen that loads a catalogue loads the texts of its part in another language, too; chosen by trial. */
const textsWorth = 5_000

function isCatalogue(id: string): boolean {
  return /[./]messages\.ts$/.test(id)
}

/** The part of the texts that a catalogue is in. */
function partOf(path: string): string | undefined {
  return textPartOf(path.slice(import.meta.dirname.length + 1))
}

/** The package of a module, if it is one of ours and not a package's own copy. */
function ownPackageOf(id: string): string {
  const [, inside = ''] = id.split(`${import.meta.dirname}/node_modules/`)
  return /^(@[^/]+\/)?[^/]+/.exec(inside)?.[0] ?? ''
}

/** Bundled for Node: JSON, which Node 20 imports only with attributes, and packages that an image of the gateway lacks. */
const serverOnly = {
  // The native module of this package is never built, so that it would print a warning at each start.
  resolve: { alias: { 'bigint-buffer': 'bigint-buffer/dist/browser.js' } },
  ssr: {
    noExternal: [
      /^@uniswap\//,
      ...['@solana/spl-token', '@solana/buffer-layout-utils'],
      // All that the gateway needs without the local exchange.
      ...[
        'hono',
        /^@hono\//,
        'ws',
        'prom-client',
        'tdigest',
        'bintrees',
        '@opentelemetry/api',
        'valibot',
        '@redis/client',
        'jsonc-parser',
        'leven',
        'p-limit',
        'yocto-queue',
      ],
      ...['viem', /^@noble\//, /^@scure\//, /^ox($|\/)/, 'abitype', 'eventemitter3', 'isows'],
    ],
  },
}

const edgeOnly = { ssr: { noExternal: true as const, target: 'webworker' as const } }

/** Solana's older packages expect two Node globals; in a browser, `buffer` resolves to the npm package. */
const browserOnly = {
  define: { global: 'globalThis' },
  // React itself has what this shim polyfills.
  resolve: {
    alias: { buffer: 'buffer/', 'use-sync-external-store/shim/index.js': 'react' },
    dedupe: ['react', 'react-dom', 'viem', '@tanstack/query-core'],
  },
}

/** Leaves the comments of the inline scripts out of the pages: 8 % of their compressed size. */
function withoutComments(): Plugin {
  return {
    name: 'without-comments',
    apply: 'build',
    transformIndexHtml: { order: 'pre', handler: (html) => html.replace(/^\s*\/\/.*\n/gm, '') },
  }
}

/** Writes the modules of each chunk with their sizes, to measure what a first visit downloads. */
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
  return id.replace(`${import.meta.dirname}/`, '').replace(/\?(?!language=).*$/, '')
}
