import { createServer } from 'node:http'
import { chromium as browsers } from 'playwright-core'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'From a key or click to the next frame (Chromium, slowed down four times)'

const runs = 5
const slowdown = 4
const tokens = 10_000
const pools = 10_000

/** As "interaction to next paint" is measured: the browser's own event timing, presentation of the frame included. */
export async function measure({ chromium }) {
  const service = await startService()
  const app = await startReady('start', {
    ...{ TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: 'bench', TIDEGATE_MAX_ANSWER_MB: '64' },
  })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const measured = subjects.map(() => [])
    for (let run = 0; run < runs; run++)
      for (const [place, subject] of subjects.entries())
        measured[place].push(...(await visit(browser, app.url, subject)))
    return {
      columns: ['what', 'median ms', 'p75', 'longest', 'of'],
      rows: subjects.map(({ name }, place) => {
        const sorted = [...measured[place]].sort((a, b) => a - b)
        const p75 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.75))]
        return [name, median(sorted), p75, sorted.at(-1), sorted.length]
      }),
      notes: [
        `${tokens} tokens and ${pools} pools; ${runs} visits for each. The browser rounds to 8 ms, and leaves out what takes less than 16.`,
      ],
    }
  } finally {
    await browser.close()
    await app.stop()
    await service.stop()
  }
}

const swapReady = (page, url) =>
  opened(page, `${url}/swap`, page.locator('button[aria-label^="Token to pay: "]:not([data-start])'))
const poolsReady = (page, url) => opened(page, `${url}/pools`, page.locator('[data-row]').first())
const searchPools = (page) => page.getByRole('searchbox', { name: 'Search pools' })
const show = async (page, name) => {
  await press(page, page.getByRole('navigation').getByRole('link', { name, exact: true }).first())
  await page.waitForTimeout(2_500)
}

/** As a hand does: the pointer is there before. The test tool's own look at what it hits is not counted. */
async function press(page, element) {
  const { x, y, width, height } = await element.boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.waitForTimeout(300)
  await page.mouse.down()
  await page.waitForTimeout(80)
  await page.mouse.up()
}

const subjects = [
  {
    name: 'a digit of the amount',
    open: swapReady,
    act: (page) => page.getByRole('textbox', { name: 'You pay' }).pressSequentially('1234.5678', { delay: 150 }),
  },
  {
    name: 'opening the token list',
    open: swapReady,
    act: (page) => press(page, page.getByRole('button', { name: /^Token to pay/ })),
  },
  {
    name: 'a letter of a token search',
    open: async (page, url) => {
      await swapReady(page, url)
      await page.getByRole('button', { name: /^Token to pay/ }).click()
      await page.getByRole('option').first().waitFor()
    },
    act: (page) => page.getByRole('searchbox').pressSequentially('T4321', { delay: 250 }),
  },
  { name: 'sorting pools', open: poolsReady, act: (page) => press(page, page.getByRole('button', { name: 'APR' })) },
  {
    name: 'a letter of a pool search',
    open: poolsReady,
    act: (page) => searchPools(page).pressSequentially('T4321', { delay: 250 }),
  },
  {
    name: 'from Swap to Pools',
    open: swapReady,
    act: (page) => show(page, 'Pools'),
  },
  {
    name: 'back to Swap',
    open: async (page, url) => {
      await swapReady(page, url)
      await show(page, 'Pools')
    },
    act: (page) => show(page, 'Swap'),
  },
]

async function opened(page, url, shown) {
  await page.goto(url)
  await shown.waitFor()
  // Wait for the requests that every visit makes after it is usable.
  await page.waitForTimeout(4_000)
}

/** The longest event of each interaction: a key has several. */
async function visit(browser, url, { open, act }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await open(page, url)
  await page.evaluate(() => {
    window.interactions = new Map()
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0)
          window.interactions.set(interactionId, Math.max(duration, window.interactions.get(interactionId) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16 })
  })
  await act(page)
  await page.waitForTimeout(1_500)
  const durations = await page.evaluate(() => [...window.interactions.values()])
  await context.close()
  return durations
}

async function startService() {
  const chains = envelope([chainWith(tokens)])
  const records = envelope(poolRecords(pools))
  const server = createServer((request, response) => {
    const text = request.url === '/api/blockchain' ? chains : records
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
