import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { translationOf } from '../../bin/parts/load.mjs'
import { setStage } from './stage'
import { ofAnOrder } from './trader'

const stage = setStage()

/** English words that German texts do not contain, outside names, symbols and codes. */
const english = /\b(the|you|your|and|with|from|for|is|are|of|to|pay|receive|network|cost|amount|check|sign)\b/i

test('a swap from the form to the receipt is in German, and a change of the language keeps the typed amount', async () => {
  const { page, picture } = await stage.visit('/swap?lang=de')
  await page.getByRole('button', { name: 'Wallet verbinden', exact: true }).first().click()
  const offered = page.getByRole('dialog', { name: 'Wallet verbinden' })
  await offered.getByRole('button', { name: 'Demo wallet (EVM)' }).click()
  await offered.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Sie zahlen' }).fill('1,25')
  await expectGerman()
  await picture('german-form')

  await page.getByRole('button', { name: 'Einstellungen' }).first().click()
  const settings = page.getByRole('dialog')
  await settings.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await settings.getByRole('combobox', { name: 'Sprache' }).waitFor()
  await expectGerman()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('textbox', { name: 'Sie zahlen' }).inputValue()).toBe('1,25')

  await page.getByRole('form', { name: 'Swap' }).getByRole('button', { name: 'Swap prüfen' }).click()
  const confirm = page.getByRole('button', { name: 'Swap bestätigen' })
  await expect.poll(() => confirm.isEnabled(), ofAnOrder).toBe(true)
  await expectGerman()
  await picture('german-review')
  await confirm.click()
  const order = page.getByRole('status', { name: 'Auftrag' })
  await expect.poll(() => order.getAttribute('data-status'), ofAnOrder).toBe('done')
  await page.getByRole('region', { name: 'Beleg' }).waitFor()
  await expectGerman()
  await picture('german-receipt')

  async function expectGerman() {
    const lines = (await page.locator('body').innerText()).split('\n')
    expect(lines.filter((line) => english.test(line))).toEqual([])
  }
})

test('a first visit in German is drawn in German, fetches the translations that its page names, and is never in English', async () => {
  const { page } = await stage.visit('/favicon.svg', { language: 'de-AT' })
  const asked = requestsOf(page)
  await page.addInitScript(() => {
    Object.assign(globalThis, { seen: [] as string[] })
    new MutationObserver(() => {
      const text = document.getElementById('root')?.textContent ?? ''
      if (text !== '') (Reflect.get(globalThis, 'seen') as string[]).push(text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const response = await page.goto('/swap')
  const html = (await response?.text()) ?? ''
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('<title>Swap · Tidegate</title>')
  expect(html).toContain('>Sie zahlen</label>')
  await page.locator('#root form').waitFor()
  await page.getByRole('textbox', { name: 'Sie zahlen' }).waitFor()
  const seen = (await page.evaluate('seen')) as string[]
  expect(seen.filter((text) => /You pay|Connect wallet|Review swap|Loading/.test(text))).toEqual([])
  expect(seen.filter((text) => text.includes('Sie zahlen'))).not.toEqual([])
  expect(asked).toContain(`/${translationOf('de', appFolder)}`)
  expect(asked.filter((path) => path.endsWith('.js') && !html.includes(`"${path}"`))).toEqual([])
})

test('a language chosen before is that of the page, also where the browser prefers another one', async () => {
  const { page } = await stage.visit('/pools?lang=ja&q=usdc')
  await page.getByRole('heading', { level: 1, name: 'プール' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=usdc')
  await page.goto('/help')
  await page.getByRole('heading', { level: 1, name: 'ヘルプ' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ja')
  await expect.poll(() => page.title()).toBe('ヘルプ · Tidegate')
  expect(new URL(page.url()).search).toBe('')
})

/** The paths of the requests of a page, from now on. */
function requestsOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  return asked
}
