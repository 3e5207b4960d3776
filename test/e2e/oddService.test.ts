import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deepDescribe, isDeep } from '../depth'
import { kindsOfChains } from '../upstream/chains'
import type { OddName } from '../upstream/oddAnswers'
import { poolsByNetwork } from '../upstream/pools'
import { type FakeService, startFakeService } from '../upstream/service'
import { Stage, type Visit } from './stage'

/*
 * An unknown hosted service: chains of seven kinds, pools in every format, and odd answers. For any answer, the page
 * works, explains itself, and offers a next step.
 */

let service: FakeService
let stage: Stage
const time = { ahead: 0 }

beforeAll(async () => {
  service = await startFakeService()
  const settings = { TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: service.apiKey }
  stage = new Stage({ settings, clock: () => Date.now() + time.ahead })
  await stage.open()
})
afterAll(async () => {
  await stage.close()
  await service.stop()
})
beforeEach(() => {
  for (const route of ['chains', 'swap', 'pools', 'add'] as const) service.answer(route)
  // The gateway's cached lists are too old to be served.
  time.ahead += 3 * 60 * 60_000
})
afterEach(({ task }) => stage.endVisits(task.result?.state === 'fail' ? task.name : undefined))

const usdc = '1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

async function atTheForm(from = usdc, to = weth, amount = '300'): Promise<Visit> {
  const visit = await stage.visit(`/swap?from=${from}&to=${to}&amount=${amount}`)
  visit.tolerate(/Failed to load resource/)
  return visit
}
const mainButton = ({ page }: Visit) => page.getByRole('form', { name: 'Swap' }).locator('button[type="submit"]')

describe('chains of seven kinds', () => {
  const kinds = [
    ['known to nobody', 'ROCK', /not available/],
    ['well known', 'USDC', /Connect EVM wallet|^Select a token|^Enter an amount/],
    ['known to few', 'WZETA', /not available/],
    ['solana', 'SOL', /not available|Connect Solana wallet/],
    ['bitcoin', 'BTC', /./],
    ['of a kind we cannot speak', 'TON', /not available/],
    ['switched off', 'FTM', /./],
  ] as const
  test.each(isDeep ? kinds : kinds.slice(0, 1))(
    'a token of a chain that is %s is found, and the button names the possible action',
    async (kind, symbol, says) => {
      const visit = await stage.visit('/swap')
      const { page } = visit
      await page.getByRole('button', { name: /^Token to pay/ }).click()
      const picker = page.getByRole('dialog', { name: 'Select a token' })
      await picker.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol)
      await picker.getByRole('option', { name: new RegExp(`^${symbol} .* on ${kindsOfChains[kind].name}`) }).click()
      await expect.poll(() => mainButton(visit).innerText()).toMatch(says)
    },
  )
})

test('pools in every format are listed with both tokens, and can be opened', async () => {
  const visit = await stage.visit('/pools?network=Quarry')
  const { page } = visit
  const table = page.getByRole('table', { name: 'Pools' })
  await table.waitFor()
  const count = (poolsByNetwork.Quarry as readonly unknown[]).length
  await page.getByText(`${count} pools`, { exact: true }).waitFor()
  const names = await table.getByRole('rowheader').allInnerTexts()
  expect(names.filter((name) => name.includes('?'))).toEqual([])
})

describe('an odd answer to a quote', () => {
  const few: readonly (readonly [OddName, RegExp])[] = [
    ['promises more than the market', /Far above the listed price/],
    ['takes a way with a name of 3,022 letters and a link', /Route\s+Unavailable/],
  ]
  const others: readonly (readonly [OddName, RegExp])[] = [
    ['says false in an envelope of status 200', /Come back later/],
    ['is busy until a date', /busy/],
    ['starts with a byte-order mark', /Minimum received \(est\.\)\s+0\.0\d+ WETH/],
    ['hints before it answers', /Minimum received \(est\.\)\s+0\.0\d+ WETH/],
    ['expects less than its minimum', /less than its own minimum/],
    ['expects twice what it promises', /contradicts the price/],
    ['asks half a million dollars for gas', /Network cost\s+Unavailable/],
    ['takes a way of a thousand hops', /Route\s+Unavailable/],
    ['says 500 in an envelope', /No route found/],
    ['says error in an envelope of status 200', /The index is being rebuilt/],
    ['sends a page that is JSON', /not a JSON envelope/],
    ['answers with status 999', /./],
    ['answers 304 without being asked', /./],
  ]
  test.each(isDeep ? [...few, ...others] : few)('"%s" is accepted or explained', async (name, says) => {
    service.answer('swap', name)
    const visit = await atTheForm()
    const form = visit.page.getByRole('form', { name: 'Swap' })
    const details = form.getByRole('button', { name: /^Quote details/, expanded: false })
    const unfolded = async () => {
      // A new quote may fold or unfold them in between: the next look clicks again.
      if (await details.isVisible()) await details.click({ timeout: 1_000 }).catch(() => undefined)
      return form.innerText()
    }
    await expect.poll(unfolded, { message: name }).toMatch(says)
    expect(await form.innerText()).not.toMatch(/better than the market/i)
    expect(await visit.page.locator('a[href*="claim.example"]').count()).toBe(0)
    service.answer('swap')
    const again = visit.page.getByRole('button', { name: 'Refresh quote' })
    if (await again.isVisible()) await again.click()
    await expect.poll(() => mainButton(visit).innerText(), { timeout: 45_000 }).toBe('Connect EVM wallet')
  })
})

deepDescribe('an odd list of pools', () => {
  const rows: readonly (readonly [OddName, RegExp])[] = [
    ['answers with the pools of another network', /The exchange sent the pools of another network/],
  ]
  test.each(rows)('"%s" costs that record or is explained, and the next good list is shown', async (name, says) => {
    service.answer('pools', name)
    const visit = await stage.visit('/pools?network=Quarry')
    visit.tolerate(/Failed to load resource/)
    const main = visit.page.getByRole('main')
    await expect.poll(() => main.innerText(), { message: name }).toMatch(says)
    service.answer('pools')
    await expect.poll(() => main.innerText()).toContain('32 pools')
  })
})

test('a price that jumps a hundredfold is unusual in the form and in the picker, counts for nothing, and no one calls it the market price', async () => {
  const visit = await atTheForm('1:native', usdc, '0.1')
  const { page } = visit
  const form = page.getByRole('form', { name: 'Swap' })
  await expect.poll(() => form.innerText()).toMatch(/Minimum received/)
  service.answer('chains', 'prices a token a hundredfold')
  time.ahead += 3 * 60 * 60_000
  await page.reload()
  await expect.poll(() => form.innerText()).toMatch(/ETH on Ethereum[^:]*: Unusual price: changed 100-fold just now/)
  const details = form.getByRole('button', { name: /^Quote details/, expanded: false })
  const unfolded = async () => {
    if (await details.isVisible()) await details.click({ timeout: 1_000 }).catch(() => undefined)
    return form.innerText()
  }
  // At the new price this swap would lose 99 %: the price before the jump is used.
  await expect.poll(unfolded).toMatch(/Price impact[^\d%]*0\.\d+\s?%/)
  expect(await mainButton(visit).innerText()).toBe('Connect EVM wallet')
  expect(await page.getByRole('main').innerText()).not.toMatch(/market price/i)
  await page.getByRole('button', { name: /^Token to pay/ }).click()
  const picker = page.getByRole('dialog', { name: 'Select a token' })
  await picker.getByRole('searchbox', { name: 'Search tokens' }).fill('ETH')
  await picker
    .getByRole('option', { name: /^ETH .* on Ethereum/ })
    .getByText(/Unusual price/)
    .waitFor()
  expect(await picker.innerText()).not.toMatch(/market price/i)
})

describe('an odd list of chains after a good one', () => {
  const rows: readonly (readonly [OddName, RegExp])[] = [
    ['lists nothing any more', /returned an empty list\. Showing the previous one[\s\S]*Minimum received/],
    [
      'lists half of its chains',
      /returned less than half of its list\. Showing the previous one[\s\S]*Minimum received/,
    ],
    ['lists two chains of one number', /“1:0xA0b8\w+” in this link is not exactly one token here\./],
    ['names its tokens at length, with links', /Minimum received \(est\.\)/],
    ['names a kind of chain in two lines, with control characters', /Minimum received \(est\.\)/],
    ['writes numbers as text', /Minimum received \(est\.\)/],
  ]
  test.each(isDeep ? rows : rows.slice(0, 1))('"%s" is read, or explained', async (name, says) => {
    const visit = await atTheForm()
    const main = visit.page.getByRole('main')
    await expect.poll(() => main.innerText()).toMatch(/Minimum received/)
    service.answer('chains', name)
    time.ahead += 3 * 60 * 60_000
    await visit.page.reload()
    await expect.poll(() => main.innerText(), { message: name }).toMatch(says)
    expect(await visit.page.locator('a[href*="claim.example"]').count()).toBe(0)
  })
})
