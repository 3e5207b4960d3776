import { expect, test } from 'vitest'
import { setStage } from './stage'
import { harbor, ofAnOrder, Trader } from './trader'

/* A browser that translates the page: every text is replaced by elements, again and again while the app changes it. */

const stage = setStage()

/** As page translators do it: texts become `<font>` elements soon after they appear, except where the page forbids it. */
function translate(): void {
  const isTranslated = (text: Node) => text.parentElement?.closest('font, script, style, [translate=no]')
  const all = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.data.trim() === '' || isTranslated(text)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
  new MutationObserver(() => setTimeout(all, 50)).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  all()
}

test('a swap on a translated page goes from the first amount to the receipt', ofAnOrder, async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect('Test Wallet')
  await page.evaluate(translate)
  await trader.pay('0.25')
  await trader.choose('receive', 'DAI')
  await trader.choose('receive', 'USDC')
  await trader.pay('0.3')
  await trader.review()
  await page.keyboard.press('Escape')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await page.locator('font').count()).toBeGreaterThan(10)
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('every screen of a translated page opens, changes and closes again', async () => {
  const visit = await stage.visit('/pools')
  const { page } = visit
  await page.getByRole('table', { name: 'Pools' }).getByRole('rowheader').first().waitFor()
  await page.evaluate(translate)
  for (const name of ['Swap', 'Pools', 'Activity', 'Inspect', 'Pools']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.getByText('This page stopped working').count()).toBe(0)
  }
  await page.getByRole('searchbox').first().fill('WETH')
  await page.getByRole('searchbox').first().fill('')
  await page.getByRole('table', { name: 'Pools' }).getByRole('rowheader').first().waitFor()
})
