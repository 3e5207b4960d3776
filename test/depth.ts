import { describe, type TestOptions, test } from 'vitest'

/** Whether this is `npm run test:deep`. */
export const isDeep = process.env.TIDEGATE_DEEP !== undefined

/** The number of random draws: few in `npm test`, many in `npm run test:deep`. */
export function draws(few: number, many: number): number {
  return isDeep ? many : few
}

/**
 * A story of `npm run test:deep` only: in `npm test` its check is in a lower room or in another story, which
 * docs/decisions/tests.md names.
 */
export function deepTest(title: string, ...rest: [() => unknown] | [TestOptions, () => unknown]): void {
  if (!isDeep) return
  const [first, second] = rest
  if (second) test(title, first as TestOptions, second)
  else test(title, first as () => unknown)
}

/** Stories of `npm run test:deep` only. */
export function deepDescribe(title: string, stories: () => void): void {
  if (isDeep) describe(title, stories)
}
