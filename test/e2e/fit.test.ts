import { expect, test } from 'vitest'
import { overflows } from './fit'
import { setStage } from './stage'
import { Trader } from './trader'

/* Text that is cut off cannot be read, and a number that is cut off is a wrong number. */

const stage = setStage()

const places = [
  '/pools',
  '/liquidity/add',
  '/positions',
  '/activity',
  '/inspect',
  '/inspect?view=conformance',
  '/help',
  '/swap',
  '/nowhere',
]

test.each(places)('nothing of %s is cut off or wider than the window', async (path) => {
  const visit = await stage.visit(path)
  // The missing page has status 404, which browsers log.
  visit.tolerate(/status of 404/)
  const { page } = visit
  await page.waitForLoadState('networkidle')
  expect(await overflows(page)).toEqual([])
})

test('amounts of any length are read to their last digit, in the form, the review and the receipt', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  for (const amount of ['999999', '0.000123456789012345', '1234567.123456789', '1']) {
    await trader.pay(amount)
    await page.getByRole('button', { name: /Quote details/ }).waitFor()
    expect(await overflows(page), amount).toEqual([])
  }
  await trader.review()
  await expect.poll(() => page.getByRole('button', { name: 'Confirm swap' }).isEnabled()).toBe(true)
  expect(await overflows(page)).toEqual([])
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await overflows(page)).toEqual([])
})

test('no dialog overflows', async () => {
  const { page } = await stage.visit('/swap')
  for (const [opener, name] of [
    ['Settings', 'Settings'],
    ['Connect wallet', 'Connect a wallet'],
    ['Token to pay', 'Select a token'],
  ] as const) {
    await page.getByRole('button', { name: opener }).first().click()
    await page.getByRole('dialog', { name }).waitFor()
    expect(await overflows(page), name).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('an order is printed without what can only be pressed, in dark ink on white, and nothing of it is cut off', async () => {
  const { page } = await stage.visit('/swap', { theme: 'dark' })
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: null })
  expect(await page.locator('button:visible, nav:visible, footer:visible').count()).toBe(0)
  const ink = await page.locator('main h1').evaluate((title) => getComputedStyle(title).color)
  const [red = 255] = (/\d+/.exec(ink) ?? []).map(Number)
  expect(red).toBeLessThan(64)
  expect(await overflows(page)).toEqual([])
})
