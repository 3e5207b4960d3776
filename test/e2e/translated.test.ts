import { expect, test } from 'vitest'
import { isDeep } from '../depth'
import { keepTranslating } from '../translator'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* Programs that are not ours change the page: a translator replaces every text again and again, an extension edits the first HTML
 * before our scripts run and freezes the built-in prototypes. And an address for which a browser keeps things back. */

const stage = setStage({ settings: { TIDEGATE_PUBLIC_URL: 'http://tidegate.test' } })

test('a swap on a translated page goes from the first amount to the receipt', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect('Test Wallet')
  await page.evaluate(keepTranslating, 'body')
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
  await page.evaluate(keepTranslating, 'body')
  for (const name of ['Swap', 'Pools', 'Activity', 'Inspect', 'Pools']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.getByText('This page stopped working').count()).toBe(0)
  }
  await page.getByRole('searchbox').first().fill('WETH')
  await page.getByRole('searchbox').first().fill('')
  await page.getByRole('table', { name: 'Pools' }).getByRole('rowheader').first().waitFor()
})

/** As wallet extensions with hardened JavaScript do it before any script of the page: all built-ins of the language are frozen. */
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

const edits = ['elements', 'words', 'attributes'] as const
test.each(isDeep ? edits : edits.slice(0, 1))(
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

test('on plain http at another host name, without locks and hashes of the browser, a swap goes to its receipt', async () => {
  const visit = await stage.visit('/favicon.svg')
  const { page } = visit
  const home = stage.url.replace('127.0.0.1', 'tidegate.test')
  // Seen from the gateway's own address; the browser names the headers that it reads on https only.
  visit.tolerate(/request to elsewhere: http:\/\/tidegate\.test|header has been ignored/)
  await page.goto(`${home}/swap`)
  const missing = await page.evaluate(() => [isSecureContext, 'locks' in navigator, 'subtle' in crypto])
  expect(missing).toEqual([false, false, false])
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: /^Demo wallet \(Solana\)/ }).waitFor()
  await dialog.getByRole('button', { name: /^Demo wallet \(EVM\)/ }).click()
  await dialog.waitFor({ state: 'detached' })
  const trader = new Trader(stage, page)
  await trader.pay('0.25')
  await trader.review()
  await trader.confirm()
  await page.getByText(/^for 0\.25 ETH(,|$)/).waitFor()
  // The clipboard is missing, too: the text is selected to be copied by hand.
  await page.getByRole('button', { name: 'Copy result' }).click()
  await page.getByText('Your browser did not copy it. It is selected here:').waitFor()
})
