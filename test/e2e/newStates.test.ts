import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isDeep } from '../depth'
import { inaccessible } from './accessible'
import { overflows } from './fit'
import { focused } from './reading'
import { answerInstead, setStage } from './stage'
import { harbor, Trader } from './trader'

/* Rarely opened states are as readable as every page: by axe, by keyboard, light and dark, wide and narrow. */

const stage = setStage({ settings: { TIDEGATE_RPC_ORIGINS: 'https://node.example' } })
const looks = [{ width: 390, height: 844, theme: 'dark' }, ...(isDeep ? [{}] : [])] as const
const fits = [320, 390, 1440] as const

/** In both themes. */
const expectAccessible = async (page: Page) => expect(await inaccessible(page, { mirrored: false })).toEqual([])

test.each(looks)('the settings with an address book, private nodes and own nodes: %j', async (look) => {
  const visit = await stage.visit('/favicon.svg', look)
  visit.tolerate(/favicon\.svg/)
  const { page } = visit
  const contact = { name: 'Anna', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }
  // A picture has no storage: the app's own page has, from its first script on.
  await page.addInitScript(
    (contacts) => {
      if (location.pathname === '/swap') localStorage.setItem('tidegate.preferences', JSON.stringify({ contacts }))
    },
    [contact],
  )
  await answerInstead(page, '**/config.json', async (route) => {
    const settings = await (await route.fetch()).json()
    const [first, ...others] = settings.chains
    const chains = [{ ...first, privateRpcUrl: 'https://private.example/a-rather-long-path-to-a-node' }, ...others]
    await route.fulfill({ json: { ...settings, chains } })
  })
  await visit.goto('/swap')
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  for (const name of [/^Address book/, /^MEV protection/, /^Your own RPC nodes/]) {
    const summary = settings.locator('summary', { hasText: name })
    await summary.focus()
    await page.keyboard.press('Enter')
  }
  await settings.getByRole('button', { name: 'Forget Anna' }).waitFor()
  await settings.getByRole('textbox', { name: 'RPC address' }).waitFor()
  await settings.getByText('private.example').waitFor()
  expect(await overflows(page, fits)).toEqual([])
  await expectAccessible(page)
  await visit.picture('settings-open')
  await settings.getByRole('button', { name: 'Forget Anna' }).focus()
  await page.keyboard.press('Enter')
  await settings.getByRole('button', { name: 'Forget Anna' }).waitFor({ state: 'detached' })
  // Without a wallet, one is connected first.
  await settings.getByRole('button', { name: /^Add the private node for Harbor/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor()
})

test.each(looks)('B-2 the first click on Reset settings counts, after any input: %j', async (look) => {
  const { page } = await stage.visit('/swap', look)
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const tolerance = settings.getByRole('textbox', { name: 'Slippage tolerance in percent' })
  await tolerance.fill('7')
  await tolerance.fill('abc')
  await settings.getByRole('button', { name: 'Reset settings' }).click()
  await expect.poll(() => tolerance.inputValue()).toBe('0.5')
  expect(await settings.getByRole('radio', { name: 'Auto' }).isChecked()).toBe(true)
})

test('in a low window the main button covers nothing that has the focus', async () => {
  const { page } = await stage.visit('/swap', { width: 1024, height: 600 })
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('0.5')
  await page.getByRole('button', { name: /Quote details/, expanded: false }).press('Enter')
  await page.getByRole('button', { name: 'Add recipient' }).press('Enter')
  await page.getByRole('textbox', { name: 'Recipient' }).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await page.getByText(/This address has never been used/).waitFor()
  await page.getByRole('button', { name: 'Review swap' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('textbox', { name: 'You pay' }).focus()
  const covered: string[] = []
  const reached: string[] = []
  for (let step = 0; step < 30 && reached.at(-1) !== 'Review swap'; step++) {
    await page.keyboard.press('Tab')
    const { name, isCovered } = await focused(page)
    reached.push(name)
    if (isCovered) covered.push(name)
  }
  expect(reached.at(-1)).toBe('Review swap')
  expect(covered).toEqual([])
})

test.each(looks)('the second wallet of a swap, and the activity with its months: %j', async (look) => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { ...look, wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.choose('receive', 'SOL', 'Reef')
  await trader.pay('0.2')
  await page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: wallet.name }).press('Enter')
  await dialog.getByText('Connected. To receive on Solana, connect a wallet there too.').waitFor()
  expect(await overflows(page, fits)).toEqual([])
  await expectAccessible(page)
  await visit.picture('second-wallet')
  await dialog.getByRole('button', { name: 'Demo wallet (Solana)' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')

  await visit.goto('/activity')
  const order = page.getByRole('list', { name: 'Orders' }).getByRole('link').first()
  await order.getByText(/\$\d[\d,.]*$/).waitFor()
  expect(await overflows(page, fits)).toEqual([])
  await expectAccessible(page)
})

test.each(isDeep ? looks : [])('the cancellation of a transaction that is not in a block: %j', async (look) => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { ...look, wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect(wallet.name)
  await trader.pay('0.3')
  await trader.review()
  await stage.cheat(harbor).setAutomine(false)
  try {
    await trader.confirm()
    const cancel = page.getByRole('button', { name: 'Cancel transaction' })
    await cancel.waitFor()
    await page.getByText(/This costs at most[^$]*ETH[^$]*\(\$\d/).waitFor()
    expect(await overflows(page, fits)).toEqual([])
    await expectAccessible(page)
    await visit.picture('cancel')
    await cancel.press('Enter')
    await page.getByText('Sent. This page shows which of the two the network includes.').waitFor()
    await expectAccessible(page)
    expect(wallet.sent).toHaveLength(2)
    await stage.cheat(harbor).mine({ blocks: 1 })
    await trader.waitForStatus('cancelled')
  } finally {
    await stage.cheat(harbor).setAutomine(true)
  }
})
