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
  await trader.standing('done')
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

test('no layout shift on the pools page of a phone, at the first visit and at the next', async () => {
  const { page, goto } = await stage.visit('/help', { width: 390, height: 844 })
  await page.addInitScript(() => {
    const moved = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total = Number(document.documentElement.dataset.moved ?? 0)
        document.documentElement.dataset.moved = String(total + Number(Reflect.get(entry, 'value')))
      }
    })
    moved.observe({ type: 'layout-shift', buffered: true })
  })
  for (const visit of ['first', 'next']) {
    await goto('/pools')
    await page.getByRole('table', { name: 'Pools' }).waitFor()
    await page.waitForLoadState('networkidle')
    const moved = Number((await page.locator('html').getAttribute('data-moved')) ?? 0)
    expect(moved, visit).toBeLessThan(0.02)
  }
})
