import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium as browsers } from 'playwright-core'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { inProject } from '../parts/project.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'What grows with tokens, pools and orders (Chromium, main thread)'

const runs = 3
const sizes = { tokens: [100, 1_000, 10_000], pools: [100, 10_000, 50_000], orders: [10, 500, 5_000] }

/** Processor time of the main thread and memory, by how much there is; other programs on the computer do not count. */
export async function measure({ chromium }) {
  // Lists are kept for some seconds, so each size has a service and a gateway of its own.
  const deployments = await Promise.all([0, 1, 2].map(startDeployment))
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const rows = []
    for (const subject of subjects) rows.push(await growthOf(subject, browser, deployments))
    return {
      columns: ['what', 'of', 'smallest ms', 'middle ms', 'largest ms', 'slope', 'heap MB'],
      rows,
      notes: [
        'Slope: of the largest over the smallest, in powers of how much more there is; 0 is constant, 1 proportional.',
        `Medians of ${runs} interleaved runs; the heap is of the largest, after its garbage was collected.`,
      ],
    }
  } finally {
    await browser.close()
    await Promise.all(deployments.map(({ stop }) => stop()))
  }
}

/** Each opens a page with so many tokens, pools or orders, and is done when what people wait for is there. */
const subjects = [
  {
    name: 'start of /swap until the tokens are real',
    grows: 'tokens',
    act: async ({ page, url }) => {
      await page.goto(`${url}/swap`)
      await page.locator('button[aria-label^="Token to pay: "]:not([data-start])').waitFor()
    },
  },
  {
    name: 'token list opened',
    grows: 'tokens',
    prepare: async ({ page, url }) => {
      await page.goto(`${url}/swap`, { waitUntil: 'networkidle' })
    },
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^Token to pay/ }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'first rows of /pools',
    grows: 'pools',
    act: async ({ page, url }) => {
      await page.goto(`${url}/pools`)
      await page.locator('[data-row]').first().waitFor()
    },
  },
  {
    name: 'start of /swap with a journal',
    grows: 'orders',
    prepare: ({ page, url, size }) => fillJournal(page, url, size),
    act: async ({ page, url }) => {
      await page.goto(`${url}/swap`)
      await page.locator('button[aria-label^="Token to pay: "]:not([data-start])').waitFor()
      await page.waitForTimeout(1_000)
    },
  },
  {
    name: 'the ten seconds after it, in which older orders are read',
    grows: 'orders',
    prepare: async ({ page, url, size }) => {
      await fillJournal(page, url, size)
      await page.goto(`${url}/swap`)
      await page.getByRole('button', { name: /^Token to pay: / }).waitFor()
      await page.waitForTimeout(2_000)
    },
    act: ({ page }) => page.waitForTimeout(10_000),
  },
  {
    name: 'first entries of /activity',
    grows: 'orders',
    prepare: ({ page, url, size }) => fillJournal(page, url, size),
    act: async ({ page, url }) => {
      await page.goto(`${url}/activity`)
      await page.locator('main a[href^="/activity/"]').first().waitFor()
    },
  },
]

async function growthOf({ name, grows, prepare, act }, browser, deployments) {
  const steps = sizes[grows]
  const measured = steps.map(() => [])
  for (let run = 0; run < runs; run++)
    for (const [place, size] of steps.entries()) {
      const { url } = deployments[grows === 'orders' ? 0 : place]
      measured[place].push(await visit(browser, { url, size, prepare, act }))
    }
  const times = measured.map((all) => median(all.map(({ milliseconds }) => milliseconds)))
  const slope = Math.log(times.at(-1) / times[0]) / Math.log(steps.at(-1) / steps[0])
  const heap = median(measured.at(-1).map(({ megabytes }) => megabytes))
  return [name, `${steps.join(' / ')} ${grows}`, ...times.map(Math.round), slope.toFixed(2), Math.round(heap)]
}

async function visit(browser, { url, size, prepare, act }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const figure = async (name) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === name).value
  }
  await prepare?.({ page, url, size })
  const before = prepare ? await figure('TaskDuration') : 0
  await act({ page, url })
  // A page that was opened again begins to count at zero.
  const after = await figure('TaskDuration')
  await session.send('HeapProfiler.collectGarbage')
  const megabytes = (await figure('JSHeapUsedSize')) / 1_048_576
  await context.close()
  return { milliseconds: (after < before ? after : after - before) * 1_000, megabytes }
}

/** Writes so many finished orders into the journal of this browser, as the app would have. */
async function fillJournal(page, url, count) {
  await page.goto(`${url}/help`, { waitUntil: 'networkidle' })
  const { orders } = JSON.parse(readFileSync(inProject('test', 'fixtures', 'journal.json'), 'utf8'))
  const order = JSON.stringify(orders['swap-done'])
  await page.evaluate(
    async ({ text, many }) => {
      const opening = indexedDB.open('tidegate.journal', 1)
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('orders')
        opening.result.createObjectStore('deposits')
      }
      const database = await done(opening)
      const transaction = database.transaction('orders', 'readwrite')
      const order = JSON.parse(text)
      for (let place = 0; place < many; place++) {
        const id = crypto.randomUUID()
        const openedAt = order.openedAt - place * 3_600_000
        transaction.objectStore('orders').put(JSON.stringify({ ...order, id, openedAt }), id)
      }
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    { text: order, many: count },
  )
  // An earlier visit stored which orders to show first.
  await page.goto(`${url}/activity`)
  await page.getByText(/^Exports include/).waitFor()
}

/** A gateway on a service with one chain, and the tokens and pools of this place. */
async function startDeployment(place) {
  const chains = envelope([chainWith(sizes.tokens[place])])
  const pools = envelope(poolRecords(sizes.pools[place]))
  const service = createServer((request, response) => {
    const text = request.url === '/api/blockchain' ? chains : pools
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${service.address().port}`
  const app = await startReady('start', {
    ...{ TIDEGATE_BASE_URL: base, TIDEGATE_API_KEY: 'bench' },
    TIDEGATE_MAX_ANSWER_MB: '64',
  })
  const stop = async () => {
    await app.stop()
    await new Promise((resolve) => service.close(resolve).closeAllConnections())
  }
  return { url: app.url, stop }
}
