import { readFileSync } from 'node:fs'
import { formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { phone, setProbes } from './crawl'
import { axeAndOverflow } from './probes'
import { Provider } from './provider'
import { setStage } from './stage'
import { harbor } from './trader'

/* Long stories that are probed at each stop, with prices of two days. */

const stage = setStage({ historyDays: 2 })
const { probe, expectNone } = setProbes()
/** Several orders, probed at each stop. */
const long = { timeout: 240_000 }

test('every state of a deposit, its position, its withdrawal and its move passes every probe', long, async () => {
  const { provider, visit, wallet } = await Provider.open(stage, '/liquidity/add', phone)
  const { page } = visit
  await provider.choosePool('WETH/USDC')

  // Short of one token: the swap first, as steps.
  const weth = await stage.balance(harbor, wallet.address, await provider.token('WETH'))
  await provider.amount('WETH').fill(formatUnits(weth, 18))
  await page.getByText('Not enough USDC?').waitFor()
  await probe(visit, 'not-enough', axeAndOverflow)
  await provider.button('Swap first').click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
  await probe(visit, 'steps', axeAndOverflow)
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' })

  await provider.amount('WETH').fill('1')
  await page.locator('summary', { hasText: 'Backtest of this range' }).click()
  await page.getByText(/In the last \d+ hours the price was in this range/).waitFor()
  await provider.review()
  await probe(visit, 'review', axeAndOverflow)
  await provider.confirm()
  await provider.done()
  await probe(visit, 'receipt', axeAndOverflow)
  const { id } = await provider.newest(wallet.address)

  // Its card, the withdrawal in native coin, its own page.
  await visit.goto('/positions')
  const card = page.getByRole('listitem').filter({ hasText: `#${id}` })
  await card.locator('[data-known-from=chain]').waitFor({ state: 'attached' })
  await probe(visit, 'positions', axeAndOverflow)
  await card.getByRole('button', { name: 'Remove liquidity' }).click()
  await page.getByRole('switch', { name: 'Receive ETH instead of WETH' }).click()
  await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
  await probe(visit, 'withdrawal-in-coins', axeAndOverflow)
  await page.keyboard.press('Escape')
  await visit.goto(`/positions/${id}`)
  await page.getByText('Against holding').waitFor()
  await page.getByText(/In range [\d.]+% of the time shown/).waitFor()
  await page.locator('summary', { hasText: 'Details' }).click()
  await page.getByText('Received so far').waitFor()
  await page.getByRole('button', { name: 'Alert when out of range' }).click()
  await probe(visit, 'position', axeAndOverflow)

  // Moved into another range: the form, the steps, the first review, and what is unfinished.
  await provider.button('More actions').click()
  await page.getByRole('menuitem', { name: 'Move range' }).click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
  await provider.button('±5%').click()
  await provider.button('Review move').waitFor()
  await probe(visit, 'move', axeAndOverflow)
  await provider.button('Review move').click()
  await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
  await probe(visit, 'move-review', axeAndOverflow)
  await provider.decide('Confirm withdrawal')
  await provider.done()
  await probe(visit, 'move-withdrawn', axeAndOverflow)
  await page.reload()
  await page.getByText(/are in your wallet, ready for the deposit/).waitFor()
  await probe(visit, 'move-unfinished', axeAndOverflow)

  // Anyone may look at it.
  const other = await stage.visit(`/positions?address=${wallet.address}`, phone)
  await other.page.getByRole('region', { name: 'Viewed address' }).getByText('View only').waitFor()
  await other.page.getByText(/#\d+/).first().waitFor()
  await probe(other, 'owner-view', axeAndOverflow)

  // An export of Activity opens on the replay.
  await visit.goto('/activity')
  for (const [button, shown] of [
    ['Export JSON', /^Order: Deposit/],
    ['Export CSV', /^\d+ rows$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    await other.goto('/inspect?view=replay')
    await other.page.getByLabel('Bundle file').setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'text/plain',
      buffer: readFileSync(await file.path()),
    })
    await other.page.getByRole('region', { name: shown }).waitFor()
    await probe(other, `replay-${button.slice(-4).trim()}`, axeAndOverflow)
  }
  expectNone()
})

test('compared pools, a history opened elsewhere and a dry run pass every probe', long, async () => {
  const visit = await stage.visit('/pools?network=Harbor', phone)
  const { page } = visit
  await page.getByRole('link', { name: 'WETH / USDC' }).click()
  const pool = new URL(page.url()).pathname.split('/')
  await page.getByRole('tab', { name: 'Support' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('button', { name: 'Export history' }).waitFor()
  const download = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Export history' }).click()
  const file = await download
  const keys = await page.evaluate(async () => {
    const { data } = Object(await (await fetch('/api/amm/pool/all/Harbor')).json())
    return data
      .slice(0, 4)
      .map(({ address }: { address: string }) => `compare=${encodeURIComponent(`Harbor/${address}`)}`)
  })
  await visit.goto(`/pools?network=Harbor&view=compare&${keys.join('&')}`)
  await page.getByRole('table', { name: 'Compare pools' }).waitFor()
  await probe(visit, 'compare')

  await visit.goto('/inspect?view=replay')
  await page.getByLabel('Bundle file').setInputFiles(await file.path())
  await page.getByRole('region', { name: 'Pool history from Harbor' }).waitFor()
  await probe(visit, 'replay-pool-history')

  const rich = await stage.wallet({ chainId: harbor })
  await visit.goto('/inspect?view=replay')
  await page
    .getByRole('textbox', { name: 'Intent' })
    .fill(`/liquidity/add?pool=741001:${pool.at(-1)}&amount0=0.1&lower=-887220&upper=887220`)
  await page.getByText(/^A deposit, from a link/).waitFor()
  await probe(visit, 'dry-run-pasted')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(rich.address)
  await page.getByRole('button', { name: 'Run' }).click()
  await page
    .getByRole('region', { name: 'What would be signed' })
    .getByText(/^Deposit up to/)
    .waitFor({ state: 'attached' })
  await probe(visit, 'dry-run')
  expectNone()
})
