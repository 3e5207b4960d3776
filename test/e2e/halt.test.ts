import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { deepTest } from '../depth'
import { Provider } from './provider'
import { deferredResponse, openSetup, sendsOf } from './setup'
import { setStage } from './stage'
import { harbor } from './trader'

/*
 * The operator halts the deployment: within a minute no open tab asks a wallet for anything, and sent transactions are
 * still awaited.
 */

const folder = mkdtempSync(join(tmpdir(), 'tidegate-halt-'))
const file = join(folder, 'notice.json')
const stage = setStage({ settings: { TIDEGATE_NOTICE: file } })

afterAll(() => rmSync(folder, { recursive: true }))
afterEach(async () => {
  rmSync(file, { force: true })
  await stage.cheat(harbor).setAutomine(true)
})

function halt(message: string) {
  writeFileSync(file, JSON.stringify({ halt: true, message }))
}

const notice = (page: Page) => page.getByText('Trading is paused', { exact: true })

/** A confirmed deposit that is halted between the service's acceptance and the wallet's request. */
async function accepted(message: string) {
  const { visit, provider, wallet } = await Provider.open(stage)
  const { page } = provider
  visit.tolerate(/503/)
  await page.clock.install()
  await provider.choosePool('WETH/USDC')
  await provider.amount('WETH').fill('0.1')
  await provider.review()
  await page.route('**/api/amm/interactions/add', async (route) => {
    const response = await route.fetch()
    halt(message)
    await route.fulfill({ response })
  })
  await provider.confirm()
  return { visit, provider, wallet, page }
}

describe('a halted deployment (A-06)', () => {
  test('an open review cannot be confirmed within a minute, shows the reason, and can be confirmed once the halt is lifted', async () => {
    const { visit, page, trader, wallet } = await openSetup(stage, ['0.1', 'ETH', 'USDC'], { clock: true })
    visit.tolerate(/503/)
    await trader.review()
    const confirm = page.getByRole('button', { name: 'Confirm swap' })
    await expect.poll(() => confirm.isEnabled()).toBe(true)

    halt('A router is broken.')
    await page.clock.fastForward(31_000)
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    const why = page.getByRole('dialog').getByText('The operator has paused trading. A router is broken.')
    await why.waitFor()
    await page.keyboard.press('Escape')
    await notice(page).waitFor()
    await visit.expectAccessible()

    rmSync(file)
    await page.clock.fastForward(31_000)
    await notice(page).waitFor({ state: 'detached' })
    await trader.review()
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    expect(sendsOf(wallet)).toEqual([])
  })

  deepTest('a click right after the halt is refused, before any tab has polled it', async () => {
    const { visit, page, trader, wallet } = await openSetup(stage, ['0.1', 'ETH', 'USDC'], { clock: true })
    visit.tolerate(/503/)
    await trader.review()
    const confirm = page.getByRole('button', { name: 'Confirm swap' })
    for (let isClicked = false; !isClicked; ) {
      rmSync(file, { force: true })
      // The app reads the notice every 30 s.
      await expect.poll(() => confirm.isEnabled(), { timeout: 40_000 }).toBe(true)
      halt('Just now.')
      // If the quote was just being renewed, that was refused: then there is no button to click.
      isClicked = await confirm.click({ timeout: 2_000 }).then(
        () => true,
        () => false,
      )
    }
    await page.getByRole('dialog').getByText('Just now.').first().waitFor()
    expect(sendsOf(wallet)).toEqual([])
  })

  deepTest('a review that is closed while the notice is loading asks the wallet for nothing', async () => {
    const { page, trader, wallet } = await openSetup(stage, ['0.1', 'ETH', 'USDC'])
    await trader.review()
    const confirm = page.getByRole('button', { name: 'Confirm swap' })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    let tell = () => {}
    const reported = new Promise<void>((resolve) => (tell = resolve))
    await page.route('/notice.json', (route) => reported.then(() => route.continue()))
    const asked = page.waitForRequest('/notice.json')
    await confirm.click()
    await asked
    await page.keyboard.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    const heard = page.waitForResponse('/notice.json')
    tell()
    await heard
    // By the time the next order is confirmed, the first one would have been requested.
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(1)
  })

  deepTest(
    'between two steps the second is not requested, and is once the halt is lifted and someone clicks',
    async () => {
      const { visit, page, trader, wallet } = await openSetup(stage, ['100', 'USDC', 'WETH'], { clock: true })
      visit.tolerate(/503/)
      const { response, decide } = deferredResponse()
      wallet.arrange(response)
      await trader.review()
      await trader.confirm()
      await trader.waitForStatus('signing')
      halt('Between two steps.')
      decide('approve')
      await trader.waitForStatus('failed')
      await expect.poll(() => trader.order().innerText()).toContain('Between two steps.')
      expect(sendsOf(wallet)).toHaveLength(1)
      await expect.poll(() => notice(page).count()).toBe(1)
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

      rmSync(file)
      await page.clock.fastForward(31_000)
      await page.getByRole('button', { name: 'Try again' }).click()
      await trader.waitForStatus('done')
      expect(sendsOf(wallet)).toHaveLength(2)
    },
  )

  deepTest('neither a deposit nor a withdrawal can be confirmed', async () => {
    const { visit, provider, wallet } = await Provider.open(stage)
    visit.tolerate(/503/)
    const review = async () => {
      await provider.choosePool('WETH/USDC')
      await provider.amount('WETH').fill('0.1')
      await provider.review()
    }
    await review()
    await provider.confirm()
    await provider.done()
    const signed = wallet.asked('eth_sendTransaction')

    halt('Until noon.')
    const { page } = provider
    const why = page.getByRole('dialog').getByText('The operator has paused trading. Until noon.')
    await visit.goto('/positions')
    await page.getByRole('button', { name: 'Remove liquidity' }).first().click()
    await why.waitFor()
    expect(await provider.button('Confirm withdrawal').isDisabled()).toBe(true)
    await visit.goto('/liquidity/add')
    await review()
    await why.waitFor()
    expect(await provider.button('Confirm deposit').isDisabled()).toBe(true)
    expect(wallet.asked('eth_sendTransaction')).toBe(signed)
  })

  deepTest(
    'a deposit that the service accepted just before is not started, says so, and continues once the halt is lifted',
    async () => {
      const { visit, provider, wallet, page } = await accepted('Just before.')
      const dialog = page.getByRole('dialog', { name: 'Review deposit' })
      await dialog.getByText('The request was accepted. You signed nothing yet').waitFor()
      await dialog.getByText('The operator has paused trading. Just before.').first().waitFor()
      await expect.poll(() => provider.button('Confirm deposit').isDisabled()).toBe(true)
      await expect.poll(() => provider.button('Confirm deposit').getAttribute('aria-busy')).not.toBe('true')
      await visit.expectAccessible()

      rmSync(file)
      await page.clock.fastForward(31_000)
      await provider.confirm()
      await provider.done()
      expect(visit.requests.filter((request) => request.endsWith('/api/amm/interactions/add'))).toHaveLength(1)
      expect(wallet.asked('eth_sendTransaction')).toBe(3)
    },
  )

  deepTest('a sent transaction is awaited to its end', async () => {
    const { visit, page, trader, wallet } = await openSetup(stage, ['0.1', 'ETH', 'USDC'])
    visit.tolerate(/503/)
    await stage.cheat(harbor).setAutomine(false)
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('sent')
    halt('Until noon.')
    await page.reload()
    await notice(page).waitFor()
    await trader.waitForStatus('sent')
    await stage.cheat(harbor).mine({ blocks: 1 })
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(1)
  })
})
