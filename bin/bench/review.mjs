import { chromium as browsers } from 'playwright-core'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { median, startReady } from '../parts/running.mjs'

export const title = 'From the click on Review to the wallet (Chromium, local chains, USDC → WETH)'

const runs = 7
const slowdown = 4
/** Milliseconds that a person looks at the first quote before pressing the button. */
const look = 1_000
const harbor = 741_001

export async function measure({ chromium }) {
  const app = await startReady('start', { TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.1' })
  const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const measured = []
    for (let run = 0; run < runs; run++)
      measured.push({ full: await review(browser, app.url, 1), slowed: await review(browser, app.url, slowdown) })
    const figures = (speed, figure) => {
      const values = measured.map((one) => Math.round(one[speed][figure]))
      return [median(values), Math.min(...values), Math.max(...values)]
    }
    const row = (name, figure) => [name, ...figures('full', figure), ...figures('slowed', figure)]
    const slowed = ['median', 'fastest', 'slowest'].map((name) => `${name}, ${slowdown}×`)
    return {
      columns: ['what', 'median ms', 'fastest', 'slowest', ...slowed],
      rows: [
        row('first review of a visit, a second after the quote', 'first'),
        row('of which the service’s own answer', 'firstService'),
        row('a later review: click → checked and ready to confirm', 'again'),
        row('of which the service’s own answer', 'service'),
        row('guard, simulation and drawing, beyond that answer', 'beyond'),
        row('click on Confirm → first wallet prompt', 'prompt'),
      ],
      notes: [`${slowdown}×: the processor slowed down that much.`],
    }
  } finally {
    await browser.close()
    await app.stop()
  }
}

/** The visible text of the button of a review with an approval. */
const confirmLabel = 'Approve and swap'

/** One visit with a wallet that records when it is called, and then declines. */
async function review(browser, url, rate) {
  const address = privateKeyToAddress(generatePrivateKey())
  await fetch(`${url}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'evm', address }),
  })
  const context = await browser.newContext()
  await context.addInitScript(announceWallet, { address, chainId: `0x${harbor.toString(16)}` })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto(`${url}/swap`)
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Bench wallet' }).click()
  for (const [side, symbol] of [
    ['pay', 'USDC'],
    ['receive', 'WETH'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^Token to ${side}`) }).click()
    await page.getByRole('searchbox').fill(symbol)
    await page.getByRole('option', { name: new RegExp(`^${symbol} .* on Harbor$`) }).click()
  }
  await page.getByRole('textbox', { name: 'You pay' }).fill('100')
  await page.locator('button:enabled', { hasText: 'Review swap' }).waitFor()
  await page.waitForTimeout(look)

  const first = await untilChecked(page)
  await page.keyboard.press('Escape')
  await page.locator('button:enabled', { hasText: 'Review swap' }).waitFor()
  const again = await untilChecked(page)
  const confirmed = await clickAndNote(page, confirmLabel)
  const asked = await page.waitForFunction(() => window.askedAt)
  const prompt = (await asked.jsonValue()) - confirmed
  await context.close()
  return {
    first: first.checked,
    firstService: first.service,
    again: again.checked,
    service: again.service,
    beyond: again.checked - again.service,
    prompt,
  }
}

/** From the click until the button can be pressed, recorded in the page itself. */
async function untilChecked(page) {
  const clicked = await clickAndNote(page, 'Review swap')
  const noted = await page.waitForFunction((label) => {
    const button = [...document.querySelectorAll('button:enabled')].find((one) => one.textContent === label)
    return button && performance.now()
  }, confirmLabel)
  const service = await page.evaluate(
    () => performance.getEntriesByName(`${location.origin}/api/swap/native`).at(-1).duration,
  )
  return { checked: (await noted.jsonValue()) - clicked, service }
}

/** Clicks from inside the page, so that the time of the test tool is not counted. */
function clickAndNote(page, name) {
  return page.evaluate((text) => {
    const button = [...document.querySelectorAll('button:enabled')].findLast((one) => one.textContent === text)
    const now = performance.now()
    button.click()
    return now
  }, name)
}

function announceWallet({ address, chainId }) {
  const answers = {
    eth_requestAccounts: [address],
    eth_accounts: [address],
    eth_chainId: chainId,
    net_version: '741001',
  }
  const provider = {
    async request({ method }) {
      if (method === 'eth_sendTransaction') {
        window.askedAt ??= performance.now()
        throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
      }
      if (method in answers) return answers[method]
      throw Object.assign(new Error(`The wallet does not know ${method}.`), { code: 4200 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const icon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'/>"
  const info = { uuid: crypto.randomUUID(), name: 'Bench wallet', icon, rdns: 'bench.tidegate.wallet' }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const greet = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', greet)
  greet()
}
