import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { type Command, startCommand } from '../gateway/command'
import { Stage } from './stage'

/*
 * A deployment in front of a service that runs elsewhere, configured by two settings: its URL and its API key. The
 * inspector knows only the service's answers.
 */

let service: Command
let stage: Stage

beforeAll(async () => {
  service = startCommand('exchange', { PORT: '0', TIDEGATE_LIVE: 'no' })
  await service.says(/^TIDEGATE_API_KEY=/)
  const reported = (name: string) => {
    const line = service.lines().find((line) => line.startsWith(`${name}=`)) ?? ''
    return [name, line.slice(name.length + 1)]
  }
  stage = new Stage({ settings: Object.fromEntries(['TIDEGATE_BASE_URL', 'TIDEGATE_API_KEY'].map(reported)) })
  await stage.open()
})

afterAll(async () => {
  await stage.close()
  service.signal('SIGTERM')
  await service.ends
})

afterEach(({ task }) => stage.endVisits(task.result?.state === 'fail' ? task.name : undefined))

describe('a hosted service', () => {
  test('a hosted service has pools that are listed, interpreted and consistent', async () => {
    const { page } = await stage.visit('/pools?network=Harbor')
    await page.getByRole('table', { name: 'Pools' }).waitFor()
    await page.getByRole('link', { name: 'WETH / USDC' }).click()
    await page.getByRole('tab', { name: 'Support' }).click()
    await page
      .getByRole('region', { name: 'Self-checks' })
      .getByText('9 passed, 0 failed, 0 without enough data.')
      .waitFor()
  })

  test('a hosted service is distinguished from the embedded exchange, and its requests are listed', async () => {
    const visit = await stage.visit('/inspect?view=deployment')
    const { page } = visit
    await page.getByRole('region', { name: 'Deployment' }).getByText('Hosted service').waitFor()
    await visit.goto('/inspect')
    await page.getByRole('table', { name: 'Requests' }).getByText('GET /api/blockchain').first().waitFor()
  })

  test('a hosted service is checked against the specification, field by field', async () => {
    const { page } = await stage.visit('/inspect?view=deployment')
    const rows = page.getByRole('table', { name: 'Conformance' }).getByRole('row')
    const rowOf = (call: string) => rows.filter({ hasText: call })
    await rowOf('GET /api/blockchain').getByText('as specified').waitFor()
    await page.getByRole('button', { name: 'Request a quote and check it' }).click()
    await rowOf('POST /api/swap/native').getByText('as specified').waitFor()
    await rowOf('GET /api/amm/pool/all/').getByText('as specified').waitFor()
  })

  test('shows what the specification leaves open, and its fields', async () => {
    const { page } = await stage.visit('/inspect?view=deployment')
    const slippage = page.locator('[data-evidence]').filter({ hasText: 'What a slippage of 1 means' })
    await page.getByRole('button', { name: 'Request a quote', exact: true }).click()
    await slippage.getByText(/0.5% was requested/).waitFor()
    await page.getByText(/fields in \d+ records/).waitFor()
  })

  test('an answer of a hosted service is simulated without a wallet, and missing answers of nodes are shown as unknown', async () => {
    const visit = await stage.visit('/inspect?view=replay')
    const { page } = visit
    const listed = await page.evaluate(async () => {
      const { data } = Object(await (await fetch('/api/blockchain')).json())
      const [chain] = data
      return chain.chainCurrencies.map((each: { address: string; currency: { ticker: string } }) => ({
        token: `${chain.chainId}:${each.address}`,
        ticker: each.currency.ticker,
      }))
    })
    const token = (ticker: string) => listed.find((each: { ticker: string }) => each.ticker === ticker)?.token
    await page
      .getByRole('textbox', { name: 'Intent' })
      .fill(`/swap?from=${token('USDC')}&to=${token('WETH')}&amount=100`)
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('0x000000000000000000000000000000000000bEEF')
    await page.getByRole('button', { name: 'Run' }).click()
    const result = page.getByRole('region', { name: 'What would be signed' })
    await result.getByText(/Swap 100 USDC for at least/).waitFor()
    await result
      .getByRole('region', { name: 'Forecast' })
      .getByText('The deployment has no node for the chain')
      .waitFor()
  })
})
