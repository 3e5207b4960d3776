import { defineConfig } from 'vitest/config'

/*
 * A test on real chains or in a real browser may meet a machine that is busy with something else: it may try again,
 * twice; a story in a browser, which takes longer, once. What is wrong fails each time.
 */
const retry = 2

/** Three kinds of tests: plain ones, screens in a simulated document, and stories in a real browser, which come last. */
export default defineConfig({
  test: {
    // The tests of one file wait more than they compute: no core is kept back.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'plain',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx'],
          setupFiles: ['test/document.ts'],
          testTimeout: 60_000,
          retry,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One browser and one exchange at a time: two cores, and balances that nobody else moves.
          fileParallelism: false,
          maxWorkers: 1,
          retry: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
