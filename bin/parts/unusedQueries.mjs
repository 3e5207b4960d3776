/** What takes the place of two modules of `@tanstack/query-core`. */
const stubs = new Map([
  [
    './mutationCache.js',
    'export class MutationCache { findAll() { return [] } clear() {} async resumePausedMutations() {} }',
  ],
  [
    './infiniteQueryBehavior.js',
    'export const infiniteQueryBehavior = () => {}, hasNextPage = () => {}, hasPreviousPage = () => {}',
  ],
])

/** Modules that need what was left out. They are part of a build only when something uses them. */
const users =
  /@tanstack\/(query-core\/.*\/(mutation|mutationObserver|infiniteQueryObserver|hydration)|react-query\/.*\/useMutationState)\.js$/

/** Members of the query client that need it: no module of their own tells that they are used. */
const members = /\.(infiniteQuery|(fetch|prefetch|ensure)InfiniteQuery(Data)?|getMutationCache|isMutating)\b/

/**
 * TanStack's query client always brings mutations and infinite queries along, which this app does not use: 1.6 kB of
 * every first visit. The build fails as soon as something uses them.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutUnusedQueries() {
  return {
    name: 'without-unused-queries',
    apply: 'build',
    enforce: 'pre',
    resolveId: (name, importer) =>
      stubs.has(name) && importer?.includes('/@tanstack/query-core/') ? `\0unused/${name.slice(2)}` : undefined,
    load: (id) => (id.startsWith('\0unused/') ? stubs.get(id.replace('\0unused/', './')) : undefined),
    transform: {
      filter: { id: { exclude: /\/@tanstack\// }, code: members },
      handler(code, id) {
        this.error(`${id} uses ${members.exec(code)?.[0].slice(1)}, which ${isLeftOut}`)
      },
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        const used = chunk.type === 'chunk' && Object.keys(chunk.modules).find((id) => users.test(id))
        if (used) this.error(`${used} is used, and needs what ${isLeftOut}`)
      }
    },
  }
}

const isLeftOut = 'is left out of the build: keep it (bin/parts/unusedQueries.mjs).'
