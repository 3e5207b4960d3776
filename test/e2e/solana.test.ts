import { SystemProgram, TransactionMessage, type VersionedTransaction } from '@solana/web3.js'
import type { Page } from 'playwright-core'
import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { deepDescribe, deepTest, isDeep } from '../depth'
import { demoAddress, heldOn, reef, solanaWallet } from './reef'
import { answerInstead, setStage } from './stage'
import { Trader } from './trader'

const stage = setStage()

const decimals: Readonly<Record<string, number>> = { SOL: 9, USDC: 6, USDT: 6, BONQ: 5 }

/** Swaps on the screen, and compares it with the chain to the last unit. */
async function swap(trader: Trader, address: string, from: string, to: string, amount: string) {
  await fill(trader, from, to, amount)
  const held = async (symbol: string) => heldOn(stage, address, await trader.mint(symbol))
  const before = { from: await held(from), to: await held(to) }
  await trader.review()
  await trader.readable(/Pay .* to/)
  const rows = await trader.signTable()
  await trader.confirm()
  await trader.waitForStatus('done')
  const after = { from: await held(from), to: await held(to) }
  const fees = parseUnits(await trader.receipt('Network cost'), 9)
  expect(before.from - after.from - (from === 'SOL' ? fees : 0n)).toBe(parseUnits(amount, decimals[from]!))
  const received = after.to - before.to + (to === 'SOL' ? fees : 0n)
  expect(parseUnits(await trader.receipt('You received'), decimals[to]!)).toBe(received)
  expect(received).toBeGreaterThanOrEqual(parseUnits(await trader.receipt('Minimum'), decimals[to]!))
  return rows
}

async function fill(trader: Trader, from: string, to: string, amount: string) {
  await trader.choose('pay', from, 'Reef')
  await trader.choose('receive', to, 'Reef')
  await trader.pay(amount)
}

async function withWallet() {
  const wallet = await solanaWallet(stage)
  const visit = await stage.visit('/swap', { wallet })
  const trader = new Trader(stage, visit.page)
  await trader.connect(wallet.name)
  return { wallet, visit, trader, page: visit.page }
}

/** Confirms a swap of 10 USDC for BONQ. */
async function confirm(trader: Trader) {
  await fill(trader, 'USDC', 'BONQ', '10')
  await trader.review()
  await trader.confirm()
}

describe('with the demo wallet', () => {
  const pairs = [
    ['SOL', 'USDC', '1.5'],
    ['USDC', 'SOL', '250.000001'],
  ] as const
  test.each(isDeep ? pairs : pairs.slice(0, 1))(
    '%s for %s: every figure equals the chain',
    async (from, to, amount) => {
      const visit = await stage.visit('/swap')
      const trader = new Trader(stage, visit.page)
      await trader.connect('Demo wallet (Solana)')
      const rows = await swap(trader, await demoAddress(visit.page, 'Solana'), from, to, amount)
      expect(rows.filter((row) => row.includes('Matches'))).toHaveLength(1)
      expect(rows.join()).toContain(`${from} to`)
      await visit.expectAccessible()
    },
  )

  deepTest('the account panel shows both wallets with their balances, and disconnects one', async () => {
    const { page } = await stage.visit('/swap')
    const trader = new Trader(stage, page)
    await trader.connect('Demo wallet (EVM)')
    await trader.connectAlso('Demo wallet (Solana)')
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Accounts' })
    const portfolio = dialog.getByRole('region', { name: 'Portfolio' })
    await portfolio.locator('summary', { hasText: /^\d+ more$/ }).click()
    await portfolio.getByRole('link', { name: 'Swap BONQ on Reef' }).waitFor()
    await portfolio.getByRole('link', { name: 'Swap WBTC on Harbor' }).waitFor()
    await dialog.getByRole('button', { name: 'Disconnect Demo wallet (Solana)' }).click()
    await dialog.getByRole('region', { name: 'Solana' }).waitFor({ state: 'detached' })
    await portfolio.getByRole('link', { name: 'Swap BONQ on Reef' }).waitFor({ state: 'detached' })
  })
})

test('the first load of an EVM swap, and connecting, load no Solana code', async () => {
  const { page, requests } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect('Demo wallet (EVM)')
  await trader.pay('0.1')
  await trader.review()
  const scripts = requests.filter((request) => /\.js$/.test(request)).map((request) => request.split(' ')[1]!)
  const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()))
  expect(scripts.length).toBeGreaterThan(3)
  expect(texts.filter((text) => text.includes('Address Lookup Table') || text.includes('signAllTransactions'))).toEqual(
    [],
  )
})

deepDescribe('with a wallet announced by the Wallet Standard', () => {
  test('a swap asks the wallet once', async () => {
    const { wallet, trader } = await withWallet()
    await swap(trader, wallet.address, 'USDC', 'USDT', '100')
    expect(wallet.asked).toBe(1)
  })

  test('S-11 a transaction changed by the wallet is not sent', async () => {
    const { wallet, trader } = await withWallet()
    const before = await heldOn(stage, wallet.address, await trader.mint('USDC'))
    wallet.arrange({ instead: withPayment(wallet.key.publicKey) })
    await confirm(trader)
    await trader.waitForStatus('failed')
    expect(await heldOn(stage, wallet.address, await trader.mint('USDC'))).toBe(before)
  })
})

deepDescribe('a reload', () => {
  test('after sending, before the response: the signature is found, and nothing is signed twice', async () => {
    const { wallet, visit, trader, page } = await withWallet()
    visit.tolerate(/Failed to load resource|net::ERR/)
    const before = await heldOn(stage, wallet.address, await trader.mint('USDC'))
    const unblock = await blockMethod(page, 'getSignatureStatuses')
    await confirm(trader)
    await expect.poll(() => wallet.asked).toBe(1)
    await expect.poll(() => heldOn(stage, wallet.address, mints.USDC)).toBeLessThan(before)
    await page.reload()
    unblock()
    await trader.waitForStatus('done')
    expect(wallet.asked).toBe(1)
    expect(before - (await heldOn(stage, wallet.address, mints.USDC))).toBe(10_000_000n)
  })

  test('F-46 after signing, before sending: the signed transaction is sent again once the node accepts it', async () => {
    const { wallet, trader, before, unblock } = await signedWhileNodeRefuses()
    unblock()
    await trader.waitForStatus('done')
    expect(wallet.asked).toBe(1)
    expect(before - (await heldOn(stage, wallet.address, mints.USDC))).toBe(10_000_000n)
  })
})

const mints: { USDC: string | undefined } = { USDC: undefined }

/** A swap that was signed and that the node refuses to send until `unblock` is called, after a reload. */
async function signedWhileNodeRefuses() {
  const { wallet, visit, trader, page } = await withWallet()
  visit.tolerate(/Failed to load resource|net::ERR/)
  const before = await heldOn(stage, wallet.address, await trader.mint('USDC'))
  const unblock = await blockMethod(page, 'sendTransaction')
  await confirm(trader)
  await expect.poll(() => wallet.asked).toBe(1)
  await expect.poll(() => trader.stepStates()).not.toEqual(['signing'])
  await page.reload()
  return { wallet, trader, page, before, unblock }
}

/** Blocks a method of the node until the returned function is called. */
async function blockMethod(page: Page, method: string, how: 'refuse' | 'hang' = 'refuse'): Promise<() => void> {
  mints.USDC = await new Trader(stage, page).mint('USDC')
  return answerInstead(page, `**/rpc/${reef}`, (route) => {
    if (!route.request().postData()?.includes(`"${method}"`)) return route.continue()
    return how === 'hang' ? undefined : route.abort()
  })
}

/** The same transaction with an appended payment of one lamport. */
function withPayment(from: TransactionMessage['payerKey']) {
  return (given: VersionedTransaction): VersionedTransaction => {
    const message = TransactionMessage.decompile(given.message)
    message.instructions.push(
      SystemProgram.transfer({ fromPubkey: from, toPubkey: SystemProgram.programId, lamports: 1 }),
    )
    given.message = message.compileToV0Message()
    return given
  }
}
