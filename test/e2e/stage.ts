import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { type Address, createPublicClient, createTestClient, erc20Abi, http } from 'viem'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { provideChromium } from '../../bin/parts/chromium.mjs'
import type { Exchange } from '../../src/exchange/exchange'
import { type GatewayDeps, startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { isDeep } from '../depth'
import { inaccessible } from './accessible'
import { TestWallet } from './wallet'

/*
 * The stage of every browser story: the built app, its gateway, the embedded exchange and Chromium, all real. A file
 * creates it by `const stage = setStage()`. A test opens pages by `stage.visit('/swap', { wallet })`, with a wallet of
 * `stage.wallet()`.
 *
 * After each test every visit must have been calm (no error, no violation of the policy, no request to anywhere else),
 * and is closed. `visit.tolerate(/…/)` names the noise that a story makes on purpose.
 */

export type StageOptions = {
  /** Whether the market moves prices during the test. Off by default, so that amounts are predictable. */
  readonly live?: boolean
  readonly historyDays?: number
  /** Settings of the gateway, such as TIDEGATE_SLIPPAGE_UNIT. */
  readonly settings?: Readonly<Record<string, string>>
  /** Middleware between the gateway and the exchange: to delay, break or tamper with answers. */
  readonly between?: GatewayDeps['middleware']
  /** The gateway's clock, which determines the age of cached answers. */
  readonly clock?: GatewayDeps['clock']
}

export type VisitOptions = {
  readonly wallet?: Pick<TestWallet, 'enter'>
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** The language of the browser; English by default. */
  readonly language?: string
  /** An earlier visit, whose browser context is used: another tab of the same browser. */
  readonly beside?: Visit
}

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  readonly goto: (path: string) => Promise<void>
  /** Errors on the page so far, as sentences. */
  readonly complaints: readonly string[]
  readonly requests: readonly string[]
  readonly tolerate: (noise: RegExp) => void
  readonly expectCalm: () => void
  /**
   * Fails with what axe finds on the current page. In `npm run test:deep` it also checks contrast, in both themes, and
   * right-to-left text, as `crawl.test.ts` does for each of its states.
   */
  readonly expectAccessible: () => Promise<void>
  /** Saves a screenshot as `.tidegate/pictures/<name>-<width>-<theme>.png`, if `TIDEGATE_PICTURES` is set. */
  readonly picture: (name: string) => Promise<void>
  /** Saves a screenshot of a failure, with any settings. */
  readonly evidence: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
  // Letters are as wide as in a browser with windows.
  '--font-render-hinting=none',
  // No request leaves this computer. One of its names is not a secure context.
  '--host-resolver-rules=MAP tidegate.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

const pictures = join(import.meta.dirname, '..', '..', '.tidegate', 'pictures')

/** Starts the stage before the tests of a file, and closes it afterwards. */
export function setStage(options: StageOptions = {}): Stage {
  const stage = new Stage(options)
  beforeAll(() => stage.open())
  afterAll(() => stage.close())
  afterEach(async ({ task }) => {
    const failed = task.result?.state === 'fail'
    await stage.endVisits(failed ? task.name : undefined)
  })
  return stage
}

let launched: Promise<Browser> | undefined

/** One Chromium for all files that a worker runs, with a new context for each visit. It ends with the worker. */
async function browserOfWorker(executablePath: string): Promise<Browser> {
  const browser = await launched?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  launched = chromium.launch({ executablePath, args: flags, timeout })
  return launched
}

export class Stage {
  readonly #options: StageOptions
  readonly #visits: Visit[] = []
  #tidegate: TidegateServer | undefined
  #browser: Browser | undefined

  constructor(options: StageOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const found = await provideChromium()
    if (!found.path) throw new Error(found.missing)
    await build(['app'])
    const { live = false, historyDays = 0.02, settings = {}, between, clock } = this.#options
    const environment = {
      PORT: '0',
      TIDEGATE_HISTORY_DAYS: String(historyDays),
      TIDEGATE_LIVE: live ? 'yes' : 'no',
      ...settings,
    }
    const deps: GatewayDeps = {
      siteFolder: appFolder,
      rateLimits: generous,
      // The same market history in every run, so that tests do not depend on chance.
      seed: 1,
      ...(between ? { middleware: between } : {}),
      ...(clock ? { clock } : {}),
    }
    // Waits for both, even when one fails, so that closing the stage closes both.
    const outcomes = await Promise.allSettled([
      startTidegate(readSettings(environment, [], noFile), deps).then((tidegate) => {
        this.#tidegate = tidegate
      }),
      browserOfWorker(found.path).then((browser) => {
        this.#browser = browser
      }),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async close(): Promise<void> {
    await this.#tidegate?.stop()
  }

  get tidegate(): TidegateServer {
    if (!this.#tidegate) throw new Error('The stage is not open yet: use it inside a test.')
    return this.#tidegate
  }

  get url(): string {
    return this.tidegate.url
  }

  get exchange(): Exchange {
    if (!this.tidegate.exchange) throw new Error('This stage plays in front of a hosted service.')
    return this.tidegate.exchange
  }

  /** A client that reads a chain, bypassing the app. */
  chain(chainId: number) {
    return createPublicClient({ transport: http(this.#rpcTarget(chainId)) })
  }

  /** A test client that controls a chain: mining, time, balances. */
  cheat(chainId: number) {
    return createTestClient({ mode: 'anvil', transport: http(this.#rpcTarget(chainId)) })
  }

  /** An address's balance of a token, or of the native coin without one. */
  balance(chainId: number, owner: Address, token?: Address): Promise<bigint> {
    const chain = this.chain(chainId)
    if (!token) return chain.getBalance({ address: owner })
    return chain.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [owner] })
  }

  /** A wallet with native coins and tokens on every chain, unless `empty`. */
  async wallet({ name, chainId, empty = false }: { name?: string; chainId?: number; empty?: boolean } = {}) {
    const { chains } = this.exchange
    const wallet = new TestWallet({ chains, ...(name ? { name } : {}), ...(chainId ? { chainId } : {}) })
    if (!empty) await this.exchange.fund('evm', wallet.address)
    return wallet
  }

  /** Opens a screen in a new browser context, with empty storage. */
  async visit(path = '/', options: VisitOptions = {}): Promise<Visit> {
    if (!this.#browser) throw new Error('The stage is not open yet: use it inside a test.')
    const { wallet, theme = 'light', width = 1280, height = 900, language = 'en-US', beside } = options
    const context =
      beside?.context ??
      (await this.#browser.newContext({
        baseURL: this.url,
        colorScheme: theme,
        locale: language,
        reducedMotion: 'reduce',
        viewport: { width, height },
        hasTouch: width < 640,
      }))
    context.setDefaultTimeout(timeout)
    if (!beside) await wallet?.enter(context)
    const visit = await startVisit(context, {
      url: this.url,
      label: `${width}-${theme}`,
      watched: beside !== undefined,
    })
    this.#visits.push(visit)
    await visit.goto(path)
    return visit
  }

  /** Closes all visits. A failed test leaves a screenshot of every page, named after it. */
  async endVisits(failed: string | undefined): Promise<void> {
    const visits = this.#visits.splice(0)
    const open = visits.filter(({ page }) => !page.isClosed())
    if (failed !== undefined) await Promise.allSettled(open.map(({ evidence }) => evidence(`failed ${failed}`)))
    await Promise.all(visits.map(leave))
    for (const { expectCalm } of visits) expectCalm()
  }

  #rpcTarget(chainId: number): string {
    const chain = this.exchange.chains.find((candidate) => candidate.chainId === chainId)
    if (!chain) throw new Error(`The exchange has no chain ${chainId}.`)
    return chain.rpcTarget
  }
}

/**
 * Answers matching requests instead of the network, until the returned function is called. The route itself stays
 * installed: removing it would abort requests in flight.
 */
export async function answerInstead(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let isOn = true
  await page.route(url, (route) => (isOn ? answer(route) : route.continue()))
  return () => {
    isOn = false
  }
}

/** The longest wait on a busy machine, in milliseconds. */
const timeout = 60_000

/** Requests in flight end with the page: a late answer is not an error. */
async function leave({ page, context }: Visit): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
  await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
  await context.close()
}

/** High rate limits, because tests send more requests than people. */
const generous = {
  swap: { perMinute: 10_000, burst: 10_000 },
  add: { perMinute: 10_000, burst: 10_000 },
  rpc: { perMinute: 100_000, burst: 100_000 },
  faucet: { perMinute: 10_000, burst: 10_000 },
}

type Watched = { readonly url: string; readonly label: string; readonly watched: boolean }

async function startVisit(context: BrowserContext, { url, label, watched }: Watched): Promise<Visit> {
  const complaints: string[] = []
  const requests: string[] = []
  const tolerated: RegExp[] = []
  if (!watched) await reportViolations(context)

  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('request', (request) => {
    requests.push(`${request.method()} ${request.url()}`)
    const isOwn = request.url().startsWith(`${url}/`) || /^(data|blob|about):/.test(request.url())
    if (!isOwn) complaints.push(`request to elsewhere: ${request.url()}`)
  })

  const left = () => complaints.filter((complaint) => !tolerated.some((noise) => noise.test(complaint)))
  return {
    page,
    context,
    complaints,
    requests,
    goto: async (path) => void (await page.goto(path)),
    tolerate: (noise) => void tolerated.push(noise),
    expectCalm: () => expect(left()).toEqual([]),
    expectAccessible: async () =>
      expect(await inaccessible(page, { contrast: isDeep, otherTheme: isDeep, mirrored: isDeep })).toEqual([]),
    picture: async (name) => {
      if (process.env.TIDEGATE_PICTURES) await draw(page, name, label)
    },
    evidence: (name) => draw(page, name, label),
    close: () => page.close(),
  }
}

async function draw(page: Page, name: string, label: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  const file = `${name.replace(/[^\w.-]+/g, '-')}-${label}.png`
  await page.screenshot({ path: join(pictures, file), fullPage: true })
}

/** Reports CSP violations: the console logs them too, but less clearly. */
async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      console.error(`violation: ${effectiveDirective} ${blockedURI} ${sourceFile ?? ''} ${sample}`)
    })
  })
}

function noFile(path: string): string {
  throw new Error(`A stage reads no file such as ${path}.`)
}
