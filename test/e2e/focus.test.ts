import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'
import { isDeep } from '../depth'
import { Provider } from './provider'
import { focused, poolPath } from './reading'
import { answerInstead, setStage } from './stage'
import { Trader } from './trader'

/* Where the focus is, and that it can be seen. */

const stage = setStage()

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }
test('the bars of a phone cover nothing that has the focus', async () => {
  const { page, go } = await connected({ width: 390, height: 700 })
  const places = ['/swap', '/pools', '/liquidity/add', ...(isDeep ? ['/positions', '/activity', '/inspect'] : [])]
  for (const place of places) {
    await go(place)
    await page.locator('#content').focus()
    for (let stop = 0; stop < 80; stop += 1) {
      await page.keyboard.press('Tab')
      const { name, isCovered } = await focused(page)
      expect(isCovered, `${place}: ${name}`).toBe(false)
      if (await page.evaluate(() => document.activeElement?.closest('footer, nav') !== null)) break
    }
  }
})

test('Back closes an open dialog and stays on the page, and the next one leaves it', async () => {
  const { page } = await stage.visit('/pools', phone)
  await page.getByRole('navigation').getByRole('link', { name: 'Swap', exact: true }).click()
  await page.getByRole('button', { name: /^Token to pay/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Select a token' })
  await dialog.waitFor()
  await page.evaluate(() => history.back())
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/swap')
  await page.evaluate(() => history.back())
  await page.waitForURL('**/pools')
})

const lowWindows = [
  { width: 320, height: 256 },
  { width: 640, height: 180 },
]
test.each(isDeep ? lowWindows : lowWindows.slice(0, 1))(
  'in a window of $width×$height the review scrolls with its heading and its buttons',
  async ({ width, height }) => {
    const { page } = await stage.visit('/swap', { width: 390, height: 700 })
    const trader = new Trader(stage, page)
    await trader.connect()
    await trader.pay('0.01')
    await trader.review()
    await page.setViewportSize({ width, height })
    const dialog = page.getByRole('dialog', { name: 'Review swap' })
    const shown = () =>
      dialog.evaluate((box) => {
        const scrolled = [...box.querySelectorAll('*')].find((part) => part.scrollHeight > part.clientHeight + 1)
        const parts = [box.querySelector('h2'), ...box.querySelectorAll('button')]
        const named = (text: string) => parts.find((part) => part?.textContent?.includes(text))?.getBoundingClientRect()
        const at = (top: number) => {
          scrolled?.scrollTo({ top, behavior: 'instant' })
          return { heading: named('Review swap')?.bottom ?? 0, confirm: named('Confirm swap') }
        }
        const [middle, end] = [at((scrolled?.scrollHeight ?? 0) / 2), at(1e6)]
        return {
          height: (scrolled?.clientHeight ?? 0) / window.innerHeight,
          isHeadingGone: middle.heading <= 0,
          isConfirmBelow: (middle.confirm?.top ?? 0) >= window.innerHeight,
          isConfirmReached: (end.confirm?.bottom ?? Infinity) <= window.innerHeight,
        }
      })
    await expect.poll(shown).toEqual({ height: 1, isHeadingGone: true, isConfirmBelow: true, isConfirmReached: true })
  },
)

test('the focus is never lost between the first visit and the receipt', async () => {
  const { page } = await stage.visit('/swap', phone)
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus()
    await page.keyboard.press('Enter')
  }
  const expectFocus = (name: string | RegExp) => expect.poll(async () => (await focused(page)).name).toMatch(name)

  await press('Connect wallet')
  await expectFocus('Connect a wallet')
  await press('Demo wallet (EVM)')
  await expectFocus(/^Account/)
  await press(/^Token to pay/)
  // A phone would cover half of the list with its keyboard, were the search box to have the focus.
  await expectFocus('Select a token')
  await page.keyboard.press('Escape')
  await expectFocus(/^Token to pay/)
  await press('Add recipient')
  await press('Use my wallet')
  await expectFocus('Add recipient')
  await press(/^Slippage /)
  await page.getByRole('dialog', { name: 'Slippage tolerance' }).waitFor()
  const tolerance = page.getByRole('textbox', { name: 'Slippage tolerance in percent' })
  await expect.poll(() => tolerance.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expectFocus(/^Slippage /)

  await press('Enter an amount')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('inputmode'))).toBe('decimal')
  await page.keyboard.type('1')
  await press('Review swap')
  await expectFocus('Review swap')
  await page.getByRole('button', { name: 'Confirm swap' }).and(page.locator(':enabled')).waitFor()
  await press('Confirm swap')
  await page.locator('[data-status=done]').waitFor({ state: 'attached' })
  await expectFocus(/→/)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await focused(page)).name).not.toBe('nothing')
})

test('the focus stays on the page until the progress of a confirmed swap is loaded', async () => {
  const { visit, provider } = await Provider.open(stage, '/swap')
  const { page } = visit
  let letCodeCome = () => {}
  const codeMayCome = new Promise<void>((resolve) => {
    letCodeCome = resolve
  })
  await page.route(`**/${fileWith('src/signing/progress/ProgressDialog.tsx', appFolder)}`, async (route) => {
    await codeMayCome
    await route.continue()
  })
  await new Trader(stage, page).pay('0.1')
  await provider.button('Review swap').focus()
  await page.keyboard.press('Enter')
  const confirm = provider.button('Confirm swap')
  await confirm.and(page.locator(':enabled')).waitFor()
  await confirm.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused(page)).name).not.toBe('nothing')
  letCodeCome()
  await page.getByRole('dialog', { name: /→/ }).waitFor()
  await expect.poll(async () => (await focused(page)).name).toMatch(/→/)
})

test.each([
  ...(isDeep ? [['/pools?network=Harbor', '**/api/amm/pool/all/**', 'is there'] as const] : []),
  ['/swap', '**/api/blockchain', 'comes later than the answer'] as const,
])(
  'once "Try again" has worked on %s, the focus is on what appeared, not at the top of the page (%s; the code %s)',
  async (path, asked, code) => {
    const visit = await stage.visit('/favicon.svg', desktop)
    visit.tolerate(/favicon\.svg|status of 500/)
    const { page } = visit
    // The code that keeps the focus is loaded once something has it.
    let letCodeCome = () => {}
    const codeMayCome = new Promise<void>((resolve) => {
      letCodeCome = resolve
    })
    if (code !== 'is there') {
      await page.route(`**/${fileWith('src/ui/keepFocus.ts', appFolder)}`, async (route) => {
        await codeMayCome
        await route.continue()
      })
    }
    const succeed = await answerInstead(page, asked, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await visit.goto(path)
    const again = page.locator('main').getByRole('button', { name: 'Try again', exact: true })
    await again.focus()
    succeed()
    // A polled request may have succeeded before the press.
    if (await again.isVisible()) await page.keyboard.press('Enter')
    await again.waitFor({ state: 'detached' })
    letCodeCome()
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
    expect(await page.evaluate(() => document.activeElement?.matches('h1, h2, h3, table, [role=list], form'))).toBe(
      true,
    )
  },
)

test('the menu of a row is worked by keyboard and stays in the window at every width', async () => {
  const visit = await stage.visit('/pools')
  const { page } = visit
  await page.getByRole('table', { name: 'Pools' }).waitFor()
  const button = page.getByRole('button', { name: /^Actions for / }).first()
  await page.getByRole('table', { name: 'Pools' }).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: /^Actions for / })
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })

  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const last = page.getByRole('button', { name: /^Actions for / }).last()
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await menu.waitFor()
    const box = await menu.boundingBox()
    expect(box?.x, `${width}`).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width)
    expect((box?.y ?? 0) + (box?.height ?? 0), `${width}`).toBeLessThanOrEqual(844)
    await page.keyboard.press('Escape')
  }
  await button.click()
  await menu.getByRole('menuitem', { name: 'Add liquidity' }).click()
  await page.getByRole('slider', { name: 'Minimum price' }).waitFor()
  expect(page.url()).toContain('/liquidity/add?pool=')
})

/** A visit with a wallet, and how it goes from screen to screen. */
async function connected(size: { readonly width: number; readonly height: number }) {
  const visit = await stage.visit('/swap', size)
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  const pool = await poolPath(page)
  const go = async (place: string) => {
    await visit.goto(place === 'a pool' ? pool : place)
    if (place === '/swap') {
      await trader.pay('1')
      await page.getByRole('button', { name: 'Review swap' }).waitFor()
    }
    await page.waitForLoadState('networkidle')
  }
  return { page, go }
}
