import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { Provider } from './provider'
import { setStage } from './stage'

/*
 * Both stories of docs/support-story.md in a browser: a deposit that its owner cannot see, and a position that earns
 * nothing, each found by support with nothing but the screens. The screenshots are those of the stories;
 * `.tidegate/pictures/support-*.png` are new ones.
 */

const stage = setStage({ historyDays: 1 })
const pictures = join(import.meta.dirname, '..', '..', '.tidegate', 'pictures')

async function drawn(place: Locator, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await place.scrollIntoViewIfNeeded()
  await place.screenshot({ path: join(pictures, `support-${name}.png`) })
}

test('a user reports that their deposit is not visible', async () => {
  // Support has the pool open, so that there is an earlier snapshot.
  const support = await stage.visit('/pools?network=Harbor', { width: 1200, height: 1500 })
  const { page } = support
  await page.getByRole('searchbox', { name: 'Search pools' }).fill('token:WETH token:USDC')
  await page.getByRole('link', { name: 'WETH / USDC' }).click()
  const positions = page.getByRole('table', { name: 'Positions' })
  await page.getByRole('tab', { name: 'Positions' }).click()
  await positions.getByRole('row').nth(5).waitFor()
  const count = (await positions.getByRole('row').count()) - 1
  const owner = `$.positions[${count}].owner`
  const pool = new URL(page.url()).pathname

  // The user deposits 2 WETH above the price, and exports a support bundle.
  const { provider, wallet, visit: user } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  await provider.chooseRarePreset('WETH only (above price)')
  await provider.amount('WETH').fill('2')
  await expect.poll(() => user.page.url()).toContain('amount')
  const link = user.page.url()
  await provider.review()
  await provider.confirm()
  await provider.done()
  await user.goto('/activity')
  const download = user.page.waitForEvent('download')
  await user.page.getByRole('button', { name: 'Support bundle' }).click()
  await user.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const bundle = readFileSync(await (await download).path())

  // 4. The changes, while the page of the pool was open.
  await page.getByRole('tab', { name: 'Support' }).click()
  const history = page.getByRole('region', { name: 'History' })
  const changes = history.getByRole('table', { name: 'Changes' })
  await changes.getByText(owner).waitFor()
  await expect.poll(() => changes.getByRole('row').filter({ hasText: owner }).innerText()).toContain(wallet.address)
  await drawn(history, 'history')

  // 3. The position is in the record, and out of range.
  await page.getByRole('tab', { name: 'Positions' }).click()
  const own = positions.getByRole('row').last()
  await expect.poll(() => own.innerText()).toContain('out of range')
  await drawn(page.getByRole('region', { name: 'Positions' }), 'positions')
  await page.getByRole('tab', { name: 'Support' }).click()
  const raw = page.getByRole('region', { name: 'Raw record' })
  await raw.getByRole('searchbox').fill(wallet.address)
  await raw.getByText(owner).waitFor()
  await drawn(raw, 'raw')
  await page
    .getByRole('region', { name: 'Self-checks' })
    .getByText(/^\d+ passed, 0 failed, /)
    .waitFor()

  await history.getByRole('link', { name: 'Side by side' }).click()
  const side = page.getByRole('table', { name: 'Compare pools' })
  await side.locator('[data-differs=true]').first().waitFor()
  await page.locator('summary', { hasText: /^Show all .+ fields$/ }).click()
  await page.getByRole('table', { name: 'All fields' }).getByText(owner).waitFor()

  // 1. The record of the user's browser: every step is done.
  await support.goto('/inspect?view=replay')
  await page
    .getByLabel('Bundle file')
    .setInputFiles({ name: 'bundle.json', mimeType: 'application/json', buffer: bundle })
  const order = page.getByRole('region', { name: /^Order: / })
  const steps = order.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect
    .poll(() => steps.evaluateAll((items) => items.map((item) => item.getAttribute('data-state'))))
    .toEqual(['done', 'done'])
  await drawn(order, 'replay')

  // 2. The list is fresh.
  await support.goto('/pools?network=Harbor&q=token:WETH+token:USDC')
  await page.getByRole('table', { name: 'Pools' }).waitFor()
  await page
    .getByRole('status', { name: 'Freshness' })
    .getByText(/^Live, \d+ s ago/)
    .waitFor()
  await drawn(page.getByRole('table', { name: 'Pools' }).locator('xpath=ancestor::div[.//h1][1]'), 'pools')

  // 5. The service conforms to the specification.
  await support.goto('/inspect?view=deployment#conformance')
  await page.getByRole('button', { name: 'Request a quote and check it' }).click()
  const checked = page.getByRole('table', { name: 'Conformance' })
  await checked.getByRole('row').filter({ hasText: 'POST /api/swap/native' }).getByText('as specified').waitFor()
  await drawn(checked, 'conformance')

  const requests = page.getByRole('table', { name: 'Requests' })
  await support.goto('/inspect')
  await requests
    .getByText(/\/api\/amm\/pool\/all\//)
    .first()
    .waitFor()
  await support.goto('/inspect?view=deployment#assumptions')
  await page.getByText('How a deposit is delivered').waitFor()
  await support.goto('/inspect?view=deployment#health')
  await page.locator('[data-network="Harbor"]').getByText('No findings').waitFor()
  await drawn(page.getByRole('region', { name: 'Health of all networks and pools' }), 'health')

  // 3. On any network: the user's address, and their transaction.
  await support.goto(`/inspect?view=find&q=${wallet.address}`)
  const found = page.getByRole('table', { name: 'Found' })
  await found.getByText('Owner of 1 position').waitFor()
  await drawn(page.getByRole('region', { name: 'Find an address, transaction or hash' }), 'find')
  await page.getByRole('textbox', { name: 'Address or transaction hash' }).fill(wallet.sent.at(-1) ?? '')
  await page.getByText('Confirmed').waitFor()

  // 6. It would work now, by the user's own link.
  await support.goto('/inspect?view=replay#dry-run')
  const signed = page.getByRole('region', { name: 'What would be signed' })
  await page.getByRole('textbox', { name: 'Intent' }).fill(link)
  await page.getByText(/^A deposit, from a link/).waitFor()
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(wallet.address)
  await page.getByRole('button', { name: 'Run' }).click()
  await signed.getByText(/^Deposit up to 2 WETH/).waitFor()
  expect(await signed.locator('[data-severity=block]').count()).toBe(0)
  await drawn(signed, 'dry-run')
  await support.expectAccessible()

  // The link to all of it is the URL of the pool.
  await support.goto(`${pool}?tab=positions`)
  await positions
    .getByRole('row')
    .nth(count + 1)
    .waitFor()
})

test('a user reports that their position earns nothing', async () => {
  // A week ago in short: a narrow range, trades that pay fees, then a price that leaves it.
  const { provider, wallet, visit: user } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  await provider.chooseRarePreset('±1%')
  await provider.amount('WETH').fill('1')
  await provider.review()
  await provider.confirm()
  await provider.done()
  const { id } = await provider.newest(wallet.address)
  await provider.sell('WETH', 'USDC', '1')
  await provider.sell('WETH', 'USDC', '60')

  // 1. Their positions, by their address: which one, and its state.
  const support = await stage.visit(`/positions?address=${wallet.address}`, { width: 1200, height: 1500 })
  const { page } = support
  const list = page.getByRole('list', { name: 'Positions', exact: true })
  const card = list.getByRole('listitem').filter({ hasText: `#${id}` })
  await card.getByText(/^Out of range: price/).waitFor()
  await card.getByText('None while out of range').first().waitFor()
  await support.expectAccessible()
  await drawn(card, 'position-card')
  await card.getByRole('link', { name: `History of #${id}` }).click()
  await page.getByRole('heading', { name: `WETH/USDC #${id}` }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/positions/Harbor/${id}`)

  // 2. The price and the range: how often it was inside, and since when not.
  const chart = page.getByRole('region', { name: 'Price and range' })
  await chart.getByText(/In range [\d.]+% of the time shown\./).waitFor()
  await drawn(chart, 'price-and-range')
  await page
    .getByRole('region', { name: 'Position', exact: true })
    .getByText(/^Out of range: price/)
    .waitFor()
  await page.locator('summary', { hasText: 'Details' }).click()
  const details = page.locator('details', { hasText: 'Range status' })
  // The price left the range minutes ago, and the record has one price an hour.
  await details.getByText('No earlier price data.').waitFor()

  // 3. It did earn: fees wait to be collected.
  const account = page.getByRole('region', { name: 'Performance' })
  const figure = (term: string) =>
    page
      .locator('dl > div', { has: page.getByText(term, { exact: true }) })
      .locator('dd')
      .first()
  const unclaimed = () => figure('Unclaimed fees').innerText()
  await expect.poll(unclaimed).toMatch(/^0\.\d*[1-9]\d* WETH/)
  expect(await figure('Total fees earned').innerText()).toBe(await unclaimed())
  await figure('Against holding').waitFor()
  await drawn(account, 'account')
  await support.expectAccessible()

  // 4. And the pool earns: its fees of the last day.
  await details.getByRole('link', { name: 'WETH/USDC' }).click()
  await page.getByRole('heading', { name: /^WETH \/ USDC/ }).waitFor()
  await page
    .getByText(/^Hourly, /)
    .first()
    .waitFor()

  // The owner does what support writes: turns the alert on, collects what it had earned, and moves the range.
  await user.goto(`/positions/Harbor/${id}`)
  const own = user.page
  await own.getByRole('button', { name: 'Alert when out of range' }).click()
  await own.getByRole('button', { name: 'Collect fees' }).click()
  await provider.decide('Confirm fee collection')
  await provider.done()
  await provider.button('Close').first().click()
  await own.getByRole('dialog').waitFor({ state: 'detached' })
  await own.locator('summary', { hasText: 'Details' }).click()
  await expect
    .poll(() => own.getByText('Received so far').locator('..').innerText(), { timeout: 60_000 })
    .toMatch(/0\.\d+ WETH/)
  await provider.button('More actions').click()
  await own.getByRole('menuitem', { name: 'Move range' }).click()
  await own.getByRole('list', { name: 'Steps' }).waitFor()
  await provider.button('Review move').click()
  for (const step of ['Confirm withdrawal', 'Confirm swap']) {
    await provider.decide(step)
    await provider.done()
    await provider.button('Continue with the next step').first().click()
  }
  await provider.agree('Confirm deposit')
  await provider.decide('Confirm deposit')
  await provider.done()
  await provider.button('Close').first().click()
  const moved = await provider.newest(wallet.address)
  expect(moved.id).not.toBe(id)
  await support.goto(`/positions/Harbor/${moved.id}`)
  await page.getByRole('region', { name: 'Position', exact: true }).getByText('In range', { exact: true }).waitFor()
})
