import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shiftsOf, watchShifts } from './shifts'
import { setStage } from './stage'

/* The first pools of the service stand on /pools and /liquidity/add before any script of the app has run. */

const stage = setStage()

const places = [
  { path: '/pools', row: '[data-row]' },
  { path: '/liquidity/add', row: '[data-step=range] label:has(input[type=radio])' },
] as const
const widths = [1440, 768, 390]

test.each(places.flatMap((place) => widths.map((width) => ({ ...place, width }))))(
  '$path, $width pixels wide: the first pools are there before the scripts, and stay as they stand',
  async ({ path, row, width }) => {
    const { page, letPass } = await held(width)
    await page.goto(stage.url + path, { waitUntil: 'commit' })
    const rows = page.locator(row)
    await page.locator('[data-early][data-filled]').waitFor()
    const early = await seen(page, row)
    expect(early.length).toBeGreaterThanOrEqual(4)
    await noteFramesWithout(page, row)
    letPass()
    await page.locator('[data-drawn]').waitFor({ state: 'detached' })
    const late = await seen(page, row)
    expect(late.slice(0, early.length)).toEqual(early)
    expect(await page.evaluate(() => Reflect.get(window, 'framesWithout'))).toBe(0)
    await rows.first().waitFor()
    const { total, moved } = await shiftsOf(page)
    expect(total, moved.join('\n')).toBeLessThan(0.01)
  },
)

test('whoever is at a pool of the page is at it when the app has taken over, and a link works before', async () => {
  const { page, letPass } = await held(1440)
  await page.goto(`${stage.url}/pools`, { waitUntil: 'commit' })
  const third = page.locator('[data-row="2"] a')
  await third.focus()
  const href = await third.getAttribute('href')
  expect(href).toMatch(/^\/pools\/\w+\/0x\w+$/)
  letPass()
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
})

test.each(['/pools?sort=-fee', '/pools?q=usdc', '/liquidity/add?chain=741002'])(
  'an address that asks for something else waits for the app: %s',
  async (path) => {
    const { page, asked, letPass } = await held(1440)
    await page.goto(stage.url + path, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await page.locator('[data-row], input[type=radio]').count()).toBe(0)
    letPass()
    await page.locator('[data-row], [data-step=range] input[type=radio]').first().waitFor()
    expect(asked.filter((url) => url.includes('/start.json'))).toEqual([])
  },
)

test.each([
  ['is empty', 200, '{}'],
  ['fails', 502, '{"message":"no","data":null,"status":false}'],
  ['is of no use', 200, '<html>'],
])('where the answer %s, the page waits for the app', async (_, status, body) => {
  const { page, letPass, visit } = await held(1440)
  visit.tolerate(/502/)
  await page.route('**/start.json?*', (route) => route.fulfill({ status, body, contentType: 'application/json' }))
  await page.goto(`${stage.url}/pools`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  expect(await page.locator('[data-row]').count()).toBe(0)
  letPass()
  await page.locator('[data-row]').first().waitFor()
})

test('what cannot work yet says nothing and takes no press; what it says of its age goes on', async () => {
  const { page, letPass, visit } = await held(1440)
  await page.goto(`${stage.url}/pools`, { waitUntil: 'commit' })
  await page.locator('[data-early][data-filled]').waitFor()
  expect(await page.locator('[data-row] button, [data-row] input').count()).toBeGreaterThan(10)
  const alive = '[data-early] :is(button, input, select, summary):not([inert] *, :disabled)'
  expect(await page.locator(alive).count()).toBe(0)
  const age = page.getByRole('status', { name: 'Freshness' })
  const before = await age.innerText()
  expect(before).toMatch(/^Live, \d+ s ago/)
  await expect.poll(() => age.innerText()).not.toBe(before)
  await visit.expectAccessible()
  letPass()
})

/** A new visit on whose pages no script of the app arrives until it is let pass. */
async function held(width: number) {
  const visit = await stage.visit('/notice.json', { width })
  const { page } = visit
  let letPass = () => {}
  const passed = new Promise<void>((resolve) => {
    letPass = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await passed
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await watchShifts(page)
  return { visit, page, asked, letPass }
}

/** The words of the first rows, and where they stand. */
async function seen(page: Page, row: string) {
  return page.evaluate(
    (row) =>
      [...document.querySelectorAll<HTMLElement>(row)].slice(0, 12).map((element) => {
        const { y, height } = element.getBoundingClientRect()
        const figures = [...element.querySelectorAll('data')].map(({ value, title }) => `${value} ${title}`)
        return [element.innerText.replace(/\s+/g, ' '), Math.round(y), Math.round(height), ...figures]
      }),
    row,
  )
}

/** Counts the frames in which no row is there. */
async function noteFramesWithout(page: Page, row: string): Promise<void> {
  await page.evaluate((row) => {
    Reflect.set(window, 'framesWithout', 0)
    const look = () => {
      if (!document.querySelector(row)) Reflect.set(window, 'framesWithout', Reflect.get(window, 'framesWithout') + 1)
      requestAnimationFrame(look)
    }
    look()
  }, row)
}
