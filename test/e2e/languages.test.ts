import { expect, test } from 'vitest'
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
