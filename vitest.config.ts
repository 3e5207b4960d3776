import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/*
 * A test on real chains or in a real browser may meet a machine that is busy with something else: it is given time, and
 * may try again, twice. What is wrong fails each time.
 */
const retry = 2
const expect = { poll: { timeout: 60_000 } }

/** Stories that take minutes although their files are small. Others start by the size of their file, the largest first. */
const long = ['shifts', 'sequences', 'reading', 'deliveries', 'crossing']

/** Long stories start first, so that none of them runs alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/e2e/${name}.test.ts`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** Three kinds of tests: plain ones, screens in a simulated document, and stories in a real browser, which come last. */
export default defineConfig({
  test: {
    // The tests of one file wait more than they compute: no core is kept back.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'plain',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          setupFiles: ['test/seed.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry,
          expect,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx'],
          setupFiles: ['test/document.ts'],
          testTimeout: 120_000,
          retry,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 180_000,
          // Each file has its own browser, exchange and ports, and waits for them a third of its time.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          retry,
          expect,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
