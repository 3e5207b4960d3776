import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, build as viteBuild } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'

beforeAll(() => build(['app']))

test("a release that changes a screen keeps React's file the same, and so in every cache", async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const release: Plugin = {
    name: 'release',
    transform: (code, id) => (id.endsWith('PoolsScreen.tsx') ? `${code}\nglobalThis.release = 2` : undefined),
  }
  const built = await viteBuild({ logLevel: 'error', plugins: [release], build: { write: false } })
  vi.unstubAllEnvs()
  const after = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const before = readdirSync(join(appFolder, 'assets')).map((file) => `assets/${file}`)
  const kept = after.map(({ fileName }) => fileName).filter((file) => before.includes(file))
  expect(kept.filter((file) => /foundation-.*\.js$/.test(file))).toHaveLength(1)
  expect(kept).not.toContain(fileWith('src/screens/pools/PoolsScreen.tsx', appFolder))
})
