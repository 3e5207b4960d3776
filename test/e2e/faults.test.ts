import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { seal } from '../../src/guard/seal'
import type { Order } from '../../src/orders/order'
import { decodeOrder, encodeOrder } from '../../src/orders/store/orderCodec'
import { deepDescribe, deepTest } from '../depth'
import { approveData } from '../guard/fixtures'
import { refuses } from '../upstream/nodeFaults'
import { startNodeProxy } from '../upstream/nodeProxy'
import { allowanceOf, deferredResponse, openSetup, raiseThePrice, routerOf, type Setup, sendsOf } from './setup'
import { setStage } from './stage'
import { delta, harbor, Trader } from './trader'
import { isSimulation, type PromptResponse, type TestWallet, type WalletRequest } from './wallet'

/*
 * Faults of wallets, tabs and chains during an order, in a real browser on real chains. In every test the wallet never
 * has two open requests (I1), and gets exactly as many requests as someone clicked for (I2).
 */

const stage = setStage()
const met: TestWallet[] = []
const thief = getAddress('0x7415a54ec0ffee00000000000000000000001eaf')

afterEach(async () => {
  await stage.cheat(harbor).setAutomine(true)
  for (const { mostOpen } of met.splice(0)) expect(mostOpen, 'I1: requests shown at one time').toBeLessThanOrEqual(1)
})

describe('a reload', () => {
  deepTest(
    'F-17 F-10 F-12 during the switch of networks: nothing was signed, the form is empty; a declined switch is not an error',
    async () => {
      const { page, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'], { chainId: delta })
      wallet.arrange('hang')
      await go(trader)
      await trader.waitForStatus('switching')
      await page.reload()
      await trader.review()
      expect(await trader.order().count()).toBe(0)

      wallet.arrange('reject')
      await trader.confirm()
      await trader.waitForStatus('rejected')

      wallet.arrange({ answer: null })
      await press(page, 'Try again')
      await trader.waitForStatus('wrong network')
      await wallet.switchTo(harbor)
      await trader.waitForStatus('done')
      expect(sendsOf(wallet)).toHaveLength(1)
    },
  )

  deepTest(
    'F-32 F-48 I2 after the signature but before the hash: the transaction is found on chain, and never sent again',
    async () => {
      const { page, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
      wallet.arrange('send and hang')
      await go(trader)
      await expect.poll(() => wallet.sent.length).toBe(1)
      await page.reload()
      await trader.waitForStatus('paused')
      await expect.poll(() => trader.stepStates()).toEqual(['done', 'waiting'])
      await pause(page)
      expect(sendsOf(wallet)).toHaveLength(1)

      await press(page, 'Continue')
      await accept(page)
      await trader.waitForStatus('done')
      expect(sendsOf(wallet)).toHaveLength(2)
    },
  )

  test('F-63 F-54 F-34 F-65 I7 while confirming: the transaction is awaited through a reload, another network and offline', async () => {
    const { page, context, trader, visit, wallet } = await meet(['0.1', 'ETH', 'USDC'])
    // Requests while the connection is cut.
    visit.tolerate(/Failed to load resource|WebSocket connection/)
    await stage.cheat(harbor).setAutomine(false)
    await go(trader)
    await trader.waitForStatus('sent')
    await page.reload()
    await trader.waitForStatus('sent')
    await wallet.switchTo(delta)
    await context.setOffline(true)
    await trader.waitForStatus('offline')
    await stage.cheat(harbor).mine({ blocks: 1 })
    await context.setOffline(false)
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(1)
  })
})

describe('two tabs', () => {
  test('F-33 I1 one account does not trade in two tabs in parallel', async () => {
    const { visit, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'])
    const { response, decide } = deferredResponse()
    wallet.arrange(response)
    await go(trader)
    await trader.waitForStatus('signing')

    const { page } = await stage.visit(new URL(visit.page.url()).pathname + new URL(visit.page.url()).search, {
      beside: visit,
    })
    const second = new Trader(stage, page)
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await go(second)
    await second.waitForStatus('other tab')
    expect(sendsOf(wallet)).toHaveLength(1)
    decide('approve')
    await trader.waitForStatus('done')
    await second.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(2)
  })

  deepTest(
    'F-49 I2 the first tab is closed during its prompt: the second checks the chain, and asks the wallet only after a click',
    async () => {
      const { visit, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
      wallet.arrange('hang')
      await go(trader)
      await trader.waitForStatus('signing')
      const { page } = await stage.visit('/swap', { beside: visit })
      const second = new Trader(stage, page)
      await press(page, 'Show')
      await second.waitForStatus('other tab')
      await visit.close()
      await second.waitForStatus('not seen')
      await pause(page)
      expect(sendsOf(wallet)).toHaveLength(1)

      await press(page, 'Try again')
      await press(page, 'I rejected it')
      await accept(page)
      await second.waitForStatus('done')
      expect(wallet.sent).toHaveLength(2)
    },
  )

  deepTest(
    'F-6 F-49 F-64 an order that is taken over stops in the first tab, and continues in the second with a click',
    async () => {
      const { visit, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
      await stage.cheat(harbor).setAutomine(false)
      const { page } = await stage.visit('/swap', { beside: visit })
      await go(trader)
      await trader.waitForStatus('sent')
      // F-6: the browser's first order appears in a tab that was already open.
      const second = new Trader(stage, page)
      await press(page, 'Show')
      await second.waitForStatus('other tab')
      await press(page, 'Take over here')
      await trader.waitForStatus('other tab')
      await mineAll()
      await second.waitForStatus('paused')
      await pause(page)
      expect(sendsOf(wallet)).toHaveLength(1)

      await press(page, 'Continue')
      await accept(page)
      await second.waitForStatus('done')
      await trader.waitForStatus('done')
      expect(sendsOf(wallet)).toHaveLength(2)
    },
  )
})

deepDescribe('faults of the wallet', () => {
  test('F-20 F-36 A-22 I8 a rejection of either prompt keeps everything, and the remaining allowance can be revoked', async () => {
    const { page, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
    wallet.arrange('reject')
    await go(trader)
    await trader.waitForStatus('rejected')
    wallet.arrange('approve', 'reject')
    await press(page, 'Try again')
    await trader.waitForStatus('rejected')
    await expect.poll(() => trader.order().innerText()).toMatch(/approval for USDC remains/)
    expect(await allowanceOf(stage, wallet.address, 'USDC')).toBe(100_000_000n)

    await press(page, 'Revoke')
    await expect.poll(() => allowanceOf(stage, wallet.address, 'USDC')).toBe(0n)
    expect(sendsOf(wallet)).toHaveLength(4)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('textbox', { name: 'You pay' }).inputValue()).toBe('100')
  })

  test('F-18 F-22 F-38 A-27 another account and another network between the steps: the order waits, and continues automatically', async () => {
    const { trader, wallet } = await meet(['100', 'USDC', 'WETH'])
    const { privateKey } = wallet
    const other = await stage.wallet({ empty: true })
    await stage.cheat(harbor).setAutomine(false)
    await go(trader)
    await trader.waitForStatus('sent')
    await wallet.useAccount(other.privateKey)
    await mineAll()
    await trader.waitForStatus('other account')
    await wallet.switchTo(delta)
    await wallet.useAccount(privateKey)
    await trader.waitForStatus('done')
    expect(wallet.chainId).toBe(harbor)
    expect(sendsOf(wallet)).toHaveLength(2)
  })

  test('F-43 a wallet that never answers: after a minute four actions are offered, and a repeat has the same nonce', async () => {
    const { page, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'], { clock: true })
    wallet.arrange('hang')
    await go(trader)
    await trader.waitForStatus('signing')
    await page.clock.fastForward(61_000)
    await trader.waitForStatus('no answer')
    for (const name of ['Open the wallet again', 'Search on chain', 'Paste transaction hash'])
      await expect.poll(() => page.getByRole('button', { name }).isVisible()).toBe(true)
    await press(page, 'I rejected it')
    await trader.waitForStatus('rejected')
    expect(sendsOf(wallet)).toHaveLength(1)

    wallet.closeWindows()
    await press(page, 'Try again')
    await trader.waitForStatus('done')
    expect(sendsOf(wallet).map(({ nonce }) => nonce && Number(nonce))).toEqual([0, 0])
    expect(wallet.sent).toHaveLength(1)
  })

  test('F-21 F-44 I8 errors and invalid responses instead of sending: one request each, and each is explained', async () => {
    const { page, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'])
    const responses: readonly (readonly [PromptResponse, status: string, says: RegExp])[] = [
      [{ code: 4001, message: 'User rejected transaction' }, 'rejected', /Rejected in your wallet/],
      // Words of a wallet are no proof that it sent nothing.
      [{ code: -32000, message: 'User rejected transaction' }, 'not seen', /./],
      [{ code: -32603, message: 'Pop up window failed to open' }, 'not seen', /./],
      [{ code: -32002, message: 'Request already pending' }, 'failed', /./],
      [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'not seen', /./],
      [{ answer: null }, 'not seen', /./],
      [{ answer: '0x' }, 'not seen', /./],
      [{ answer: { hash: '0x12' } }, 'not seen', /./],
      [{ code: -32602, message: 'Invalid params' }, 'failed', /./],
    ]
    for (const [index, [response, status, says]] of responses.entries()) {
      wallet.arrange(response)
      if (index === 0) await go(trader)
      else await press(page, 'Try again')
      await expect.poll(() => sendsOf(wallet).length).toBe(index + 1)
      await trader.waitForStatus(status).catch((cause) => {
        throw new Error(`${JSON.stringify(response)} did not make it ${status}.`, { cause })
      })
      await expect.poll(() => trader.order().innerText(), { message: JSON.stringify(response) }).toMatch(says)
    }
    await pause(page)
    expect(sendsOf(wallet)).toHaveLength(responses.length)
    expect(wallet.asked('wallet_sendTransaction')).toBe(0)
    expect(wallet.sent).toEqual([])
  })

  test('F-31 A-23 an allowance changed in the wallet stops the order before the swap, and can be revoked', async () => {
    const { page, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
    wallet.arrange({ edit: (transaction) => ({ ...transaction, data: approveData(routerOf(stage), 5n) }) })
    await go(trader)
    await trader.waitForStatus('lowered')
    await expect.poll(() => trader.order().innerText()).toMatch(/You approved a smaller amount/)
    expect(sendsOf(wallet)).toHaveLength(1)
    await press(page, 'Revoke')
    await expect.poll(() => allowanceOf(stage, wallet.address, 'USDC')).toBe(0n)
  })
})

deepDescribe('faults of the nodes', () => {
  deepTest(
    'F-27 I2 a node that limits requests while a swap confirms is named as that, with what can be done, and the swap is paid once',
    async () => {
      const { page, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'])
      const chain = stage.exchange.chains.find(({ chainId }) => chainId === harbor)
      const node = await startNodeProxy(chain?.rpcTarget ?? '')
      onTestFinished(() => node.close())
      await page.route(`**/rpc/${harbor}`, async (route) => {
        const response = await route.fetch({ url: node.url }).catch(() => undefined)
        await (response ? route.fulfill({ response }) : route.abort())
      })
      await stage.cheat(harbor).setAutomine(false)
      await go(trader)
      await trader.waitForStatus('sent')
      wallet.isUnresponsive = true
      node.add({ fault: refuses(429, 'Too many requests') })
      await trader.waitForStatus('limited')
      await expect.poll(() => trader.order().innerText()).toMatch(/limit/)
      expect(await trader.order().innerText()).not.toMatch(/does not respond|expired|untouched/i)
      await page.getByRole('button', { name: 'Search on chain' }).waitFor()
      await mineAll()
      node.heal()
      wallet.isUnresponsive = false
      await trader.waitForStatus('done')
      expect(node.asked.length).toBeGreaterThan(0)
      expect(sendsOf(wallet)).toHaveLength(1)
    },
  )
})

deepDescribe('faults of the chain', () => {
  test('F-29 F-59 F-60 I6 nodes that do not answer fail no order: this is shown, and the wallet’s own node is used', async () => {
    const { page, visit, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'])
    visit.tolerate(/status of 503/)
    await stage.cheat(harbor).setAutomine(false)
    await go(trader)
    await trader.waitForStatus('sent')
    wallet.isUnresponsive = true
    await page.route('**/rpc/**', (route) => route.fulfill({ status: 503, body: 'busy' }))
    await trader.waitForStatus('unreachable')
    await mineAll()
    wallet.isUnresponsive = false
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(1)
  })
})

deepDescribe('changes of the price', () => {
  test('F-30 I5 between the steps: the difference is shown, and the wallet gets no request before a consent', async () => {
    const { page, trader, wallet } = await meet(['20', 'USDC', 'PUFF'])
    const { response, decide } = deferredResponse()
    wallet.arrange(response)
    await go(trader)
    await trader.waitForStatus('signing')
    await raiseThePrice(stage, await stage.wallet())
    decide('approve')
    await trader.waitForStatus('price moved')
    await expect
      .poll(() => page.getByRole('dialog').innerText())
      .toMatch(/Minimum you accepted\s+[\d,.]+ PUFF\s+Minimum received now\s+[\d,.]+ PUFF \(−/)
    await pause(page)
    expect(sendsOf(wallet)).toHaveLength(1)
    await accept(page)
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(2)
  })

  test('F-47 F-53 F-93 in the same block: the revert is shown with its reason, and a retry requests a new quote', async () => {
    const { page, trader, wallet } = await meet(['0.01', 'ETH', 'PUFF'])
    const whale = await stage.wallet()
    await stage.cheat(harbor).setAutomine(false)
    await go(trader)
    await trader.waitForStatus('sent')
    await raiseThePrice(stage, whale, mineAll)
    await trader.waitForStatus('reverted')
    await expect.poll(() => trader.order().innerText()).toMatch(/Too little received/)
    await press(page, 'Try again')
    await trader.waitForStatus('price moved')
    expect(sendsOf(wallet)).toHaveLength(1)
    await accept(page)
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(2)
  })
})

describe('faults of storage and clocks', () => {
  test('A-40 A-28 an order in storage that was changed towards a thief is reported before the wallet is asked', async () => {
    const { page, trader, wallet } = await meet(['100', 'USDC', 'WETH'])
    wallet.arrange('send and hang')
    await go(trader)
    await expect.poll(() => wallet.sent.length).toBe(1)
    await page.reload()
    await trader.waitForStatus('paused')
    await rewriteJournal(page, (order) => {
      const { hash: _, ...plan } = order.plan
      if (plan.intent.kind !== 'swap') throw new Error('Only swaps are turned here.')
      return { ...order, plan: seal({ ...plan, intent: { ...plan.intent, recipient: thief } }) as Order['plan'] }
    })
    await page.reload()
    await trader.waitForStatus('paused')
    await press(page, 'Continue')
    await page.getByRole('button', { name: 'Accept and continue' }).waitFor()
    await expect
      .poll(() => page.getByRole('dialog').innerText())
      .toMatch(new RegExp(`Recipient\\s+${thief}\\s+Not the account you pay from`))
    expect(sendsOf(wallet)).toHaveLength(1)
  })

  deepTest('F-8 F-35 F-51 a clock that is two hours ahead has no effect: deadlines use the chain’s time', async () => {
    const { trader, wallet } = await meet(['100', 'USDC', 'WETH'], {
      clock: { from: new Date(Date.now() + 7_200_000) },
    })
    await go(trader)
    await trader.waitForStatus('done')
    expect(sendsOf(wallet)).toHaveLength(2)
  })

  deepTest(
    'F-66 F-30 A-30 hours of sleep between the steps: a new quote is requested before anything else',
    async () => {
      const { page, trader, wallet } = await meet(['100', 'USDC', 'WETH'], { clock: true })
      await stage.cheat(harbor).setAutomine(false)
      await go(trader)
      await trader.waitForStatus('sent')
      await page.clock.fastForward('02:00:00')
      await mineAll()
      await trader.waitForStatus('done')
      expect(sendsOf(wallet)).toHaveLength(2)
    },
  )

  deepTest(
    'F-42 V-030 nodes that cannot simulate: the checks are shown as incomplete, and nothing is green',
    async () => {
      const { page, trader, wallet } = await meet(['0.1', 'ETH', 'USDC'])
      // The wallet's own node simulates where the deployment's nodes refuse.
      wallet.canSimulate = false
      await page.route('**/rpc/**', async (route) => {
        const body = route.request().postData() ?? '{}'
        const asked: unknown = JSON.parse(body)
        const requests = (Array.isArray(asked) ? asked : [asked]) as (WalletRequest & { readonly id: unknown })[]
        if (!requests.some(isSimulation)) return route.fallback()
        const error = { code: -32601, message: 'the method does not exist' }
        const refused = requests.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
        return route.fulfill({ json: Array.isArray(asked) ? refused : refused[0] })
      })
      await trader.review()
      const dialog = page.getByRole('dialog', { name: 'Review swap' })
      await dialog.getByText('Some checks could not run', { exact: true }).waitFor()
      expect(await dialog.getByText('Matches what you asked for', { exact: true }).count()).toBe(0)
      await expect.poll(() => dialog.getByRole('region', { name: 'Forecast' }).innerText()).toMatch(/Not simulated/)
      expect(sendsOf(wallet)).toHaveLength(0)
    },
  )
})

async function meet(
  ...reported: Parameters<typeof openSetup> extends [unknown, ...infer Rest] ? Rest : never
): Promise<Setup> {
  const setup = await openSetup(stage, ...reported)
  met.push(setup.wallet)
  return setup
}

/** Reviews and confirms. */
async function go(trader: Trader): Promise<void> {
  await trader.review()
  await trader.confirm()
}

/** Gives every consent in the review of an offered plan, and continues. */
async function accept(page: Page): Promise<void> {
  const review = page.getByRole('region', { name: 'Review again' }).first()
  await review.getByRole('table', { name: 'What you will sign' }).waitFor()
  for (const box of await review.getByRole('checkbox').all()) await box.check()
  await press(page, 'Accept and continue')
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** A wait long enough for anything that would happen automatically. */
async function pause(page: Page): Promise<void> {
  await page.waitForTimeout(1_500)
}

async function mineAll(): Promise<void> {
  await stage.cheat(harbor).setAutomine(true)
  await stage.cheat(harbor).mine({ blocks: 1 })
}

/** Changes the stored orders, as someone with access to this browser's storage could. */
async function rewriteJournal(page: Page, change: (order: Order) => Order): Promise<void> {
  const entries = await page.evaluate(readOrders)
  for (const [id, text] of entries) {
    const entry = decodeOrder(text)
    if (entry.is !== 'order') throw new Error(`${text} is no order.`)
    await page.evaluate(writeOrder, [id, encodeOrder(change(entry.order))] as const)
  }
}

function readOrders(): Promise<(readonly [string, string])[]> {
  return new Promise((resolve) => {
    indexedDB.open('tidegate.journal').onsuccess = (opened) => {
      const database = (opened.target as IDBOpenDBRequest).result
      const store = database.transaction('orders').objectStore('orders')
      const keys = store.getAllKeys()
      store.getAll().onsuccess = (read) => {
        database.close()
        const texts = (read.target as IDBRequest<string[]>).result
        resolve(keys.result.map((key, index) => [String(key), texts[index] ?? ''] as const))
      }
    }
  })
}

function writeOrder([id, text]: readonly [string, string]): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.open('tidegate.journal').onsuccess = (opened) => {
      const database = (opened.target as IDBOpenDBRequest).result
      const transaction = database.transaction('orders', 'readwrite')
      transaction.objectStore('orders').put(text, id)
      transaction.oncomplete = () => {
        database.close()
        resolve()
      }
    }
  })
}
