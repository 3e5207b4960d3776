import { expect, test } from 'vitest'
import { appFolder } from '../../bin/parts/build.mjs'
import { fileWith } from '../../bin/parts/load.mjs'
import { deepTest } from '../depth'
import { overflows } from './fit'
import { expectFewWords } from './reviewing'
import { setStage } from './stage'
import { Trader } from './trader'

/* The details around an amount: the price of the pair, its route, its cost, and the recipient. */

const stage = setStage()

test('the price chart is next to the form on a wide screen, and is read by keyboard', async () => {
  const visit = await stage.visit('/swap')
  const { page } = visit
  const chart = page.getByRole('region', { name: /Price of .*ETH.* in .*USDC/ })
  const slider = chart.getByRole('slider')
  await slider.waitFor()
  const form = (await page.getByRole('form', { name: 'Swap' }).boundingBox())!
  expect((await chart.boundingBox())!.x).toBeGreaterThan(form.x + form.width)
  const headline = (await page.getByRole('heading', { name: 'Swap with nothing hidden.' }).boundingBox())!
  expect(Math.abs(headline.y - form.y)).toBeLessThan(4)
  await chart.getByRole('radio', { name: 'All' }).check()
  const last = await slider.getAttribute('aria-valuetext')
  await slider.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).not.toBe(last)
  await visit.picture('chart')
  expect(await overflows(page)).toEqual([])
  await visit.expectAccessible()
  const trader = new Trader(stage, page)
  await trader.choose('receive', 'USDC', 'Delta')
  // A crossing to a dollar: the chart stays with the token that moves.
  await slider.waitFor()
})

test('on a phone the chart waits below the form until it is asked for', async () => {
  const visit = await stage.visit('/swap', { width: 390, height: 844 })
  const { page, context } = visit
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const open = page.getByRole('button', { name: 'Price chart' })
  await open.waitFor()
  const chart = fileWith('src/components/prices/PriceChart.tsx', appFolder)
  expect(asked.filter((url) => url.includes('/pool/') || url.endsWith(chart))).toEqual([])
  await open.click()
  await page.getByRole('slider').waitFor()
  expect(asked.filter((url) => url.endsWith(chart))).toHaveLength(1)
  expect(await overflows(page, [320, 390])).toEqual([])
  await visit.picture('chart-phone')
  await visit.expectAccessible()
})

test('an opened quote shows every pool of the route with its fee, and the cost and duration of a crossing', async () => {
  const visit = await stage.visit('/swap')
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.choose('pay', 'USDC')
  await trader.choose('receive', 'WETH')
  await trader.pay('1234.5')
  const quote = page.getByRole('status', { name: 'Quote' })
  const details = quote.getByRole('button', { name: /^Quote details/ })
  await details.click()
  const route = quote.getByRole('list', { name: 'Route, step by step' })
  await route.waitFor()
  expect(await route.innerText()).toMatch(/USDC\s+[\d.]+% pool\s+(\w+\s+[\d.]+% pool\s+)?WETH/)
  expect(await quote.innerText()).toMatch(/Pool fees\s+[\d.]+% \(\$\d+\.\d\d\)/)
  await visit.picture('route')

  await trader.choose('receive', 'USDC', 'Delta')
  await expect.poll(() => quote.innerText()).toMatch(/Bridge fee\s+0\.1% \(\$1\.2\d\)/)
  // No swap was made yet: only of the local bridge something is known.
  expect(await quote.innerText()).toMatch(/Usual time\s+Under a minute/)
  await route.getByText('Bridge to Delta').waitFor()
  await visit.picture('crossing')
  await visit.expectAccessible()
  await trader.review()
  await expectFewWords(page, 'Confirm swap')
  await trader.confirm()
  await trader.waitForStatus('done')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await trader.pay('50')
  const again = quote.getByRole('button', { name: /^Quote details/, expanded: false })
  await again.waitFor()
  await expect.poll(() => again.innerText()).toMatch(/cost, ≈ \d+ s/)
  await again.click()
  await expect.poll(() => quote.innerText()).toMatch(/Usual time\s+≈ \d+ s\s+From your last swap/)
})

deepTest('a saved address is offered by its name the next time, also after a reload', async () => {
  const visit = await stage.visit('/swap')
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  const recipient = page.getByRole('textbox', { name: 'Recipient' })
  await recipient.fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await page.getByText('This address has never been used on Harbor. Make sure it is right.').waitFor()
  await page.getByRole('button', { name: 'Save this address' }).click()
  await page.getByRole('textbox', { name: 'Name for this address' }).fill('Anna')
  await page.keyboard.press('Enter')
  await page.getByText('Saved as').waitFor()
  await visit.picture('saved')
  expect(await overflows(page)).toEqual([])
  await page.getByRole('button', { name: 'Use my wallet' }).click()
  await expect.poll(() => page.url()).not.toContain('recipient')
  await page.reload()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('button', { name: /^Anna/ }).click()
  await expect.poll(() => recipient.inputValue()).toBe('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  const router = stage.exchange.chains[0]!.trusted[0]!
  await recipient.fill(router)
  await page.getByText(/This is a contract on Harbor/).waitFor()
  await visit.expectAccessible()
})
