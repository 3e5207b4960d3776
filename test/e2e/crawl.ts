import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { isDeep } from '../depth'
import { overflows } from './fit'
import { faultsOf, widthsOf } from './probes'
import { poolPath, textSizes } from './reading'
import { differenceUnlessRenewed } from './samePicture'
import { watchShifts } from './shifts'
import { answerInstead, setStage, type Visit } from './stage'
import { harbor, Trader } from './trader'

/*
 * Every state that matters is opened once per width, and every probe looks at it: `faultsOf` in probes.ts. A new state
 * is one line in the table. A state in the middle of an order is one `probe` in its story. Each width has a file of its
 * own, so that both cores have work.
 */

export const phone = { width: 390, height: 844, theme: 'dark' } as const
export const wide = { width: 1440, height: 900, theme: 'light' } as const
const sizes = { phone, wide } as const
type Face = keyof typeof sizes

const nobody = `0x${'9'.repeat(40)}`

type Theme = 'light' | 'dark'
type State = {
  readonly path: string
  readonly name?: string
  /** Replaced answers while the state is opened: `fails` with status 500, `waits` forever. */
  readonly answers?: { readonly url: string; readonly how: 'fails' | 'waits' }
  /** The heading of its main part. */
  readonly part?: string
  /** Faults that are known and not repaired yet, with the reason next to them. */
  readonly known?: RegExp
  /** The actions once the page is loaded. */
  readonly open?: (page: Page) => Promise<unknown>
  /** The stored pictures it is compared with, by face. `npm run pictures -- compared` renews them. */
  readonly pictures?: Readonly<Partial<Record<Face, readonly [name: string, theme: Theme]>>>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()

export const states: readonly State[] = [
  { path: '/' },
  { path: '/swap', pictures: { wide: ['swap', 'light'], phone: ['swap-phone', 'dark'] } },
  { path: '/pools', part: 'List of pools', pictures: { wide: ['pools', 'light'], phone: ['pools-phone', 'light'] } },
  { path: 'a pool', part: 'Charts' },
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
  { path: `/pools/${nobody}`, open: (page) => page.getByText('Pool not found on this network').waitFor() },
  { path: '/liquidity/add' },
  { path: '/portfolio' },
  { path: '/positions', pictures: { wide: ['positions', 'light'] } },
  ...(isDeep ? [{ path: `/positions?of=${nobody}` }] : []),
  { path: '/positions/999999999' },
  { path: '/activity', pictures: { wide: ['activity', 'dark'] } },
  { path: '/inspect', part: 'Requests' },
  { path: '/inspect?view=find' },
  { path: '/inspect?view=deployment' },
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

/** The probes of one file, and the faults that they found in a story: one red run names them all. */
export function setProbes() {
  let faults: string[] = []
  afterEach(() => {
    faults = []
  })
  const note = (state: string, found: readonly string[]) => faults.push(...found.map((fault) => `${state}: ${fault}`))

  return {
    note,
    /** Notes the faults of a state that a story has reached, and leaves the page as it was. */
    async probe(visit: Visit, name: string, probes: (page: Page) => Promise<string[]> = faultsOf): Promise<void> {
      await visit.page.waitForLoadState('networkidle')
      note(name, await probes(visit.page))
      await visit.picture(name)
    },
    /** Compares a state with its stored picture, in the theme of the picture. */
    async look({ page }: Visit, state: string, [name, theme]: readonly [string, Theme]): Promise<void> {
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
      await page.emulateMedia({ colorScheme: theme })
      await settled(page)
      const difference = await differenceUnlessRenewed(page, name)
      if (difference) note(state, [difference])
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    },
    expectNone: () => expect(faults).toEqual([]),
  }
}

/**
 * Pages with columns on a wide screen. Other pages, dialogs and failures are opened wide in `npm run test:deep` only.
 */
const withColumns = ['/', '/swap', '/pools', 'a pool', '/liquidity/add', '/positions', '/activity', '/inspect']
const isWideToo = ({ path, open, answers }: State) => !open && !answers && (isDeep || withColumns.includes(path))

/** Opens the states of one width. */
export function crawl(face: Face): void {
  const stage = setStage()
  const size = sizes[face]
  const { note, probe, look, expectNone } = setProbes()
  let pool = ''

  describe(`on a ${face} screen`, () => {
    let [all, small] = [0, 0]

    const opened = face === 'wide' && !isDeep ? states.filter(isWideToo) : states
    test.each(opened.map((state) => ({ name: state.path, ...state })))(
      'A-11 $name passes every probe',
      async (state) => {
        const { path, name, answers, open, pictures, known, part } = state
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
        if (part) await page.getByRole('heading', { level: 2, name: part }).first().waitFor()
        await open?.(page)
        if (!isWaiting) await settled(page)
        const picture = pictures?.[face]
        if (picture) await look(visit, name, picture)
        const texts = await textSizes(page)
        all += texts.all
        small += texts.small
        const found = await faultsOf(page, {
          ...{ face, isLast: true, isOpened: !open && !answers },
          otherTheme: face === 'phone' && !isWideToo(state),
        })
        note(name, known ? found.filter((fault) => !known.test(fault)) : found)
        expectNone()
      },
    )

    if (face === 'phone')
      test('less than a seventh of what there is to read is written small', () => {
        expect(all).toBeGreaterThan(5_000)
        expect(small / all).toBeLessThan(1 / 7)
      })

    test(`every state of a swap ${face === 'phone' ? 'and its order on paper pass' : 'until its review passes'} every probe`, async () => {
      const wallet = await stage.wallet({ chainId: harbor })
      const visit = await stage.visit('/swap', { ...size, wallet })
      const { page } = visit
      const probed = (name: string) => probe(visit, name, () => faultsOf(page, { face }))
      const trader = new Trader(stage, page)
      await trader.connect('Test Wallet')
      await press(page, /^Account/)
      await page.getByRole('list', { name: 'Balances' }).waitFor()
      await probed('account')
      await page.keyboard.press('Escape')
      for (const amount of ['999999', '0.000123456789012345', '1234567.123456789', '1']) {
        await trader.pay(amount)
        await page.getByRole('button', { name: /Quote details/ }).waitFor()
        expect(await overflows(page, widthsOf[face]), amount).toEqual([])
      }
      await page.getByRole('heading', { level: 2, name: 'Quote' }).first().waitFor()
      await trader.review()
      await page.getByRole('button', { name: 'Confirm swap' }).and(page.locator(':enabled')).waitFor()
      if (face === 'wide') await look(visit, 'review', ['review', 'light'])
      await probed('review')
      // Its end has one column: the phone shows it.
      if (face === 'wide' && !isDeep) return expectNone()
      await trader.confirm()
      await trader.waitForStatus('done')
      await probed('receipt')
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await visit.goto('/activity')
      await page.getByRole('heading', { level: 2, name: 'Today' }).waitFor()
      await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Timeline' }).waitFor()
      await probed('order')
      if (face === 'phone') await expectPrintable(page)
      expectNone()
    })
  })
}

/** An order on paper has no controls, is in dark ink on white, and nothing of it is cut off. */
async function expectPrintable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: null })
  expect(await page.locator('button:visible, nav:visible, footer:visible').count()).toBe(0)
  const ink = await page.locator('#root main h1').evaluate((title) => getComputedStyle(title).color)
  const [red = 255] = (/\d+/.exec(ink) ?? []).map(Number)
  expect(red).toBeLessThan(64)
  expect(await overflows(page)).toEqual([])
}

/** The path of a state of a pool. */
export function addressOf(path: string, pool: string): string {
  if (path === 'a pool') return pool
  return path === 'a pool by its address alone' ? `/pools/${pool.split('/').at(-1)}` : path
}

/** Everything has loaded, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
}
