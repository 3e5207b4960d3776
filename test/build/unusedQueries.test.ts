import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { withoutUnusedQueries } from '../../bin/parts/unusedQueries.mjs'

/** Builds an app of one module. */
function buildOf(code: string) {
  const app: Plugin = {
    name: 'app',
    resolveId: (id) => (id === 'app' ? '/app.js' : undefined),
    load: (id) => (id === '/app.js' ? code : undefined),
  }
  const options = { write: false, minify: false, rolldownOptions: { input: 'app' } }
  return build({ configFile: false, logLevel: 'silent', plugins: [withoutUnusedQueries(), app], build: options })
}

const from = (names: string) => `import { ${names} } from '@tanstack/react-query'\n`

test('queries are built without the code of mutations and infinite queries', async () => {
  const built = await buildOf(`${from('QueryClient, useQuery')}globalThis.app = [new QueryClient(), useQuery]`)
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const modules = outputs.flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []))
  expect(modules.filter((id) => /queryObserver\.js$/.test(id))).toHaveLength(1)
  expect(modules.filter((id) => /query-core\/.*(mutation|infinite)/i.test(id))).toEqual([])
})

test.each([
  ['useMutation', `${from('useMutation')}globalThis.app = useMutation`],
  ['useIsMutating', `${from('useIsMutating')}globalThis.app = useIsMutating`],
  ['useInfiniteQuery', `${from('useInfiniteQuery')}globalThis.app = useInfiniteQuery`],
  ['dehydrate', `${from('dehydrate')}globalThis.app = dehydrate`],
  ['fetchInfiniteQuery', `${from('QueryClient')}globalThis.app = new QueryClient().fetchInfiniteQuery({})`],
  ['infiniteQuery', `${from('QueryClient')}globalThis.app = new QueryClient().infiniteQuery({})`],
  ['getMutationCache', `${from('QueryClient')}globalThis.app = new QueryClient().getMutationCache()`],
])('a build of an app that uses %s fails, and names what is missing', async (_, code) => {
  await expect(buildOf(code)).rejects.toThrow('left out of the build')
})
