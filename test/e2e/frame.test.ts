import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'
import { answerInstead, setStage } from './stage'

const stage = setStage()

const places = ['Swap', 'Pools', 'Portfolio', 'Activity', 'Inspect']
const button = (page: Page, name: string) => page.getByRole('button', { name }).first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('every page is reached by the header', async () => {
  const { page } = await stage.visit('/swap')
  for (const name of places) await goTo(page, name)
})

test('the prerendered start page is visible before any script, and nothing shifts when the form appears', async () => {
  const visit = await stage.visit('/pools')
  await visit.page.addInitScript(() => {
    const moved = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total = Number(sessionStorage.getItem('moved') ?? 0)
        sessionStorage.setItem('moved', String(total + Number(Reflect.get(entry, 'value'))))
      }
    })
    moved.observe({ type: 'layout-shift', buffered: true })
  })
  const html = await (await fetch(`${stage.url}/`)).text()
  expect(html).toContain('Connect wallet')
  await visit.goto('/')
  await visit.page.getByRole('textbox', { name: 'You pay' }).waitFor()
  await visit.page.waitForLoadState('networkidle')
  expect(new URL(visit.page.url()).pathname).toBe('/swap')
  expect(Number(await visit.page.evaluate(() => sessionStorage.getItem('moved')))).toBeLessThan(0.02)
})

test('before any script has run an amount can be typed, and the chain list is requested once', async () => {
  const { page } = await stage.visit('/pools')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const letPass = await holdScripts(page)
  asked.length = 0
  await page.goto(`${stage.url}/swap`, { waitUntil: 'commit' })
  await expect.poll(() => asked).toContain('/api/blockchain')
  const field = page.getByRole('textbox', { name: 'You pay' })
  await field.click()
  await page.keyboard.type('1.2')
  letPass()
  await page.locator(formToken).waitFor()
  expect(asked.filter((path) => path === '/api/blockchain')).toHaveLength(1)
  await page.keyboard.type('5')
  expect(await field.inputValue()).toBe('1.25')
  await expect.poll(() => new URL(page.url()).searchParams.get('amount')).toBe('1.25')
})

test('before any script has run the tokens of the service are there, and a press on one opens the token list', async () => {
  const { page } = await stage.visit('/pools')
  const letPass = await holdScripts(page)
  await page.goto(`${stage.url}/swap?to=741001:native`, { waitUntil: 'commit' })
  await button(page, 'Token to pay: USDC on Harbor').click()
  await button(page, 'Token to receive: ETH on Harbor').waitFor()
  expect(await page.locator(formToken).count()).toBe(0)
  letPass()
  await page.getByRole('dialog', { name: 'Select a token' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('once someone has asked for the list, the page brings the tokens with it: it asks for nothing to show them', async () => {
  const { page } = await stage.visit('/pools')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const letPass = await holdScripts(page)
  await page.goto(`${stage.url}/swap?from=741001:native`, { waitUntil: 'commit' })
  await button(page, 'Token to pay: ETH on Harbor').waitFor()
  await page.waitForLoadState('domcontentloaded')
  letPass()
  await page.locator(formToken).waitFor()
  expect(asked).not.toContain('/start.json')
})

test.each([1440, 768, 390])("%d pixels wide, the form is in the place of the start page's form", async (width) => {
  const { page } = await stage.visit('/pools', { width })
  const letPass = await holdScripts(page)
  const places = async (card: string) =>
    [
      await page.locator(card).boundingBox(),
      await page.getByRole('textbox', { name: 'You pay' }).boundingBox(),
      await button(page, 'Token to pay: ETH on Harbor').boundingBox(),
      await button(page, 'Token to receive: USDC on Harbor').boundingBox(),
    ].map((box) => [box!.y, box!.height].map(Math.round))
  await page.goto(`${stage.url}/swap`, { waitUntil: 'commit' })
  await button(page, 'Token to receive: USDC on Harbor').waitFor()
  const before = await places('[aria-busy=true]')
  letPass()
  await page.locator(formToken).waitFor()
  await page.getByText('Enter an amount').first().waitFor()
  expect(await places('form[aria-label=Swap] > div')).toEqual(before)
})

test('a button of the header that is pressed before any script has run opens its dialog once the app runs', async () => {
  const { page } = await stage.visit('/pools')
  const letPass = await holdScripts(page)
  await page.goto(`${stage.url}/swap`, { waitUntil: 'commit' })
  await button(page, 'Connect wallet').click()
  letPass()
  await page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor()
})

test.each(['/', '/swap', '/swap/', '/swap?from=741001:native#form'])('the app starts at %s', async (path) => {
  const { page } = await stage.visit(path)
  await page.locator(formToken).waitFor()
  expect(new URL(page.url()).pathname).toBe('/swap')
})

test('a token that the keyboard reached before any script has run keeps the focus', async () => {
  const { page, goto } = await stage.visit('/favicon.svg')
  const letPass = await holdScripts(page)
  await goto('/swap')
  await page.locator('button[data-start=sell]').focus()
  letPass()
  await page.locator(formToken).waitFor()
  expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Token to pay: /)
})

test.each([1440, 390])(
  '%d pixels wide, a screen looks the same after the start page as opened itself',
  async (width) => {
    const { page, goto } = await stage.visit('/liquidity/add', { width })
    const looks = async () => {
      await page.locator('main [data-step=amounts]').waitFor()
      return page.evaluate(() => {
        const drawn = document.querySelectorAll('main label, main [data-step], main div:has(> [data-step])')
        const lines = [...drawn].map((element) => {
          const { display, position, paddingInline } = getComputedStyle(element)
          return [element.className, display, position, paddingInline].join(' | ')
        })
        return [...new Set(lines)].sort()
      })
    }
    let opened = await looks()
    // Presets and amounts arrive with the pools.
    const isSettled = async () => {
      const before = opened
      opened = await looks()
      return before.join() === opened.join() && opened.length > 4
    }
    await expect.poll(isSettled).toBe(true)
    await goto('/swap')
    await page.locator(formToken).waitFor()
    await page.getByRole('link', { name: 'Pools', exact: true }).click()
    await page.getByRole('link', { name: 'Add liquidity', exact: true }).first().click()
    await expect.poll(looks).toEqual(opened)
  },
)

/** The token of the form, not of the start page, which shows it before the form is there. */
const formToken = 'button[aria-label^="Token to pay: ETH"]:not([data-start])'

/** Holds all scripts of the pages opened from now on, until what it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letPass = () => {}
  const held = new Promise<void>((resolve) => {
    letPass = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letPass
}

test('the app starts in a browser that blocks storage, and keeps choices for the visit', async () => {
  const { page } = await stage.visit('/pools')
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }),
  )
  await page.goto(`${stage.url}/swap`)
  await page.locator(formToken).waitFor()
  await button(page, 'Settings').click()
  await page.getByText('Dark', { exact: true }).click()
  await page.keyboard.press('Escape')
  await button(page, 'Settings').click()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
})

test("a chosen theme applies from the first paint, regardless of the system's preference", async () => {
  const visit = await stage.visit('/swap', { theme: 'light' })
  const { page } = visit
  await button(page, 'Settings').click()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(() => paper(page)).toBe('rgb(11, 22, 32)')
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  visit.tolerate(/Failed to load resource|ERR_FAILED/)
  await visit.goto('/swap')
  expect(await paper(page)).toBe('rgb(11, 22, 32)')
})

test('a token is searched, compared and chosen by keyboard, and the focus returns', async () => {
  const { page } = await stage.visit('/swap')
  const opener = button(page, 'Token to receive')
  await opener.focus()
  await page.keyboard.press('Enter')
  const search = page.getByRole('searchbox', { name: 'Search tokens' })
  await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('wbtc')
  await expect.poll(() => page.getByRole('option').first().getAttribute('aria-label')).toMatch(/^WBTC .* on Harbor$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => opener.getAttribute('aria-label')).toContain('WBTC on Harbor')
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('a connected wallet is connected again after a reload, and not after disconnecting', async () => {
  const visit = await stage.visit('/swap')
  const { page } = visit
  await button(page, 'Connect wallet').click()
  await button(page, 'Demo wallet (EVM)').click()
  const name = await button(page, 'Account').getAttribute('aria-label')
  await page.reload()
  await expect.poll(() => button(page, 'Account').getAttribute('aria-label')).toBe(name)
  await button(page, 'Account').click()
  await button(page, 'Disconnect Demo wallet (EVM)').click()
  await page.keyboard.press('Escape')
  await button(page, 'Connect wallet').waitFor()
  await page.reload()
  await button(page, 'Connect wallet').waitFor()
})

test('an app that cannot reach its server shows a message instead of a blank page', async () => {
  const visit = await stage.visit('/swap')
  visit.tolerate(/Failed to (load resource|fetch)|ERR_FAILED|dynamically imported/)
  const findAgain = await answerInstead(visit.page, /config\.json/, (route) => route.abort())
  await visit.goto('/inspect')
  await expect.poll(() => heading(visit.page).textContent()).toBe('Tidegate cannot load')
  findAgain()
  await button(visit.page, 'Try again').click()
  await expect.poll(() => heading(visit.page).textContent()).toBe('Inspect')

  await visit.page.route(`**/${fileWith('src/screens/pools/PoolsScreen.tsx', appFolder)}`, (route) => route.abort())
  await visit.page.getByRole('link', { name: 'Pools', exact: true }).click()
  await expect.poll(() => heading(visit.page).textContent()).toBe('This page stopped working')
  await button(visit.page, 'Reload the page').waitFor()
})

/** Navigates by the header, and waits until the previous page is gone. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await expect.poll(() => heading(page).allTextContents()).toEqual([name])
}

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}
