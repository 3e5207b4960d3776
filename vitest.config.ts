import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { translations } from './bin/parts/languages.mjs'

/*
 * Kinds of tests: plain ones, screens in a simulated document, and stories in a real browser. Why each runs as it does,
 * and what it costs: docs/decisions/tests.md.
 */

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path)),
)
/** Tests that take minutes and seldom fail run in `npm run test:deep`. */
const deep = files.filter((path) => path.endsWith('.deep.test.ts'))
const screens = files.filter((path) => path.endsWith('.tsx'))
const plain = files.filter((path) => path.endsWith('.ts') && !path.startsWith('test/e2e/') && !deep.includes(path))

/** Files that replace modules, or load them again, have a process of their own; so have tests with chains and servers. */
const replacesModules = (path: string) =>
  /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8'))
/**
 * Tests of `app` leave timers behind that end in an error, and some of `gateway` measure memory. Those of Solana leave
 * connections behind that retry forever, and some of `test` start programs.
 */
const isAlone = (path: string) =>
  /^src\/(app|gateway\/(node|upstream\/client))\b/.test(path) ||
  /^test\/(build|chaos|gateway|journey|walletConnect)\//.test(path) ||
  /solana/i.test(path)
const isPlainShared = (path: string) => !isAlone(path) && !replacesModules(path)
/** The app watches the focus until a visit ends, also during later files of the same process. */
const watchesFocus = (path: string) => path.endsWith('/keepFocus.test.tsx')
const isScreenShared = (path: string) =>
  !replacesModules(path) && !path.startsWith('test/journey/') && !watchesFocus(path)

/** Other files of the same kind share a process and what it has loaded: loading took longer than most tests. */
const shared = { isolate: false, unstubGlobals: true, restoreMocks: true }

const expect = { poll: { timeout: 30_000 } }
const withPatience = (setup: string) => ['test/patience.ts', setup]
const ofPlain = {
  environment: 'node',
  setupFiles: withPatience('test/seed.ts'),
  // Twice what is aimed at: three workers share two cores with browsers that draw in software.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect,
} as const
const ofScreens = {
  environment: 'jsdom',
  setupFiles: withPatience('test/document.ts'),
  testTimeout: 120_000,
} as const

/** Stories that take minutes although their files are small. Others start by the size of their file, the largest first. */
const long = [
  'crawl',
  'crawlWide',
  'crawlStories',
  'solana',
  'sequences',
  'deliveries',
  'crossing',
  'walletConnect',
  'halt',
]

/** The kinds of files with the longest first, so that short ones fill the cores at the end. */
const kinds = ['browser', 'plain-isolated', 'screens', 'screens-isolated', 'plain', 'deep']

/** Browser stories start first, the long ones before the others. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/e2e/${name}.test.ts`))
    const rank = (file: TestSpecification) => (isLong(file) ? -1 : kinds.indexOf(file.project.name))
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Screens import the translated catalogues. */
const plugins = [translations()]

export default defineConfig({
  test: {
    // A file waits a third of its time for chains, a browser and timers.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    // A module is transformed once for all projects.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    projects: [
      { plugins, test: { name: 'plain', ...ofPlain, ...shared, include: plain.filter(isPlainShared) } },
      { plugins, test: { name: 'screens', ...ofScreens, ...shared, include: screens.filter(isScreenShared) } },
      { plugins, test: { name: 'plain-isolated', ...ofPlain, include: plain.filter((path) => !isPlainShared(path)) } },
      {
        plugins,
        test: { name: 'screens-isolated', ...ofScreens, include: screens.filter((path) => !isScreenShared(path)) },
      },
      { plugins, test: { name: 'deep', ...ofPlain, include: deep, testTimeout: 300_000 } },
      {
        test: {
          name: 'browser',
          environment: 'node',
          isolate: false,
          include: files.filter((path) => path.startsWith('test/e2e/') && !deep.includes(path)),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A poll asks the page by role, which costs both processes some milliseconds.
          expect: { poll: { timeout: 30_000, interval: 500 } },
        },
      },
    ],
  },
})
