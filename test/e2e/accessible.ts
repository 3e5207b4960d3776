import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { isDeep } from '../depth'
import { lowContrast } from './contrast'

type Passes = { readonly contrast?: boolean; readonly otherTheme?: boolean; readonly mirrored?: boolean }

/**
 * The accessibility faults of a page as it is, in the other theme, and from right to left. Contrast takes axe three quarters of
 * its time: outside `npm run test:deep` it is looked at by `lowContrast`.
 */
export async function inaccessible(
  page: Page,
  { contrast = true, otherTheme = true, mirrored = true }: Passes = {},
): Promise<string[]> {
  const found = await violations(page)
  if (contrast && !isDeep) found.push(...(await lowContrast(page)))
  if (otherTheme) {
    const shown = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'))
    const other = shown === 'dark' ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme: other })
    // Another theme changes colours and nothing else.
    const inOther = await (isDeep ? violations(page, ['color-contrast', 'link-in-text-block']) : lowContrast(page))
    await page.emulateMedia({ colorScheme: shown })
    found.push(...inOther.map((fault) => `in the ${other} theme: ${fault}`))
  }
  if (mirrored) {
    const written = await page.evaluate(() => document.documentElement.dir)
    await write(page, 'rtl')
    // Sizes stay when a page is mirrored, but what is scrolled halfway out of sight changes: no target-size here.
    const fromRight = await violations(page, ['color-contrast', 'scrollable-region-focusable'])
    await write(page, written)
    found.push(...fromRight.map((fault) => `from right to left: ${fault}`))
  }
  return found
}

function write(page: Page, direction: string): Promise<void> {
  return page.evaluate((dir) => {
    document.documentElement.dir = dir
  }, direction)
}

/** The violations by axe, by all its rules or by some. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Our pages have no frames.
    iframes: false,
    ...(rules ? { runOnly: rules } : {}),
    ...(isDeep ? {} : { rules: { 'color-contrast': { enabled: false } } }),
  }
  const found = await page.evaluate(async (options) => {
    const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(document, options)
    return violations.map(({ id, help, nodes }) => ({
      name: `${id} (${help})`,
      places: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
    }))
  }, options)
  return found.flatMap(({ name, places }) => places.map((place) => `${name}: ${place}`))
}
