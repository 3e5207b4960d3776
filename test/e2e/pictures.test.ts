import { expect, test } from 'vitest'
import { Provider } from './provider'
import { differenceOf, differenceUnlessRenewed } from './samePicture'
import { setStage, type Visit } from './stage'
import { Trader } from './trader'

/* The main screens look as they did. `npm run pictures -- compared` renews the stored pictures. */

const stage = setStage()

const wide = { width: 1440, height: 900 } as const
const phone = { width: 390, height: 844 } as const

test.each([
  ['swap', '/swap', wide, 'light'],
  ['swap-phone', '/swap', phone, 'dark'],
  ['pools', '/pools', wide, 'light'],
  ['pools-phone', '/pools', phone, 'light'],
  ['help', '/help', phone, 'dark'],
  ['activity', '/activity', wide, 'dark'],
  ['positions', '/positions', wide, 'light'],
] as const)('%s looks as it did', async (name, path, size, theme) => {
  const visit = await stage.visit(path, { ...size, theme })
  await settled(visit)
  expect(await differenceUnlessRenewed(visit.page, name)).toBeUndefined()
})

test('a swap with its quote and its review look as they did', async () => {
  const wallet = await stage.wallet()
  const visit = await stage.visit('/swap', { ...wide, wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect('Test Wallet')
  await trader.pay('1')
  await trader.review()
  await page.getByRole('button', { name: 'Confirm swap' }).and(page.locator(':enabled')).waitFor()
  await settled(visit)
  expect(await differenceUnlessRenewed(page, 'review')).toBeUndefined()
})

test('adding liquidity looks as it did, wide and on a phone', async () => {
  const { visit, provider } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  for (const [name, size] of [
    ['liquidity', wide],
    ['liquidity-phone', phone],
  ] as const) {
    await visit.page.setViewportSize(size)
    await visit.page.evaluate(() => window.scrollTo(0, 0))
    await settled(visit)
    expect(await differenceUnlessRenewed(visit.page, name)).toBeUndefined()
  }
})

test('a moved button, a changed colour or a missing card does not look as it did', async () => {
  const visit = await stage.visit('/swap', { ...wide, theme: 'light' })
  await settled(visit)
  const button = visit.page.locator('form button[type=submit]')
  const change = (member: 'translate' | 'background', value: string) =>
    button.evaluate((element, [member, value]) => element.style.setProperty(member, value), [member, value] as const)
  const changed = /^swap looks different: \d+ blocks/
  await change('translate', '0 1rem')
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
  await change('translate', '0')
  await change('background', 'crimson')
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
  await change('background', '')
  expect(await differenceOf(visit.page, 'swap')).toBeUndefined()
  await visit.page.getByRole('region', { name: 'Price of ETH in USDC' }).evaluate((card) => card.remove())
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
})

/** Everything has loaded, and nothing moves any more. */
async function settled({ page }: Visit): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
}
