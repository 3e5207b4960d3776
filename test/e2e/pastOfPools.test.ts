import { describe, expect, test } from 'vitest'
import { deepTest, isDeep } from '../depth'
import { setStage } from './stage'

/* A pool's past, on real chains with three days of trades: in the list, on its page, next to a range, on Inspect. */
const stage = setStage({ historyDays: 2 })

const sizes = [{ width: 390, theme: 'dark' } as const, ...(isDeep ? [{ width: 1440, theme: 'light' } as const] : [])]

describe.each(sizes)('at $width px, $theme', ({ width, theme }) => {
  test('the list shows how prices moved, with their unit, as figures and as lines', async () => {
    const { page, expectAccessible, picture } = await stage.visit(
      '/pools?network=Harbor&columns=pair,fee,tvl,price,change,volumeChange,trend',
      { width, theme },
    )
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'WETH / USDC' }) })
    await row.waitFor()
    await expect.poll(() => row.innerText()).toMatch(/[\d,.]+ USDC/)
    await expect.poll(() => row.innerText()).toMatch(/[+−]?[\d.]+%/)
    await expectAccessible()
    await picture('pools-past')
  })

  test('a pool’s page has its trades, candles, fees per hour and TVL of the past', async () => {
    const { page, expectAccessible, picture } = await stage.visit('/pools?network=Harbor', { width, theme })
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    const trades = page.getByRole('table', { name: 'Trades' })
    await trades.waitFor()
    await expect.poll(() => trades.getByRole('row').count()).toBeGreaterThan(20)
    await page.getByRole('radio', { name: 'TVL' }).click()
    await page.getByText(/data points from the pool’s logs on chain/).waitFor()
    await picture('pool-past-tvl')
    await page.getByRole('radio', { name: 'Fees' }).click()
    await page.getByText(/calculated: volume × fee tier/).waitFor()
    await page.getByRole('radio', { name: 'Price' }).click()
    await page.getByRole('checkbox', { name: 'Candles' }).check()
    await page.getByRole('button', { name: 'Invert price' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('turned')).toBe('1')
    await expectAccessible()
    await picture('pool-past')
  })

  test('a range is chosen over past prices and liquidity together, and backtested', async () => {
    const { page, expectAccessible, picture } = await stage.visit('/liquidity/add', { width, theme })
    await page.locator('[data-history]').waitFor()
    await page.getByRole('textbox', { name: 'Deposit WETH' }).fill('0.5')
    await page.locator('summary', { hasText: 'Backtest of this range' }).click()
    await page.getByText(/In the last \d+ hours the price was in this range/).waitFor()
    await page.locator('summary', { hasText: 'Other sizes and ranges' }).click()
    await page.getByRole('table', { name: 'Other sizes and ranges' }).waitFor()
    await expectAccessible()
    await picture('range-past')
  })

  test('the health of all networks is one page, and an address is found on any network', async () => {
    const { page, goto, expectAccessible, picture } = await stage.visit('/inspect?view=deployment', { width, theme })
    await page
      .locator('[data-network="Harbor"]')
      .getByText(/No findings|\d finding/)
      .waitFor()
    await expectAccessible()
    await picture('health')
    await goto('/pools?network=Delta&columns=pair,address')
    const address = await page.locator('[data-row="0"] [title^="0x"]').first().getAttribute('title')
    await goto(`/inspect?view=find&q=${address}`)
    await page.getByRole('table', { name: 'Found' }).getByText('Pool', { exact: true }).waitFor()
    await page.getByText('A contract').first().waitFor()
    await expectAccessible()
  })
})

deepTest('requests outlive a reload', async () => {
  const { page, goto } = await stage.visit('/pools?network=Harbor')
  await page.getByRole('link', { name: 'WETH / USDC' }).waitFor()
  // Background code is loaded some seconds after the first page.
  await page.waitForTimeout(6_000)
  await goto('/inspect')
  await page.getByText('Earlier visits').waitFor()
  await page.getByRole('button', { name: 'Export HAR' }).waitFor()
})
