import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { extraLoad, firstLoad, kilobytes, textFiles, translatedLoad, wholeLoad } from '../../bin/parts/load.mjs'
import { openSetup } from './setup'
import { setStage } from './stage'

const stage = setStage()
beforeAll(() => build(['app']))

/* React, its DOM, the query cache and the router are 77 of these. */
test('the swap form is there after 4 files with 119 kB of JavaScript, and 12.15 kB of styles', () => {
  const { scripts, styles } = firstLoad('/swap', appFolder)
  expect(scripts).toHaveLength(4)
  expect(kilobytes(scripts, 'gz', appFolder)).toBeLessThan(119)
  expect(kilobytes(styles, 'gz', appFolder)).toBeLessThan(12.15)
})

test('the chunk with React begins with the compile hint, which minifiers remove', () => {
  const { scripts } = firstLoad('/swap', appFolder)
  const [foundation] = scripts.filter((file) => /foundation-[^/]*\.js$/.test(file))
  expect(readFileSync(join(appFolder, foundation!), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test.each([
  ['/swap', 21.5],
  ['/pools', 20],
  ['/liquidity/add', 19.5],
])('the first visit of %s needs at most %f kB more in Arabic, whose texts are the longest', (path, size) => {
  expect(kilobytes(translatedLoad(path, 'ar', appFolder), 'gz', appFolder)).toBeLessThan(size)
})

test('a first visit in English fetches no texts of other languages', () => {
  const texts = [...textFiles(appFolder).values()]
  expect(texts.length).toBeGreaterThan(8)
  expect(wholeLoad('/pools', appFolder).scripts.filter((file) => texts.includes(file))).toEqual([])
})

test('code for signing, charts and chains is loaded when it is needed, not before', () => {
  const tooEarly =
    /node_modules\/(viem|ox|wagmi|valibot|@wagmi|@solana|@wallet-standard|@walletconnect|@coinbase|d3-|@tanstack\/[a-z]+-(table|virtual)|uqr|@scure|micro-packed)/
  expect(wholeLoad('/swap', appFolder).modules.filter((module) => tooEarly.test(module))).toEqual([])
})

const screens = [
  {
    path: '/swap',
    shows: 'button[aria-label^="Token to pay: "]:not([data-start])',
    files: 5,
    size: 138,
    requests: 13,
  },
  { path: '/pools', shows: '[data-row]', files: 18, size: 191, requests: 28 },
  { path: '/liquidity/add', shows: 'h1', files: 25, size: 208, requests: 32 },
] as const

describe.each(screens)('the first visit of $path', ({ path, shows, files, size, requests }) => {
  test(`needs ${files} scripts, ${size} kB, and ${requests} requests until it shows what the service has`, async () => {
    const { asked } = await untilShown(path, shows)
    const scripts = asked.filter((file) => file.endsWith('.js')).map((file) => file.slice(1))
    expect(scripts.length).toBeLessThanOrEqual(files)
    expect(kilobytes(scripts, 'gz', appFolder)).toBeLessThan(size)
    expect(asked.length).toBeLessThanOrEqual(requests)
  })

  test('waits for no script that only another script names', async () => {
    const { asked, named } = await untilShown(path, shows)
    expect(asked.filter((file) => file.endsWith('.js') && !named.includes(file))).toEqual([])
  })
})

test('the first frame of the start page needs its own bytes only: a fast line is asked for no style or script before', async () => {
  const { page } = await stage.visit('/notice.json')
  await markFirstFrame(page)
  await page.goto('/swap')
  // A computer that is busy with something else may read the page so late that its line seems slow.
  for (let visit = 0; visit < 20; visit++) {
    const { before } = await untilFirstFrame(page)
    if (before.length === 0) return
    expect(before).toEqual([expect.stringMatching(/^\/assets\/foundation-/)])
    await page.goto('/swap')
  }
  expect.fail('Each of twenty visits asked for a script before its first frame.')
})

test('a slow line is busy with the longest script while the start page is painted', async () => {
  const { page } = await stage.visit('/notice.json')
  await markFirstFrame(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const line = { offline: false, latency: 150, downloadThroughput: 100_000, uploadThroughput: 100_000 }
  await session.send('Network.emulateNetworkConditions', line)
  await page.goto(new URL('/swap', page.url()).href)
  const { before, transfer } = await untilFirstFrame(page)
  expect(transfer).toBeGreaterThan(50)
  expect(before).toEqual([expect.stringMatching(/^\/assets\/foundation-/)])
})

/** Frames of the start page wait until it has arrived; of one frame this callback is the first. */
const markFirstFrame = (page: Page) =>
  page.addInitScript(() => requestAnimationFrame(() => performance.mark('first frame')))

/** The scripts and styles that were requested before the first frame, and how long the page itself took to arrive, in milliseconds. */
async function untilFirstFrame(page: Page) {
  // A request is reported when it has ended.
  await page.locator(screens[0].shows).waitFor()
  const { frame, transfer } = await page.evaluate(() => {
    const [{ responseStart, responseEnd }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
    const frame = performance.getEntriesByName('first frame')[0]!.startTime
    return { frame, transfer: responseEnd - responseStart }
  })
  const all = await loaded(page, /\.(js|css)$/)
  expect(all.length).toBeGreaterThan(4)
  return { before: all.filter(({ start }) => start < frame).map(({ path }) => path), transfer }
}

test('an unknown address marks the section that it lies in, also after a reload', async () => {
  const { page, tolerate } = await stage.visit('/pools')
  tolerate(/status of 404/)
  const place = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  for (const [path, marked] of [
    ['/pools/a/b/c', 'Pools'],
    ['/swap/foo', 'Swap'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect(await place(marked).getAttribute('aria-current')).toBe('page')
  }
})

test('a page that was painted asks for its styles once', async () => {
  const { page } = await stage.visit('/swap')
  await page.getByRole('button', { name: /^Token to pay: / }).waitFor()
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('table', { name: 'Pools' }).locator('[data-row]').first().waitFor()
  expect(await loaded(page, '.css')).toHaveLength(1)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Geist')
})

test('the font takes nothing of the line before the swap form can be used; a later visit has it from the start', async () => {
  const { page } = await stage.visit('/swap')
  await page.getByRole('button', { name: /^Token to pay: / }).waitFor()
  await page.waitForFunction(() => localStorage.getItem('tidegate.font'))
  const [font] = await loaded(page, '.woff2')
  const scripts = await loaded(page, /(foundation|start|swap|soon)-[^/]*\.js$/)
  expect(scripts.filter(({ end }) => end > font!.start)).toEqual([])
  await page.reload()
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
  const [again] = await loaded(page, '.woff2')
  expect(again?.bytes).toBe(0)
})

test('a browser without module preloads has the font, too', async () => {
  const { page } = await stage.visit('/favicon.svg')
  await page.addInitScript(() => {
    DOMTokenList.prototype.supports = (name) => name !== 'modulepreload'
    const isPreload = ({ target }: Event) => target instanceof HTMLLinkElement && target.rel === 'modulepreload'
    document.addEventListener('load', (event) => isPreload(event) && event.stopImmediatePropagation(), true)
  })
  await page.goto('/swap')
  await page.waitForFunction(() => localStorage.getItem('tidegate.font'))
})

/** The loads of this page whose path has this ending: the time, and the transferred bytes. */
async function loaded(page: Page, ending: string | RegExp) {
  const all = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      ...{ start: entry.startTime, end: entry.responseEnd, bytes: entry.transferSize },
    })),
  )
  return all.filter(({ path }) => (typeof ending === 'string' ? path.endsWith(ending) : ending.test(path)))
}

test('what is opened next is there before: the token list, the review, the order that follows, and its progress', async () => {
  const { page, trader } = await openSetup(stage, ['0.1', 'ETH', 'USDC'])
  const isThere = (module: string) => expect.poll(() => missing(page, module)).toEqual([])
  await isThere('src/components/tokens/picker/TokenPicker.tsx')
  await isThere('src/signing/review/SwapReview.tsx')
  // No one who only looks at prices needs the code of orders.
  expect(await missing(page, 'src/app/orders/openOrderService.ts')).not.toEqual([])

  await trader.review()
  await isThere('src/app/orders/openOrderService.ts')
  await isThere('src/signing/progress/ProgressDialog.tsx')
})

test('from the press on Review to the verdict no script is waited for', async () => {
  const { page, trader } = await openSetup(stage, ['0.1', 'ETH', 'USDC'])
  await expect.poll(() => page.getByRole('button', { name: 'Review swap' }).isEnabled()).toBe(true)
  await expect.poll(() => missing(page, 'src/signing/review/SwapReview.tsx')).toEqual([])
  // Code that the review fetches while it is open is for the order that follows.
  const ahead = ['src/app/orders/openOrderService.ts', 'src/signing/progress/ProgressDialog.tsx']
  const later = ahead.flatMap((module) => extraLoad(module, appFolder))
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname))
  await trader.review()
  await page.getByRole('button', { name: 'Confirm swap' }).waitFor()
  expect(asked.filter((path) => !later.includes(path.slice(1)))).toEqual([])
})

/** The files of a module that the page has not asked for. */
async function missing(page: Page, module: string): Promise<string[]> {
  const asked = await loaded(page, '.js')
  return extraLoad(module, appFolder).filter((file) => !asked.some(({ path }) => path === `/${file}`))
}

/** The requests of a first visit until something is shown, and the scripts that the page itself names. */
async function untilShown(path: string, shows: string): Promise<{ asked: string[]; named: string[] }> {
  const { page, tolerate } = await stage.visit('/favicon.svg')
  tolerate(/favicon\.svg/)
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(selector)) return
      performance.mark('shown')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true, attributes: true })
  }, shows)
  await page.goto(stage.url + path)
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  const asked = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName('shown')[0]?.startTime ?? 0
    return (
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= shownAt)
        .map(({ name }) => new URL(name).pathname)
        // The browser asks for the icon of its tab when it likes, and nothing waits for it.
        .filter((path) => path !== '/favicon.svg')
        // Pictures of the tokens of the first rows come after these are painted.
        .filter((path) => !path.startsWith('/pictures/'))
    )
  })
  return { asked, named: await namedBy(page) }
}

/** The scripts in the tags of the HTML. */
async function namedBy(page: Page): Promise<string[]> {
  const html = await (await fetch(page.url())).text()
  return [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]+\.js)"/g)].map(([, file = '']) => file)
}
