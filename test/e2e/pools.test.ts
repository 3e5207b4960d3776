import { readFileSync } from 'node:fs'
import type { Download, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'
import { deepDescribe, deepTest } from '../depth'
import { knownJson } from '../knownJson'
import { setStage, type Visit } from './stage'

/** The times at which the gateway requested the pools of Harbor from the exchange. */
const asked: number[] = []

const stage = setStage({
  historyDays: 0.5,
  between: (service) => ({
    ...service,
    fetch(request) {
      if (request.url.includes('/api/amm/pool/all/Harbor')) asked.push(performance.now())
      return service.fetch(request)
    },
  }),
})

const pools = '**/api/amm/pool/all/*'
const table = (page: Page) => page.getByRole('table', { name: 'Pools' })
const pairs = (page: Page) => table(page).getByRole('rowheader').allInnerTexts()
const freshness = (page: Page) => page.getByRole('status', { name: 'Freshness' })

/** Opens a tab of a pool's page. */
const openTab = (page: Page, name: 'Overview' | 'Positions' | 'Support') => page.getByRole('tab', { name }).click()

async function open(path = '/pools?network=Harbor', options: Parameters<typeof stage.visit>[1] = {}): Promise<Visit> {
  const visit = await stage.visit(path, options)
  await table(visit.page).waitFor()
  return visit
}

/** Answers every poll with the test's answer instead of the service's. */
async function answering(visit: Visit, answer: (route: Route, turn: number) => Promise<unknown>): Promise<number[]> {
  const turns: number[] = []
  visit.tolerate(/Failed to load resource|ERR_/)
  await visit.context.route(pools, (route) => {
    turns.push(performance.now())
    return answer(route, turns.length)
  })
  return turns
}

const say = (records: unknown, more: Parameters<Route['fulfill']>[0] = {}) => ({
  contentType: 'application/json',
  body: JSON.stringify({ message: 'ok', data: records, status: true }),
  ...more,
})

function record(place: number, more: object = {}) {
  return {
    address: `0x${(place + 1).toString(16).padStart(40, '0')}`,
    token0: { symbol: `T${place}`, decimals: 18 },
    token1: { symbol: 'USDC', decimals: 6 },
    fee: 3000,
    tick: 100 + place,
    tvlUsd: 1_000_000 - place,
    volume24h: 10_000,
    fees24h: 30,
    apr: 1.095,
    updatedAt: new Date().toISOString(),
    ...more,
  }
}

/** Elements wider than the page, except inside scroll areas. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const all = [...document.querySelectorAll<HTMLElement>('main *')]
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const wide = all.filter(
      (element) => element.getBoundingClientRect().right > window.innerWidth && !scrolls(element.parentElement),
    )
    return [
      'wider than the page',
      ...wide.map(({ tagName, className, innerText }) => `${tagName}.${className} ${innerText}`),
    ]
  })
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), 'utf8')
}

describe('the list', () => {
  test('the list is searched by token, address and figures, and its URL restores the search', async () => {
    const { page, goto } = await open('/pools?network=Harbor&columns=fee,tvl,apr,address')
    const all = await pairs(page)
    expect(all.length).toBeGreaterThan(4)
    const search = page.getByRole('searchbox', { name: 'Search pools' })
    await search.fill('token:WETH fee>=0.3')
    await expect.poll(() => pairs(page)).toEqual(all.filter((pair) => pair.includes('WETH')))

    const address = await page.getByRole('row').nth(1).getByText(/^0x/).last().textContent()
    await search.fill(address ?? '')
    await expect.poll(() => pairs(page)).toHaveLength(1)

    await search.fill('tvl>1e5 -token:WETH')
    await page.getByRole('button', { name: 'APR' }).click()
    await expect.poll(() => new URL(page.url()).search).toContain('sort=-apr')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('tvl>1e5 -token:WETH')
    const shown = await pairs(page)
    await goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect.poll(() => pairs(page)).toEqual(shown)
  })

  test('shows which part of a search cannot be parsed, and completes it by keyboard', async () => {
    const { page } = await open()
    const search = page.getByRole('searchbox', { name: 'Search pools' })
    await search.fill('weth tlv>5')
    await page.getByText('“tlv” is not a search field.').waitFor()
    await expect.poll(() => page.locator('mark').innerText()).toBe('tlv')
    await search.fill('')
    await search.pressSequentially('missing:ap')
    await page.getByRole('option', { name: 'missing:apr' }).waitFor()
    await search.press('ArrowDown')
    await search.press('Enter')
    await expect.poll(() => search.inputValue()).toBe('missing:apr ')
  })

  test('the list can be left by opening a pool right after typing', async () => {
    const { page, context } = await open()
    // The page of the pool loads slowly, while the typed search is written to the URL.
    await context.route(`**/${fileWith('src/screens/pools/pool/PoolScreen.tsx', appFolder)}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await page.getByRole('searchbox', { name: 'Search pools' }).fill('token:WETH token:USDC')
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    await page.getByRole('region', { name: 'Charts' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/pools\/Harbor\/0x/)
    expect(new URL(page.url()).search).toBe('')
  })

  test('the list is exported exactly as shown', async () => {
    const { page } = await open('/pools?q=token:USDC&sort=-apr&columns=tvl,apr,address')
    const shown = await pairs(page)
    const csv = page.waitForEvent('download')
    const save = async (name: string) => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await save('Export CSV')
    const lines = (await textOf(csv)).trim().split('\r\n')
    expect(lines[0]).toBe('network,pool,tvl_usd,apr_percent,address')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(shown)

    const json = page.waitForEvent('download')
    await save('Export JSON')
    const entries = knownJson(await textOf(json))
    expect(entries.map(({ pool }: { pool: string }) => pool)).toEqual(shown)
    expect(entries.map(({ apr_percent }: { apr_percent: number }) => apr_percent)).toEqual(
      entries.map(({ apr_percent }: { apr_percent: number }) => apr_percent).toSorted((a: number, b: number) => b - a),
    )

    const lined = page.waitForEvent('download')
    await save('Export NDJSON')
    expect(
      (await textOf(lined))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(entries)
  })

  test('the list is operated by keyboard: next, previous, mark, compare, search, open', async () => {
    const { page } = await open()
    const [first, second] = await pairs(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    // The keyboard shortcuts work a moment after the table appears.
    await expect
      .poll(async () => {
        if ((await focused()) !== first) await page.keyboard.press('j')
        return focused()
      })
      .toBe(first)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('f')
    await page.keyboard.press('c')
    await page
      .getByRole('button', { name: `Favourite ${second}` })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor()
    await page.getByRole('button', { name: 'Compare 1 pool' }).waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Charts' }).waitFor()
    await expect.poll(() => page.url()).toContain('/pools/Harbor/0x')
  })

  test('shows for all networks how many pools each has', async () => {
    const { page } = await open('/pools')
    await table(page).getByRole('cell', { name: 'Harbor', exact: true }).first().waitFor()
    const networks = async () =>
      new Set(
        await table(page)
          .getByRole('cell', { name: /^(Harbor|Delta)$/ })
          .allInnerTexts(),
      )
    await expect.poll(networks).toEqual(new Set(['Harbor', 'Delta']))
  })

  test('holds ten thousand pools and renders the visible ones', async () => {
    const visit = await stage.visit('/inspect')
    await answering(visit, (route) => route.fulfill(say(Array.from({ length: 10_000 }, (_, index) => record(index)))))
    await visit.goto('/pools?network=Harbor')
    const { page } = visit
    await page.getByText('10,000 pools').waitFor()
    await expect.poll(() => table(page).getAttribute('aria-rowcount')).toBe('10001')
    expect(await page.locator('[data-row]').count()).toBeLessThan(60)
    await page.keyboard.press('j')
    await table(page)
      .locator('..')
      .evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await page.getByRole('link', { name: 'T9999 / USDC' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search pools' }).fill('token:T4321')
    await expect.poll(() => pairs(page)).toEqual(['T4321 / USDC'])
  })

  test.each([660, 768, 900, 1024])('%i px wide, no figure is cut where the table ends', async (width) => {
    const { page } = await open('/pools?network=Harbor', { width, height: 900 })
    const cut = await table(page).evaluate((element) => {
      const [first] = element.querySelectorAll('[data-row]')
      const cells = [...(first?.querySelectorAll('[role=cell], [role=rowheader]') ?? [])]
      const end = cells.pop()?.getBoundingClientRect().left ?? 0
      const rects = cells.map((cell) => cell.getBoundingClientRect())
      return { cut: rects.filter(({ left, right }) => left < end - 1 && right > end + 1).length, whole: rects.length }
    })
    expect(cut.whole).toBeGreaterThan(4)
    expect(cut.cut).toBe(0)
  })
})

describe('freshness', () => {
  test('distinguishes live figures from hourly ones', async () => {
    const visit = await stage.visit('/inspect')
    // With half a minute of tolerance either way, so that it is 38 minutes however long the page takes.
    const hour = () => new Date(Date.now() - 38.5 * 60_000).toISOString()
    await answering(visit, (route) => route.fulfill(say([record(1, { hourlyUpdatedAt: hour() })])))
    await visit.goto('/pools?network=Harbor')
    await expect.poll(() => freshness(visit.page).innerText()).toMatch(/Live, \d+ s ago\s+Hourly, 38 min ago/)
  })

  test('F-89 marks old figures of a cached answer', async () => {
    const visit = await stage.visit('/inspect')
    const old = new Date(Date.now() - 120_000).toISOString()
    await answering(visit, (route) =>
      route.fulfill(
        say([record(1, { updatedAt: old })], { headers: { age: '120', 'content-type': 'application/json' } }),
      ),
    )
    await visit.goto('/pools?network=Harbor')
    await expect.poll(() => freshness(visit.page).innerText()).toMatch(/^Stale, updated 2 min ago/)
    expect(await visit.page.locator('[data-cell=stale]').count()).toBeGreaterThan(0)
  })

  test('marks figures as frozen that do not change while answers arrive', async () => {
    const visit = await stage.visit('/inspect')
    const old = new Date(Date.now() - 5 * 60_000).toISOString()
    await answering(visit, (route) => route.fulfill(say([record(1, { updatedAt: old })])))
    await visit.goto('/pools?network=Harbor')
    await expect.poll(() => freshness(visit.page).innerText()).toContain('Frozen: no change for 5 min')
  })

  deepTest('F-88 keeps the last good list while the service fails, and shows it', async () => {
    const visit = await stage.visit('/inspect')
    await answering(visit, (route, turn) =>
      turn === 1
        ? route.fulfill(say([record(1)]))
        : route.fulfill({ status: 502, contentType: 'application/json', body: '{"message":"down"}' }),
    )
    await visit.goto('/pools?network=Harbor')
    await table(visit.page).waitFor()
    await visit.page.getByText('Harbor: update failed, showing older data').waitFor()
    expect(await pairs(visit.page)).toEqual(['T1 / USDC'])
    await expect.poll(() => freshness(visit.page).innerText()).toContain('Last request failed')
  })

  deepTest('distinguishes a failed answer from an empty one', async () => {
    const visit = await stage.visit('/inspect')
    await answering(visit, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
    await visit.goto('/pools?network=Harbor')
    await visit.page.getByRole('button', { name: 'Try again' }).waitFor()
    await answering(visit, (route) => route.fulfill(say([])))
    await visit.page.getByText('No pools on this network').waitFor()
    await expect.poll(() => freshness(visit.page).innerText()).toBe('No pools')
  })

  deepTest('M-018 F-87 respects Retry-After, also after a reload', async () => {
    const visit = await stage.visit('/inspect')
    const turns = await answering(visit, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '7' }, contentType: 'application/json', body: '{}' }),
    )
    await visit.goto('/pools?network=Harbor')
    await expect.poll(() => turns.length).toBe(1)
    await visit.goto('/pools?network=Harbor')
    await expect.poll(() => turns.length).toBe(2)
    expect(turns[1]! - turns[0]!).toBeGreaterThanOrEqual(7_000)
  })

  test('shows the answer of the last visit immediately, with its age, while the service is slow', async () => {
    const first = await open()
    const shown = await pairs(first.page)
    const second = await stage.visit('/inspect', { beside: first })
    await answering(second, () => new Promise(() => {}))
    await first.close()
    await second.goto('/pools?network=Harbor')
    await table(second.page).waitFor()
    expect(await pairs(second.page)).toEqual(shown)
    // After fifteen seconds the failed request is shown as well.
    await expect.poll(() => freshness(second.page).innerText()).toMatch(/^Saved data, \d+ (s|min) old/m)
  })
})

deepTest('F-91 three open tabs send one request in five seconds, and all of them stay live', async () => {
  const first = await open()
  const tabs = [first]
  for (let more = 0; more < 2; more++) tabs.push(await open('/pools', { beside: first }))
  asked.length = 0
  const began = Date.now()
  await first.page.waitForTimeout(11_000)
  const rounds = Math.ceil((Date.now() - began) / 5_000) + 1
  const sent = (await Promise.all(tabs.map(({ page }) => sendingsOf(page)))).flat().filter((time) => time > began)
  sent.sort((a, b) => a - b)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(sent.length).toBeLessThanOrEqual(rounds)
  const gaps = sent.slice(1).map((time, index) => time - sent[index]!)
  expect(Math.min(...gaps)).toBeGreaterThan(4_800)
  expect(asked.length).toBeLessThanOrEqual(rounds)
  for (const { page } of tabs) await expect.poll(() => freshness(page).innerText()).toMatch(/^Live, /)
})

/** How many times Tab is pressed to go through a page. */
function tabStops(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, [tabindex]')].filter(
        (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
      ).length,
  )
}

/** When a page requested the pools of Harbor, by its own clock. Milliseconds since the epoch. */
function sendingsOf(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/amm/pool/all/Harbor'))
      .map(({ startTime }) => performance.timeOrigin + startTime),
  )
}

describe('a pool', () => {
  test('shows its record raw and interpreted, its self-checks, and its history', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    await openTab(page, 'Support')
    const checks = page.getByRole('region', { name: 'Self-checks' })
    await checks.getByText('9 passed, 0 failed, 0 without enough data.').waitFor()
    const raw = page.getByRole('region', { name: 'Raw record' })
    await raw.getByText('$.sqrtPriceX96').waitFor()
    await raw.getByRole('searchbox').fill('tickSpacing')
    await raw.getByText('60', { exact: true }).waitFor()
    await page
      .getByRole('region', { name: 'Interpreted record' })
      .getByText(/Q64\.96: agrees with the tick/)
      .waitFor()
    await openTab(page, 'Overview')
    await page.getByRole('slider', { name: /^Price in USDC per WETH/ }).press('ArrowLeft')
    await page.getByRole('radio', { name: 'Volume' }).check()
    await page.getByRole('slider', { name: /^Volume in dollars/ }).waitFor()
    // The view is in the URL.
    await page.reload()
    await openTab(page, 'Overview')
    await page.getByRole('slider', { name: /^Volume in dollars/ }).waitFor()
    await openTab(page, 'Support')
    await expect.poll(() => raw.getByRole('searchbox').inputValue()).toBe('tickSpacing')
    await expect
      .poll(() => page.getByRole('link', { name: 'Add liquidity' }).getAttribute('href'))
      .toMatch(/^\/liquidity\/add\?pool=741001:0x/)
    await expect
      .poll(() => page.getByRole('link', { name: 'Swap' }).last().getAttribute('href'))
      .toMatch(/^\/swap\?from=741001:0x.*to=741001:0x/)
  })

  test('keeps its tab in the URL, is worked with arrow keys, and is short for the keyboard', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    const chosen = () => page.getByRole('tab', { selected: true }).innerText()
    await page.getByRole('region', { name: 'Charts' }).waitFor()
    await expect.poll(chosen).toBe('Overview')
    expect(await tabStops(page)).toBeLessThan(50)

    await page.getByRole('tab', { name: 'Overview' }).press('ArrowRight')
    await page.getByRole('table', { name: 'Positions' }).waitFor()
    await expect.poll(chosen).toBe('Positions')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Positions')
    expect(new URL(page.url()).searchParams.get('tab')).toBe('positions')
    await page.reload()
    await page.getByRole('table', { name: 'Positions' }).waitFor()
    expect(await tabStops(page)).toBeLessThan(50)
    await page.getByRole('tab', { name: 'Positions' }).press('End')
    await page.getByRole('region', { name: 'Raw record' }).waitFor()
    await page.getByRole('tab', { name: 'Support' }).press('ArrowRight')
    await expect.poll(chosen).toBe('Overview')
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('copies a path and a value', async () => {
    const visit = await open()
    await visit.context.grantPermissions(['clipboard-write'])
    const { page } = visit
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    await openTab(page, 'Support')
    // The copied text is read by pasting it; the page itself may not read the clipboard.
    const pasted = async () => {
      const box = page.getByRole('region', { name: 'Raw record' }).getByRole('searchbox')
      await box.fill('')
      await box.press('Control+V')
      const text = await box.inputValue()
      await box.fill('')
      return text
    }
    await page.getByRole('button', { name: 'Copy path $.tickSpacing', exact: true }).click()
    await expect.poll(pasted).toBe('$.tickSpacing')
    await page.getByRole('button', { name: 'Copy value of $.tickSpacing', exact: true }).click()
    await expect.poll(pasted).toBe('60')
  })

  test('shows inconsistencies', async () => {
    const visit = await stage.visit('/inspect')
    const odd = record(1, { fees24h: 900, tick: 61, ticks: [{ tick: 61, liquidityNet: '5' }] })
    await answering(visit, (route) => route.fulfill(say([odd])))
    await visit.goto(`/pools/Harbor/${odd.address}?tab=support`)
    const checks = visit.page.getByRole('list', { name: 'Self-checks' }).getByRole('listitem')
    await checks.first().waitFor()
    const failing = visit.page.locator('[data-result=fails]')
    await expect
      .poll(() => failing.allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          expect.stringContaining('Fees = volume × fee tier'),
          expect.stringContaining('valid ticks'),
        ]),
      )
  })

  deepTest('keeps its history, and compares two snapshots', async () => {
    const visit = await stage.visit('/inspect')
    await answering(visit, (route, turn) =>
      route.fulfill(
        say([record(1, { tick: 100 + turn, tvlUsd: 1_000 * turn, ...(turn > 1 ? { fresh: 'yes' } : {}) })]),
      ),
    )
    await visit.goto(`/pools/Harbor/${record(1).address}?tab=support`)
    const { page } = visit
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText(/^[2-9] records saved/).waitFor()
    const changes = history.getByRole('table', { name: 'Changes' })
    const row = changes.getByRole('row').filter({ hasText: '$.tick' })
    await expect.poll(() => row.innerText()).toMatch(/101\s+10[2-9]/)
    await expect
      .poll(() => changes.getByRole('row').filter({ hasText: '$.fresh' }).innerText())
      .toContain('not present')

    // The history survives the visit, and a link to two snapshots shows the same two.
    const [later] = await history.getByRole('combobox', { name: 'To' }).getByRole('option').all()
    await history.getByRole('combobox', { name: 'To' }).selectOption((await later?.getAttribute('value')) ?? '')
    await expect.poll(() => new URL(page.url()).search).toMatch(/to=\d+/)
    const address = new URL(page.url())
    await visit.goto(address.pathname + address.search)
    await changes.waitFor()
    await expect
      .poll(() => history.getByRole('combobox', { name: 'To' }).inputValue())
      .toBe(address.searchParams.get('to'))
  })

  deepTest('is compared with another', async () => {
    const { page, expectAccessible, picture } = await open()
    await page.getByRole('checkbox', { name: 'Compare WETH / USDC' }).check()
    await page.getByRole('checkbox', { name: 'Compare WETH / WBTC' }).check()
    await page.getByRole('button', { name: 'Compare 2 pools' }).click()
    const side = page.getByRole('table', { name: 'Compare pools' })
    await side.getByRole('columnheader', { name: 'WETH / WBTC' }).waitFor()
    await expect.poll(() => page.url()).toContain('view=compare')
    await expectAccessible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflowing(page)).toEqual([])
      await picture(`compare-${width}`)
    }
    await page.getByRole('button', { name: 'Remove WETH / WBTC from the comparison' }).click()
    await expect.poll(() => side.getByRole('columnheader').count()).toBe(2)
    await page.getByRole('button', { name: 'Back to pools' }).click()
    await table(page).waitFor()
  })

  deepTest('is compared with a snapshot of itself, by a URL that keeps both', async () => {
    const visit = await stage.visit('/inspect')
    await answering(visit, (route, turn) => route.fulfill(say([record(1, { tick: 100 + turn, tvlUsd: 1_000 * turn })])))
    await visit.goto(`/pools/Harbor/${record(1).address}?tab=support`)
    const { page, expectAccessible } = visit
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText(/^[2-9] records saved/).waitFor()
    await history.getByRole('link', { name: 'Side by side' }).click()
    const side = page.getByRole('table', { name: 'Compare pools' })
    const tick = side.getByRole('row').filter({ hasText: 'Tick' }).first()
    await expect.poll(() => tick.innerText()).toMatch(/Tick\s+101\s+10[2-9]/)
    await expect.poll(() => tick.locator('[data-differs=true]').count()).toBe(1)
    await page.locator('summary', { hasText: /^Show all .+ fields$/ }).click()
    const fields = page.getByRole('table', { name: 'All fields' })
    await expect.poll(() => fields.getByRole('row').filter({ hasText: '$.tick' }).innerText()).toMatch(/101\s+10[2-9]/)
    expect(await fields.getByRole('row').filter({ hasText: '$.fee' }).count()).toBe(0)
    await expectAccessible()

    await expect.poll(() => new URL(page.url()).searchParams.getAll('compare')).toHaveLength(2)
    const address = new URL(page.url())
    const shown = await tick.innerText()
    await visit.goto(address.pathname + address.search)
    await expect.poll(() => tick.innerText()).toBe(shown)

    // Any snapshot can be chosen instead, and one that this browser has not seen is shown as missing.
    await side.getByRole('combobox').last().selectOption({ label: 'now' })
    await expect.poll(() => new URL(page.url()).search).not.toMatch(/%40.*%40/)
    const [first = ''] = new URL(page.url()).searchParams.getAll('compare')
    await visit.goto(`/pools?view=compare&compare=${encodeURIComponent(first.replace(/@\d+$/, '@7'))}`)
    await side.getByText('not seen in this browser').first().waitFor()
  })

  test('that does not exist is shown as missing', async () => {
    const { page } = await stage.visit('/pools/Harbor/0x0000000000000000000000000000000000000001')
    await page.getByText('Pool not found on this network').waitFor()
  })
})

deepDescribe('unusual records and names', () => {
  const ids = ['a/b', '100%', '"><img src=x onerror=alert(1)> ☃', '', 'a@7']

  test('a pool with any id has its own page, which its URL restores', async () => {
    const visit = await stage.visit('/inspect')
    const records = ids.map((id, index) => record(index, { address: null, id, name: `P${index}` }))
    await answering(visit, (route) => route.fulfill(say(records)))
    const { page } = visit
    for (const place of ids.keys()) {
      await visit.goto('/pools?network=Harbor')
      await table(page).waitFor()
      await page.getByRole('link', { name: `T${place} / USDC` }).click()
      await openTab(page, 'Support')
      const raw = page.getByRole('region', { name: 'Raw record' })
      await raw.getByText(`P${place}`, { exact: true }).waitFor()
      await visit.goto(`${new URL(page.url()).pathname}?tab=support`)
      await raw.getByText(`P${place}`, { exact: true }).waitFor()
      if (place % 3 !== 2) continue
      await page.getByRole('link', { name: 'Compare', exact: true }).click()
      await page.getByRole('button', { name: 'Compare 1 pool' }).click()
      await page
        .getByRole('columnheader', { name: `T${place} / USDC` })
        .first()
        .waitFor()
    }
  })

  test('hostile and empty records are shown as text', async () => {
    const visit = await stage.visit('/inspect')
    const odd = [
      '{"address":"0x0000000000000000000000000000000000000001","__proto__":{"tvl":1},"constructor":{"prototype":{"x":1}},"a.b":{"c[0]":"x y"},"toString":"mine"}',
      JSON.stringify(record(2, { token0: { symbol: '<b>\u202eX</b>'.repeat(500) }, name: '😀'.repeat(5000) })),
      JSON.stringify(record(3, { tvlUsd: '1e300', apr: '1e300', volume24h: '9'.repeat(300), price: '1e-300' })),
      JSON.stringify(record(4, { tvlUsd: -5, apr: -3, fees24h: null, fee: 'free', tick: 1e30, liquidity: {} })),
      JSON.stringify(
        record(5, {
          positions: Array.from({ length: 3_000 }, (_, index) => ({ id: index, tickLower: -60, tickUpper: 60 })),
          ticks: Array.from({ length: 3_000 }, (_, index) => ({ tick: (index - 1_500) * 60, liquidityNet: '1' })),
          hourly: Array.from({ length: 2_000 }, (_, index) => ({
            time: 1.7e9 + index * 3_600,
            close: index,
            volume: 1,
          })),
        }),
      ),
      JSON.stringify({ token0: null, token1: [], x: { y: [] } }),
      'null',
      '7',
    ]
    await answering(visit, (route) =>
      route.fulfill({ contentType: 'application/json', body: `{"message":"ok","status":true,"data":[${odd.join()}]}` }),
    )
    const { page, expectAccessible } = visit
    for (const [width, places] of [
      [1280, [0, 4]],
      [390, [1, 2, 3, 5]],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await visit.goto('/pools?network=Harbor')
      await page.getByText('6 pools', { exact: true }).waitFor()
      await expectAccessible()
      for (const place of places) {
        await visit.goto('/pools?network=Harbor')
        await page.getByText('6 pools', { exact: true }).waitFor()
        await table(page).getByRole('rowheader').nth(place).getByRole('link').click()
        await page.getByRole('region', { name: 'Charts' }).waitFor()
        expect(await overflowing(page)).toEqual([])
        await openTab(page, 'Positions')
        await page.getByRole('region', { name: 'Positions' }).waitFor()
        expect(await overflowing(page)).toEqual([])
        await openTab(page, 'Support')
        await page.getByRole('region', { name: 'Raw record' }).waitFor()
        await page.getByRole('region', { name: 'History' }).waitFor()
        expect(await overflowing(page)).toEqual([])
        await visit.picture(`odd-${place}-${width}`)
      }
    }
    await visit.goto('/pools/Harbor/0x0000000000000000000000000000000000000001?tab=support')
    await page.getByRole('region', { name: 'Raw record' }).getByText('$["a.b"]["c[0]"]').waitFor()
    expect(await page.evaluate(() => ({}) as Record<string, unknown>)).toEqual({})
  })

  test('unusual URLs lead somewhere', async () => {
    const visit = await stage.visit('/inspect')
    const { page } = visit
    visit.tolerate(/Failed to load resource/)
    for (const path of [
      '/pools?sort=__proto__&columns=__proto__,constructor&favourites=maybe&q=%00%F0%9F%98%80"',
      '/pools?network=__proto__',
      '/pools?network=..%2F..%2Fetc&q=tvl>',
      '/pools?view=compare&compare=&compare=x&compare=Harbor/0x1@99999999999999999999&compare=%E0%A4%A',
      '/pools/__proto__/constructor',
      '/pools/%25E0%25A4%25A/x',
      '/pools/Harbor/%2e%2e%2f',
      `/pools?q=${'('.repeat(3_000)}`,
    ]) {
      await visit.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Pools' }).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path.slice(0, 40), await overflowing(page)]).toEqual([path.slice(0, 40), []])
    }
  })

  test('networks with any name are requested by their name', async () => {
    const names = ['A/B', 'Ünï ☃', '__proto__']
    const visit = await stage.visit('/inspect')
    const heard: string[] = []
    visit.tolerate(/Failed to load resource/)
    await visit.context.route('**/api/blockchain', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const [chain] = body.data
      const data = names.map((name, index) => ({ ...chain, id: 900 + index, chainId: 900 + index, name }))
      await route.fulfill({ response, json: { ...body, data } })
    })
    await visit.context.route('**/api/amm/pool/all/**', (route) => {
      heard.push(decodeURIComponent(new URL(route.request().url()).pathname.replace('/api/amm/pool/all/', '')))
      return route.fulfill(say([record(1)]))
    })
    const { page } = visit
    for (const name of names) {
      await visit.goto(`/pools?network=${encodeURIComponent(name)}`)
      await page.getByRole('link', { name: 'T1 / USDC' }).click()
      await page.getByRole('region', { name: 'Charts' }).waitFor()
      await visit.goto(new URL(page.url()).pathname)
      await page.getByRole('region', { name: 'Charts' }).waitFor()
      expect(heard).toContain(name)
    }
  })
})
