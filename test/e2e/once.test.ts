import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'
import { deepTest } from '../depth'
import { Provider } from './provider'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* Requests that are sent once however often a button is pressed, and data that stays while offline. */

const stage = setStage()

deepTest('F-84 a deposit confirmed with many clicks is requested from the service once, and signed once', async () => {
  const { visit, provider, wallet } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  await provider.amount('WETH').fill('0.1')
  await provider.review()
  const confirm = provider.button('Confirm deposit')
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await confirm.evaluate((button: HTMLElement) => {
    for (let press = 0; press < 5; press++) button.click()
  })
  await provider.done()
  expect(visit.requests.filter((request) => request.endsWith('/api/amm/interactions/add'))).toHaveLength(1)
  // Two approvals and the deposit.
  expect(wallet.asked('eth_sendTransaction')).toBe(3)
})

test('F-92 pools stay visible while the device is offline, show their age, and update afterwards', async () => {
  const visit = await stage.visit('/pools')
  const { page, context } = visit
  visit.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)/)
  const rows = page.getByRole('table', { name: 'Pools' }).getByRole('rowheader')
  await rows.first().waitFor()
  const before = await rows.allInnerTexts()
  await context.setOffline(true)
  await page.getByText('You are offline.', { exact: true }).waitFor()
  const asked = () => visit.requests.filter((request) => request.includes('/api/amm/pool/all/')).length
  const freshness = page.getByRole('status', { name: 'Freshness' })
  await expect.poll(() => freshness.innerText()).not.toMatch(/^Live/)
  expect(await rows.allInnerTexts()).toEqual(before)

  const count = asked()
  await context.setOffline(false)
  await page.getByText('You are offline.', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(asked).toBeGreaterThan(count)
  await expect.poll(() => freshness.innerText()).toMatch(/^Live/)
})

test('orders can be read while the device is offline, from a page that was open, and the page shows it', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { wallet, width: 390, height: 844 })
  const { page, context } = visit
  visit.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)/)
  const trader = new Trader(stage, page)
  await trader.connect('Test Wallet')
  await trader.pay('0.25')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  await visit.goto('/help')
  const screen = fileWith('src/screens/activity/ActivityScreen.tsx', appFolder)
  await expect.poll(() => visit.requests.some((request) => request.endsWith(screen))).toBe(true)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByText('These are the orders that this browser keeps.', { exact: false }).waitFor()
  const bar = (await page.getByText('You are offline. Prices may be old.').boundingBox())!
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  const account = (await page.getByRole('button', { name: /^Account/ }).boundingBox())!
  expect(bar.y).toBeGreaterThanOrEqual(account.y + account.height)
  expect(bar.y + bar.height).toBeLessThanOrEqual(title.y)
  await visit.picture('activity-offline')
  await visit.expectAccessible()
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByText(/^for 0\.25 ETH(,|$)/).waitFor()
  await context.setOffline(false)
})

deepTest(
  'a screen that was never opened shows that the device is offline, links to activity, and comes when the device is online',
  async () => {
    for (const look of [{ width: 390, height: 844, theme: 'dark' }, {}] as const) {
      const visit = await stage.visit('/swap', look)
      const { page, context } = visit
      visit.tolerate(/ERR_INTERNET_DISCONNECTED|Failed to (load resource|fetch)|dynamically imported module/)
      const failureScreen = fileWith('src/app/frame/BrokenPage.tsx', appFolder)
      await expect.poll(() => visit.requests.some((request) => request.endsWith(failureScreen))).toBe(true)
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Exchange status', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
      await page.getByText('Your orders are in Activity.', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
      await visit.expectAccessible()
      await visit.picture('never-opened-offline')
      // The earlier page is still available.
      await page.getByRole('link', { name: 'Swap', exact: true }).click()
      await page.getByRole('textbox', { name: 'You pay' }).waitFor()
      await page.getByRole('link', { name: 'Exchange status', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'You are offline' }).waitFor()
      await context.setOffline(false)
      await page.getByRole('heading', { level: 1, name: 'Inspect' }).waitFor()
    }
  },
)
