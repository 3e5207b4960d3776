import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, crawl, phone, setProbes, settled, states, wide } from './crawl'
import { overflows } from './fit'
import { faultsOf, mirrorWithLongerWords } from './probes'
import { Provider } from './provider'
import { hiddenText, poolPath, setTextSize } from './reading'
import { differenceOf } from './samePicture'
import { watchShifts } from './shifts'
import { setStage } from './stage'
import { Trader } from './trader'

crawl('phone')

const stage = setStage()
const { note, look, expectNone } = setProbes()

/** The size of text is a setting of the browser, which moves breakpoints: pages are opened with it. */
test.each(process.env.TIDEGATE_DEEP ? [390, 1280] : [390])(
  'text of twice the size stays readable on every screen, %d px wide',
  { timeout: 120_000 },
  async (width) => {
    const visit = await stage.visit('/favicon.svg', { width, height: 900 })
    visit.tolerate(/favicon\.svg|status of 404/)
    const { page } = visit
    await setTextSize(page, 32)
    const pool = await poolPath(page)
    for (const { path, answers, open } of states) {
      if (answers || open) continue
      await visit.goto(addressOf(path, pool))
      await page.waitForLoadState('networkidle')
      note(path, await hiddenText(page))
    }
    expectNone()
  },
)

test('a deposit looks as it did, wide and on a phone', async () => {
  const { visit, provider } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  for (const [name, size] of [
    ['liquidity', wide],
    ['liquidity-phone', phone],
  ] as const) {
    await visit.page.setViewportSize(size)
    await visit.page.evaluate(() => window.scrollTo(0, 0))
    await look(visit, name, [name, 'light'])
  }
  expectNone()
})

test('a swap can be read and confirmed from right to left, and its figures keep their order', async () => {
  const visit = await stage.visit('/swap', phone)
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await page.evaluate(mirrorWithLongerWords)
  await trader.pay('1')
  await page.getByRole('button', { name: 'Review swap' }).waitFor()
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: /Quote details/ }).click()
  expect(await outerSigns(page, 'Price impact')).toEqual(['−', '%'])
  await trader.review()
  await trader.signTable()
  expect(await overflows(page)).toEqual([])
})

test('an order is printed without controls, in dark ink on white, and nothing of it is cut off', async () => {
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
  const ink = await page.locator('#root main h1').evaluate((title) => getComputedStyle(title).color)
  const [red = 255] = (/\d+/.exec(ink) ?? []).map(Number)
  expect(red).toBeLessThan(64)
  expect(await overflows(page)).toEqual([])
})

test('each probe reports a page that is spoiled on purpose', async () => {
  const { page } = await stage.visit('/help', phone)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    for (const [tag, style] of [
      ['img', ''],
      ['h5', ''],
      ['p', 'color: #999; background: #aaa'],
      ['select', 'display: block; width: 10px; height: 10px'],
      ['p', 'width: 50px; overflow: hidden; font-size: 40px'],
      ['p', 'width: 1500px'],
    ] as const) {
      const element = document.createElement(tag)
      if (tag !== 'img') element.textContent = 'Spoiled'
      element.style.cssText = style
      document.querySelector('main')?.append(element)
    }
  })
  const faults = (await faultsOf(page)).join('\n')
  for (const fault of [
    /^axe: image-alt/m,
    /^axe: color-contrast/m,
    /^headings: "Spoiled" leaves out a level/m,
    /^small target: select Spoiled: 10 by 10/m,
    /^overflow: 320: the page is \d+ px wider/m,
    /^hidden text: cut at the side: Spoiled/m,
  ])
    expect(faults).toMatch(fault)
})

test('a page that moves after it was drawn is reported', async () => {
  const visit = await stage.visit('/favicon.svg', phone)
  visit.tolerate(/favicon\.svg/)
  const { page } = visit
  await watchShifts(page)
  await visit.goto('/help')
  await settled(page)
  await page.evaluate(() => {
    const bar = document.createElement('div')
    bar.style.height = '300px'
    document.body.prepend(bar)
  })
  await expect.poll(async () => (await faultsOf(page, { isOpened: true })).join('\n')).toMatch(/^shifted by/m)
})

test('a moved button, a changed colour or a missing card does not look as it did', async () => {
  const visit = await stage.visit('/swap', wide)
  await settled(visit.page)
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

/** The leftmost and the rightmost sign of a row's value. */
async function outerSigns(page: Page, term: string): Promise<string[]> {
  const value = page.locator('dl > div', { hasText: term }).locator('bdi').first()
  return value.evaluate((element) => {
    const text = element.firstChild!
    const places = [...(text.textContent ?? '')].map((sign, at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return { sign, left: range.getBoundingClientRect().left }
    })
    const sorted = places.toSorted((a, b) => a.left - b.left).map(({ sign }) => sign)
    return [sorted[0]!, sorted.at(-1)!]
  })
}
