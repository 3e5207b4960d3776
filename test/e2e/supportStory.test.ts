import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { Provider } from './provider'
import { setStage } from './stage'

/*
 * The story of docs/support-story.md in a browser: a deposit that its owner cannot see, found by support with nothing
 * but the screens. Its screenshots are those of the story; `.tidegate/pictures/support-*.png` are new ones.
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
  await provider.button('WETH only (above price)').click()
  await provider.amount('WETH').fill('2')
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
  await page.getByRole('table', { name: 'All fields' }).getByText(owner).waitFor()

  // 1. What the user's browser recorded: every step is done.
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
  await support.goto('/inspect?view=conformance')
  await page.getByRole('button', { name: 'Request a quote and check it' }).click()
  const swap = page.getByRole('region', { name: 'POST /api/swap/native' })
  await swap.getByText('All specified fields are present and of the right type.').waitFor()
  await drawn(swap, 'conformance')

  // 6. A simulation succeeds now, and the link to both is the URL of the pool.
  await support.goto(`${pool}?tab=positions`)
  await positions
    .getByRole('row')
    .nth(count + 1)
    .waitFor()
})
