import { chromium as browsers } from 'playwright-core'
import { appFolder } from '../parts/build.mjs'
import { firstLoad, kilobytes, screens } from '../parts/load.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'What a first visit loads (Chromium, nothing cached)'

const runs = 3

export async function measure({ chromium }) {
  const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.1' })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const rows = []
    for (const route of screens().keys()) if (!route.includes(':')) rows.push(await weigh(browser, app.url, route))
    return {
      columns: [
        'route',
        'JS kB gzip',
        'brotli',
        'CSS kB gzip',
        'files',
        'JS kB when quiet',
        'requests',
        'first paint ms',
      ],
      rows,
      notes: [
        'JS and CSS: what must be there before the screen can be used; of /swap at most 119 kB and 12.15 kB (test/e2e/weight.test.ts).',
        'When quiet: with everything that is fetched ahead while nobody waits.',
      ],
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

async function weigh(browser, url, route) {
  const paints = []
  let loaded = []
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    loaded = []
    page.on('request', (request) => loaded.push({ url: request.url(), kind: request.resourceType() }))
    await page.goto(url + route, { waitUntil: 'networkidle' })
    paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0))
    await context.close()
  }
  const { scripts, styles } = firstLoad(route, appFolder)
  const quiet = new Set(
    loaded.filter(({ url }) => /\.js$/.test(url)).map((file) => new URL(file.url).pathname.slice(1)),
  )
  return [
    route,
    kilobytes(scripts, 'gz', appFolder).toFixed(1),
    kilobytes(scripts, 'br', appFolder).toFixed(1),
    kilobytes(styles, 'gz', appFolder).toFixed(1),
    scripts.length + styles.length,
    kilobytes([...quiet], 'gz', appFolder).toFixed(1),
    loaded.length,
    Math.round(median(paints)),
  ]
}
