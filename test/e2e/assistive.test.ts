import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Provider } from './provider'
import { setStage } from './stage'
import { Trader } from './trader'

/* Announcements of screen readers, accidental speech and key commands, and pages in forced colours. */

const stage = setStage()

test('A-1 an error of the amount is announced once, and the button that names it keeps its place in the tab order', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  const said = await listen(page)
  await trader.pay('1000000')
  await expect.poll(said).toContain('Insufficient ETH balance')
  await trader.pay('1e5')
  await expect.poll(said).toContain('Check the amount')
  const sentences = await said()
  expect(sentences).toHaveLength(new Set(sentences).size)
  const main = page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]')
  await main.focus()
  expect(await main.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('A-2 every field for an amount shows that it has the focus', async () => {
  const { page } = await stage.visit('/swap')
  const ring = async (name: string) => {
    const field = page.getByRole('textbox', { name })
    await field.focus()
    return field.evaluate((element) => {
      for (let box: Element | null = element; box && !box.matches('form, main'); box = box.parentElement) {
        const { outlineStyle, outlineWidth } = getComputedStyle(box)
        if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true
      }
      return false
    })
  }
  // The field of the start page has it, too, until the form takes its place.
  await expect.poll(() => ring('You pay')).toBe(true)
  await page.goto('/liquidity/add')
  await expect.poll(() => ring('Deposit WETH')).toBe(true)
})

test('A-5 no single key downloads anything, and once shortcuts are off none does anything', async () => {
  const { page } = await stage.visit('/pools')
  const list = page.getByRole('table', { name: 'Pools' })
  await list.waitFor()
  const focus = () =>
    page.evaluate(() => document.activeElement?.getAttribute('type') ?? document.activeElement?.tagName)
  let downloads = 0
  page.on('download', () => downloads++)
  await expect
    .poll(async () => {
      await page.keyboard.press('/')
      return focus()
    })
    .toBe('search')
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  for (const key of 'abcdefghijklmnopqrstuvwxyz') await page.keyboard.press(key)
  expect(downloads).toBe(0)

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const before = await focus()
  for (const key of '/jkcfE') await page.keyboard.press(key)
  expect([await focus(), downloads]).toEqual([before, 0])
})

test('A-6 a swap with an approval is announced in a few short sentences', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.choose('pay', 'USDC')
  await trader.choose('receive', 'ETH')
  await trader.pay('100')
  await trader.review()
  const said = await listen(page)
  await trader.confirm()
  await trader.waitForStatus('done')
  await expect.poll(said).toContainEqual(expect.stringMatching(/done|complete|swapped/i))
  const sentences = await said()
  expect(sentences.length).toBeLessThanOrEqual(8)
  for (const sentence of sentences) expect(sentence.length, sentence).toBeLessThanOrEqual(120)
})

test('A-7 figures are no tab stops, in the form and in the review', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1.23456789')
  await trader.review()
  await trader.signTable()
  expect(await page.locator('data').count()).toBeGreaterThan(2)
  expect(await page.locator('data[tabindex], data [tabindex]').count()).toBe(0)
})

test('a wish for more contrast raises secondary texts to texts, and lines to edges', async () => {
  const { page } = await stage.visit('/swap')
  const colours = (...names: readonly string[]) =>
    page.evaluate((names) => {
      const { style } = document.body.appendChild(document.createElement('i'))
      return names.map((name) => {
        style.color = `var(--color-${name})`
        return getComputedStyle(document.body.lastElementChild as Element).color
      })
    }, names)
  const raised = await colours('text', 'edge')
  expect(await colours('quiet', 'line')).not.toEqual(raised)
  await page.emulateMedia({ contrast: 'more' })
  expect(await colours('quiet', 'line')).toEqual(raised)
})

test("with the reader's own colours the bounds of a range, the ratio and the main button still show", async () => {
  const { page, provider } = await Provider.open(stage).then(({ visit, provider }) => ({ page: visit.page, provider }))
  await page.emulateMedia({ forcedColors: 'active' })
  await provider.amount('USDC').fill('50')
  const parts = {
    'the lower bound': page.getByRole('slider', { name: 'Minimum price' }).locator('span').first(),
    'the upper bound': page.getByRole('slider', { name: 'Maximum price' }).locator('span').first(),
    'the ratio': page.locator('div:has(> span.forced-color-adjust-none) > span').first(),
    'the prices of the last day': page.locator('p > span.forced-color-adjust-none').first(),
    'the main button': page.getByRole('button', { name: 'Review deposit' }),
  }
  for (const [name, part] of Object.entries(parts)) {
    const [drawn, page] = await part.evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ])
    expect(drawn, name).not.toBe(page)
    expect(drawn, name).not.toBe('rgba(0, 0, 0, 0)')
  }
})

/** Records every announcement of a live region from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const sentences: string[] = []
    const say = (region: Element) => {
      const sentence = region.textContent?.trim() ?? ''
      if (sentence !== '' && sentences.at(-1) !== sentence) sentences.push(sentence)
      document.documentElement.dataset.said = JSON.stringify(sentences)
    }
    document.documentElement.dataset.said = '[]'
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest(
          '[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]:not([aria-live=off])',
        )
        if (region) say(region)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return async () => {
    const said = await page.locator('html').getAttribute('data-said')
    return said?.match(/"(?:[^"\\]|\\.)*"/g)?.map((sentence) => sentence.slice(1, -1)) ?? []
  }
}
