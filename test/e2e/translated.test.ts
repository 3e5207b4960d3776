import { expect, test } from 'vitest'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* Programs that are not ours change the page: a translator replaces every text again and again, an extension edits the first HTML
 * before our scripts run and freezes the built-in prototypes. */

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

test('a swap on a translated page goes from the first amount to the receipt', async () => {
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

/** What wallet extensions with hardened JavaScript do before any script of the page: what the language has is frozen. */
function freeze(): void {
  const inLanguage =
    /^(Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Promise|Date|RegExp|Math|JSON|Reflect|Intl|Proxy|DataView|(Weak)?(Map|Set)|.*Error|(Shared)?ArrayBuffer|(Big)?(Int|Uint|Float)\d+(Clamped)?Array)$/
  for (const name of Object.getOwnPropertyNames(window).filter((name) => inLanguage.test(name))) {
    const value: unknown = Reflect.get(window, name)
    if (typeof value === 'function') Object.freeze(value.prototype)
    Object.freeze(value)
  }
}

/** Edits the first HTML as soon as it is there, before deferred scripts and modules. */
function editFirst(how: 'words' | 'elements' | 'attributes'): void {
  document.addEventListener('readystatechange', () => {
    const root = document.querySelector('#root')
    if (document.readyState !== 'interactive' || !root) return
    if (how === 'words') {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) walker.currentNode.textContent += ' edited'
    } else if (how === 'elements') {
      for (const element of root.querySelectorAll('header, form, label'))
        element.replaceWith(Object.assign(document.createElement('x-helper'), { textContent: element.textContent }))
      root.prepend(document.createElement('x-helper'))
    } else
      for (const element of root.querySelectorAll('*')) {
        for (const { name } of [...element.attributes]) element.removeAttribute(name)
        element.setAttribute('data-helper', '')
      }
  })
}

test.each(['words', 'elements', 'attributes'] as const)(
  'the form quotes although %s of the first HTML were changed and the prototypes are frozen',
  async (how) => {
    const visit = await stage.visit('/favicon.svg')
    const { page } = visit
    await page.addInitScript(freeze)
    await page.addInitScript(editFirst, how)
    await visit.goto('/swap')
    await page.getByRole('button', { name: /^Token to receive: USDC/ }).waitFor()
    await new Trader(stage, page).pay('0.25')
    await expect.poll(() => page.getByRole('status', { name: 'Quote' }).innerText()).toContain('Minimum received')
    await page.getByRole('slider', { name: /^Price of ETH in USDC/ }).waitFor()
    expect(await page.locator('x-helper, [data-helper]').count()).toBe(0)
    expect(await page.getByText('This page stopped working').count()).toBe(0)
  },
)
