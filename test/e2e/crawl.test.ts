import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deepTest, isDeep } from '../depth'
import { lowContrast } from './contrast'
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
test.each(isDeep ? [390, 1280] : [390])(
  'text of twice the size stays readable on every screen, %d px wide',
  { timeout: 120_000 },
  async (width) => {
    const visit = await stage.visit('/favicon.svg', { width, height: 900 })
    visit.tolerate(/favicon\.svg|status of 404/)
    const { page } = visit
    await setTextSize(page, 32)
    const pool = await poolPath(page)
    for (const { path, answers, open } of states) {
      if (answers || open || (path.includes('?') && !isDeep)) continue
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

deepTest('a swap can be read and confirmed from right to left, and its figures keep their order', async () => {
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
    /^axe: (color-contrast|Spoiled: 1\.\d\d to 1)/m,
    /^headings: "Spoiled" leaves out a level/m,
    /^small target: select Spoiled: 10 by 10/m,
    /^overflow: 320: the page is \d+ px wider/m,
    /^hidden text: cut at the side: Spoiled/m,
  ])
    expect(faults).toMatch(fault)
})

test('the probe of contrast finds every faint text and no other', async () => {
  const { page } = await stage.visit(`data:text/html,${encodeURIComponent(samples)}`)
  const found = (await lowContrast(page)).map((fault) => fault.replace(/: .*/, ''))
  expect(found.toSorted()).toEqual(found.filter((name) => name.startsWith('faint')).toSorted())
  expect(found).toHaveLength(samples.match(/faint/g)?.length ?? 0)
})

/** Words that begin with "faint" have too little contrast, the others enough. */
const samples = `<!doctype html><body style="background: white; color: black; font: 16px/1.5 sans-serif">
  <p style="color: #777">faint grey</p><p style="color: #767676">grey</p>
  <p style="color: #949494; font-size: 24px">large</p><p style="color: #969696; font-size: 24px">faint, large</p>
  <p style="color: #949494; font: bold 19px sans-serif">bold</p>
  <p style="color: #949494; font-size: 19px">faint, not bold</p>
  <p style="color: rgb(0 0 0 / 53%)">faint, half clear</p><p style="color: rgb(0 0 0 / 55%)">half clear</p>
  <p style="opacity: 0.53"><b>faint, faded around</b></p><p style="opacity: 0.55"><b>faded around</b></p>
  <p style="color: oklch(0.6 0 0)">faint, of another colour space</p>
  <p style="background: black; color: white"><span style="background: rgb(255 255 255 / 50%)">faint on half white</span></p>
  <p style="background: linear-gradient(black, white); color: white">faint at one end</p>
  <p style="background: linear-gradient(black, #222); color: white">on dark colours</p>
  <div style="position: relative"><i style="position: absolute; inset: 0; background: #444"></i>
    <span style="position: relative">faint over a sibling</span></div>
  <input value="faint value" style="color: #888; background: white; width: 150px">
  <input placeholder="faint hint" class="hint" style="background: white; width: 150px">
  <style>.hint::placeholder { color: #999 }</style>
  <button disabled style="color: #ccc">disabled</button>
  <p style="color: white; visibility: hidden">hidden</p>`

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
