import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Three builds share this file: the app for browsers (`vite build`), the server for Node
 * (`vite build --ssr src/gateway/node/main.ts`), whose packages stay where npm put them, except plain data, and the gateway
 * for edge runtimes (`vite build --ssr src/gateway/edge/edge.ts --mode edge`), one file with all that it needs.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss(), beginning(), contents()],
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
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups: [foundation, start] } } } }),
  },
  ...(mode === 'edge' ? edgeOnly : isSsrBuild ? serverOnly : browserOnly),
}))

const everywhere = new Set([
  ...['react', 'react-dom', 'scheduler', 'wouter', 'regexparam', 'use-sync-external-store', 'zustand'],
  ...['@tanstack/react-query', '@tanstack/query-core'],
])

/** What every screen stands on, in one file that stays the same while the house around it changes. */
const foundation = {
  name: 'foundation',
  test: (id: string) => everywhere.has(ownPackageOf(id)) && !/\/(useQueries|queriesObserver)\.js$/.test(id),
}

/** Our own modules that a first visit carries: one file of some size instead of two dozen of none. */
const start = { name: 'start', test: (id: string) => begun.has(id) }
const begun = new Set<string>()

/** Where a first visit begins. Each stays a file of its own, with what belongs to it alone. */
const beginnings = ['app/main.tsx', 'app/services.ts', 'screens/swap/SwapScreen.tsx'].map(
  (file) => `${import.meta.dirname}/src/${file}`,
)

/** Follows the imports from there; what draws the swap form stays with the form. */
function beginning(): Plugin {
  return {
    name: 'beginning',
    apply: 'build',
    buildEnd() {
      const follow = (id: string) => {
        for (const next of this.getModuleInfo(id)?.importedIds ?? []) {
          if (begun.has(next) || !next.startsWith(`${import.meta.dirname}/src/`)) continue
          begun.add(next)
          follow(next)
        }
      }
      beginnings.forEach(follow)
      for (const id of begun) if (/\/screens\/swap\/.*\.tsx$/.test(id)) begun.delete(id)
    },
  }
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
