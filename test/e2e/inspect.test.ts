import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { deepTest } from '../depth'
import { knownJson } from '../knownJson'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

const stage = setStage()

async function pathOf(download: Promise<Download>): Promise<string> {
  return (await download).path()
}

const exported = async (page: Page, region?: string) => {
  const download = page.waitForEvent('download')
  const part = region === undefined ? page : page.getByRole('region', { name: region })
  await part.getByRole('button', { name: 'Export JSON' }).click()
  return knownJson(readFileSync(await pathOf(download), 'utf8'))
}

/** The result of each self-check on a page. */
const checksOn = async (page: Page) => {
  const list = page.getByRole('region', { name: 'Self-checks' }).getByRole('listitem')
  await list.first().waitFor()
  return list.evaluateAll((items) =>
    items.map((item) => ({ result: item.getAttribute('data-result'), says: item.textContent })),
  )
}

describe('the inspector', () => {
  test('lists requests with their deviations from the specification, and exports them', async () => {
    const visit = await stage.visit('/inspect')
    const { page } = visit
    await page.getByRole('table', { name: 'Requests' }).getByText('GET /api/blockchain').first().waitFor()
    await page
      .context()
      .route('**/api/amm/pool/all/*', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{"data":[1,{"token0":"x"}],"status":true}' }),
      )
    await page.getByRole('link', { name: 'Pools' }).first().click()
    await page.getByRole('table', { name: 'Pools' }).waitFor()
    await page.getByRole('link', { name: 'Inspect' }).first().click()
    const row = page
      .getByRole('table', { name: 'Requests' })
      .getByRole('row')
      .filter({ hasText: '/api/amm/pool/all/' })
      .last()
    await row.getByText(/\d deviations?/).click()
    await row.getByText('a pool that is not an object').waitFor()
    const { content } = await exported(page)
    expect(content.some(({ path }: { path: string }) => path.startsWith('/api/amm/pool/all/'))).toBe(true)
  })

  test('compares the latest response to each call with the specification', async () => {
    const { page } = await stage.visit('/inspect?view=deployment#conformance')
    const rows = page.getByRole('table', { name: 'Conformance' }).getByRole('row')
    const rowOf = (call: string) => rows.filter({ hasText: call })
    await rowOf('GET /api/blockchain').getByText('as specified').waitFor()
    await rowOf('POST /api/swap/native').getByText('not requested yet').waitFor()
    await page.getByRole('button', { name: 'Request a quote and check it' }).click()
    await rowOf('POST /api/swap/native').getByText('as specified').waitFor()
    await rowOf('POST /api/amm/interactions/add').getByText('not requested yet').waitFor()
    await page.getByRole('combobox', { name: 'Network', exact: true }).selectOption('Delta')
    await expect.poll(() => new URL(page.url()).searchParams.get('network')).toBe('Delta')
    await page.reload()
    await rowOf('GET /api/amm/pool/all/').getByText('as specified').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Network' }).inputValue()).toBe('Delta')
    const { content } = await exported(page, 'Conformance')
    expect(content.map(({ call }: { call: string }) => call)).toContain('GET /api/blockchain')
  })

  test('shows what the specification leaves open, how it is interpreted, and what the answers say about it', async () => {
    const { page } = await stage.visit('/inspect?view=deployment#assumptions')
    const slippage = page.locator('[data-evidence]').filter({ hasText: 'What a slippage of 1 means' })
    await slippage.getByText(/Sent in basis points, as configured/).waitFor()
    await page.getByRole('button', { name: 'Request a quote', exact: true }).click()
    await slippage.getByText(/0.5% was requested/).waitFor()
    await expect.poll(() => slippage.getAttribute('data-evidence')).toBe('supports')
    const { content } = await exported(page, 'What the specification leaves open')
    expect(content.length).toBe(await page.locator('[data-evidence]').count())
  })

  test('detects a field that is added, removed, or of another kind', async () => {
    const visit = await stage.visit('/inspect?view=deployment#schema')
    const { page, context, goto } = visit
    await page.getByText(/fields in \d+ records/).waitFor()
    await context.route('**/api/amm/pool/all/*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const [first, ...others] = body.data
      // The list of a network without pools is empty.
      if (!first) return route.fulfill({ response })
      const { apr: _, ...rest } = first
      const data = [
        { ...rest, addedField: 1, fee: 'three thousand' },
        ...others.map(({ apr: _, ...pool }: { apr: number }) => pool),
      ]
      await route.fulfill({ response, json: { ...body, data } })
    })
    await goto('/inspect?view=deployment#schema')
    const drift = page.getByRole('table', { name: 'Changes' })
    await drift.waitFor()
    await expect
      .poll(() => drift.getByRole('row').allInnerTexts())
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(/\$\.addedField\s+new/),
          expect.stringMatching(/\$\.apr\s+removed/),
          expect.stringMatching(/\$\.fee\s+type changed/),
        ]),
      )
    await page.getByRole('button', { name: 'Accept as known' }).click()
    await page.getByText('No changes.').waitFor()
  })

  deepTest('simulates an intent for any address, without a wallet', async () => {
    const rich = await stage.wallet({ chainId: harbor })
    const { page } = await stage.visit('/inspect?view=replay#dry-run')
    const trader = new Trader(stage, page)
    const [usdc, weth] = [await trader.tokenAddress('USDC'), await trader.tokenAddress('WETH')]
    await page
      .getByRole('textbox', { name: 'Intent' })
      .fill(`https://x.example/swap?from=741001:${usdc}&to=741001:${weth}&amount=100`)
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Enter an address on the chain of the token to sell.').waitFor()

    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(rich.address)
    await page.getByRole('button', { name: 'Run' }).click()
    const result = page.getByRole('region', { name: 'What would be signed' })
    await result.getByText(/Swap 100 USDC for at least/).waitFor()
    await expect.poll(() => result.getByText(/^Approve .* to spend up to 100 USDC/).count()).toBe(1)
    await result.getByRole('region', { name: 'Forecast' }).getByText('−100 USDC').waitFor()
    expect(await result.locator('[data-severity=block]').count()).toBe(0)

    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('0x000000000000000000000000000000000000bEEF')
    await page.getByRole('button', { name: 'Run' }).click()
    await result.getByText('All steps together need 100 USDC; you have 0 USDC.').waitFor()
    await expect.poll(() => page.url()).toContain('sender=0x000000000000000000000000000000000000bEEF')
    const { content } = await exported(page)
    expect(content.verdict.level).toBe('blocked')
    expect(rich.sent).toEqual([])
  })

  deepTest('shows an order of another person from the bundle they exported', async () => {
    const first = await stage.visit('/swap')
    const trader = new Trader(stage, first.page)
    await trader.connect()
    await trader.choose('pay', 'USDC')
    await trader.choose('receive', 'WETH')
    await trader.pay('100')
    await trader.review()
    await trader.confirm()
    await trader.waitForStatus('done')
    await first.goto('/activity')
    const download = first.page.waitForEvent('download')
    await first.page.getByRole('button', { name: 'Support bundle' }).click()
    await first.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const file = await pathOf(download)

    const support = await stage.visit('/inspect?view=replay')
    const { page } = support
    await page
      .getByLabel('Bundle file')
      .setInputFiles({ name: 'bundle.json', mimeType: 'application/json', buffer: readFileSync(file) })
    await page.getByRole('region', { name: '1 order' }).waitFor()
    const order = page.getByRole('region', { name: /^Order: 100 USDC/ })
    const steps = order.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect
      .poll(() => steps.evaluateAll((items) => items.map((item) => item.getAttribute('data-state'))))
      .toEqual(['done', 'done'])
    await order.getByText('Signed transactions').click()
    await order.getByText(/Swap 100 USDC for at least/).waitFor()
    // Viewing another person's order does not import it.
    await support.goto('/activity')
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    expect(await page.getByRole('list', { name: 'Orders' }).count()).toBe(0)
  })

  test('shows a pool of another person from the bundle they exported, and refuses an invalid one', async () => {
    const first = await stage.visit('/inspect')
    // The same record throughout, so that the screen and the export agree.
    const pools = await (await first.page.request.get('/api/amm/pool/all/Harbor')).json()
    await first.context.route('**/api/amm/pool/all/*', (route) => route.fulfill({ json: pools }))
    await first.goto('/pools?network=Harbor')
    await first.page.getByRole('link', { name: 'WETH / USDC' }).click()
    await first.page.getByRole('tab', { name: 'Support' }).click()
    const seen = await checksOn(first.page)
    expect(seen.filter(({ result }) => result !== 'passes')).toEqual([])
    const download = first.page.waitForEvent('download')
    await first.page.getByRole('button', { name: 'Support bundle' }).click()
    const file = await pathOf(download)
    const { page } = await stage.visit('/inspect?view=replay')
    await page.getByRole('textbox', { name: 'Or paste its text' }).fill('{"kind":"else"}')
    await page.getByText('Not a support bundle.').waitFor()
    await page
      .getByLabel('Bundle file')
      .setInputFiles({ name: 'pool.json', mimeType: 'application/json', buffer: readFileSync(file) })
    await page.getByRole('region', { name: 'Pool on Harbor: WETH / USDC' }).waitFor()
    expect(await checksOn(page)).toEqual(seen)
    await page
      .getByRole('region', { name: 'Self-checks' })
      .getByText('9 passed, 0 failed, 0 without enough data.')
      .waitFor()
  })

  deepTest('shows hostile and empty bundles as text', async () => {
    const { page, expectAccessible, picture } = await stage.visit('/inspect?view=replay', { width: 390 })
    const paste = page.getByRole('textbox', { name: 'Or paste its text' })
    const pool = { kind: 'tidegate pool bundle', version: 1 }
    const order = { kind: 'tidegate support bundle', version: 1 }
    const hostile = '<img src=x onerror=alert(1)>\u202e'
    for (const text of [
      '{',
      '[]',
      `${'['.repeat(5_000)}`,
      JSON.stringify({ ...pool, record: 'none' }),
      JSON.stringify({ ...pool, record: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) }),
    ]) {
      await paste.fill(text)
      await page.getByText('Not a support bundle.').waitFor()
    }

    const record = {
      address: 'javascript:alert(1)',
      name: hostile.repeat(50),
      constructor: { prototype: 1 },
      token0: { symbol: hostile, decimals: 1e9 },
      positions: Array.from({ length: 4_000 }, (_, id) => ({ id, tickLower: -60, tickUpper: 60, owner: hostile })),
      tvl: '9'.repeat(400),
    }
    await paste.fill(
      JSON.stringify({
        ...pool,
        made: hostile,
        deployment: hostile.repeat(99),
        network: '../..',
        saidAt: 1e300,
        record,
        before: { tvl: -1 },
      }),
    )
    await page.getByRole('region', { name: 'Self-checks' }).waitFor()
    await page.getByRole('table', { name: 'Changes since the previous record' }).waitFor()
    await expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await picture('inspect-hostile-bundle')

    await paste.fill(
      JSON.stringify({ ...order, made: 7, orders: Array.from({ length: 400 }, () => ({ version: 99, x: hostile })) }),
    )
    await page.getByText('Only the first 50 orders are shown.').waitFor()
    await page
      .getByLabel('Bundle file')
      .setInputFiles({ name: 'huge.json', mimeType: 'application/json', buffer: Buffer.alloc(21_000_000, ' ') })
    await page.getByText('The file is larger than 20 MB.').waitFor()
  })
})
