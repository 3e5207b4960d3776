import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isDeep } from '../depth'
import { shiftOfFont } from './probes'
import { Provider } from './provider'
import { poolPath } from './reading'
import { answerOrders, SlowAnswers, shiftsOf, watchShifts } from './shifts'
import { setStage } from './stage'

/* A target that moves just before a press is missed, or another one is hit. */

const stage = setStage()

const screens = ['/', '/pools', '/liquidity/add', '/positions', '/activity', '/inspect', '/help', '/nowhere']

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }
const windows = [wide, { width: 768, height: 1024 }, narrow] as const

/** Answers come one at a time, and each is waited for. */
const slow = { timeout: 240_000 }

/** With what the wallet of the last visit brings once it is back: the button in the header becomes narrower. */
const ofWallet = 0.004

// `crawl.test.ts` watches the first visit to each screen, in two of these windows.
test.each(isDeep ? windows : [])(
  'no screen shifts while it loads, at the first visit and at the next, at $width px',
  async (size) => {
    const shifted: string[] = []
    const { page } = await stage.visit('/pools')
    for (const path of [...screens, await poolPath(page)]) {
      // Each screen is opened in a browser that knows nothing yet, and then again.
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

test.each(isDeep ? [wide, narrow] : [])(
  'no screen shifts when its answers come one at a time, at $width px',
  slow,
  async (size) => {
    const { page } = await stage.visit('/pools')
    const shifted: string[] = []
    for (const path of [...screens, await poolPath(page)]) {
      const visit = await stage.visit('/favicon.svg', size)
      visit.tolerate(/status of 404|favicon\.svg/)
      shifted.push(...(await shiftsOfSlow(visit.page, [path])))
      await visit.close()
    }
    expect(shifted).toEqual([])
  },
)

test.each(isDeep ? [wide, narrow] : [])(
  'the pages of an owner do not shift when their answers come one at a time, at $width px',
  slow,
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

test('words and figures are as wide before the font is there as after', async () => {
  const { page } = await stage.visit('/swap')
  const isLoaded = () =>
    page.evaluate(() => [...document.fonts].some((font) => font.family === 'Geist' && font.status === 'loaded'))
  await expect.poll(isLoaded).toBe(true)
  for (const text of [
    '1,234.56 USDC',
    '0.00012345 ETH',
    '3,213.8 USDC per WETH',
    '≈ $1,234.56',
    '0x9cEe…eE0B',
    '12 Nov 2026, 14:05',
    'You pay at most',
    'Nothing was sent. The price moved before you confirmed.',
  ]) {
    const [before = 0, after = 0] = await page.evaluate(widthsOf, { text, families: ['Geist fallback', 'Geist'] })
    expect(Math.abs(before / after - 1), text).toBeLessThan(0.03)
  }
})

/** How wide a text is in each of some fonts, with figures of one width. Runs in the page. */
function widthsOf({ text, families }: { readonly text: string; readonly families: readonly string[] }): number[] {
  return families.map((family) => {
    const span = document.createElement('span')
    span.textContent = text
    span.style.cssText = `position:absolute;white-space:pre;font:100px "${family}";font-variant-numeric:tabular-nums`
    document.body.append(span)
    const { width } = span.getBoundingClientRect()
    span.remove()
    return width
  })
}

/** Pages are written in the order of their questions: the other way round most is drawn before what it hangs on. */
const orders = isDeep ? answerOrders : (['last asked'] as const)

/** Opens screens with answers that come one at a time, and returns what moved. */
async function shiftsOfSlow(page: Page, paths: readonly string[], most = shiftOfFont): Promise<readonly string[]> {
  const shifted: string[] = []
  await watchShifts(page)
  const answers = await SlowAnswers.of(page)
  for (const path of paths)
    for (const order of orders) {
      await page.goto(path, { waitUntil: 'commit' })
      await answers.letCome(order)
      await page.locator('#root main h1').waitFor({ state: 'attached' })
      shifted.push(...(await shiftsIn(page, `${path}, ${order} first`, most)))
    }
  return shifted
}

/** The elements that moved too far, with their path: empty if nothing shifts. */
async function shiftsIn(page: Page, name: string, most = shiftOfFont): Promise<readonly string[]> {
  const { total, moved } = await shiftsOf(page)
  return total < most ? [] : [`${name}: ${total.toFixed(4)}`, ...moved]
}
