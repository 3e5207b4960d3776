import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflows } from './fit'
import { setStage } from './stage'
import { Trader } from './trader'

/*
 * Every screen in a right-to-left layout with words a third longer: it must fit and be usable, and text that is
 * left-to-right in every language (amounts, pairs, prices) must keep its order.
 */

const stage = setStage()

const places = ['/pools', '/liquidity/add', '/positions', '/activity', '/inspect', '/help', '/nowhere']

test.each(places)('%s fits and is usable from right to left, with longer words', async (path) => {
  const visit = await pseudoVisit(path)
  await visit.page.waitForLoadState('networkidle')
  expect(await overflows(visit.page)).toEqual([])
  await visit.expectAccessible()
})

test('a swap can be read and confirmed from right to left, and its figures keep their order', async () => {
  const visit = await stage.visit('/swap', { width: 390, height: 844 })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await page.evaluate(pseudoLocale)
  await trader.pay('1')
  await page.getByRole('button', { name: 'Review swap' }).waitFor()
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: /Quote details/ }).click()
  expect(await leftToRight(page, 'Price impact')).toEqual(['−', '%'])
  await trader.review()
  await trader.signTable()
  expect(await overflows(page)).toEqual([])
  await visit.expectAccessible()
})

async function pseudoVisit(path: string) {
  const visit = await stage.visit('/favicon.svg', { width: 390, height: 844 })
  visit.tolerate(/favicon\.svg|status of 404/)
  await visit.goto(path)
  // Until the app has taken the drawn page over, its words must be the app's.
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  await visit.page.evaluate(pseudoLocale)
  return visit
}

/** Whether the minus of a row's value is at its left and the percent sign at its right. */
async function leftToRight(page: Page, term: string): Promise<string[]> {
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

/** Runs in the page: mirrors it, and makes its text a third longer. */
function pseudoLocale() {
  const long = new WeakMap<Node, string>()
  const isWords = (node: Node) =>
    /\p{L}{3}/u.test(node.nodeValue ?? '') &&
    !node.parentElement?.closest('bdi, code, data, script, style, textarea, option, [data-letters]')
  const stretch = (node: Node) => {
    if (node.nodeType !== Node.TEXT_NODE) return node.childNodes.forEach(stretch)
    if (!isWords(node) || long.get(node) === node.nodeValue) return
    const words = node.nodeValue ?? ''
    const longer = `${words}${' אבגדהו'.repeat(Math.max(1, Math.round(words.length / 20)))}`
    long.set(node, longer)
    node.nodeValue = longer
  }
  document.documentElement.dir = 'rtl'
  stretch(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      stretch(target)
      addedNodes.forEach(stretch)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
