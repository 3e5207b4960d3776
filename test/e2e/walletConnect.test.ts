import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { deepTest } from '../depth'
import { readQr } from '../readQr'
import { LinkedWallet } from '../walletConnect/linkedWallet'
import { startRelay } from '../walletConnect/relay'
import { solanaWallet } from './reef'
import { swapLink } from './setup'
import type { TestSolanaWallet } from './solanaWallet'
import { setStage } from './stage'
import { harbor, Trader } from './trader'
import type { PromptResponse, TestWallet, WalletRequest } from './wallet'

/*
 * A wallet on another device: a real session over a relay of our own, the wallet's side made with the library that
 * wallets are made with. The person scans the code on the screen, or opens the link on the phone itself.
 */

const relay = await startRelay()
const stage = setStage({ settings: { TIDEGATE_WALLETCONNECT_ID: 'tests', TIDEGATE_WALLETCONNECT_RELAY: relay.url } })
const phones: LinkedWallet[] = []

afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close()
})
afterAll(() => relay.close())

test('a person swaps with a wallet on their phone, through a page killed mid-request', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const phone = await linked(wallet)
  const link = await swapLink(stage, ['100', 'USDC', 'WETH'])
  const visit = await stage.visit(link)
  const { page } = visit
  const trader = new Trader(stage, page)
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))

  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'WalletConnect', exact: true }).waitFor()
  await visit.picture('connect')
  expect(
    sockets.filter((url) => url.startsWith(relay.url)),
    'no relay before the choice',
  ).toEqual([])
  await dialog.getByRole('button', { name: 'WalletConnect', exact: true }).click()
  const uri = await scanned(page)
  await visit.picture('pairing')
  await visit.expectAccessible()
  await phone.scan(uri)
  await dialog.waitFor({ state: 'detached' })
  expect(await trader.address()).toBe(wallet.address)

  // The first of two requests is confirmed while the page is gone: its answer waits at the relay.
  let decide = (_: PromptResponse) => {}
  const later = new Promise<PromptResponse>((resolve) => {
    decide = resolve
  })
  wallet.arrange({ later })
  await trader.review()
  await trader.confirm()
  await expect.poll(() => signingsOf(phone)).toEqual(['eth_sendTransaction'])
  await visit.goto('about:blank')
  decide('approve')
  await expect.poll(() => wallet.sent.length).toBe(1)
  await visit.goto(link)
  await trader.waitForStatus('paused')
  await expect.poll(() => trader.stepStates()).toEqual(['done', 'waiting'])
  await visit.picture('after-reload')
  await press(page, 'Continue')
  await press(page, 'Accept and continue')
  await trader.waitForStatus('done')
  await visit.picture('done')
  expect(wallet.sent).toHaveLength(2)
  expect(signingsOf(phone)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
})

deepTest('F-20 F-32 a request that is rejected, and one that sleeps, go the ways of every wallet', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const phone = await linked(wallet)
  const { page } = await stage.visit(await swapLink(stage, ['0.1', 'ETH', 'USDC']))
  const trader = new Trader(stage, page)
  await connect(page, phone)

  wallet.arrange('reject', 'hang')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('rejected')
  await press(page, 'Try again')
  await trader.waitForStatus('signing')
  await page.reload()
  await trader.waitForStatus('not seen')
  expect(wallet.sent).toHaveLength(0)
  expect(signingsOf(phone)).toHaveLength(2)
})

deepTest('what ends on the phone ends here, and what ends here ends on the phone', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const phone = await linked(wallet)
  const { page } = await stage.visit('/swap')
  await connect(page, phone)
  await phone.leave()
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).waitFor()

  await connect(page, phone)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Disconnect WalletConnect' }).click()
  await page.getByText('Wallet disconnected.').waitFor()
  await expect.poll(() => phone.sessions).toBe(0)
})

deepTest('one session signs on Solana, too, and both accounts are there again after a reload', async () => {
  const [wallet, solana] = await Promise.all([stage.wallet({ chainId: harbor }), solanaWallet(stage)])
  const phone = await linked(wallet, solana)
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await connect(page, phone)
  await trader.connectAlso('WalletConnect (Solana)')
  await page.reload()
  await page.getByRole('button', { name: /^Account/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Accounts' })
  await dialog.getByRole('region', { name: 'EVM networks' }).getByText(wallet.address).waitFor()
  await dialog.getByRole('region', { name: 'Solana' }).getByText(solana.address).waitFor()
  await page.keyboard.press('Escape')

  await trader.choose('pay', 'USDC', 'Reef')
  await trader.choose('receive', 'BONQ', 'Reef')
  await trader.pay('10')
  solana.arrange('reject')
  await trader.review()
  await trader.confirm()
  await trader.waitForStatus('rejected')
  await press(page, 'Try again')
  await trader.waitForStatus('done')
  expect(solana.asked).toBe(2)
  expect(signingsOf(phone)).toEqual(['solana_signTransaction', 'solana_signTransaction'])
})

/** A phone whose owner is the test's: its requests are answered by a wallet that signs on the local chains. */
async function linked(wallet: TestWallet, solana?: TestSolanaWallet): Promise<LinkedWallet> {
  const ask = await handOf<WalletRequest>(wallet)
  const sign = solana && (await handOf<string>(solana))
  await ask({ method: 'eth_requestAccounts', params: [] })
  const phone = await LinkedWallet.open({
    relayUrl: relay.url,
    addresses: { eip155: wallet.address, ...(solana && { solana: solana.address }) },
    answer: async ({ method, params }) => {
      if (method !== 'solana_signTransaction') {
        const said = await ask({ method, params: params as readonly unknown[] })
        if ('error' in Object(said)) throw Reflect.get(Object(said), 'error')
        return Reflect.get(Object(said), 'result')
      }
      const transaction = await sign?.(Reflect.get(Object(params), 'transaction'))
      if (transaction === 'rejected') throw { code: 4001, message: 'User rejected.' }
      return { transaction }
    },
  })
  phones.push(phone)
  return phone
}

/** The provider's one function for a page in the wallet's own browser. */
async function handOf<Asked>(wallet: Pick<TestWallet, 'enter'>): Promise<(asked: Asked) => Promise<unknown>> {
  let answer = async (_source: { page: Page }, _asked: Asked): Promise<unknown> => undefined
  const context = {
    exposeBinding: async (_: string, given: typeof answer) => {
      answer = given
    },
    addInitScript: async () => {},
    on: () => {},
  }
  await wallet.enter(context as unknown as BrowserContext)
  const page = { isClosed: () => true } as Page
  return (asked) => answer({ page }, asked)
}

/** The phone's prompts to its owner; other requests it answers by itself. */
function signingsOf(phone: LinkedWallet): readonly string[] {
  return phone.questions.map(({ method }) => method).filter((method) => method !== 'wallet_getCapabilities')
}

async function connect(page: Page, phone: LinkedWallet): Promise<void> {
  await page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'WalletConnect', exact: true }).click()
  await phone.scan(await scanned(page))
  await dialog.waitFor({ state: 'detached' })
}

async function scanned(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: 'WalletConnect code' })
  await code.waitFor()
  const uri = readQr(await code.getAttribute('viewBox'), await code.locator('path').getAttribute('d'))
  if (!uri?.startsWith('wc:')) throw new Error(`The code says ${uri}.`)
  return uri
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}
