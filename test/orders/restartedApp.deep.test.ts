import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { DeploymentChain } from '../../src/protocol/deployment/deployment'
import { orderStatus } from '../../src/signing/progress/orderStatus'
import { type Command, endCommands, freePort, startCommand } from '../gateway/command'
import { HeldWallet } from '../heldWallet'
import { knownJson } from '../knownJson'
import { type ChainTab, createChainBrowser, freshPlan, states } from './chainBrowser'
import { executorOn } from './localChain'
import { stepOf } from './plans'

/*
 * `npm start -- --persist DIR` is stopped and started again, at last with an older copy of its chains. The browser
 * keeps its journal, as after a reload.
 */

const harbor = 741_001
const waiting = { timeout: 60_000, interval: 50 }

let folder = ''
let tabs: ChainTab[] = []

afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
  rmSync(folder, { recursive: true })
})
afterAll(endCommands)

async function started(port: number): Promise<Command> {
  const environment = { PORT: String(port), TIDEGATE_LIVE: 'no', TIDEGATE_ADD_DELIVERY: 'treasury' }
  const app = startCommand('start', environment, ['--persist', join(folder, 'chains')])
  await app.says(/ready/)
  return app
}

async function stop(app: Command) {
  app.signal('SIGTERM')
  expect(await app.ends).toBe(0)
}

test('a stopped exchange continues after the restart, and orders that an older copy of it lacks are not found', async () => {
  folder = mkdtempSync(join(tmpdir(), 'app-restarted-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const send = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
  const first = await started(port)
  const { chains } = knownJson(await (await fetch(`${url}/config.json`)).text()) as { chains: DeploymentChain[] }
  const chain = chains.find(({ chainId }) => chainId === harbor)!
  const node = `${url}/rpc/${harbor}`
  const reads = createPublicClient({ transport: http(node), cacheTime: 0 })
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  expect((await send('/faucet', { kind: 'evm', address })).status).toBe(201)
  await stop(first)
  cpSync(join(folder, 'chains'), join(folder, 'earlier'), { recursive: true })
  const second = await started(port)

  // The browser: its wallet and its journal outlive every server.
  const wallet = new HeldWallet({ url: node, chainId: harbor, key, honoursNonce: true })
  const browser = createChainBrowser({
    chain: { executorOf: (own) => executorOn([{ ...chain, rpcUrls: [node] }], own) },
    wallet,
    speedUp: 10,
  })
  const reload = async () => {
    for (const tab of tabs.splice(0)) tab.close()
    const tab = browser.openTab()
    tabs.push(tab)
    await tab.orders.load()
    return tab
  }
  const wrap = stepOf({
    chainId: harbor,
    from: address,
    to: chain.wrappedNative!,
    data: '0xd0e30db0',
    value: parseEther('0.25'),
    purpose: { does: 'wrap' },
  })
  const opened = await reload()
  const id = await opened.orders.open(freshPlan([wrap], address))
  void opened.orders.act(id, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
  const hash = (await wallet.confirm(wallet.prompts[0]!)) as Hex
  await vi.waitFor(() => expect(states(opened.order(id))).toBe('done'), waiting)
  const mined = await reads.getTransactionReceipt({ hash })
  const deposit = {
    ...{ tokenAId: 102, amountA: 1, tokenBId: 103, amountB: 3200, tickLower: -198000, tickUpper: -192000 },
    ...{ creationTick: 0, networkName: 'Harbor', recipient: address },
  }
  expect((await send('/api/amm/interactions/add', deposit)).status).toBe(201)
  await stop(second)

  const third = await started(port)
  expect(await reads.getTransactionReceipt({ hash })).toMatchObject({
    status: 'success',
    blockHash: mined.blockHash,
    blockNumber: mined.blockNumber,
  })
  expect(await reads.getTransactionCount({ address })).toBe(1)
  const pools = await (await fetch(`${url}/api/amm/pool/all/Harbor`)).text()
  expect(pools.toLowerCase()).toContain(address.toLowerCase())
  const agreeing = await reload()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(agreeing.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash })
  expect(agreeing.order(id).history.map(({ what }) => what)).not.toContain('reorged')
  await stop(third)

  // An older copy is put back: the chain lacks transactions that the journal has.
  rmSync(join(folder, 'chains'), { recursive: true })
  cpSync(join(folder, 'earlier'), join(folder, 'chains'), { recursive: true })
  const fourth = await started(port)
  expect(await reads.getTransactionCount({ address })).toBe(0)
  const forgotten = await reload()
  await vi.waitFor(() => expect(forgotten.order(id).blocked).toBe('not found'), waiting)
  expect(states(forgotten.order(id))).not.toBe('done')
  expect(forgotten.order(id).history.map(({ what }) => what)).toContain('reorged')
  const status = orderStatus(forgotten.order(id), false)
  expect(status).toMatchObject({ is: 'not found' })
  expect(wallet.prompts).toHaveLength(1)

  await stop(fourth)
})
