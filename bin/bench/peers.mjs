import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium as browsers } from 'playwright-core'
import { build } from 'vite'
import { npm } from '../parts/install.mjs'
import { inProject } from '../parts/project.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'The start of /swap beside other swap widgets (Chromium, slowed down four times, brotli)'

/** It installs two gigabytes of other people's packages, in `.tidegate/peers`. */
export const isOnlyByName = true

const runs = 5
/** Milliseconds after which a page is taken to be never usable. */
const timeout = 30_000
const peers = [
  { name: 'Kyber widget 2.0.0', folder: 'kyber' },
  { name: 'LI.FI widget 4.5.0', folder: 'lifi' },
  // Its app comes from its own server, which no one reaches from here: only what its package weighs and paints is known.
  { name: 'Jupiter plugin 1.0.16', folder: 'jupiter', isNeverUsable: true },
  { name: 'Relay kit 8.0.12', folder: 'relay' },
]

const amount = 'input:not([type=search])'
const poolToAddTo = '[data-step=range] input[type=radio]'

const lines = {
  desktop: { viewport: { width: 1280, height: 800 } },
  // 1.6 Mbit/s and 150 ms there and back, as Lighthouse has it.
  '4G': {
    viewport: { width: 412, height: 823 },
    network: { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 86_400 },
  },
}

/**
 * The peers' services are unreachable from here, so a peer is usable when its first amount field accepts input, without
 * tokens of a service. Ours is usable when the tokens of the service are shown as well, which is before the app itself
 * runs.
 */
export async function measure({ chromium }) {
  const servers = []
  const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.1' })
  const browser = await browsers.launch({ executablePath: chromium, args: flags })
  try {
    const token = 'button[aria-label^="Token to pay: "]'
    const ours = [
      { name: 'Tidegate', path: '/swap', amount, usable: token, runs: `${token}:not([data-start])` },
      { name: 'its pools', path: '/pools', usable: '[data-row]', runs: '[data-row]' },
      { name: 'its pools to add to', path: '/liquidity/add', usable: poolToAddTo, runs: poolToAddTo },
    ]
    const pages = ours.map(({ path, ...page }) => ({ ...page, url: `${app.url}${path}` }))
    for (const { name, folder, isNeverUsable } of peers) {
      const server = await serve(await buildPeer(folder))
      servers.push(server)
      const field = isNeverUsable ? undefined : amount
      pages.push({ name, url: server.url, amount, usable: field, runs: field })
    }
    const elsewhere = await serveFiles(new Map([['/index.html', compressed(oneLink)]]), 'localhost')
    servers.push(elsewhere)
    const floor = await serveFiles(new Map([['/index.html', compressed(oneField)]]))
    servers.push(floor)
    pages.push({ name: 'a field and nothing else', url: floor.url, amount, usable: amount, runs: amount })
    const rows = []
    for (const [line, options] of Object.entries(lines))
      rows.push(...(await compare(browser, pages, elsewhere.url, line, options)))
    return {
      columns: [
        'page',
        'line',
        'amount typed',
        'usable',
        'app runs',
        'first paint',
        'JS kB br',
        'requests',
        'blocked',
        'heap MB',
      ],
      rows,
      notes: [
        `Medians of ${runs} interleaved runs. Times are multiples of ours in the same run; sizes and counts are as they are.`,
        'Each visit comes from a page of another site, as one by a link or an address does, in a window that is at rest.',
        'Usable: the amount can be typed, and ours shows the tokens of the service; theirs none, as their services are out of reach. Of our other pages: the pools of the service stand there.',
        'App runs: its own scripts answer a press. Ours repeats what was pressed before. Sizes and requests are of this moment.',
        'Blocked: the time of long tasks beyond 50 ms each. A dash: never, without its service.',
      ],
    }
  } finally {
    await browser.close()
    await Promise.all([app.stop(), ...servers.map((server) => server.stop())])
  }
}

const oneLink = Buffer.from('<!doctype html><html lang="en"><meta charset="utf-8"><title>Elsewhere</title><p>A page.')

/** The lower bound for any page. */
const oneField = Buffer.from(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>One field</title><label>Amount <input></label></html>',
)

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--enable-precise-memory-info'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

async function compare(browser, pages, elsewhere, line, options) {
  const looks = pages.map(() => [])
  for (let run = 0; run < runs; run++)
    for (const [place, page] of pages.entries()) looks[place].push(await look(browser, page, elsewhere, options))
  const figures = looks.map((all) =>
    Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))])),
  )
  return figures.map(({ bytes, requests, heap, ...times }, place) => {
    const [paint, typed, usable, inCharge, blocked] = ['paint', 'typed', 'usable', 'inCharge', 'blocked'].map((key) =>
      ratio(times[key], figures[0][key]),
    )
    const [kilobytes, megabytes] = [Math.round(bytes / 1024), Math.round(heap / 1_048_576)]
    return [pages[place].name, line, typed, usable, inCharge, paint, kilobytes, requests, blocked, megabytes]
  })
}

function ratio(theirs, ours) {
  return Number.isFinite(theirs) && ours > 0 ? (theirs / ours).toFixed(1) : '–'
}

/**
 * One visit with an empty cache, until the page is usable and at rest. From an empty tab the browser would reuse its
 * process only for pages without `cross-origin-opener-policy`, and a new window is busy starting for a second.
 */
async function look(browser, { url, amount, usable, runs }, elsewhere, { viewport, network }) {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(elsewhere)
  await page.waitForTimeout(1_500)
  const session = await context.newCDPSession(page)
  const scripts = new Map()
  let requests = 0
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (request.url.startsWith('http')) requests++
    if (type === 'Script') scripts.set(requestId, 0)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
  })
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (network) await session.send('Network.emulateNetworkConditions', network)
  await page.addInitScript(note, { amount, usable, runs })
  // The page reports when its app runs: polling would inject a script of 300 kB while it starts.
  const isRunning = new Promise((resolve) => session.on('Runtime.bindingCalled', resolve))
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'tellRunning' })
  await page.goto(url, { waitUntil: 'commit' })
  await Promise.race([isRunning, page.waitForTimeout(usable ? timeout : 5_000)])
  const found = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  const asked = requests
  await page.waitForTimeout(500)
  const { noted, paint, heap } = await page.evaluate(() => ({
    noted: window.noted,
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    heap: performance.memory.usedJSHeapSize,
  }))
  await context.close()
  const never = Number.POSITIVE_INFINITY
  const { typed = never, usable: usableAt = never, inCharge = never, blocked } = noted
  // Unpainted elements cannot be used.
  const seen = (at) => Math.max(at, paint)
  return { paint, typed: seen(typed), usable: seen(usableAt), inCharge, blocked, bytes: found, requests: asked, heap }
}

/** Runs in the page before its scripts: notes when an amount can be typed, the page is usable, and its app runs. */
function note({ amount, usable, runs }) {
  window.noted = { blocked: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.noted.blocked += duration - 50
  }).observe({ type: 'longtask', buffered: true })
  // Widgets may draw into shadow roots.
  const within = (root, selector) =>
    root.querySelector(selector) ??
    [...root.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot && within(shadowRoot, selector)).find(Boolean)
  const isSeen = (element) => element && !element.disabled && element.getClientRects().length > 0
  const times = Object.entries({ typed: amount, usable, inCharge: runs }).filter(([, selector]) => selector)
  const timer = setInterval(() => {
    for (const [name, selector] of times)
      if (window.noted[name] === undefined && isSeen(within(document, selector))) window.noted[name] = performance.now()
    if (window.noted.inCharge === undefined) return
    clearInterval(timer)
    window.tellRunning('')
  }, 20)
}

/** Installs and builds a minimal page of one widget, apart from the sources; gives the folder of the built page. */
async function buildPeer(name) {
  const root = inProject('.tidegate', 'peers', name)
  cpSync(inProject('bin', 'bench', 'peers', name), root, { recursive: true })
  const { code, output } = await npm(['install', '--ignore-scripts', '--legacy-peer-deps'], root)
  if (code !== 0) throw new Error(`The packages of ${name} could not be installed.\n${output}`)
  const outDir = join(root, 'dist')
  const define = { 'process.env': '{}', global: 'globalThis' }
  await build({ configFile: false, root, define, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  return outDir
}

/** Serves a folder with brotli, as the gateway does: compressed once, and its scripts kept for good. */
async function serve(folder) {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length), compressed(readFileSync(file))]),
  )
  return serveFiles(files)
}

/** At the given name of this computer: another name is another site to a browser. */
async function serveFiles(files, host = '127.0.0.1') {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const path = pathname === '/' ? '/index.html' : pathname
    const body = files.get(path)
    const type = types[extname(path)] ?? 'application/octet-stream'
    if (body) response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
    else response.writeHead(404).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://${host}:${server.address().port}/`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

function compressed(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 2_000_000 ? 9 : 11 } })
}

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}
