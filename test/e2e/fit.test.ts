import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflows } from './fit'
import { Provider } from './provider'
import { poolPath } from './reading'
import { answerOrders, SlowAnswers, shiftsOf, watchShifts } from './shifts'
import { setStage } from './stage'
import { Trader } from './trader'

/* Text that is cut off cannot be read, and a number that is cut off is a wrong number. */

const stage = setStage()

const places = [
  '/pools',
  '/liquidity/add',
  '/positions',
  '/activity',
  '/inspect',
  '/inspect?view=conformance',
  '/help',
  '/swap',
  '/nowhere',
]

test.each(places)('nothing of %s is cut off or wider than the window', async (path) => {
  const visit = await stage.visit(path)
  // The missing page has status 404, which browsers log.
  visit.tolerate(/status of 404/)
  const { page } = visit
  await page.waitForLoadState('networkidle')
  expect(await overflows(page)).toEqual([])
})

test('amounts of any length are read to their last digit, in the form, the review and the receipt', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  for (const amount of ['999999', '0.000123456789012345', '1234567.123456789', '1']) {
    await trader.pay(amount)
    await page.getByRole('button', { name: /Quote details/ }).waitFor()
    expect(await overflows(page), amount).toEqual([])
  }
  await trader.review()
  await expect.poll(() => page.getByRole('button', { name: 'Confirm swap' }).isEnabled()).toBe(true)
  expect(await overflows(page)).toEqual([])
  await trader.confirm()
  await trader.waitForStatus('done')
  expect(await overflows(page)).toEqual([])
})

test('no dialog overflows', async () => {
  const { page } = await stage.visit('/swap')
  for (const [opener, name] of [
    ['Settings', 'Settings'],
    ['Connect wallet', 'Connect a wallet'],
    ['Token to pay', 'Select a token'],
  ] as const) {
    await page.getByRole('button', { name: opener }).first().click()
    await page.getByRole('dialog', { name }).waitFor()
    expect(await overflows(page), name).toEqual([])
    await page.keyboard.press('Escape')
  }
})

const screens = ['/', '/pools', '/liquidity/add', '/positions', '/activity', '/inspect', '/help', '/nowhere']

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const

/** What the font alone moves sideways when it is there: its words are as wide as those before it, but not each of them. */
const ofFont = 0.003

/** With what the wallet of the last visit brings once it is back: its name beside its address, in lines that end at the edge. */
const ofWallet = 0.006

test.each(windows)(
  'no screen shifts while it loads, at the first visit and at the next, at $width px',
  async (size) => {
    const shifted: string[] = []
    const { page } = await stage.visit('/pools')
    for (const path of [...screens, await poolPath(page)]) {
      // Each screen is opened in a browser that knows nothing yet, and then once more.
      const { page, goto, tolerate, close } = await stage.visit('/favicon.svg', size)
      tolerate(/status of 404|favicon\.svg/)
      await watchShifts(page)
      for (const visit of ['first', 'next']) {
        await goto(path)
        await page.locator('#root main h1').waitFor({ state: 'attached' })
        await page.waitForLoadState('networkidle')
        shifted.push(...(await shiftsIn(page, `${path}, ${visit} visit`)))
      }
      await close()
    }
    expect(shifted).toEqual([])
  },
)

test.each(windows)('no screen shifts when its answers come one at a time, at $width px', async (size) => {
  const { page } = await stage.visit('/pools')
  const shifted: string[] = []
  for (const path of [...screens, await poolPath(page)]) {
    const visit = await stage.visit('/favicon.svg', size)
    visit.tolerate(/status of 404|favicon\.svg/)
    shifted.push(...(await shiftsOfSlow(visit.page, [path])))
    await visit.close()
  }
  expect(shifted).toEqual([])
})

test.each(windows)(
  'the pages of an owner stand still when their answers come one at a time, at $width px',
  async (size) => {
    const { visit, provider, wallet } = await Provider.open(stage)
    const { page } = visit
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('0.5')
    await provider.review()
    await provider.confirm()
    await provider.done()
    const { id } = await provider.newest(wallet.address)
    await provider.button('Close').first().click()
    const pool = new URL(page.url()).searchParams.get('pool') ?? ''
    await page.setViewportSize(size)
    await visit.goto('/activity')
    const order = await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().getAttribute('href')
    const own = [`/positions/Harbor/${id}`, order ?? '', `/liquidity/add?pool=${pool}&position=${id}`]
    expect(await shiftsOfSlow(page, [...own, '/swap', '/positions', '/activity'], ofWallet)).toEqual([])
  },
)

test('an order is printed without what can only be pressed, in dark ink on white, and nothing of it is cut off', async () => {
  const { page } = await stage.visit('/swap', { theme: 'dark' })
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: null })
  expect(await page.locator('button:visible, nav:visible, footer:visible').count()).toBe(0)
  const ink = await page.locator('main h1').evaluate((title) => getComputedStyle(title).color)
  const [red = 255] = (/\d+/.exec(ink) ?? []).map(Number)
  expect(red).toBeLessThan(64)
  expect(await overflows(page)).toEqual([])
})

/** Opens screens with answers that come one at a time, from the first asked on and from the last, and tells what moved. */
async function shiftsOfSlow(page: Page, paths: readonly string[], most = ofFont): Promise<readonly string[]> {
  const shifted: string[] = []
  await watchShifts(page)
  const answers = await SlowAnswers.of(page)
  for (const path of paths)
    for (const order of answerOrders) {
      await page.goto(path, { waitUntil: 'commit' })
      await answers.letCome(order)
      await page.locator('#root main h1').waitFor({ state: 'attached' })
      shifted.push(...(await shiftsIn(page, `${path}, ${order} first`, most)))
    }
  return shifted
}

/** What moved too far, with its path: empty where a page stands still. */
async function shiftsIn(page: Page, name: string, most = ofFont): Promise<readonly string[]> {
  const { total, moved } = await shiftsOf(page)
  return total < most ? [] : [`${name}: ${total.toFixed(4)}`, ...moved]
}
