import { createServer } from 'node:http'
import { chromium as browsers } from 'playwright-core'
import { chainWith, envelope, poolRecords } from '../parts/benchRecords.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'Ten thousand pools (Chromium at full speed, and slowed down four times)'

const count = 10_000
const rates = [
  { rate: 1, runs: 5 },
  { rate: 4, runs: 5 },
]

/** How long a list of ten thousand pools takes to appear, and the cost of keeping it open. */
export async function measure({ chromium }) {
  const service = await startService()
  const app = await startReady('start', { TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: 'bench' })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const measured = []
    for (const { rate, runs } of rates) {
      const looks = []
      for (let run = 0; run < runs; run++) looks.push(await look(browser, app.url, service, rate))
      measured.push(looks)
    }
    const row = (name, key) => [
      name,
      ...measured.flatMap((looks) => {
        const values = looks.map((one) => one[key])
        return [round(median(values)), `${round(Math.min(...values))} – ${round(Math.max(...values))}`]
      }),
    ]
    return {
      columns: ['what, in ms', 'full speed', 'range', 'slowed 4 times', 'range'],
      rows: [
        row('first rows after the last byte', 'firstRows'),
        row('first rows after the first byte', 'fromFirstByte'),
        row('filter by a figure, to the next frame', 'filter'),
        row('filter by a token, to the next frame', 'token'),
        row('sort by another column, to the next frame', 'sort'),
        row('a poll without changes, main thread', 'idlePoll'),
        row('a poll in which every tenth record changed, main thread', 'busyPoll'),
        row('frames the screen missed in two seconds of the wheel', 'missed'),
        row('120 frames of scrolling, time of the main thread', 'scrollWork'),
        row('longest frame, scrolled by a script for two seconds', 'wheelFrame'),
        row('longest frame, dragged through all of it in two seconds', 'slowestFrame'),
      ],
      notes: [
        `${count} records of ${Math.round(service.bytes / count)} bytes, ${(service.bytes / 1e6).toFixed(1)} MB a poll.`,
        'Filter and sort: from the input event to the frame that shows the result, drawing included.',
        'The wheel: 3,000 pixels a second, of some 125 frames. A script asks the main thread for every frame, 7,200 pixels a second.',
        'A poll: all tasks of the main thread from the request on, idle ones among them, by the browser’s own count.',
      ],
    }
  } finally {
    await browser.close()
    await app.stop()
    await service.stop()
  }
}

async function look(browser, url, service, rate) {
  service.renew()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await session.send('Performance.enable', { timeDomain: 'timeTicks' })
  await page.goto(`${url}/inspect`, { waitUntil: 'networkidle' })
  // Only the list is measured, not the loading of its code.
  await page.evaluate(() => {
    window.marks = {}
    const watcher = new MutationObserver(() => {
      if (window.marks.rows === undefined && document.querySelector('[data-row]')) window.marks.rows = performance.now()
    })
    watcher.observe(document.documentElement, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'Pools' }).first().click()
  // Polling for a text would take part of the measured time.
  await page.waitForFunction(() => window.marks.rows !== undefined)
  const { firstRows, fromFirstByte } = await page.evaluate(() => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/amm/pool/all/'))
    const [{ responseStart, responseEnd }] = answers
    return { firstRows: window.marks.rows - responseEnd, fromFirstByte: window.marks.rows - responseStart }
  })
  await page.waitForTimeout(4_000)

  const search = page.getByRole('searchbox', { name: 'Search pools' })
  const filter = await timed(page, () => search.fill('tvl>5e5 fee<0.3'))
  const token = await timed(page, () => search.fill('token:T4321'))
  await timed(page, () => search.fill(''))
  const sort = await timed(page, () => page.getByRole('button', { name: 'APR' }).click())

  const missed = await turned(browser, page, session)
  const scrollWork = await threadTime(page, () => scrolled(page, () => 120))
  const wheelFrame = await scrolled(page, () => 120)
  const slowestFrame = await scrolled(page, (box) => box.scrollHeight / 120)

  const idlePoll = await costOfPoll(page, session, 304)
  service.stir()
  const busyPoll = await costOfPoll(page, session, 200)
  await context.close()
  return {
    firstRows,
    fromFirstByte,
    filter,
    token,
    sort,
    missed,
    scrollWork,
    wheelFrame,
    slowestFrame,
    idlePoll,
    busyPoll,
  }
}

/** The number of dropped frames while scrolling with the wheel, from the times of the frames that were shown. */
async function turned(browser, page, session) {
  const { x, y, width } = await page.locator('[aria-label="Pools"][role=table]').evaluate((table) => {
    table.parentElement.scrollTop = 0
    return table.parentElement.getBoundingClientRect().toJSON()
  })
  await page.waitForTimeout(300)
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] })
  const gesture = { yDistance: -6_000, speed: 3_000, gestureSourceType: 'mouse', preventFling: true }
  await session.send('Input.synthesizeScrollGesture', { x: x + width / 2, y: y + 200, ...gesture })
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const shown = traceEvents.filter(({ name }) => name === 'Scroll Delta This Frame').map(({ ts }) => ts / 1_000)
  if (shown.length < 2) throw new Error('The wheel moved nothing.')
  const frames = shown.sort((a, b) => a - b)
  return frames.slice(1).reduce((sum, at, place) => sum + Math.max(0, Math.round((at - frames[place]) / frame) - 1), 0)
}

/** Milliseconds per frame at 60 Hz. */
const frame = 1_000 / 60

/** The longest of 120 frames, in each of which the table is scrolled by `by` pixels. */
function scrolled(page, by) {
  return page.evaluate(`(async () => {
    const box = document.querySelector('[aria-label="Pools"][role=table]').parentElement
    const by = (${by})(box)
    box.scrollTop = 0
    await new Promise((resolve) => setTimeout(resolve, 300))
    let [longest, last] = [0, 0]
    for (let step = 0; step < 120; step++) {
      const now = await new Promise(requestAnimationFrame)
      if (last > 0) longest = Math.max(longest, now - last)
      last = now
      box.scrollTop += by
    }
    return longest
  })()`)
}

/** The CPU time of the main thread in milliseconds: other programs on the computer do not count. */
async function threadTime(page, act) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000
  }
  const before = await spent()
  await act()
  const after = await spent()
  await session.detach()
  return after - before
}

/**
 * From the input event to the frame that shows other rows. Rendering out of sight afterwards is awaited but not
 * counted.
 */
async function timed(page, act) {
  await page.evaluate(() => {
    window.marks.input = undefined
    const note = () => {
      window.marks.input ??= performance.now()
    }
    for (const type of ['input', 'click']) document.addEventListener(type, note, { capture: true, once: true })
    window.marks.drawn = new Promise((resolve) => {
      const watcher = new MutationObserver((changes) => {
        const isRow = ({ addedNodes }) => [...addedNodes].some((node) => node instanceof HTMLTableRowElement)
        if (!changes.some(isRow)) return
        watcher.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // The message arrives after the frame's layout and paint.
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage('painted')
        })
      })
      watcher.observe(document.querySelector('main'), { childList: true, subtree: true })
    })
  })
  await act()
  const took = await page.evaluate(async () => (await window.marks.drawn) - window.marks.input)
  await page.waitForTimeout(700)
  return took
}

/** Busy time of the main thread around one poll, less that of an equally long time without a poll. */
async function costOfPoll(page, session, status) {
  const isPoll = (request) => request.url().includes('/api/amm/pool/all/')
  let before
  for (let polls = 1; ; polls++) {
    if (polls > maxPolls) throw new Error(`None of ${maxPolls} polls was answered with ${status}.`)
    const answered = page.waitForResponse((response) => isPoll(response.request()), { timeout: 30_000 })
    await page.waitForRequest(isPoll, { timeout: 30_000 })
    before = await busyTime(session)
    if ((await answered).status() === status) break
  }
  await page.waitForTimeout(1_500)
  const during = (await busyTime(session)) - before
  const calm = await busyTime(session)
  await page.waitForTimeout(1_500)
  return Math.max(0, during - ((await busyTime(session)) - calm))
}

const maxPolls = 6

/** Milliseconds of tasks since the page loaded. */
async function busyTime(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** A service with one chain and ten thousand pools. */
async function startService() {
  const records = poolRecords(count)
  let body = envelope(records)
  const chains = envelope([chainWith(0)])
  const server = createServer((request, response) => {
    const text = request.url === '/api/blockchain' ? chains : body
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bytes: body.length,
    /** Sets the figures' timestamps to now, like a service that works. */
    renew() {
      for (const record of records) record.updatedAt = new Date().toISOString()
      body = envelope(records)
    },
    stir() {
      for (let place = 0; place < count; place += 10)
        records[place] = { ...records[place], tvlUsd: records[place].tvlUsd + 1 }
      body = envelope(records)
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function round(milliseconds) {
  return Math.round(milliseconds * 10) / 10
}
