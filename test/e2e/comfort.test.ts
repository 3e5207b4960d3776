import type { Page } from 'playwright-core'
import { erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { deepTest } from '../depth'
import { overflows } from './fit'
import { reef } from './reef'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* Comfort: a typed amount never turns into another one, and no approval remains unseen. */

const stage = setStage()
const narrow = [320, 390] as const
const looks = [{ width: 390, height: 844, theme: 'dark' }, ...(process.env.TIDEGATE_DEEP ? [{}] : [])] as const

deepTest('an allowance from before is on the receipt and among the approvals, and is revoked there', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/swap', { wallet })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect('Test Wallet')
  const usdc = (await trader.tokenAddress('USDC'))!
  const router = stage.exchange.chains[0]!.trusted[0] as `0x${string}`
  const allowed = () =>
    stage
      .chain(harbor)
      .readContract({ abi: erc20Abi, address: usdc, functionName: 'allowance', args: [wallet.address, router] })
  await wallet.approve(usdc, router, 1_000_000_000n)
  expect(await allowed()).toBe(1_000_000_000n)

  await trader.choose('pay', 'USDC')
  await trader.choose('receive', 'ETH')
  await trader.pay('300')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await allowed()).toBe(700_000_000n)
  await page.getByText(/can still spend 700 USDC/).waitFor()
  await page.getByText(/^for 300 USDC(,|$)/).waitFor()
  expect(await page.getByText('No remaining approvals.').count()).toBe(0)
  await visit.picture('receipt')
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'You pay' }).inputValue()).toBe('')

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Show approvals' }).click()
  await page.getByText(/can spend 700 USDC on Harbor/).waitFor()
  await visit.picture('approvals')
  expect(await overflows(page)).toEqual([])
  await visit.expectAccessible()
  await page.getByRole('button', { name: 'Revoke USDC' }).click()
  await expect.poll(allowed).toBe(0n)
  await page.getByText(/can spend 700 USDC on Harbor/).waitFor({ state: 'detached' })
})

deepTest('typed dollars stay what they are through another token, the other side and a reload', async () => {
  const { page } = await stage.visit('/swap')
  const field = page.getByRole('textbox', { name: 'You pay' })
  await page.getByRole('button', { name: 'Enter the amount in dollars' }).click()
  await field.fill('5')
  await page.getByRole('button', { name: 'Reverse' }).click()
  await expect.poll(() => field.inputValue()).toBe('5')
  const value = () => page.getByRole('button', { name: /^Enter the amount in \w+:/ }).innerText()
  await expect.poll(value).toMatch(/^[45](\.\d+)?\s[\s\S]*USDC/)
  const trader = new Trader(stage, page)
  await trader.choose('pay', 'WETH')
  await expect.poll(value).toMatch(/^0\.00\d+\s[\s\S]*WETH/)
  const weth = await trader.tokenAddress('WETH')
  await expect.poll(() => page.url()).toMatch(new RegExp(`from=${harbor}:${weth}.*usd=5`))
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('5')
  await expect.poll(value).toMatch(/^0\.00\d+\s[\s\S]*WETH/)
})

test('a look-alike of a link is named on the form, and every state of the form fits a narrow phone', async () => {
  const visit = await stage.visit('/swap', { width: 390, height: 844 })
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  const main = page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]')
  const inSight = async () => {
    const box = await main.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= 844
  }
  const fits = async (state: string) => {
    expect(await overflows(page, narrow), state).toEqual([])
    expect(await inSight(), state).toBe(true)
    await visit.picture(`form-${state}`)
  }
  await trader.choose('pay', 'ETH')
  await trader.choose('receive', 'USDС')
  await page
    .getByText(/Not the real USDC: similar name/)
    .first()
    .waitFor()
  await fits('look-alike')
  await trader.choose('receive', 'USDC')
  await trader.pay('0.123456789012345678')
  await page.getByRole('button', { name: /Quote details/ }).click()
  await fits('details')
  const questions = page.getByRole('main').getByRole('button', { name: /^What is / })
  for (const question of await questions.all()) {
    await question.click()
    const { x, width } = (await page.locator('[popover]:popover-open').boundingBox())!
    expect(x).toBeGreaterThanOrEqual(8)
    expect(x + width).toBeLessThanOrEqual(390 - 8)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('textbox', { name: 'Recipient' }).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await fits('recipient')
  await trader.review()
  await page.getByRole('checkbox').first().waitFor()
  expect(await overflows(page, narrow), 'review').toEqual([])
  await visit.picture('review')
  await page.keyboard.press('Escape')
  await trader.pay('99999999999999')
  await fits('insufficient')
  await page.getByRole('button', { name: /^Token to pay/ }).click()
  await page.getByRole('group', { name: 'Favourite, recent and common tokens' }).waitFor()
  expect(await overflows(page, narrow), 'picker').toEqual([])
  await visit.picture('picker')
})

test('the main button is in sight of a laptop in every state of the form', async () => {
  const visit = await stage.visit('/swap', { width: 1440, height: 900 })
  // No pool is deep enough for the last amount, and the exchange refuses it.
  visit.tolerate(/status of 422/)
  const { page } = visit
  const main = page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]')
  const inSight = async (state: string) => {
    await visit.picture(`desktop-${state}`)
    const box = await main.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= 900, state).toBe(true)
  }
  const trader = new Trader(stage, page)
  await trader.pay('0.5')
  await page.getByRole('button', { name: /Quote details/ }).waitFor()
  await inSight('before connecting')
  await trader.connect()
  await page.getByRole('button', { name: /Quote details/, expanded: false }).click()
  await inSight('details')
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('textbox', { name: 'Recipient' }).fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await page.getByText(/This address has never been used/).waitFor()
  await inSight('recipient and details')
  await trader.choose('receive', 'USDС')
  await inSight('look-alike and recipient')
  await trader.pay('99999999')
  await inSight('insufficient')
})

test('one minimum and one network cost: the form, the review and the receipt agree', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('0.4')
  const quote = page.getByRole('status', { name: 'Quote' })
  await quote.getByRole('button', { name: /Quote details/, expanded: false }).click()
  const figure = (term: string) =>
    quote.locator('dl > div', { hasText: term }).locator('data').first().getAttribute('value')
  const minimum = await figure('Minimum received')
  expect(Number(minimum)).toBeGreaterThan(0)
  await trader.review()
  await trader.signTable()
  const review = page.getByRole('dialog', { name: 'Review swap' })
  const agreed = await review
    .locator('dl > div', { hasText: 'Minimum received' })
    .locator('data')
    .first()
    .getAttribute('value')
  expect(agreed).toBe(minimum)
  const cost = /network cost[^$]*\$(\d+\.\d\d)/i
  const simulated = Number(cost.exec((await review.textContent()) ?? '')?.[1])
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await trader.receipt('Minimum')).toBe(minimum)
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect.poll(() => receipt.textContent()).toMatch(cost)
  const paid = Number(cost.exec((await receipt.textContent()) ?? '')?.[1])
  expect(paid).toBeGreaterThan(0)
  expect(paid).toBeLessThanOrEqual(simulated * 1.05)
})

deepTest(
  'what arrives over a bridge is in the balance of the form with the arrival, not at the next refresh',
  async () => {
    const { page } = await stage.visit('/swap')
    const trader = new Trader(stage, page)
    await trader.connect()
    await trader.choose('pay', 'USDC')
    await trader.choose('receive', 'USDC', 'Delta')
    await trader.pay('120')
    const balances = () =>
      page
        .getByRole('form', { name: 'Swap' })
        .getByText(/^Balance/)
        .allInnerTexts()
    await expect.poll(async () => (await balances()).join()).toMatch(/\d.*\d/s)
    const [, before] = await balances()
    expect(before).toBeDefined()
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(async () => (await balances())[1]).not.toBe(before)
  },
)

deepTest(
  'the account panel shows what all accounts hold; a row starts a swap or leads to pools for a deposit',
  async () => {
    for (const look of looks) {
      const visit = await stage.visit('/swap', look)
      const { page } = visit
      const trader = new Trader(stage, page)
      await trader.connect()
      await trader.connectAlso('Demo wallet (Solana)')
      await page.getByRole('button', { name: /^Account/ }).click()
      const panel = page.getByRole('dialog', { name: 'Accounts' })
      const portfolio = panel.getByRole('region', { name: 'Portfolio' })
      await portfolio.locator('summary', { hasText: /^\d+ more$/ }).click()
      await portfolio.getByRole('link', { name: 'Swap SOL on Reef' }).waitFor()
      await portfolio.getByRole('link', { name: 'Swap USDC on Harbor' }).waitFor()
      await portfolio.getByText(/^1 suspicious token, not in the total$/).waitFor()
      expect(await overflows(page, narrow)).toEqual([])
      await visit.expectAccessible()
      await visit.picture('portfolio')
      await portfolio.getByRole('link', { name: 'Swap USDC on Harbor' }).click()
      await panel.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: /^Token to pay: USDC/ }).waitFor()
      await page.getByRole('button', { name: /^Account/ }).click()
      await portfolio.getByRole('link', { name: 'Deposit USDC on Harbor' }).click()
      const rows = page.locator('[role=table][aria-label="Pools"] [data-row]')
      await rows.first().waitFor()
      for (const row of await rows.allInnerTexts()) expect(row).toContain('USDC')
    }
  },
)

deepTest(
  'Ctrl K leads by keyboard to a token, a pool and the settings, and a question mark lists the keys',
  async () => {
    for (const look of looks) {
      const visit = await stage.visit('/swap', look)
      const { page } = visit
      await page.getByRole('button', { name: /^Token to pay/ }).waitFor()
      const search = page.getByRole('combobox', { name: /^Search screens/ })
      const find = async (text: string, option: RegExp) => {
        await expect
          .poll(async () => {
            if (!(await search.isVisible())) await page.keyboard.press('Control+k')
            return search.isVisible()
          })
          .toBe(true)
        await search.fill(text)
        await page.getByRole('option', { name: option, selected: true }).waitFor()
      }
      await find('usdc delta', /^Swap to USDC .* on Delta/)
      expect(await overflows(page, narrow)).toEqual([])
      await visit.expectAccessible()
      await visit.picture('palette')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^Token to receive: USDC .*Delta/ }).waitFor()
      await find('weth usdc', /WETH|USDC/)
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/pools\/./)
      await find('open settings', /^Open settings/)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Settings' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Settings' }).waitFor({ state: 'detached' })
      await page.locator('h1').first().click()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      expect(await overflows(page, narrow)).toEqual([])
      await visit.expectAccessible()
      await visit.picture('keys')
    }
  },
)

/** The number of clicks in between; typing and the wallet's own prompts are not counted. */
async function clicks(page: Page, way: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counter = { count: 0 }
    Object.assign(window, { clickCounter: counter })
    const count = ({ isTrusted, detail }: MouseEvent) => {
      if (isTrusted && detail > 0) counter.count++
    }
    window.addEventListener('click', count, true)
  })
  await way()
  return page.evaluate(() => Reflect.get(Reflect.get(window, 'clickCounter'), 'count'))
}

const swapIn = (page: Page) => async () => {
  const trader = new Trader(stage, page)
  await trader.pay('0.2')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
}

test('a first swap takes 4 clicks and the next 2', async () => {
  const { page } = await stage.visit('/swap')
  const first = async () => {
    await new Trader(stage, page).connect()
    await swapIn(page)()
  }
  expect(await clicks(page, first)).toBe(4)
  await page.goto(`${stage.url}/swap`)
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  expect(await clicks(page, swapIn(page))).toBe(2)
})

deepTest('a first swap to a Solana account of one’s own takes 6 clicks, a later one 2', async () => {
  const { page: other } = await stage.visit('/swap')
  const pair = `/swap?from=${harbor}:native&to=${reef}:${await new Trader(stage, other).listed('BONQ', reef)}`
  await other.goto(stage.url + pair)
  const across = async () => {
    const trader = new Trader(stage, other)
    await trader.connect()
    await trader.pay('0.2')
    await other.getByRole('button', { name: 'Connect Solana wallet' }).click()
    const dialog = other.getByRole('dialog', { name: 'Connect a wallet' })
    await dialog.getByRole('button', { name: 'Demo wallet (Solana)' }).click()
    await dialog.waitFor({ state: 'detached' })
    await swapIn(other)()
  }
  expect(await clicks(other, across)).toBe(6)
  await other.goto(stage.url + pair)
  await other.getByRole('button', { name: /^Account/ }).waitFor()
  expect(await clicks(other, swapIn(other))).toBe(2)
})

deepTest('with the Solana token chosen in the list it is 6 clicks as well: one wallet is asked for both', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  const swap = async () => {
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
  }
  const first = async () => {
    await trader.choose('receive', 'BONQ', 'Reef')
    await trader.pay('0.2')
    await page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]').click()
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
    await dialog.getByRole('button', { name: 'Demo wallet (EVM)' }).click()
    await dialog.waitFor({ state: 'detached' })
    await swap()
  }
  expect(await clicks(page, first)).toBe(6)
  await page.goto(page.url())
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  const later = async () => {
    await trader.pay('0.1')
    await swap()
  }
  await page.getByRole('button', { name: /^Token to receive: BONQ/ }).waitFor()
  expect(await clicks(page, later)).toBe(2)
})

test('on a phone the slippage tolerance is a sheet at the lower edge, like every menu', async () => {
  const { page } = await stage.visit('/swap', { width: 390, height: 844 })
  await page.getByRole('button', { name: /^Slippage/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Slippage tolerance' })
  await sheet.waitFor()
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, width: 390 })
  expect(await sheet.evaluate((element) => element.getBoundingClientRect().bottom)).toBe(844)
})
