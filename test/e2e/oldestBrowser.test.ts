import { expect, test } from 'vitest'
import { withoutYoung } from './oldBrowser'
import { swapLink } from './setup'
import { setStage } from './stage'
import { Trader } from './trader'

/* The app in a browser without any built-in that one of the oldest supported browsers lacks (`browserslist` in package.json). */

const stage = setStage()

async function oldVisit(path: string) {
  const wallet = await stage.wallet()
  const visit = await stage.visit('/favicon.svg', { wallet })
  visit.tolerate(/favicon\.svg/)
  await withoutYoung(visit.page)
  await visit.goto(path)
  expect(
    await visit.page.evaluate(() => [typeof Reflect.get(URL, 'parse'), typeof Reflect.get(Intl, 'Segmenter')]),
  ).toEqual(['undefined', 'undefined'])
  return { ...visit, wallet, trader: new Trader(stage, visit.page) }
}

test('the oldest supported browser swaps, and opens every screen', async () => {
  const { page, trader, wallet } = await oldVisit(await swapLink(stage, ['0.1', 'ETH', 'USDC']))
  await trader.connect('Test Wallet')
  await trader.review()
  await trader.confirm()
  await page.getByText(/^for 0\.1 ETH(,|$)/).waitFor()
  expect(wallet.sent).toHaveLength(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  for (const [path, title] of [
    ['/pools', 'Pools'],
    ['/liquidity/add', 'Add liquidity'],
    ['/positions', 'Positions'],
    ['/activity', 'Activity'],
    ['/inspect', 'Inspect'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  }
  await page.goto('/pools')
  await page.getByRole('table', { name: 'Pools' }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
})

test('a browser that is too old shows a page that names what it needs', async () => {
  const visit = await stage.visit('/favicon.svg')
  visit.tolerate(/./)
  await visit.page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'))
  for (const path of ['/swap', '/pools', '/activity']) {
    await visit.goto(path)
    await visit.page.getByRole('heading', { name: 'This browser is too old for Tidegate' }).waitFor()
    await visit.page.getByText(/Chrome or Edge 111, Safari 16\.4 \(iOS 16\.4\), Firefox 115/).waitFor()
    expect(await visit.page.getByRole('button').count()).toBe(0)
  }
  await visit.picture('outdated')
})
