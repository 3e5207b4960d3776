import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fundsLocation, orderStatus } from '../../src/signing/progress/orderStatus'
import { HeldWallet } from '../heldWallet'
import { createChainBrowser, freshPlan, states } from './chainBrowser'
import { type OrderChain, startOrderChain, stranger, trader, traderKey } from './localChain'
import { anchorNo, hashNo, planOf, receiptOf, swap, usd } from './plans'
import { createBrowser, createWillingWallet } from './testBrowser'

/* Scenarios that chains play, by name. */

const moved = (delta: bigint) => ({ changes: [{ account: trader, chainId: 741_001, token: usd.address, delta }] })

async function finished(script: Parameters<typeof createWillingWallet>[1] = {}) {
  const browser = createBrowser()
  browser.chain.decideAll((hash) => ({ is: 'done', receipt: receiptOf(hash, moved(-100n)) }))
  const tab = browser.openTab({ wallet: createWillingWallet(browser.chain, script) })
  await tab.orders.load()
  const id = await tab.orders.open(planOf({ steps: [swap], receivedAt: browser.clock.now() }))
  void tab.orders.act(id, { type: 'start' })
  await browser.clock.pass(2_000)
  expect(states(tab.order(id))).toBe('done')
  return { browser, tab, id }
}

describe('done-then-reverted', () => {
  test('a swap that a reorganisation lets fail in another block is no longer called done', async () => {
    const { browser, tab, id } = await finished()
    browser.chain.decideAll((hash) => ({ is: 'reverted', hash, why: 'Too little received' }))
    await browser.clock.pass(10_000)
    expect(orderStatus(tab.order(id), false)).toMatchObject({
      is: 'reverted',
      tone: 'bad',
      choices: ['retry', 'dismiss'],
    })
    expect(fundsLocation(tab.order(id))).toEqual({ is: 'untouched', isAllowed: false })
    expect(tab.wallet.requests).toHaveLength(1)
    tab.close()
  })

  test('one that moved other amounts in another block has the receipt of that block', async () => {
    const { browser, tab, id } = await finished()
    browser.chain.decideAll((hash) => ({ is: 'done', receipt: receiptOf(hash, { ...moved(-90n), block: 104n }) }))
    await browser.clock.pass(10_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', receipt: { block: 104n, ...moved(-90n) } })
    const happened = tab.order(id).history.map(({ what }) => what)
    expect(happened.filter((what) => what === 'reorged' || what === 'confirmed')).toEqual([
      'confirmed',
      'reorged',
      'confirmed',
    ])
    await browser.clock.pass(120_000)
    expect(tab.order(id).history.filter(({ what }) => what === 'reorged')).toHaveLength(1)
    tab.close()
  })

  test('a transaction whose nonce another one used counts as replaced', async () => {
    const { browser, tab, id } = await finished()
    browser.chain.decideAll((hash) => ({ is: 'replaced', hash, by: hashNo(5), how: 'replaced' }))
    await browser.clock.pass(10_000)
    expect(orderStatus(tab.order(id), false)).toMatchObject({ is: 'replaced', choices: ['retry', 'dismiss'] })
    expect(tab.wallet.requests).toHaveLength(1)
    tab.close()
  })

  test('one of an account that is a contract waits for its owners again when the chain has dropped it', async () => {
    const anchor = async () => ({ ...anchorNo(7), isContract: true, isOpenNonce: true }) as const
    const { browser, tab, id } = await finished({ anchor })
    browser.chain.decideAll(() => ({ is: 'queued' }))
    await browser.clock.pass(10_000)
    expect(orderStatus(tab.order(id), false)).toMatchObject({
      is: 'queued',
      choices: ['look', 'paste hash', 'dismiss'],
    })
    tab.close()
  })

  test('one that is where it was stays as it is', async () => {
    const { browser, tab, id } = await finished()
    await browser.clock.pass(120_000)
    expect(tab.order(id).history.map(({ what }) => what)).not.toContain('reorged')
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash: hashNo(1) })
    tab.close()
  })
})

describe('nonce-taken', () => {
  let chain: OrderChain
  beforeAll(async () => {
    chain = await startOrderChain()
  })
  afterAll(() => chain?.close())

  test('another transaction used the nonce of a privately sent swap: this is shown, and nothing is sent again without a click', async () => {
    const wallet = new HeldWallet({ url: chain.engine.url, chainId: 741_001, key: traderKey, honoursNonce: true })
    const browser = createChainBrowser({ chain, wallet, speedUp: 60 })
    const tab = browser.openTab()
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan([chain.transfer(stranger, 100n)]))
    void tab.orders.act(id, { type: 'start' })
    const waiting = { timeout: 20_000, interval: 10 }
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
    await wallet.confirm(wallet.prompts[0]!, { delay: 60_000_000 })
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('sent'), waiting)
    const params = [{ from: trader, to: stranger, value: '0x1' }]
    await chain.openWallet().provider.request({ method: 'eth_sendTransaction', params })
    await vi.waitFor(() => expect(orderStatus(tab.order(id), false).is).toBe('replaced'), waiting)
    expect(orderStatus(tab.order(id), false).choices).toEqual(['retry', 'dismiss'])
    expect(wallet.prompts).toHaveLength(1)
    tab.close()
  })
})
