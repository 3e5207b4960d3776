import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, widgetFolder } from '../../bin/parts/build.mjs'
import { withoutYoung } from './oldBrowser'
import { handOver } from './pageWallet'
import { setStage } from './stage'
import { harbor } from './trader'

/* The swap form on a page of another origin: one script, in a shadow root, with the page's own wallet. */

const site = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://page.example')
  const script = /^\/(tidegate-swap[\w.-]*\.js)$/.exec(pathname)?.[1]
  const type = script ? 'text/javascript' : 'text/html; charset=utf-8'
  const text = readFileSync(join(widgetFolder, script ?? 'example.html'), 'utf8')
  const language = searchParams.get('language') ?? 'en'
  response.writeHead(200, { 'content-type': type }).end(text.replace('<html lang="en">', `<html lang="${language}">`))
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
beforeAll(() => build(['widget']))
afterAll(() => void site.close())

const stage = setStage({ settings: { TIDEGATE_WIDGET_ORIGINS: origin } })

type Example = {
  width?: number
  height?: number
  theme?: 'dark'
  /** Of the page. */
  language?: string
  isOld?: true
  isBlocked?: true
  listed?: Promise<void>
}

/** As Chromium does it where site data is blocked. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, get: refuse })
  IDBFactory.prototype.open = refuse
  LockManager.prototype.request = async () => refuse()
}

/** The example page of another origin, with a wallet that it hands to the widget. */
async function example({ language, isOld, isBlocked, listed, ...look }: Example = {}) {
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/favicon.svg', { wallet, ...look })
  // Everything is elsewhere, seen from the gateway's own page.
  visit.tolerate(/request to elsewhere|favicon/)
  const { page } = visit
  await page.addInitScript(handOver)
  if (isOld) await withoutYoung(page)
  if (isBlocked) await page.addInitScript(blockStorage)
  if (listed) await page.route('**/api/blockchain', (route) => listed.then(() => route.continue()))
  await page.goto(`${origin}/?gateway=${encodeURIComponent(stage.url)}${language ? `&language=${language}` : ''}`)
  return { visit, page, wallet }
}

test('the widget has the language of its page, then of its attribute, and leaves the page as it is', async () => {
  const { visit, page } = await example({ language: 'de-CH' })
  await page.getByRole('textbox', { name: 'Sie zahlen' }).waitFor()
  const attribute = (language: string) =>
    page.locator('tidegate-swap').evaluate((widget, value) => widget.setAttribute('lang', value), language)
  await attribute('ar')
  await page.getByRole('textbox', { name: 'تدفع' }).waitFor()
  expect(await page.locator('.widget').getAttribute('dir')).toBe('rtl')
  await attribute('en')
  await page.getByRole('textbox', { name: 'You pay' }).waitFor()
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['de-CH', ''])
  const scripts = visit.requests.filter((request) => request.startsWith(`GET ${origin}/tidegate-swap`))
  expect(scripts.map((request) => request.split('/').at(-1)).toSorted()).toEqual([
    ...['tidegate-swap-languages.js', 'tidegate-swap.ar.js', 'tidegate-swap.de.js', 'tidegate-swap.js'],
  ])
  expect(readFileSync(join(widgetFolder, 'tidegate-swap.js'), 'utf8')).not.toContain('Sie zahlen')
})

const choose = async (page: Page, side: 'pay' | 'receive', symbol: string) => {
  await page.getByRole('button', { name: new RegExp(`^Token to ${side}`) }).click()
  await pick(page, symbol)
}

const pick = async (page: Page, symbol: string) => {
  const dialog = page.getByRole('dialog', { name: 'Select a token' })
  await dialog.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol)
  await dialog.getByRole('option', { name: new RegExp(`^${symbol} .* on Harbor$`) }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a page of another origin swaps through the widget, with its own wallet', async () => {
  const { visit, page, wallet } = await example()
  const title = await page.title()
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const connect = page.getByRole('dialog', { name: 'Connect a wallet' })
  await connect.getByRole('button', { name: 'Wallet of this page' }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await connect.waitFor({ state: 'detached' })

  await choose(page, 'pay', 'ETH')
  await choose(page, 'receive', 'USDC')
  await page.getByRole('textbox', { name: 'You pay' }).fill('0.5')
  await page.getByRole('button', { name: 'Review swap' }).click()
  const noted = await page.evaluateHandle(() => {
    const phases: string[] = []
    // Both events bubble out of the element.
    document.addEventListener('tidegate-order', (event) => phases.push(Reflect.get(event, 'detail').phase))
    return phases
  })
  await stage.cheat(harbor).setAutomine(false)
  await page.getByRole('button', { name: 'Confirm swap' }).click()
  await expect.poll(() => wallet.sent.length).toBe(1)
  // The page takes the element away while the order is in progress, and puts it back.
  await page.evaluate(async () => {
    const element = document.querySelector('tidegate-swap')
    const place = element?.parentNode
    element?.remove()
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (element) place?.append(element)
  })
  await page.getByRole('dialog', { name: /→/ }).waitFor()
  await stage.cheat(harbor).setAutomine(true)
  await stage.cheat(harbor).mine({ blocks: 1 })
  await page.getByText(/^for 0\.5 ETH(,|$)/).waitFor()
  await expect.poll(() => noted.jsonValue()).toContain('under way')
  expect((await noted.jsonValue()).at(-1)).toBe('done')
  expect(wallet.sent).toHaveLength(1)
  await visit.picture('widget-done')

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page
    .getByRole('link', { name: /0\.5 ETH/ })
    .first()
    .click()
  await page.getByText(/^for 0\.5 ETH(,|$)/).waitFor()

  // The page keeps its title, its address and its styles; storage belongs to the page's origin.
  expect(await page.title()).toBe(title)
  expect(page.url()).toBe(`${origin}/?gateway=${encodeURIComponent(stage.url)}`)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Georgia')
  const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(kept).toContain('tidegate.journal')
})

test('the widget works in the oldest browsers, stays within a narrow page, takes its colours, and is accessible', async () => {
  for (const look of [{ width: 390, height: 844, theme: 'dark' }, { isOld: true }] as const) {
    let list = () => {}
    const listed = new Promise<void>((resolve) => {
      list = resolve
    })
    const { visit, page } = await example({ ...look, listed })
    // The tokens arrive between press and release, and replace what was pressed.
    const button = page.getByRole('button', { name: /^Token to pay/ })
    await button.hover()
    await page.mouse.down()
    list()
    await page.getByRole('button', { name: 'Token to pay: ETH on Harbor' }).waitFor()
    await page.mouse.up()
    await pick(page, 'ETH')
    await page.getByRole('textbox', { name: 'You pay' }).fill('123456.123456789012345678')
    await visit.expectAccessible()
    await visit.picture('widget')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const action = await page.evaluate(() => {
      const inside = document.querySelector('tidegate-swap')?.shadowRoot?.querySelector('.widget')
      return inside ? getComputedStyle(inside).getPropertyValue('--color-action').trim() : ''
    })
    expect(action).toBe('light-dark(#6a2c91, #d3a8f0)')
  }
})

test('on a page whose storage is blocked the widget quotes, and names the setting to change before the review', async () => {
  const { page } = await example({ isBlocked: true })
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Wallet of this page' }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await choose(page, 'pay', 'ETH')
  await choose(page, 'receive', 'USDC')
  await page.getByRole('textbox', { name: 'You pay' }).fill('0.5')
  await page
    .getByText(`Allow site data for ${new URL(origin).host}`)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Review swap' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByText('we do not know what is in them').waitFor()
})

test('on a page that the operator has not named, the widget shows a message and sends the service nothing', async () => {
  const visit = await stage.visit('/favicon.svg')
  visit.tolerate(/./)
  const { page } = visit
  const stranger = origin.replace('127.0.0.1', 'localhost')
  await page.goto(`${stranger}/?gateway=${encodeURIComponent(stage.url)}`)
  await page.getByText(/does not allow this page/).waitFor()
  const answer = await fetch(`${stage.url}/api/swap/native`, {
    method: 'POST',
    headers: { origin: stranger, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('other reasons why the widget cannot start are distinguished, and a press retries', async () => {
  const visit = await stage.visit('/favicon.svg')
  visit.tolerate(/./)
  const { page, context } = visit
  const address = `${origin}/?gateway=${encodeURIComponent(stage.url)}`
  const settings = (answer: { status?: number; body: string }) =>
    context.route('**/config.json', (route) =>
      route.fulfill({ ...answer, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
    )
  await settings({ body: '<!doctype html>' })
  await page.goto(address)
  await page.getByText(/cannot read/).waitFor()
  await settings({ status: 503, body: '{}' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/has no settings for swaps/).waitFor()
  await context.unrouteAll()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^You are offline/).waitFor()
  await visit.picture('widget-offline')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: 'You pay' }).waitFor()

  await page.addInitScript(() =>
    document.addEventListener('tidegate-error', (event) => Reflect.set(window, 'noted', Reflect.get(event, 'detail'))),
  )
  await page.goto(`${origin}/?gateway=${encodeURIComponent('http://127.0.0.1:1')}`)
  await page.getByText(/127\.0\.0\.1:1 cannot be reached from this page\./).waitFor()
  expect(await page.evaluate(() => Reflect.get(window, 'noted'))).toEqual({ problem: 'unreachable' })
})
