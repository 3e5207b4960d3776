import { chromium as browsers } from 'playwright-core'
import { median, startReady } from '../parts/running.mjs'

export const title = 'Dragging a handle of the range (Chromium, 2,000 bars, processor slowed to a quarter)'

const runs = 5
const bars = 2_000
const moves = 180
const slowdown = 4

export async function measure({ chromium }) {
  const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.1' })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const [bare, ours] = [[], []]
    // Alternating, so that other load on this computer affects both equally.
    for (let run = 0; run < runs; run++) {
      bare.push(await drag(browser, openBare))
      ours.push(await drag(browser, (page) => openChart(page, app.url)))
    }
    return {
      columns: ['what', 'dropped frames %', 'best', 'worst', 'script ms a move', 'layout and style', 'long tasks'],
      rows: [row('a bare box that follows the pointer', bare), row('the handle over the histogram', ours)],
      notes: [
        `${moves} moves of the pointer in ${(moves / 60).toFixed(0)} seconds; medians of ${runs} runs in turns.`,
        'The bare box is the floor of this computer: a page that does nothing else.',
      ],
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

function row(name, measured) {
  const all = (figure) => measured.map((one) => one[figure])
  const dropped = all('dropped').map((share) => Math.round(share * 1000) / 10)
  return [
    name,
    median(dropped),
    Math.min(...dropped),
    Math.max(...dropped),
    median(all('script')).toFixed(2),
    median(all('layout')).toFixed(2),
    median(all('long')),
  ]
}

async function drag(browser, open) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const handle = await open(page)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const { x, y, width, height } = await handle.boundingBox()
  const [atX, fromY] = [x + width / 2, y + height / 2]
  await page.mouse.move(atX, fromY)
  await page.mouse.down()
  await page.mouse.move(atX, fromY + 2)

  const before = await costs(session)
  await page.evaluate(watchFrames)
  const started = performance.now()
  for (let move = 1; move <= moves; move++) {
    const wait = started + (move * 1000) / 60 - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    await page.mouse.move(atX, fromY + 100 * Math.sin((move * Math.PI) / 45))
  }
  const frames = await page.evaluate(() => window.frames60())
  const after = await costs(session)
  await page.mouse.up()
  await context.close()
  return {
    ...frames,
    script: (after.ScriptDuration - before.ScriptDuration) * (1000 / moves),
    layout:
      (after.LayoutDuration - before.LayoutDuration + after.RecalcStyleDuration - before.RecalcStyleDuration) *
      (1000 / moves),
  }
}

async function costs(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Records every frame of the page, and returns how many of the due frames were missing. */
function watchFrames() {
  const times = []
  let isOver = false
  let long = 0
  const observer = new PerformanceObserver((list) => {
    long += list.getEntries().length
  })
  observer.observe({ type: 'longtask' })
  const note = (time) => {
    times.push(time)
    if (!isOver) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  window.frames60 = () => {
    isOver = true
    observer.disconnect()
    const due = Math.round(((times.at(-1) - times[0]) * 60) / 1000)
    return { dropped: Math.max(0, 1 - (times.length - 1) / due), long }
  }
}

async function openBare(page) {
  await page.setContent(
    '<div style="position:absolute;left:600px;top:400px;width:40px;height:40px;background:teal"></div>',
  )
  await page.evaluate(() => {
    const box = document.querySelector('div')
    box.addEventListener('pointerdown', (event) => box.setPointerCapture(event.pointerId))
    box.addEventListener('pointermove', ({ clientY }) => {
      box.style.transform = `translateY(${clientY - 420}px)`
    })
  })
  return page.locator('div')
}

async function openChart(page, url) {
  await page.route('**/api/amm/pool/all/*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    // The pool with the highest TVL is the one that is shown.
    const deepest = body.data.reduce((a, b) => (Number(b.tvlUsd) > Number(a.tvlUsd) ? b : a))
    const data = body.data.map((pool) => (pool === deepest ? withManyTicks(pool) : pool))
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
  await page.goto(`${url}/liquidity/add`)
  const handle = page.getByRole('slider', { name: 'Minimum price' })
  await handle.waitFor()
  // Zoom out until every bar is visible.
  for (let press = 0; press < 6; press++) await page.getByRole('button', { name: 'Zoom out' }).click()
  const drawn = await page.locator('figure svg.absolute path').getAttribute('d')
  if (drawn.split('L').length < bars) throw new Error('The histogram shows fewer bars than it should.')
  return handle
}

function withManyTicks(pool) {
  const middle = Math.floor(pool.tick / 60) * 60
  const ticks = Array.from({ length: bars + 1 }, (_, index) => {
    const net = index === 0 ? 4e15 : index === bars ? -(4e15 + (bars % 2 === 0 ? 1e15 : 0)) : index % 2 ? 1e15 : -1e15
    return { tick: middle + (index - bars / 2) * 60, liquidityNet: String(BigInt(net)), liquidityGross: '1' }
  })
  return { ...pool, ticks }
}
