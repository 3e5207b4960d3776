import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, getAddress, parseAbi, parseUnits } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { deepTest } from '../depth'
import { compile } from '../guard/contracts/compile'
import { type SafeCall, SafeWallet } from '../safe/safeWallet'
import { doByHand } from './byHand'
import { swapLink, tokenOf } from './setup'
import { setStage } from './stage'
import { harbor, ofAnOrder } from './trader'

/*
 * The app inside the frame of a Safe wallet, which is a page on another origin that speaks the messages of Safe Apps. The
 * Safe is a contract on the local chain that someone else makes act.
 */

const [safePage, strangersPage] = await Promise.all([servePage(), servePage()])
const stage = setStage({ settings: { TIDEGATE_SAFE_ORIGIN: safePage.origin } })
const abi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, bytes32 safeTxHash)',
  'struct Call { address to; uint256 value; bytes data; }',
  'function execBatch(Call[] calls, bytes32 safeTxHash)',
])

afterAll(() => {
  safePage.close()
  strangersPage.close()
})

/** A page that frames what its address names, and passes messages between the frame and the Safe. */
async function servePage() {
  const html = `<!doctype html><title>Safe</title><style>body{margin:0}iframe{width:100vw;height:100vh;border:0}</style>
<iframe id="app"></iframe><script>
const frame = document.getElementById('app')
addEventListener('message', async (event) => {
  if (event.source !== frame.contentWindow) return
  const answer = await window.__safe(event.data, event.origin)
  frame.contentWindow.postMessage(answer, event.origin)
})
frame.src = decodeURIComponent(location.hash.slice(1))
</script>`
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** A Safe on Harbor with native coin and tokens, and the page of its wallet with the app inside. */
async function openInSafe(page: Page, path: string) {
  const relayer = await stage.wallet({ chainId: harbor })
  const source = join(import.meta.dirname, '..', 'orders', 'contracts', 'SmartAccounts.sol')
  const { contractAddress } = await doByHand(stage, relayer, harbor, { data: compile('SafeLike', source) })
  const address = getAddress(contractAddress ?? '')
  await stage.exchange.fund('evm', address)
  const wallet = new SafeWallet({
    address,
    chainId: harbor,
    execute: async (calls, safeTxHash) => {
      const { transactionHash, status } = await doByHand(stage, relayer, harbor, {
        to: address,
        data: encodeFunctionData({ abi, functionName: 'execBatch', args: [calls.map(typed), safeTxHash] }),
      })
      if (status !== 'success') throw new Error('The transaction of the Safe failed.')
      return transactionHash
    },
  })
  const origins = new Set<string>()
  await page.exposeFunction('__safe', (message: Parameters<SafeWallet['answer']>[0], origin: string) => {
    origins.add(origin)
    return wallet.answer(message)
  })
  await page.goto(`${safePage.origin}/#${encodeURIComponent(stage.url + path)}`)
  return { wallet, address, origins, app: page.frameLocator('#app') }
}

function typed({ to, value, data }: SafeCall) {
  return { to, value: BigInt(value), data }
}

describe('in the frame of its wallet a Safe', () => {
  test('swaps: all steps are one transaction of its queue, followed until it is executed', async () => {
    const visit = await stage.visit('/favicon.svg', { width: 390, height: 844 })
    visit.tolerate(/favicon|request to elsewhere/)
    const { page } = visit
    const { wallet, address, app } = await openInSafe(page, await swapLink(stage, ['500', 'USDC', 'WETH']))
    wallet.executesAtOnce = false
    await app.getByRole('button', { name: /^Account/ }).waitFor()
    const review = app.getByRole('form', { name: 'Swap' }).getByRole('button', { name: 'Review swap' })
    await expect.poll(() => review.isEnabled()).toBe(true)
    await review.click()
    const dialog = app.getByRole('dialog', { name: 'Review swap' })
    await dialog.getByText('Enforced on chain', { exact: true }).waitFor()
    await visit.picture('safe-review')
    const confirm = dialog.getByRole('button', { name: 'Confirm swap' })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    const before = await balances(address)
    await confirm.click()

    await expect.poll(() => wallet.asked('sendTransactions'), ofAnOrder).toBe(1)
    // The assertion before and after, the approval and the swap.
    expect([...wallet.queue.values()].map((calls) => calls.length)).toEqual([4])
    await visit.picture('safe-queued')
    expect(await balances(address)).toEqual(before)
    await wallet.executeQueue()
    const order = app.getByRole('status', { name: 'Order' })
    await expect.poll(() => order.getAttribute('data-status'), ofAnOrder).toBe('done')
    const after = await balances(address)
    expect(before.usdc - after.usdc).toBe(parseUnits('500', 6))
    expect(after.weth).toBeGreaterThan(before.weth)
    expect(wallet.asked('sendTransactions')).toBe(1)
    await visit.picture('safe-done')
  })

  deepTest('wraps a coin by a single transaction, known by its safeTxHash until it is executed', async () => {
    const visit = await stage.visit('/favicon.svg')
    visit.tolerate(/favicon|request to elsewhere/)
    const { wallet, address, app } = await openInSafe(visit.page, await swapLink(stage, ['1', 'ETH', 'WETH']))
    wallet.executesAtOnce = false
    await app.getByRole('button', { name: /^Account/ }).waitFor()
    const review = app.getByRole('form', { name: 'Swap' }).getByRole('button', { name: /^Review/ })
    await expect.poll(() => review.isEnabled()).toBe(true)
    await review.click()
    const confirm = app.getByRole('dialog').getByRole('button', { name: /^Confirm/ })
    await expect.poll(() => confirm.isEnabled()).toBe(true)
    wallet.arrange('reject')
    await confirm.click()
    const order = app.getByRole('status', { name: 'Order' })
    await expect.poll(() => order.getAttribute('data-status'), ofAnOrder).toBe('rejected')
    await app.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => wallet.queue.size, ofAnOrder).toBe(1)
    const before = await balances(address)
    await wallet.executeQueue()
    await expect.poll(() => order.getAttribute('data-status'), ofAnOrder).toBe('done')
    expect((await balances(address)).weth - before.weth).toBe(parseUnits('1', 18))
  })
})

test('a page on any other origin cannot frame the app, and the app sends it no message (H-06)', async () => {
  const visit = await stage.visit('/favicon.svg')
  visit.tolerate(/request to elsewhere|frame-ancestors|favicon/)
  const said: unknown[] = []
  await visit.page.exposeFunction('__safe', (message: unknown) => void said.push(message))
  await visit.page.goto(`${strangersPage.origin}/#${encodeURIComponent(`${stage.url}/swap`)}`)
  await expect.poll(() => visit.complaints.join()).toContain('frame-ancestors')
  expect(await visit.page.frames()[1]?.locator('#root').count()).toBe(0)
  expect(said).toEqual([])
})

async function balances(owner: Address) {
  const [usdc, weth] = await Promise.all(['USDC', 'WETH'].map((symbol) => balanceOf(owner, symbol)))
  return { usdc: usdc ?? 0n, weth: weth ?? 0n }
}

async function balanceOf(owner: Address, symbol: string): Promise<bigint> {
  return stage.balance(harbor, owner, await tokenOf(stage, symbol))
}
