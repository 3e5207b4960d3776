import { expect, test } from 'vitest'
import { knownJson } from '../knownJson'
import { overflows } from './fit'
import { Provider } from './provider'
import { setStage } from './stage'
import { ofAnOrder, Trader } from './trader'

/*
 * States that no other story stops at: pages that are found by an address alone, menus, and the orders of a provider.
 * Each is held to axe in both themes and from right to left, and to five widths.
 */

const stage = setStage()

const nobody = `0x${'9'.repeat(40)}`

test('a pool that is found by its address alone, and one that no network has', async () => {
  const visit = await stage.visit('/pools')
  const { page } = visit
  const { data } = knownJson(await (await page.request.get('/api/amm/pool/all/Harbor')).text())
  await visit.goto(`/pools/${data[0].address}`)
  await page.getByRole('region', { name: 'Charts' }).waitFor()
  expect(new URL(page.url()).pathname.toLowerCase()).toBe(`/pools/harbor/${data[0].address.toLowerCase()}`)
  await visit.expectAccessible()
  expect(await overflows(page)).toEqual([])
  for (const tab of ['Positions', 'Support']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
    expect(await overflows(page), tab).toEqual([])
  }

  await visit.goto(`/pools/${nobody}`)
  await page.getByText('Pool not found on this network.').waitFor()
  await visit.expectAccessible()
  expect(await overflows(page)).toEqual([])
})

test('the menu of a row, which is worked by keyboard and stays in the window at every width', async () => {
  const visit = await stage.visit('/pools')
  const { page } = visit
  await page.getByRole('table', { name: 'Pools' }).waitFor()
  const button = page.getByRole('button', { name: /^Actions for / }).first()
  await page.getByRole('table', { name: 'Pools' }).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: /^Actions for / })
  await menu.waitFor()
  await visit.expectAccessible()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })

  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const last = page.getByRole('button', { name: /^Actions for / }).last()
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await menu.waitFor()
    const box = await menu.boundingBox()
    expect(box?.x, `${width}`).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0), `${width}`).toBeLessThanOrEqual(844)
    await page.keyboard.press('Escape')
  }
  await button.click()
  await menu.getByRole('menuitem', { name: 'Add liquidity' }).click()
  await page.getByRole('slider', { name: 'Minimum price' }).waitFor()
  expect(page.url()).toContain('/liquidity/add?pool=')
})

test('a deposit: its review, its receipt, its position by number alone, and its order', ofAnOrder, async () => {
  const { provider, visit, wallet } = await Provider.open(stage)
  const { page } = visit
  await provider.choosePool('WETH/USDC')
  await provider.amount('WETH').fill('0.1')
  const review = await provider.review()
  await review.getByText(/^At least .* · .*\. What the deposit does not need stays in your account\.$/).waitFor()
  await provider.agree('Confirm deposit')
  await visit.expectAccessible()
  expect(await overflows(page)).toEqual([])
  await provider.confirm()
  await provider.done()
  await visit.expectAccessible()
  expect(await overflows(page)).toEqual([])

  const { id } = await provider.newest(wallet.address)
  for (const path of [
    `/positions/${id}`,
    '/positions',
    '/activity',
    '/positions/999999999',
    `/positions?of=${nobody}`,
  ]) {
    await visit.goto(path)
    await page.locator('#root main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await visit.expectAccessible()
    expect(await overflows(page), path).toEqual([])
  }
  await visit.goto('/activity')
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await visit.expectAccessible()
  expect(await overflows(page)).toEqual([])
})

test('the network cost of the form is the one that the review simulated, from then on', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1')
  await trader.review()
  await trader.signTable()
  const said = await page.getByRole('dialog', { name: 'Review swap' }).innerText()
  const [, reviewed = 'no cost'] = /\((<?\$[\d.,]+)\)/.exec(said) ?? []
  expect(reviewed).toMatch(/\$\d/)
  await page.keyboard.press('Escape')
  const details = page.getByRole('button', { name: /Quote details/ })
  await expect.poll(() => details.innerText()).toContain(`${reviewed} network cost`)
})
