import { readFileSync } from 'node:fs'
import { formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { overflows } from './fit'
import { Provider } from './provider'
import { setStage, type Visit } from './stage'
import { harbor } from './trader'

/*
 * Every state of liquidity, positions and their support on a phone, in both themes and from right to left: accessible, and
 * nothing runs over. The other stories of liquidity look at most of them in a wide window.
 */

const stage = setStage({ historyDays: 2 })

const size = { width: 390, theme: 'dark' } as const

async function expectFit(visit: Visit, name: string): Promise<void> {
  await visit.page.waitForLoadState('networkidle')
  await visit.expectAccessible()
  expect(await overflows(visit.page, [390, 320]), name).toEqual([])
  await visit.picture(`themes-${name}`)
}

test('a deposit, its position, its withdrawal and its move are accessible in every state', async () => {
  const { provider, visit, wallet } = await Provider.open(stage, '/liquidity/add', size)
  const { page } = visit
  await provider.choosePool('WETH/USDC')

  // Short of one token: the swap first, as steps.
  const weth = await stage.balance(harbor, wallet.address, await provider.token('WETH'))
  await provider.amount('WETH').fill(formatUnits(weth, 18))
  await page.getByText('Not enough USDC?').waitFor()
  await expectFit(visit, 'not-enough')
  await provider.button('Swap first').click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
  await expectFit(visit, 'steps')
  await page.keyboard.press('Escape')
  await page.getByText('Nothing has moved yet: your tokens are in your wallet.').waitFor()
  await provider.button('Stop here').click()

  await provider.amount('WETH').fill('1')
  await page.locator('summary', { hasText: 'Backtest of this range' }).click()
  await page.getByText(/In the last \d+ hours the price was in this range/).waitFor()
  await provider.review()
  await expectFit(visit, 'review')
  await provider.confirm()
  await provider.done()
  await expectFit(visit, 'receipt')
  const { id } = await provider.newest(wallet.address)

  // Its card, the withdrawal as coins, its own page.
  await visit.goto('/positions')
  const card = page.getByRole('listitem').filter({ hasText: `#${id}` })
  await card.getByText('Data: on chain').waitFor()
  await expectFit(visit, 'positions')
  await card.getByRole('button', { name: 'Remove liquidity' }).click()
  await page.getByRole('switch', { name: 'Receive ETH instead of WETH' }).click()
  await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
  await expectFit(visit, 'withdrawal-in-coins')
  await page.keyboard.press('Escape')
  await visit.goto(`/positions/Harbor/${id}`)
  await page.getByText('Received so far').waitFor()
  await page.getByText(/The price was in the range in/).waitFor()
  await page.getByRole('button', { name: 'Alert when out of range' }).click()
  await expectFit(visit, 'position')

  // Moved into another range: the form, the steps, the first review, and what is unfinished.
  await page.getByRole('link', { name: 'Move range' }).click()
  await page.getByRole('list', { name: 'Steps' }).waitFor()
  await provider.button('±5%').click()
  await provider.button('Review move').waitFor()
  await expectFit(visit, 'move')
  await provider.button('Review move').click()
  await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
  await expectFit(visit, 'move-review')
  await provider.decide('Confirm withdrawal')
  await provider.done()
  await expectFit(visit, 'move-withdrawn')
  await page.reload()
  await page.getByText(/are in your wallet, ready for the deposit/).waitFor()
  await expectFit(visit, 'move-unfinished')

  // Anybody may look at it.
  const other = await stage.visit(`/positions?address=${wallet.address}`, size)
  await other.page.getByRole('region', { name: 'Viewed address' }).getByText('View only').waitFor()
  await other.page.getByText(/#\d+/).first().waitFor()
  await expectFit(other, 'owner-view')

  // What Activity exports opens on the replay.
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
    await expectFit(other, `replay-${button.slice(-4).trim()}`)
  }
})

test('compared pools, a pool’s history opened elsewhere, and a dry run of a deposit are accessible', async () => {
  const visit = await stage.visit('/pools?network=Harbor', size)
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
  await expectFit(visit, 'compare')

  await visit.goto('/inspect?view=replay')
  await page.getByLabel('Bundle file').setInputFiles(await file.path())
  await page.getByRole('region', { name: 'Pool history from Harbor' }).waitFor()
  await expectFit(visit, 'replay-pool-history')

  const rich = await stage.wallet({ chainId: harbor })
  await visit.goto('/inspect?view=dry-run')
  await page
    .getByRole('textbox', { name: 'Intent' })
    .fill(`/liquidity/add?pool=741001:${pool.at(-1)}&amount0=0.1&lower=-887220&upper=887220`)
  await page.getByText(/^A deposit, from a link/).waitFor()
  await expectFit(visit, 'dry-run-pasted')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(rich.address)
  await page.getByRole('button', { name: 'Run' }).click()
  await page
    .getByRole('region', { name: 'What would be signed' })
    .getByText(/^Deposit up to/)
    .waitFor()
  await expectFit(visit, 'dry-run')
})
