import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { readTranslations } from '../../bin/parts/languages.mjs'
import { textFiles } from '../../bin/parts/load.mjs'
import { deepTest, isDeep } from '../depth'
import { phone, settled, states } from './crawl'
import { overflows } from './fit'
import { hiddenText, poolPath } from './reading'
import { swapLink } from './setup'
import { answerInstead, setStage, type Visit } from './stage'
import { harbor, ofAnOrder } from './trader'

const stage = setStage()

test('a swap from the form to the receipt is in Arabic, and a change of the language keeps the typed amount', async () => {
  const say = wordsOf('ar')
  const visit = await stage.visit('/swap?lang=ar', phone)
  const { page, picture } = visit
  const button = (english: string) => page.getByRole('button', { name: say(english), exact: true })
  const leftInEnglish = await englishIn(visit, 'ar')
  await connect(page, say)
  await page.getByRole('textbox', { name: say('You pay') }).fill('١٫٢٥')
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'ar',
    'rtl',
  ])
  await button('Review swap').waitFor()
  expect(await leftInEnglish()).toEqual([])
  const heading = [button('Refresh quote'), page.getByRole('button', { name: say('Slippage') })]
  expect(new Set(await Promise.all(heading.map(middleOf))).size).toBe(1)
  await picture('arabic-form')

  await button('Settings').first().click()
  const settings = page.getByRole('dialog')
  await settings.getByRole('combobox', { name: say('Language') }).selectOption('en')
  await settings.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await settings.getByRole('combobox', { name: say('Language') }).waitFor()
  await expect.poll(() => page.title()).toBe(`${say('Swap')} · Tidegate`)
  expect(await leftInEnglish()).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('textbox', { name: say('You pay') }).inputValue()).toBe('1.25')

  await button('Review swap').click()
  await decide(page, say('Confirm swap'), async () => {
    expect(await leftInEnglish()).toEqual([])
    expect(await overflows(page, [390])).toEqual([])
    await picture('arabic-review')
  })
  await page.getByRole('region', { name: say('Receipt') }).waitFor(ofAnOrder)
  await expect
    .poll(() => page.getByRole('status', { name: say('Order') }).getAttribute('data-status'), ofAnOrder)
    .toBe('done')
  expect(await leftInEnglish()).toEqual([])
  await picture('arabic-receipt')
})

test('a deposit from the form to the receipt is in German, with amounts that have a decimal comma', async () => {
  const say = wordsOf('de')
  const visit = await stage.visit('/liquidity/add?lang=de', phone)
  const { page, picture } = visit
  const leftInEnglish = await englishIn(visit, 'de')
  await connect(page, say)
  const amount = page.getByRole('textbox', { name: say('Deposit {symbol}').replace('{symbol}', 'WETH') })
  await amount.pressSequentially('0,25')
  expect(await amount.inputValue()).toBe('0,25')
  const other = page.getByRole('textbox', { name: say('Deposit {symbol}').replace('{symbol}', 'USDC') })
  await expect.poll(() => other.inputValue()).toMatch(/^[\d.]+,\d+$/)
  expect(await leftInEnglish()).toEqual([])
  await picture('german-deposit')
  await decide(page, say('Review deposit'))
  await decide(page, say('Confirm deposit'), async () => {
    expect(await leftInEnglish()).toEqual([])
    await picture('german-deposit-review')
  })
  await expect
    .poll(() => page.getByRole('status', { name: say('Order') }).getAttribute('data-status'), ofAnOrder)
    .toBe('done')
  expect(await leftInEnglish()).toEqual([])
  await picture('german-deposit-receipt')
})

/** The longest words, and the only letters from right to left. English is found in Arabic as it is in Japanese. */
test.each(isDeep ? ['de', 'ar', 'ja'] : ['de', 'ar'])(
  'every screen in %s fits a phone, and nothing on it is cut off or in English',
  { timeout: 180_000 },
  async (language) => {
    const visit = await stage.visit('/favicon.svg', phone)
    visit.tolerate(/favicon\.svg|status of 404/)
    const { page, picture } = visit
    const pool = await poolPathIn(page, language)
    const leftInEnglish = await englishIn(visit, language)
    const faults: string[] = []
    const screens = states.filter(({ answers, open, path }) => !answers && !open && !/inspect|\?|^\/$/.test(path))
    for (const { path } of screens) {
      await visit.goto(path === 'a pool' ? pool : path)
      await settled(page)
      const found = [...(await overflows(page, [390])), ...(await hiddenText(page)), ...(await leftInEnglish())]
      faults.push(...found.map((fault) => `${path}: ${fault}`))
      await picture(`${language}${path.replaceAll(/\W+/g, '-')}`)
    }
    expect(faults).toEqual([])
  },
)

for (const language of ['de', 'ar'])
  deepTest(
    `dialogs and failures in ${language} fit a phone, and nothing in them is cut off or in English`,
    { timeout: 300_000 },
    async () => {
      const visit = await stage.visit('/favicon.svg', phone)
      const { page, press, fail, look, faults, pool, say } = await reading(visit, language)
      for (const [opens, state] of [
        ['Settings', 'settings'],
        ['Connect wallet', 'wallets'],
      ] as const) {
        await visit.goto('/swap')
        await press(opens)
        await page.getByRole('dialog').waitFor()
        await look(state)
      }
      await visit.goto('/swap')
      await page
        .getByRole('button', { name: say('Token to pay: {token}').replace(/\{.*/s, '') })
        .first()
        .click()
      await page.getByRole('option').first().waitFor()
      await look('tokens')
      await visit.goto(pool)
      await page.getByRole('tab', { name: say('Positions') }).click()
      await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
      await look('positions of a pool')
      for (const [path, url] of [
        ['/pools?network=Harbor', '**/api/amm/pool/all/**'],
        ['/swap', '**/api/blockchain'],
      ] as const) {
        const endFailure = await fail(url)
        await visit.goto(path)
        await look(`${path} fails`)
        endFailure()
      }

      expect(faults).toEqual([])
    },
  )

for (const language of ['de', 'ar', 'ja'])
  deepTest(
    `a swap that fails, is blocked, is rejected and is done in ${language} fits a phone, and nothing of it is in English`,
    { timeout: 300_000 },
    async () => {
      const wallet = await stage.wallet({ chainId: harbor })
      const visit = await stage.visit('/favicon.svg', { ...phone, wallet })
      const { page, fail, look, faults, say } = await reading(visit, language)
      const quotes = '**/api/swap/native'
      const confirm = page.getByRole('button', { name: say('Confirm swap') })
      const openAll = async () => {
        for (const summary of await page.getByRole('dialog').locator('summary:visible').all()) await summary.click()
      }
      await visit.goto(await swapLink(stage, ['25', 'USDC', 'WETH']))
      await connect(page, say, 'Test Wallet')

      await decide(page, say('Review swap'))
      await expect.poll(() => confirm.isEnabled()).toBe(true)
      await look('review')
      await openAll()
      await look('review with everything open')
      await page.keyboard.press('Escape')

      const endTampering = await answerInstead(page, quotes, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replaceAll(wallet.address.slice(2).toLowerCase(), 'bad'.padEnd(40, '0'))
        await route.fulfill({ response, body })
      })
      await decide(page, say('Review swap'))
      await page.getByText(say('Blocked'), { exact: true }).first().waitFor()
      await look('blocked review')
      await openAll()
      await look('blocked review with everything open')
      await page.keyboard.press('Escape')
      endTampering()

      const endFailure = await fail(quotes)
      await page.getByRole('textbox', { name: say('You pay') }).fill('26')
      await page.getByRole('button', { name: say('Could not get a quote: try again') }).waitFor()
      await look('failed quote')
      endFailure()
      await page.getByRole('textbox', { name: say('You pay') }).fill('27')

      wallet.arrange('reject')
      await decide(page, say('Review swap'))
      await expect.poll(() => confirm.isEnabled()).toBe(true)
      await confirm.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Try again') })
        .waitFor()
      await look('rejected order')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('Try again') })
        .click()
      await page.getByRole('region', { name: say('Receipt') }).waitFor(ofAnOrder)
      await openAll()
      await look('receipt')

      await visit.goto('/activity')
      await page
        .getByRole('list', { name: say('Orders') })
        .getByRole('link')
        .first()
        .click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await look('order')
      expect(faults).toEqual([])
    },
  )

/** Looks for faults of a language on a phone, state by state. */
async function reading(visit: Visit, language: string) {
  visit.tolerate(/favicon\.svg|status of (404|500)/)
  const { page, picture } = visit
  const say = wordsOf(language)
  const pool = await poolPathIn(page, language)
  const leftInEnglish = await englishIn(visit, language)
  const faults: string[] = []
  const look = async (state: string) => {
    await settled(page)
    const found = [...(await overflows(page, [390])), ...(await hiddenText(page)), ...(await leftInEnglish())]
    faults.push(...found.map((fault) => `${state}: ${fault}`))
    await picture(`${language}-${state.replaceAll(/\W+/g, '-')}`)
  }
  const press = (english: string) =>
    page
      .getByRole('button', { name: say(english) })
      .first()
      .click()
  const fail = (url: string) =>
    answerInstead(page, url, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  return { page, say, pool, look, press, fail, faults }
}

test('a first visit in German is drawn in German, fetches the texts that its page names, and no screen begins in English', async () => {
  const { page } = await stage.visit('/favicon.svg', { language: 'de-AT' })
  const asked = requestsOf(page)
  await page.addInitScript(() => {
    Object.assign(globalThis, { seen: [] as string[] })
    new MutationObserver(() => {
      const text = document.getElementById('root')?.textContent ?? ''
      if (text !== '') (Reflect.get(globalThis, 'seen') as string[]).push(text)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const response = await page.goto('/swap')
  const html = (await response?.text()) ?? ''
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('<title>Swap · Tidegate</title>')
  expect(html).toContain('>Sie zahlen</label>')
  await page.locator('#root form').waitFor()
  await page.getByRole('textbox', { name: 'Sie zahlen' }).waitFor()
  const seen = (await page.evaluate('seen')) as string[]
  expect(seen.filter((text) => text.includes('Sie zahlen'))).not.toEqual([])
  const german = textFiles(appFolder)
  const named = ['de/a', 'de/s'].map((part) => `/${german.get(part)}`)
  expect(asked).toEqual(expect.arrayContaining(named))
  expect(named.filter((path) => !html.includes(`href="${path}"`))).toEqual([])
  expect(html).not.toContain(german.get('de/p'))

  await page.getByRole('link', { name: 'Pools', exact: true }).click()
  await page.getByRole('table', { name: 'Pools' }).locator('[data-row]').first().waitFor()
  expect(asked).toContain(`/${german.get('de/p')}`)
  const everything = ((await page.evaluate('seen')) as string[]).join('\n')
  expect(inEnglish('de').filter((text) => everything.includes(text))).toEqual([])
})

test('a language chosen before is that of the page, also where the browser prefers another one', async () => {
  const { page } = await stage.visit('/pools?lang=ja&q=usdc')
  await page.getByRole('heading', { level: 1, name: 'プール' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=usdc')
  await page.goto('/help')
  await page.getByRole('heading', { level: 1, name: 'ヘルプ' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('ja')
  await expect.poll(() => page.title()).toBe('ヘルプ · Tidegate')
  expect(new URL(page.url()).search).toBe('')
})

/** The longer English texts of all catalogues, without those that are the same in the language. */
function inEnglish(language: string): string[] {
  const texts = [...readTranslations(language).values()].flatMap((ofCatalogue) => [...ofCatalogue])
  return texts.flatMap(([text, translation]) => (/^[^{}]{12,}$/.test(text) && text !== translation ? [text] : []))
}

/** The translation of an English text of any catalogue. */
function wordsOf(language: string): (english: string) => string {
  const catalogues: readonly ReadonlyMap<string, string>[] = [...readTranslations(language).values()]
  return (english) => {
    const known = catalogues.find((texts) => texts.has(english))
    return known?.get(english) ?? `no translation of “${english}”`
  }
}

async function connect(page: Page, say: (english: string) => string, wallet = 'Demo wallet (EVM)'): Promise<void> {
  await page
    .getByRole('button', { name: say('Connect wallet'), exact: true })
    .first()
    .click()
  const offered = page.getByRole('dialog', { name: say('Connect a wallet') })
  await offered.getByRole('button', { name: wallet }).click()
  await offered.waitFor({ state: 'detached' })
}

async function decide(page: Page, name: string, look?: () => Promise<void>): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect.poll(() => button.isEnabled(), ofAnOrder).toBe(true)
  await look?.()
  await button.click()
}

async function poolPathIn(page: Page, language: string): Promise<string> {
  const pool = await poolPath(page)
  await page.goto(`/swap?lang=${language}`)
  return pool
}

/** English words that German texts do not contain, outside names, symbols and codes. */
const germanHasNo = /\b(the|you|your|and|with|from|for|is|are|of|to|pay|receive|network|cost|amount|check|sign|ago)\b/i

/** Latin words of Arabic and Japanese texts: names, and the signs of the field. */
const fieldSigns =
  /\b(Tidegate|Ethereum|Solana|Bitcoin|EVM|Demo wallet|Test Wallet|MIT|SIL|Open Font License|Geist|TVL|APR|RPC|tick|ticks|URL|JSON|CSV|Permit2|UTC|Ctrl)\b/gi

const address = /0x[\da-f]{40}\b|0x[\da-f]{4}…[\da-f]{4}/gi

/** Reads the lines of the page that are left in English. */
async function englishIn({ page }: Visit, language: string): Promise<() => Promise<string[]>> {
  const answer = await page.request.get('/api/blockchain')
  const { data } = (await answer.json()) as {
    data: { name: string; chainCurrencies: { currency: { name: string; ticker: string } }[] }[]
  }
  const names = data.flatMap(({ name, chainCurrencies }) => [
    name,
    ...chainCurrencies.flatMap(({ currency }) => [currency.name, currency.ticker]),
  ])
  const longestFirst = [...new Set(names)].toSorted((one, other) => other.length - one.length)
  return async () => {
    if (language === 'ar') expect(await page.evaluate(figuresOutOfOrder)).toEqual([])
    const lines = (await page.evaluate(shownTexts)).filter((text) => !longestFirst.includes(text))
    if (language === 'de') return lines.filter((line) => germanHasNo.test(line))
    const withoutNames = (line: string) =>
      longestFirst.reduce((text, name) => text.replaceAll(name, ''), line.replace(fieldSigns, '').replace(address, ''))
    return lines.filter((line) => /\p{Script=Latin}{3}/u.test(withoutNames(line)))
  }
}

/** Runs in the page: its visible texts outside figures, code and foreign names. */
function shownTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement
    if (!element || element.closest('script, style, noscript, code, data, option, [translate=no], .font-mono')) continue
    if (element.checkVisibility({ visibilityProperty: true })) found.push(text.nodeValue?.trim() ?? '')
  }
  return found
}

async function middleOf(element: Locator): Promise<number> {
  return element.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  })
}

/** The paths of the requests of a page, from now on. */
function requestsOf(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  return asked
}

/** Runs in the page: amounts and signed figures that nothing isolates from the Arabic text around them. */
function figuresOutOfOrder(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const line = `${text.nodeValue?.trim()} ${text.nextSibling?.textContent?.trim() ?? ''}`
    if (!/^([−+<]|[\d.,₀-₉]+ ?\p{Script=Latin})/u.test(line)) continue
    const element = text.parentElement
    if (element?.checkVisibility() && !element.closest('bdi, [dir=auto], [dir=ltr], script, style, option, .font-mono'))
      found.push(line)
  }
  return found
}
