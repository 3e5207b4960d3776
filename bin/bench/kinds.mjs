import { chromium as browsers } from 'playwright-core'
import { appFolder } from '../parts/build.mjs'
import { kilobytes } from '../parts/load.mjs'
import { median, startReady } from '../parts/running.mjs'

export const title = 'Quote and execution by kind of chain (Chromium, demo wallets, local chains)'

const runs = 3

/** Sold and bought token, each with its chain; none needs an approval, so that every kind signs once. */
const kinds = [
  { name: 'EVM swap', from: ['ETH', 'Harbor'], to: ['USDC', 'Harbor'], amount: '0.1' },
  { name: 'Solana swap', from: ['SOL', 'Reef'], to: ['USDC', 'Reef'], amount: '1' },
  { name: 'EVM → EVM', from: ['ETH', 'Harbor'], to: ['USDC', 'Delta'], amount: '0.1' },
  { name: 'EVM → Solana', from: ['ETH', 'Harbor'], to: ['USDC', 'Reef'], amount: '0.1' },
  { name: 'Solana → EVM', from: ['SOL', 'Reef'], to: ['USDC', 'Harbor'], amount: '1' },
]

export async function measure({ chromium }) {
  const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.1' })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await trader(browser, app.url)
    const rows = []
    for (const kind of kinds) rows.push(await row(page, app.url, kind))
    const added = await solanaScripts(browser, app.url)
    return {
      columns: ['kind', 'typed → quote ms', 'review checked ms', 'confirmed → arrived ms'],
      rows,
      notes: [
        'Arrived: seen by the app on the last chain; across chains that includes the relayer and the watching.',
        `JavaScript that connecting a Solana wallet adds: ${kilobytes(added, 'gz', appFolder).toFixed(1)} kB gzip in ${added.length} files.`,
      ],
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

/** A person with both demo wallets, funded once by the faucet. */
async function trader(browser, url) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/swap`)
  await connect(page, 'Demo wallet (EVM)')
  await connect(page, 'Demo wallet (Solana)')
  return page
}

async function row(page, url, kind) {
  const measured = []
  for (let run = 0; run < runs; run++) measured.push(await trade(page, url, kind))
  return [
    kind.name,
    ...['quote', 'review', 'arrival'].map((part) => Math.round(median(measured.map((one) => one[part])))),
  ]
}

async function trade(page, url, { from, to, amount }) {
  await page.goto(`${url}/swap`)
  await page.getByRole('button', { name: /^Account.*/ }).waitFor()
  await choose(page, 'pay', from)
  await choose(page, 'receive', to)
  const suggestion = page.getByRole('button', { name: 'Use this account' })
  if ((from[1] === 'Reef') !== (to[1] === 'Reef')) await suggestion.click()

  const quote = await timed(async () => {
    await page.getByRole('textbox', { name: 'You pay' }).fill(amount)
    await page.locator('button:enabled', { hasText: 'Review swap' }).waitFor()
  })
  const confirm = page.getByRole('button', { name: 'Confirm swap' }).and(page.locator(':enabled'))
  const review = await timed(async () => {
    await page.getByRole('button', { name: 'Review swap' }).click()
    await confirm.waitFor()
  })
  const arrival = await timed(async () => {
    await confirm.click()
    await page.locator('[data-status=done]').waitFor()
  })
  return { quote, review, arrival }
}

/** Scripts requested from the click on the Solana wallet until it is connected. */
async function solanaScripts(browser, url) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/swap`)
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const wallet = page.getByRole('button', { name: 'Demo wallet (Solana)' })
  await wallet.waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname.slice(1))
  })
  await wallet.click()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await context.close()
  return [...new Set(scripts)]
}

async function connect(page, wallet) {
  const account = page.getByRole('button', { name: /^Account/ })
  if (await account.isVisible()) {
    await account.click()
    await page.getByRole('button', { name: 'Connect another wallet' }).click()
  } else {
    await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: wallet }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function choose(page, side, [symbol, chain]) {
  await page.getByRole('button', { name: new RegExp(`^Token to ${side}`) }).click()
  await page.getByRole('searchbox').fill(symbol)
  await page.getByRole('option', { name: new RegExp(`^${symbol} .* on ${chain}$`) }).click()
}

async function timed(action) {
  const started = performance.now()
  await action()
  return performance.now() - started
}
