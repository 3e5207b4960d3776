import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { overflows } from './fit'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

/* A person's own RPC node, on an origin that the operator has named. */

const asked: string[] = []
const node = createServer((request, response) => {
  const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, cors).end()
    return
  }
  const parts: Uint8Array[] = []
  request.on('data', (part: Uint8Array) => parts.push(part))
  request.on('end', async () => {
    const body = Buffer.concat(parts).toString()
    asked.push(body)
    const target = stage.exchange.chains.find(({ chainId }) => chainId === harbor)?.rpcTarget ?? ''
    const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(await answer.text())
  })
})
await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
afterAll(() => void node.close())

const stage = setStage({ settings: { TIDEGATE_RPC_ORIGINS: url } })

test('a node of one’s own is checked by its chain id, then asked for balances, until it is left', async () => {
  const visit = await stage.visit('/swap', { width: 390, height: 844, theme: 'dark' })
  const { page } = visit
  visit.tolerate(new RegExp(url))
  await new Trader(stage, page).connect()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.locator('summary', { hasText: 'Your own RPC nodes' }).click()
  const field = page.getByRole('textbox', { name: 'RPC address' })
  const use = page.getByRole('button', { name: 'Check and use' })

  await page.getByRole('combobox', { name: 'Network' }).selectOption('Delta')
  await field.fill(url)
  await use.click()
  await page.getByText('This node does not belong to Delta. Nothing was changed.').waitFor()

  await page.getByRole('combobox', { name: 'Network' }).selectOption('Harbor')
  await field.fill('http://127.0.0.1:9')
  await use.click()
  await page.getByText('This page may not connect to http://127.0.0.1:9. Its operator must allow it first.').waitFor()
  expect(await overflows(page, [320, 390])).toEqual([])
  await visit.expectAccessible()
  await visit.picture('own-node')

  await field.fill(url)
  await use.click()
  await page.getByText('The node belongs to Harbor. It is used from now on.').waitFor()
  await expect.poll(() => asked.some((body) => body.includes('eth_getBalance'))).toBe(true)

  await page.reload()
  asked.length = 0
  await expect.poll(() => asked.some((body) => body.includes('eth_getBalance'))).toBe(true)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.locator('summary', { hasText: 'Your own RPC nodes (1)' }).click()
  await page.getByRole('button', { name: 'Stop using your node for Harbor' }).click()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
  asked.length = 0
  await page.reload()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  await page.waitForTimeout(2_000)
  expect(asked).toEqual([])
})
