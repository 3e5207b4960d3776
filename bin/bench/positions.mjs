import { createServer } from 'node:http'
import { chromium as browsers } from 'playwright-core'
import { positionNode } from '../parts/benchNode.mjs'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'Positions of one owner among ten thousand pools (Chromium, slowed down four times)'

const runs = 3
const slowdown = 4
const poolCount = 10_000
const sizes = [10, 1_000]
const owner = `0x${'5'.repeat(40)}`

/** How long the positions of an address take to appear, what keeping them open costs, and how often nodes are asked. */
export async function measure({ chromium }) {
  const deployments = await Promise.all(sizes.map(startDeployment))
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const measured = sizes.map(() => [])
    for (let run = 0; run < runs; run++)
      for (const [place, deployment] of deployments.entries())
        measured[place].push(await look(browser, deployment, sizes[place]))
    const row = (name, key) => [
      name,
      ...measured.map((looks) => Math.round(median(looks.map((one) => one[key])) * 10) / 10),
    ]
    return {
      columns: ['what', ...sizes.map((size) => `${size} positions`)],
      rows: [
        row('ms until the first card', 'firstCard'),
        row('ms until the total of all', 'total'),
        row('ms of the main thread until then', 'busyUntil'),
        row('requests to the node until then', 'asked'),
        row('requests to the node in the half minute after', 'askedAfter'),
        row('ms of the main thread in that half minute', 'busy'),
        row('longest task in that half minute, ms', 'slowestTask'),
        row('longest frame, scrolled by a script for two seconds, ms', 'slowestFrame'),
        row('elements on the page', 'elements'),
        row('heap, MB', 'heap'),
      ],
      notes: [
        `${poolCount} pools, in 200 of which the positions lie; medians of ${runs} interleaved runs.`,
        'The node answers at once; a batch of calls through the manager’s own multicall is one request.',
      ],
    }
  } finally {
    await browser.close()
    await Promise.all(deployments.map(({ stop }) => stop()))
  }
}

async function look(browser, { url, node }, size) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const figure = async (name) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === name).value
  }
  await page.addInitScript(() => {
    window.longTasks = []
    new PerformanceObserver((list) => {
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  const askedBefore = node.asked()
  const started = performance.now()
  await page.goto(`${url}/positions?address=${owner}`)
  await page.getByRole('list', { name: 'Positions', exact: true }).getByRole('listitem').first().waitFor()
  const firstCard = performance.now() - started
  await page.getByText(new RegExp(`^${size} positions`)).waitFor()
  const total = performance.now() - started
  const [asked, busyUntil] = [node.asked() - askedBefore, (await figure('TaskDuration')) * 1_000]
  await page.waitForTimeout(3_000)

  const slowestFrame = await scrolled(page)
  await page.evaluate(() => {
    window.longTasks = []
  })
  const [askedThen, busyThen] = [node.asked(), await figure('TaskDuration')]
  await page.waitForTimeout(30_000)
  const askedAfter = node.asked() - askedThen
  const busy = ((await figure('TaskDuration')) - busyThen) * 1_000
  const slowestTask = await page.evaluate(() => Math.max(0, ...window.longTasks))
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await figure('JSHeapUsedSize')) / 1_048_576
  await context.close()
  return { firstCard, total, busyUntil, asked, askedAfter, busy, slowestTask, slowestFrame, elements, heap }
}

/** The longest of 120 frames in each of which the page is scrolled by 60 pixels. */
function scrolled(page) {
  return page.evaluate(async () => {
    let [longest, last] = [0, 0]
    for (let step = 0; step < 120; step++) {
      const now = await new Promise(requestAnimationFrame)
      if (last > 0) longest = Math.max(longest, now - last)
      last = now
      window.scrollBy(0, 60)
    }
    return longest
  })
}

/** A gateway on a service with ten thousand pools, and a node whose manager keeps so many positions of the owner. */
async function startDeployment(size) {
  const tokens = chainWith(400)
  const listed = tokens.chainCurrencies.slice(1)
  const pools = poolRecords(poolCount).map((record, place) => {
    const [token0, token1] = [listed[(2 * place) % 399], listed[(2 * place + 1) % 399]]
      .map(({ address, currency }) => ({ address, symbol: currency.ticker, decimals: currency.decimals }))
      .sort((a, b) => (a.address < b.address ? -1 : 1))
    // Pools of one pair differ in their fees, as those of one factory do.
    return { ...record, token0, token1, fee: 100 + 100 * Math.floor(place / 199), tick: ((place * 37) % 8_000) - 4_000 }
  })
  const node = positionNode({ chainId: tokens.chainId, owner, pools: pools.slice(0, 200), count: size })
  const [chainsText, poolsText] = [envelope([tokens]), envelope(pools)]
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/node') {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      return response.end(node.answer(Buffer.concat(chunks).toString()))
    }
    response.end(request.url === '/api/blockchain' ? chainsText : poolsText)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${server.address().port}`
  const chain = {
    ...{ chainId: tokens.chainId, name: tokens.name, rpcTarget: `${base}/node`, positionManager: node.manager },
    nativeCurrency: { name: 'Coin', symbol: 'T0', decimals: 18 },
  }
  const app = await startReady('start', {
    ...{ TIDEGATE_BASE_URL: base, TIDEGATE_API_KEY: 'bench', TIDEGATE_MAX_ANSWER_MB: '64' },
    TIDEGATE_CHAINS: JSON.stringify([chain]),
  })
  return {
    url: app.url,
    node,
    stop: async () => {
      await app.stop()
      await new Promise((resolve) => server.close(resolve).closeAllConnections())
    },
  }
}
