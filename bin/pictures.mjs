#!/usr/bin/env node
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { buildOrExit, sayAndExit } from './parts/build.mjs'
import { provideChromium } from './parts/chromium.mjs'
import { install } from './parts/install.mjs'
import { inProject, requireNode } from './parts/project.mjs'
import { startReady } from './parts/running.mjs'
import { temporaryFolder } from './parts/temporaryFolder.mjs'
import { runTool } from './parts/tool.mjs'

/*
 * `npm run pictures`: draws the icons and the link preview from the logo, and renews the screenshots in README and docs
 * from the running app. `npm run pictures -- icons` draws only the icons; `npm run pictures -- compared` renews the
 * pictures that test/e2e/crawl.ts compares the screens with.
 */

const only = process.argv[2]
const documents = ['README.md', 'docs/design.md'].map((name) => readFileSync(inProject(name), 'utf8')).join('\n')

requireNode()
await install()
const { path: executablePath, missing } = await provideChromium()
if (!executablePath) {
  console.error(missing)
  process.exit(1)
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  if (only === 'compared') await renewCompared()
  else await drawIcons()
  if (only === undefined) {
    await buildOrExit(['app', 'server'])
    const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '2' })
    try {
      await drawScreens(app.url)
    } finally {
      await app.stop()
    }
  }
} catch (error) {
  sayAndExit(error)
} finally {
  await browser.close()
}

async function renewCompared() {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=browser', 'test/e2e/crawl']
  const { code } = await runTool(process.execPath, args, { show: true, env: { TIDEGATE_PICTURES: 'renew' } })
  if (code !== 0) throw new Error('The pictures could not be renewed.')
}

async function drawIcons() {
  mkdirSync(inProject('public', 'icons'), { recursive: true })
  const mark = readFileSync(inProject('public', 'favicon.svg'), 'utf8')
  const full = mark.replace(' rx="8"', '')
  const page = await browser.newPage()
  const draw = async (svg, size, share = 1) => {
    await page.setViewportSize({ width: size, height: size })
    const inner = Math.round(size * share)
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${share < 1 ? '#0e2233' : 'transparent'}">
        ${svg.replace('<svg ', `<svg width="${inner}" height="${inner}" style="display:block" `)}</body>`,
    )
    return page.screenshot({ omitBackground: true })
  }
  const icons = { 192: await draw(mark, 192), 512: await draw(mark, 512) }
  for (const [size, png] of Object.entries(icons)) writeFileSync(inProject('public', 'icons', `${size}.png`), png)
  writeFileSync(inProject('public', 'icons', 'apple-touch-icon.png'), await draw(full, 180))
  // Launchers crop it to a mask: the logo stays within the middle four fifths.
  writeFileSync(inProject('public', 'icons', 'maskable.png'), await draw(full, 512, 0.72))
  writeFileSync(inProject('public', 'favicon.ico'), asIco(await draw(mark, 32)))
  writeFileSync(inProject('public', 'social.png'), await drawPreview(page, mark))
  await page.close()
}

/** An ICO file that contains one PNG of 32 by 32. */
function asIco(png) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

/** The image for link previews in messages. */
async function drawPreview(page, mark) {
  const font = readFileSync(inProject('src', 'ui', 'font', 'geist.woff2')).toString('base64')
  const depths = readFileSync(inProject('public', 'depths.svg'), 'utf8').replace('stroke="#000"', 'stroke="#9fc7d3"')
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.setContent(`<style>
      @font-face { font-family: Geist; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
      body { margin: 0; height: 630px; overflow: hidden; background: #0b1620; color: #f2f6f7; font-family: Geist; position: relative }
      .depths svg { position: absolute; inset: 0; width: 1200px; height: 750px; opacity: 0.22 }
      main { position: relative; padding: 120px 100px }
      .mark svg { width: 120px; height: 120px; display: block; border-radius: 30px; outline: 2px solid #273d4d }
      h1 { margin: 44px 0 16px; font-size: 92px; font-weight: 600; letter-spacing: -0.03em; line-height: 1 }
      p { margin: 0; font-size: 38px; color: #ced9de; max-width: 900px; line-height: 1.3 }
    </style>
    <div class="depths">${depths}</div>
    <main><div class="mark">${mark}</div><h1>Tidegate</h1><p>Swaps and liquidity, every transaction checked before you sign.</p></main>`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot()
}

async function drawScreens(url) {
  await drawParts(url)
  await drawTrade(url, 'light', { width: 1440, height: 900 }, '')
  await drawTrade(url, 'dark', { width: 1440, height: 900 }, '-dark')
  await drawTrade(url, 'light', { width: 390, height: 844 }, '-phone')
  const page = await pageOf(url, 'light', { width: 1440, height: 900 })
  for (const [name, path, ready] of [
    ['pools', '/pools', 'tbody polyline'],
    ['liquidity', '/liquidity/add', '[data-history]'],
  ]) {
    await page.goto(url + path, { waitUntil: 'networkidle' })
    await page.locator(ready).first().waitFor()
    await page.locator(ready).first().scrollIntoViewIfNeeded()
    await shot(page, name)
  }
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('table', { name: 'Pools' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Charts' }).getByRole('slider').waitFor()
  await page.getByRole('table', { name: 'Trades' }).waitFor()
  await shot(page, 'pool')
  await page.context().close()
}

/** Draws every part of the interface in each of its states, with the styles of the running app. */
async function drawParts(url) {
  const outDir = temporaryFolder('build-parts')
  await build({
    configFile: inProject('vite.config.ts'),
    logLevel: 'error',
    build: { ssr: inProject('test', 'pictures', 'partsPage.tsx'), outDir, copyPublicDir: false },
  })
  const { renderParts } = await import(pathToFileURL(join(outDir, 'partsPage.js')).href)
  rmSync(outDir, { recursive: true })
  for (const [theme, suffix] of [
    ['light', ''],
    ['dark', '-dark'],
  ]) {
    const page = await pageOf(url, theme, { width: 960, height: 900 })
    // Not the start page: its styles are in it, and its tag for them loads nothing.
    const html = await (await page.request.get('/pools')).text()
    const [styles] = /<link[^>]*rel="stylesheet"[^>]*>/.exec(html)
    const [, font] = /href="([^"]+)" as="font"/.exec(html)
    const face = `@font-face { font-family: Geist; src: url(${font}); font-weight: 400 700 }`
    await page.route('**/parts', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html>${styles}<style>${face}</style><body>${renderParts()}`,
      }),
    )
    await page.goto(`${url}/parts`, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready)
    await page.locator('main').screenshot({ path: inProject('docs', 'pictures', `parts${suffix}.png`) })
    await page.context().close()
  }
}

/** Takes the screenshots from the empty form to the receipt. */
async function drawTrade(url, theme, viewport, suffix) {
  const page = await pageOf(url, theme, viewport)
  await page.goto(`${url}/swap`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Demo wallet (EVM)' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'You pay' }).fill('1')
  const review = page.getByRole('button', { name: 'Review swap' })
  await review.waitFor()
  await page.waitForTimeout(800)
  await shot(page, `swap${suffix}`)
  await review.click()
  const confirm = page.getByRole('button', { name: 'Confirm swap' })
  await confirm.and(page.locator(':enabled')).waitFor()
  await page.waitForTimeout(300)
  await shot(page, `review${suffix}`)
  await confirm.click()
  await page.locator('[data-status=done]').waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForTimeout(800)
  await shot(page, `receipt${suffix}`)
  await page.context().close()
}

async function pageOf(url, theme, viewport) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    baseURL: url,
    hasTouch: viewport.width < 640,
  })
  return context.newPage()
}

/** Only what a document shows is kept. */
async function shot(page, name) {
  if (!documents.includes(`pictures/${name}.png`)) return
  await page.screenshot({ path: inProject('docs', 'pictures', `${name}.png`) })
}
