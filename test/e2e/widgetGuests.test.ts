import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { build as bundle } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, widgetFolder } from '../../bin/parts/build.mjs'
import { inProject } from '../../bin/parts/project.mjs'
import { isDeep } from '../depth'
import { keepTranslating } from '../translator'
import { handOver } from './pageWallet'
import { setStage } from './stage'
import { harbor } from './trader'

/* The widget in pages that are not ours: the examples of docs/widget.md as they are written there, and a hostile page. */

const pages = new Map<string, string>()
const site = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://page').pathname
  const isScript = path.endsWith('.js')
  const body = path === '/tidegate-swap.js' ? readFileSync(join(widgetFolder, 'tidegate-swap.js')) : pages.get(path)
  response.writeHead(body ? 200 : 404, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(body)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
beforeAll(() => build(['widget']))
afterAll(() => void site.close())
const stage = setStage({ settings: { TIDEGATE_WIDGET_ORIGINS: origin } })

/** The example below a line of docs/widget.md, for the gateway and the chain of this test. */
function example(after: RegExp): string {
  const text = readFileSync('docs/widget.md', 'utf8')
  const [, code = ''] = /```\w+\n([\s\S]*?)```/.exec(text.slice(text.search(after))) ?? []
  expect(code).toContain('https://swap.example')
  return code.replaceAll('https://swap.example', stage.url).replaceAll('1:native', `${harbor}:native`)
}

/** One script of an example and the packages it imports. */
async function bundled(code: string, alias: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-example-'))
  try {
    const input = join(folder, 'example.jsx')
    writeFileSync(input, code)
    const modules = (name: string) => inProject('node_modules', name)
    const names = { react: 'react', 'react-dom': 'react-dom', vue: 'vue', ...alias }
    const outcome = await bundle({
      configFile: false,
      logLevel: 'error',
      // A test runs with NODE_ENV=test, for which JSX would be compiled for development.
      oxc: { jsx: { development: false } },
      root: folder,
      define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
      resolve: { alias: Object.fromEntries(Object.entries(names).map(([name, place]) => [name, modules(place)])) },
      build: { write: false, rolldownOptions: { input, output: { format: 'es' } } },
    })
    const [chunk] = 'output' in outcome ? outcome.output : []
    return chunk?.type === 'chunk' ? chunk.code : ''
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function open(html: string, script?: string) {
  pages.set('/page.html', html)
  if (script !== undefined) pages.set('/page.js', script)
  const wallet = await stage.wallet({ chainId: harbor })
  const visit = await stage.visit('/favicon.svg', { wallet })
  visit.tolerate(/request to elsewhere|favicon|violates the following/)
  await visit.page.addInitScript(handOver)
  await visit.page.goto(`${origin}/page.html`)
  return { visit, page: visit.page, wallet }
}

const mounted = '<!doctype html><div id="app"></div><script type="module" src="/page.js"></script>'
const withWidget = `${mounted}<script type="module" src="/tidegate-swap.js"></script>`
const amount = (page: Page) => page.getByRole('textbox', { name: 'You pay' })

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'Wallet of this page' }).click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

const guests: readonly (readonly [name: string, place: RegExp, alias: Readonly<Record<string, string>>])[] = [
  ['React 19', /^React 18/m, {}],
  ['Vue 3', /^Vue 3/m, {}],
  ['React 18', /^React 18/m, { react: 'react18', 'react-dom': 'react-dom18' }],
]
test.each(isDeep ? guests : guests.slice(0, 2))(
  'in a page of %s the widget follows what the page sets, and offers its wallet',
  async (_, place, alias) => {
    const { page } = await open(withWidget, await bundled(example(place), alias))
    await expect.poll(() => amount(page).inputValue()).toBe('1')
    await page.getByRole('button', { name: 'Token to pay: ETH on Harbor' }).waitFor()
    await page.getByRole('button', { name: 'Pay two' }).click()
    await expect.poll(() => amount(page).inputValue()).toBe('2')
    await connect(page)
  },
)

/** What a server of React makes of a component, as Next.js does with components of the browser. */
async function renderedOnServer(component: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-server-'))
  try {
    const file = join(folder, 'server.mjs')
    const call = `globalThis.serverHtml = renderToString(<Swap />)`
    writeFileSync(file, await bundled(`import { renderToString } from 'react-dom/server'\n${component}\n${call}`))
    await import(/* @vite-ignore */ pathToFileURL(file).href)
    return String(Reflect.get(globalThis, 'serverHtml'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the example for Next.js is rendered on a server and hydrated without a difference', async () => {
  const component = example(/^Next\.js/m)
  const html = await renderedOnServer(component)
  expect(html).toContain('<tidegate-swap gateway=')
  const hydrate = `hydrateRoot(document.getElementById('app'), <Swap />, { onRecoverableError: (error) => { document.title = String(error) } })`
  const script = await bundled(`import { hydrateRoot } from 'react-dom/client'\n${component}\n${hydrate}`)
  const { page } = await open(mounted.replace('</div>', `${html}</div>`), script)
  await expect.poll(() => amount(page).inputValue()).toBe('1')
  expect(await page.title()).toBe('')
})

test('the example for plain HTML shows the form', async () => {
  const plain = await open(`<!doctype html>${example(/^Plain HTML/m)}`)
  await plain.page.getByRole('button', { name: 'Token to pay: ETH on Harbor' }).waitFor()
  await connect(plain.page)
})

test('a translator that reaches into the widget stops neither its form nor its pages', async () => {
  const { page, visit } = await open(`<!doctype html>${example(/^Plain HTML/m)}`)
  await page.getByRole('button', { name: 'Token to pay: ETH on Harbor' }).waitFor()
  await page.evaluate(keepTranslating, 'tidegate-swap')
  await connect(page)
  for (const typed of ['0.25', '', '0.5']) {
    await amount(page).fill(typed)
    const quote = page.getByRole('status', { name: 'Quote' })
    if (typed) await expect.poll(() => quote.innerText()).toContain('Minimum received')
  }
  await page.getByRole('button', { name: /^Token to receive/ }).click()
  const picker = page.getByRole('dialog', { name: 'Select a token' })
  for (const typed of ['DAI', 'nothing at all', 'USDC'])
    await picker.getByRole('searchbox', { name: 'Search tokens' }).fill(typed)
  await picker.getByRole('option', { name: /^USDC .* on Harbor$/ }).click()
  await picker.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Review swap' }).click()
  await page.getByRole('button', { name: 'Confirm swap' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('link', { name: 'Swap', exact: true }).click()
  await amount(page).waitFor()
  await expect.poll(() => page.locator('tidegate-swap font').count()).toBeGreaterThan(5)
  await visit.picture('widget-translated')
})

const hostile = `<!doctype html>
<style>
  html { font-size: 62.5%; }
  body { color: #fff; -webkit-text-fill-color: #fff; background: #fff; font: italic 30px/3 serif; letter-spacing: 1em;
    text-transform: uppercase; text-align: right; white-space: pre; word-spacing: 2em; cursor: none; }
</style>
<script>
  Array.prototype.toJSON = function () { return 'written by the page' }
  Array.prototype.each = function (act) { for (const one of this) act(one) }
</script>
<div id="place"></div>
<script type="module" src="/tidegate-swap.js"></script>`

test("a page's styles do not enter the widget, and several widgets of one page work apart", async () => {
  const { page, visit } = await open(hostile)
  await page.evaluate(
    ([gateway, from]) => {
      for (const id of ['one', 'two']) {
        const widget = Object.assign(document.createElement('tidegate-swap'), { id, gateway })
        document.querySelector('#place')!.append(widget)
        // Set after it is in the page, in any order.
        Object.assign(widget, { amount: id === 'one' ? '0.5' : '3', from, provider: Reflect.get(window, 'pageWallet') })
      }
    },
    [stage.url, `${harbor}:native`] as const,
  )
  const [one, two] = [page.locator('#one'), page.locator('#two')]
  await expect.poll(() => amount(page).nth(0).inputValue()).toBe('0.5')
  await expect.poll(() => amount(page).nth(1).inputValue()).toBe('3')

  const field = await amount(page)
    .nth(0)
    .evaluate((element) => {
      const { webkitTextFillColor, color, letterSpacing, textTransform, fontStyle } = getComputedStyle(element)
      return {
        isFilled: webkitTextFillColor === color,
        isWide: Number.parseFloat(letterSpacing) > 1,
        textTransform,
        fontStyle,
      }
    })
  expect(field).toEqual({ isFilled: true, isWide: false, textTransform: 'none', fontStyle: 'normal' })
  const button = one.getByRole('button', { name: /^Token to pay/ })
  expect(await button.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(12)
  await visit.picture('widget-hostile')

  // Its dialog opens in one widget only; Esc closes it, and the focus returns.
  await two.getByRole('button', { name: /^Token to pay/ }).click()
  await two.getByRole('dialog').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.querySelector('#two')?.shadowRoot?.activeElement?.ariaLabel)
  await expect.poll(focused).toMatch(/^Token to pay/)
})
