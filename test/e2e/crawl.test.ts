import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { formatUnits } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { overflows } from './fit'
import { faultsOf, mirrorWithLongerWords } from './probes'
import { Provider } from './provider'
import { hiddenText, poolPath, setTextSize, textSizes } from './reading'
import { differenceOf, differenceUnlessRenewed } from './samePicture'
import { watchShifts } from './shifts'
import { answerInstead, inaccessible, setStage, type Visit } from './stage'
import { harbor, ofAnOrder, Trader } from './trader'

/*
 * Every state that matters is opened once per width, and every probe looks at it: `faultsOf` in probes.ts. A new state is
 * one line in a table. A state that is reached on the way through an order is one `look` in its story.
 */

const stage = setStage()

const phone = { width: 390, height: 844, theme: 'dark' } as const
const wide = { width: 1440, height: 900, theme: 'light' } as const
const faces = [
  { face: 'phone', size: phone },
  { face: 'wide', size: wide },
] as const

const nobody = `0x${'9'.repeat(40)}`
/** A story with several orders, probed at each stop. */
const crawl = { timeout: 480_000 }

/** The path of the first pool, once a test has read it. */
let pool = ''

/** The faults of all states of a story: one red run names them all. */
let faults: string[] = []
afterEach(() => {
  faults = []
})

type Theme = 'light' | 'dark'
type State = {
  readonly path: string
  readonly name?: string
  /** What is answered otherwise while the state is opened: `fails` with status 500, `waits` for ever. */
  readonly answers?: { readonly url: string; readonly how: 'fails' | 'waits' }
  /** Faults that are known and not repaired yet, with the reason beside them. */
  readonly known?: RegExp
  /** What is done once the page is there. */
  readonly open?: (page: Page) => Promise<unknown>
  /** The stored pictures it is compared with, by face. `npm run pictures -- compared` renews them. */
  readonly pictures?: Readonly<Partial<Record<'phone' | 'wide', readonly [name: string, theme: Theme]>>>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()

const states: readonly State[] = [
  { path: '/' },
  { path: '/swap', pictures: { wide: ['swap', 'light'], phone: ['swap-phone', 'dark'] } },
  { path: '/pools', pictures: { wide: ['pools', 'light'], phone: ['pools-phone', 'light'] } },
  { path: 'a pool' },
  {
    path: 'a pool by its address alone',
    open: async (page) => {
      await page.getByRole('region', { name: 'Charts' }).waitFor()
      await page.waitForURL(/\/pools\/harbor\/0x\w{40}$/i)
    },
  },
  { path: 'a pool', name: 'positions of a pool', open: (page) => tab(page, 'Positions') },
  {
    path: 'a pool',
    name: 'support of a pool',
    open: async (page) => {
      await tab(page, 'Support')
      // There once the pool was read twice.
      await page.getByRole('link', { name: 'Side by side' }).waitFor()
    },
  },
  { path: `/pools/${nobody}`, open: (page) => page.getByText('Pool not found on this network.').waitFor() },
  { path: '/liquidity/add' },
  { path: '/positions', pictures: { wide: ['positions', 'light'] } },
  { path: `/positions?of=${nobody}` },
  { path: '/positions/999999999' },
  { path: '/activity', pictures: { wide: ['activity', 'dark'] } },
  { path: '/inspect' },
  { path: '/inspect?view=conformance' },
  { path: '/help', pictures: { phone: ['help', 'dark'] } },
  { path: '/nowhere' },
  ...(['fails', 'waits'] as const).flatMap((how) => [
    { path: '/pools?network=Harbor', name: `pools: the list ${how}`, answers: { url: '**/api/amm/pool/all/**', how } },
    {
      path: '/swap',
      name: `swap: the token list ${how}`,
      answers: { url: '**/api/blockchain', how },
      // The button's words are wider than its box when letters are set wider.
      known: /hidden text, set wider: cut at the side: Select a token/,
    },
  ]),
  { path: '/swap', name: 'settings', open: (page) => press(page, 'Settings').then(() => dialog(page, 'Settings')) },
  {
    path: '/swap',
    name: 'wallets',
    open: (page) => press(page, 'Connect wallet').then(() => dialog(page, 'Connect a wallet')),
  },
  {
    path: '/swap',
    name: 'tokens',
    // Rows have a fixed height: a short address ends in an ellipsis, and a warning loses its last line when set wider.
    known: /hidden text.*: cut (at the side: 0x|in height: (Unusual name|Not the real))/,
    open: async (page) => {
      await press(page, 'Token to pay')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    path: '/pools',
    name: 'the menu of a row',
    open: async (page) => {
      await press(page, /^Actions for /)
      await page.getByRole('menu', { name: /^Actions for / }).waitFor()
    },
  },
]

async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
}

describe.each(faces)('on a $face screen', ({ face, size }) => {
  let [all, small] = [0, 0]

  test.each(states.map((state) => ({ name: state.path, ...state })))('$name passes every probe', async (state) => {
    const { path, name, answers, open, pictures, known } = state
    const visit = await stage.visit('/favicon.svg', size)
    const { page } = visit
    visit.tolerate(/favicon\.svg|status of (404|500)/)
    pool ||= await poolPath(page)
    const isWaiting = answers?.how === 'waits'
    if (answers)
      await answerInstead(page, answers.url, (route) =>
        isWaiting ? undefined : route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
      )
    await watchShifts(page)
    await visit.goto(addressOf(path, pool))
    await page.locator('#root main h1').waitFor({ state: 'attached' })
    if (!isWaiting) await page.waitForLoadState('networkidle')
    await open?.(page)
    if (!isWaiting) await settled(page)
    const picture = pictures?.[face]
    if (picture) await look(visit, name, picture)
    const texts = await textSizes(page)
    all += texts.all
    small += texts.small
    const found = await faultsOf(page, { isLast: true, isOpened: !open && !answers })
    faults.push(...named(name, known ? found.filter((fault) => !known.test(fault)) : found))
    expect(faults).toEqual([])
  })

  if (face === 'phone')
    test('less than a seventh of what there is to read is written small', () => {
      expect(all).toBeGreaterThan(5_000)
      expect(small / all).toBeLessThan(1 / 7)
    })

  test('every state of a swap passes every probe', ofAnOrder, async () => {
    const wallet = await stage.wallet({ chainId: harbor })
    const visit = await stage.visit('/swap', { ...size, wallet })
    const { page } = visit
    const trader = new Trader(stage, page)
    await trader.connect('Test Wallet')
    await press(page, /^Account/)
    await page.getByRole('list', { name: 'Balances' }).waitFor()
    await probe(visit, 'account')
    await page.keyboard.press('Escape')
    for (const amount of ['999999', '0.000123456789012345', '1234567.123456789', '1']) {
      await trader.pay(amount)
      await page.getByRole('button', { name: /Quote details/ }).waitFor()
      expect(await overflows(page), amount).toEqual([])
    }
    await trader.review()
    await page.getByRole('button', { name: 'Confirm swap' }).and(page.locator(':enabled')).waitFor()
    if (face === 'wide') await look(visit, 'review', ['review', 'light'])
    await probe(visit, 'review')
    await trader.confirm()
    await trader.waitForStatus('done')
    await probe(visit, 'receipt')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await visit.goto('/activity')
    await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await probe(visit, 'order')
    expect(faults).toEqual([])
  })
})

/** The size of text is a setting of the browser, which moves breakpoints: pages are opened with it. */
test.each([390, 1280])('text of twice the size stays readable on every screen, %d px wide', crawl, async (width) => {
  const visit = await stage.visit('/favicon.svg', { width, height: 900 })
  visit.tolerate(/favicon\.svg|status of 404/)
  const { page } = visit
  await setTextSize(page, 32)
  pool ||= await poolPath(page)
  for (const { path, answers, open } of states) {
    if (answers || open) continue
    await visit.goto(addressOf(path, pool))
    await page.waitForLoadState('networkidle')
    faults.push(...named(path, await hiddenText(page)))
  }
  expect(faults).toEqual([])
})

describe('with prices of two days', () => {
  const long = setStage({ historyDays: 2 })

  test('every state of a deposit, its position, its withdrawal and its move passes every probe', crawl, async () => {
    const { provider, visit, wallet } = await Provider.open(long, '/liquidity/add', phone)
    const { page } = visit
    await provider.choosePool('WETH/USDC')

    // Short of one token: the swap first, as steps.
    const weth = await long.balance(harbor, wallet.address, await provider.token('WETH'))
    await provider.amount('WETH').fill(formatUnits(weth, 18))
    await page.getByText('Not enough USDC?').waitFor()
    await probe(visit, 'not-enough', axeAndOverflow)
    await provider.button('Swap first').click()
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await probe(visit, 'steps', axeAndOverflow)
    await page.keyboard.press('Escape')
    await page.getByText('Nothing has moved yet: your tokens are in your wallet.').waitFor()
    await provider.button('Stop here').click()

    await provider.amount('WETH').fill('1')
    await page.locator('summary', { hasText: 'Backtest of this range' }).click()
    await page.getByText(/In the last \d+ hours the price was in this range/).waitFor()
    await provider.review()
    await probe(visit, 'review', axeAndOverflow)
    await provider.confirm()
    await provider.done()
    await probe(visit, 'receipt', axeAndOverflow)
    const { id } = await provider.newest(wallet.address)

    // Its card, the withdrawal as coins, its own page.
    await visit.goto('/positions')
    const card = page.getByRole('listitem').filter({ hasText: `#${id}` })
    await card.getByText('Data: on chain').waitFor()
    await probe(visit, 'positions', axeAndOverflow)
    await card.getByRole('button', { name: 'Remove liquidity' }).click()
    await page.getByRole('switch', { name: 'Receive ETH instead of WETH' }).click()
    await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
    await probe(visit, 'withdrawal-in-coins', axeAndOverflow)
    await page.keyboard.press('Escape')
    await visit.goto(`/positions/${id}`)
    await page.getByText('Received so far').waitFor()
    await page.getByText(/The price was in the range in/).waitFor()
    await page.getByRole('button', { name: 'Alert when out of range' }).click()
    await probe(visit, 'position', axeAndOverflow)

    // Moved into another range: the form, the steps, the first review, and what is unfinished.
    await page.getByRole('link', { name: 'Move range' }).click()
    await page.getByRole('list', { name: 'Steps' }).waitFor()
    await provider.button('±5%').click()
    await provider.button('Review move').waitFor()
    await probe(visit, 'move', axeAndOverflow)
    await provider.button('Review move').click()
    await expect.poll(() => provider.button('Confirm withdrawal').isEnabled()).toBe(true)
    await probe(visit, 'move-review', axeAndOverflow)
    await provider.decide('Confirm withdrawal')
    await provider.done()
    await probe(visit, 'move-withdrawn', axeAndOverflow)
    await page.reload()
    await page.getByText(/are in your wallet, ready for the deposit/).waitFor()
    await probe(visit, 'move-unfinished', axeAndOverflow)

    // Anybody may look at it.
    const other = await long.visit(`/positions?address=${wallet.address}`, phone)
    await other.page.getByRole('region', { name: 'Viewed address' }).getByText('View only').waitFor()
    await other.page.getByText(/#\d+/).first().waitFor()
    await probe(other, 'owner-view', axeAndOverflow)

    // What Activity exports opens on the replay.
    await visit.goto('/activity')
    for (const [button, shown] of [
      ['Export JSON', /^Order: Deposit/],
      ['Export CSV', /^\d+ rows$/],
    ] as const) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const file = await download
      await other.goto('/inspect?view=replay')
      await other.page.getByLabel('Bundle file').setInputFiles({
        name: file.suggestedFilename(),
        mimeType: 'text/plain',
        buffer: readFileSync(await file.path()),
      })
      await other.page.getByRole('region', { name: shown }).waitFor()
      await probe(other, `replay-${button.slice(-4).trim()}`, axeAndOverflow)
    }
    expect(faults).toEqual([])
  })

  test('compared pools, a history opened elsewhere and a dry run pass every probe', crawl, async () => {
    const visit = await long.visit('/pools?network=Harbor', phone)
    const { page } = visit
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    const pool = new URL(page.url()).pathname.split('/')
    await page.getByRole('tab', { name: 'Support' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByRole('button', { name: 'Export history' }).waitFor()
    const download = page.waitForEvent('download')
    await history.getByRole('button', { name: 'Export history' }).click()
    const file = await download
    const keys = await page.evaluate(async () => {
      const { data } = Object(await (await fetch('/api/amm/pool/all/Harbor')).json())
      return data
        .slice(0, 4)
        .map(({ address }: { address: string }) => `compare=${encodeURIComponent(`Harbor/${address}`)}`)
    })
    await visit.goto(`/pools?network=Harbor&view=compare&${keys.join('&')}`)
    await page.getByRole('table', { name: 'Compare pools' }).waitFor()
    await probe(visit, 'compare')

    await visit.goto('/inspect?view=replay')
    await page.getByLabel('Bundle file').setInputFiles(await file.path())
    await page.getByRole('region', { name: 'Pool history from Harbor' }).waitFor()
    await probe(visit, 'replay-pool-history')

    const rich = await long.wallet({ chainId: harbor })
    await visit.goto('/inspect?view=dry-run')
    await page
      .getByRole('textbox', { name: 'Intent' })
      .fill(`/liquidity/add?pool=741001:${pool.at(-1)}&amount0=0.1&lower=-887220&upper=887220`)
    await page.getByText(/^A deposit, from a link/).waitFor()
    await probe(visit, 'dry-run-pasted')
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(rich.address)
    await page.getByRole('button', { name: 'Run' }).click()
    await page
      .getByRole('region', { name: 'What would be signed' })
      .getByText(/^Deposit up to/)
      .waitFor()
    await probe(visit, 'dry-run')
    expect(faults).toEqual([])
  })
})

test('a deposit looks as it did, wide and on a phone', async () => {
  const { visit, provider } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  for (const [name, size] of [
    ['liquidity', wide],
    ['liquidity-phone', phone],
  ] as const) {
    await visit.page.setViewportSize(size)
    await visit.page.evaluate(() => window.scrollTo(0, 0))
    await look(visit, name, [name, 'light'])
  }
  expect(faults).toEqual([])
})

test('a swap can be read and confirmed from right to left, and its figures keep their order', async () => {
  const visit = await stage.visit('/swap', phone)
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await page.evaluate(mirrorWithLongerWords)
  await trader.pay('1')
  await page.getByRole('button', { name: 'Review swap' }).waitFor()
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: /Quote details/ }).click()
  expect(await outerSigns(page, 'Price impact')).toEqual(['−', '%'])
  await trader.review()
  await trader.signTable()
  expect(await overflows(page)).toEqual([])
})

test('an order is printed without controls, in dark ink on white, and nothing of it is cut off', async () => {
  const { page } = await stage.visit('/swap', { theme: 'dark' })
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('done')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: null })
  expect(await page.locator('button:visible, nav:visible, footer:visible').count()).toBe(0)
  const ink = await page.locator('#root main h1').evaluate((title) => getComputedStyle(title).color)
  const [red = 255] = (/\d+/.exec(ink) ?? []).map(Number)
  expect(red).toBeLessThan(64)
  expect(await overflows(page)).toEqual([])
})

test.each([
  ['axe', /^axe: image-alt/m, 'img', ''],
  ['contrast', /^axe: color-contrast/m, 'p', 'color: #999; background: #aaa'],
  ['targets', /^small target: select Spoiled: 10 by 10/m, 'select', 'display: block; width: 10px; height: 10px'],
  ['overflow', /^overflow: 320: the page is \d+ px wider/m, 'p', 'width: 1500px'],
  ['hidden text', /^hidden text: cut at the side: Spoiled/m, 'p', 'width: 50px; overflow: hidden; font-size: 40px'],
])('the probe for %s reports a page that is spoiled on purpose', crawl, async (_, fault, tag, style) => {
  const { page } = await stage.visit('/help', phone)
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    ([tag, style]) => {
      const element = document.createElement(tag)
      if (tag !== 'img') element.textContent = 'Spoiled'
      element.style.cssText = style
      document.querySelector('main')?.append(element)
    },
    [tag, style] as const,
  )
  expect((await faultsOf(page)).join('\n')).toMatch(fault)
})

test('a page that moves after it was drawn is reported', async () => {
  const visit = await stage.visit('/favicon.svg', phone)
  visit.tolerate(/favicon\.svg/)
  const { page } = visit
  await watchShifts(page)
  await visit.goto('/help')
  await settled(page)
  await page.evaluate(() => {
    const bar = document.createElement('div')
    bar.style.height = '300px'
    document.body.prepend(bar)
  })
  await expect.poll(async () => (await faultsOf(page, { isOpened: true })).join('\n')).toMatch(/^shifted by/m)
})

test('a moved button, a changed colour or a missing card does not look as it did', async () => {
  const visit = await stage.visit('/swap', wide)
  await settled(visit.page)
  const button = visit.page.locator('form button[type=submit]')
  const change = (member: 'translate' | 'background', value: string) =>
    button.evaluate((element, [member, value]) => element.style.setProperty(member, value), [member, value] as const)
  const changed = /^swap looks different: \d+ blocks/
  await change('translate', '0 1rem')
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
  await change('translate', '0')
  await change('background', 'crimson')
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
  await change('background', '')
  expect(await differenceOf(visit.page, 'swap')).toBeUndefined()
  await visit.page.getByRole('region', { name: 'Price of ETH in USDC' }).evaluate((card) => card.remove())
  expect(await differenceOf(visit.page, 'swap')).toMatch(changed)
})

/** The path of a state of a pool. */
function addressOf(path: string, pool: string): string {
  if (path === 'a pool') return pool
  return path === 'a pool by its address alone' ? `/pools/${pool.split('/').at(-1)}` : path
}

/** Notes the faults of a state that a story has reached, and leaves the page as it was. */
async function probe(visit: Visit, name: string, probes = faultsOf): Promise<void> {
  await visit.page.waitForLoadState('networkidle')
  faults.push(...named(name, await probes(visit.page)))
  await visit.picture(name)
}

/** The probes of the long story of a deposit. */
async function axeAndOverflow(page: Page): Promise<string[]> {
  return [...(await inaccessible(page)), ...(await overflows(page, [390, 320]))]
}

/** Compares a state with its stored picture, in the theme of the picture. */
async function look({ page }: Visit, state: string, [name, theme]: readonly [string, Theme]): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: theme })
  await settled(page)
  const difference = await differenceUnlessRenewed(page, name)
  if (difference) faults.push(...named(state, [difference]))
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

const named = (state: string, found: readonly string[]) => found.map((fault) => `${state}: ${fault}`)

/** Everything has loaded, and nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
}

/** The leftmost and the rightmost sign of a row's value. */
async function outerSigns(page: Page, term: string): Promise<string[]> {
  const value = page.locator('dl > div', { hasText: term }).locator('bdi').first()
  return value.evaluate((element) => {
    const text = element.firstChild!
    const places = [...(text.textContent ?? '')].map((sign, at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return { sign, left: range.getBoundingClientRect().left }
    })
    const sorted = places.toSorted((a, b) => a.left - b.left).map(({ sign }) => sign)
    return [sorted[0]!, sorted.at(-1)!]
  })
}
