import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { appFolder, build } from '../../bin/parts/build.mjs'
import { fileWith, firstLoad, textFiles } from '../../bin/parts/load.mjs'
import { setStage, type Visit } from './stage'

const stage = setStage()
beforeAll(() => build(['app']))

const noise = /integrity|Failed to (load resource|fetch)|ERR_FAILED|dynamically imported/

/** Opens a page for which some files are changed by one byte in transit. */
function openTampered(path: string, isTampered: (file: string) => boolean): Promise<Visit> {
  return openWith(path, isTampered, change)
}

/** Opens a page with a fault for some of its files. */
async function openWith(path: string, isHit: (file: string) => boolean, applyFault: Fault): Promise<Visit> {
  const visit = await stage.visit('/favicon.svg')
  visit.tolerate(/favicon\.svg/)
  visit.tolerate(noise)
  await hit(visit.page, isHit, applyFault)
  await visit.goto(path)
  return visit
}

type Fault = (route: Route) => Promise<void>

async function hit(page: Page, isHit: (file: string) => boolean, applyFault: Fault): Promise<void> {
  await page.route(/\/assets\//, (route) => (isHit(fileOf(route)) ? applyFault(route) : route.continue()))
}

/** An additional newline changes only the hash of a script or style, not what it does. */
function change(route: Route): Promise<void> {
  const file = fileOf(route)
  const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript'
  return route.fulfill({ contentType, body: `${readFileSync(join(appFolder, file), 'utf8')}\n` })
}

function fileOf(route: Route): string {
  return new URL(route.request().url()).pathname.slice(1)
}

function builtFiles(): string[] {
  return readdirSync(join(appFolder, 'assets'))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `assets/${file}`)
}

test('A-02 H-07 if any file of the first load is changed, the app does not start and shows the reason', async () => {
  const { scripts, styles } = firstLoad('/swap', appFolder)
  expect(scripts.length).toBeGreaterThan(1)
  expect(styles).toHaveLength(1)
  const cases = [...[...scripts, ...styles].map((file) => ['/swap', file]), ...styles.map((file) => ['/help', file])]
  for (const [path = '', changed = ''] of cases) {
    const { page, close } = await openTampered(path, (file) => file === changed)
    await expect.poll(() => page.getByRole('alert').innerText(), { message: changed }).toContain('Nothing was signed')
    expect(await page.getByRole('heading').allTextContents(), changed).toEqual(['Tidegate could not start safely'])
    expect(await page.getByRole('button').count(), changed).toBe(0)
    await close()
  }
})

test('a lost file of the first load is distinguished from a changed one, and the gravest of several is reported', async () => {
  const { scripts } = firstLoad('/swap', appFolder)
  const [first = '', second = ''] = scripts
  const reported = (page: Page) => page.getByRole('alert').innerText()
  const stories = [
    { is: 'lost with the line', to: (route: Route) => route.abort(), tells: 'It was probably lost' },
    { is: 'not there', to: (route: Route) => route.fulfill({ status: 502 }), tells: 'It was probably lost' },
    {
      is: 'changed, and the line broke before it was fetched again',
      to: (route: Route) => (route.request().resourceType() === 'fetch' ? route.abort() : change(route)),
      tells: 'It was probably lost',
    },
    { is: 'changed', to: change, tells: 'it was changed after publishing' },
    {
      is: 'both',
      to: (route: Route) => (route.request().url().endsWith(first) ? route.abort() : change(route)),
      tells: 'it was changed after publishing',
    },
  ]
  for (const { is, to, tells } of stories) {
    const { page, close } = await openWith('/swap', (file) => file === first || (is === 'both' && file === second), to)
    await expect.poll(() => reported(page), { message: is }).toContain(tells)
    expect(await reported(page), is).toContain('Nothing was signed')
    expect(await reported(page), is).toContain('do not use this site, and report it to its operator')
    expect(await reported(page), is).not.toContain('It was changed, or')
    await close()
  }
})

test('a file that arrives at the second attempt is reported as lost, and a reload starts the app', async () => {
  const { scripts } = firstLoad('/swap', appFolder)
  let isLost = true
  const { page } = await openWith(
    '/swap',
    (file) => file === scripts.at(-1) && isLost,
    async (route) => {
      isLost = false
      await change(route)
    },
  )
  await page.getByRole('alert').getByText('It was probably lost').waitFor()
  await page.reload()
  await page.getByRole('form', { name: 'Swap' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('once the app has started, a refused file breaks nothing else', async () => {
  const visit = await stage.visit('/swap')
  const { page } = visit
  visit.tolerate(noise)
  await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
  await page.locator('#refused').waitFor({ state: 'detached' })
  const refused = `new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: document.querySelector('link[rel=stylesheet]').href,
      integrity: 'sha256-${'A'.repeat(43)}=',
      onerror: () => resolve('refused'),
    })
    document.head.append(link)
  })`
  expect(await page.evaluate(refused)).toBe('refused')
  await page.getByRole('textbox', { name: 'You pay' }).fill('1')
  expect(await page.getByText('Tidegate could not start safely').count()).toBe(0)
})

test('A-02 a changed file is refused on every screen that opens the app', async () => {
  const { scripts } = firstLoad(undefined, appFolder)
  for (const changed of scripts) {
    const { page, close } = await openTampered('/inspect', (file) => file === changed)
    await page.getByRole('alert').getByText('Nothing was signed').waitFor()
    await close()
  }
})

test('A-02 every lazy script runs as built, and is refused when a byte was changed', async () => {
  const begun = new Set(firstLoad('/swap', appFolder).scripts)
  const later = builtFiles().filter((file) => file.endsWith('.js') && !begun.has(file))
  expect(later.length).toBeGreaterThan(50)
  const isChanged = new Set(later)
  const honest = await stage.visit('/swap')
  expect(await refusedOf(honest.page, later)).toEqual([])
  const tampered = await openTampered('/swap', (file) => isChanged.has(file))
  expect(await refusedOf(tampered.page, later)).toEqual(later)
})

/** The scripts that the browser refuses to run. */
function refusedOf(page: Page, scripts: readonly string[]): Promise<string[]> {
  // As text, because the test runner would rewrite a function and add imports of its own.
  return page.evaluate(`Promise.all(
    ${JSON.stringify(scripts)}.map((file) => import('/' + file).then(() => [], () => [file])),
  ).then((files) => files.flat())`)
}

test.each([
  ['changed', change],
  ['lost', (route: Route) => route.abort()],
] as const)('A-02 with a %s translation the whole app is in English, until the file is intact', async (_, fault) => {
  let isHit = true
  let german = textFiles(appFolder).get('de/a')
  const { page } = await openWith('/swap', (file) => isHit && file === german, fault)
  await page.locator('button[aria-label^="Token to pay: "]:not([data-start])').waitFor()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const settings = page.getByRole('dialog')
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await settings.getByText('This language could not be loaded').waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  // The page is drawn in German, then the app comes in English.
  await page.goto('/swap?lang=de')
  await page.locator('button[aria-label^="Token to pay: "]:not([data-start])').waitFor()
  expect(await page.getByText('Sie zahlen').count()).toBe(0)
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  isHit = false
  await page.goto('/swap?lang=de')
  await page.locator('#root form').waitFor()
  await page.getByRole('textbox', { name: 'Sie zahlen' }).waitFor()
  expect(await page.getByText('You pay').count()).toBe(0)

  // The texts of a later screen, whose code the app fetches when it is idle.
  german = textFiles(appFolder).get('de/p')
  isHit = true
  await page.goto('/swap?lang=de')
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await settings.getByText('This language could not be loaded').waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en')
})

test('A-02 a screen with a changed file does not open, names the remedy, and opens once the file is intact', async () => {
  let isTampered = true
  const screen = fileWith('src/screens/pools/PoolsScreen.tsx', appFolder)
  const { page } = await openTampered('/swap', (file) => isTampered && file === screen)
  // Before the app runs, a link loads its page again, and a changed file keeps that one from starting (tested above).
  await page.locator('button[aria-label^="Token to pay: "]:not([data-start])').waitFor()
  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('heading', { name: 'This page stopped working' }).waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).toContain('differ from the published version')
  isTampered = false
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor()
})

test('the message when the app does not start is accessible, and fits a phone', async () => {
  for (const options of [{ theme: 'light' }, { theme: 'dark', width: 390 }] as const) {
    const visit = await stage.visit('/favicon.svg', options)
    visit.tolerate(/favicon\.svg/)
    visit.tolerate(noise)
    await hit(visit.page, (file) => file.endsWith('.js'), change)
    await visit.goto('/swap')
    await visit.page.getByRole('alert').waitFor()
    await visit.expectAccessible()
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThan(1)
  }
})

test.each([
  // The amount that a browser gets in its first round trip: ten packets.
  ['index.html', 13],
  // With the styles inside that its drawing needs: nothing else is asked for before the first paint.
  ['start.html', 21],
])('%s has the hashes of all its files, and is smaller than %d kB', (page, size) => {
  const html = readFileSync(join(appFolder, page), 'utf8')
  const texts = [...textFiles(appFolder).values()]
  expect(
    builtFiles()
      .filter((file) => !html.includes(`"/${file}"`))
      .toSorted(),
  ).toEqual(texts.toSorted())
  // Another script has the hashes of these, and its own is in the page.
  const loader = readFileSync(join(appFolder, fileWith('\0virtual:translations', appFolder)), 'utf8')
  for (const file of texts) {
    const hash = createHash('sha256')
      .update(readFileSync(join(appFolder, file)))
      .digest('base64')
    expect(loader).toContain(`["/${file}","sha256-${hash}"]`)
  }
  expect(readFileSync(join(appFolder, `${page}.br`)).length).toBeLessThan(size * 1024)
})
