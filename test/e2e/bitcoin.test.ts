import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPsbt, transactionIdOf } from '../../src/guard/decode/bitcoin/psbt'
import { psbtOf } from '../builders/psbt'
import { deepDescribe, deepTest } from '../depth'
import { receiptOf } from '../receipt'
import { BitcoinService, depositAddress } from './bitcoinService'
import { agreeToAll } from './consents'
import { overflows } from './fit'
import { demoAddress } from './reef'
import { setStage } from './stage'
import { delta, harbor, Trader } from './trader'

/* A hosted service that also lists a Bitcoin chain: bitcoin is bought to an address, and sold by a manual payment. */

const service = new BitcoinService()
const stage = setStage({ between: service.between })

const mine = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const paidWith = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b'

beforeEach(() => {
  service.payment = {}
})

async function trader(options: Parameters<typeof stage.visit>[1] = {}) {
  const visit = await stage.visit('/swap', options)
  const trader = new Trader(stage, visit.page)
  await trader.connect('Demo wallet (EVM)')
  return { visit, page: visit.page, trader }
}

const mainButton = (page: Page) => page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]')

async function says(page: Page, label: string) {
  await expect.poll(() => mainButton(page).innerText()).toBe(label)
}

async function consentAndConfirm(trader: Trader) {
  const dialog = trader.page.getByRole('dialog', { name: 'Review swap' })
  await dialog.getByRole('list', { name: 'Checks' }).waitFor()
  await expect
    .poll(async () => {
      await agreeToAll(dialog)
      return dialog.getByRole('button', { name: 'Confirm swap' }).isEnabled()
    })
    .toBe(true)
  await trader.confirm()
}

deepDescribe('buying bitcoin', () => {
  test('bitcoin is listed and priced, and accepts an address of the right network in any of its forms', async () => {
    const { page, trader: one } = await trader()
    await one.choose('pay', 'USDC')
    await one.choose('receive', 'BTC', 'Bitcoin')
    await one.pay('950')
    await says(page, 'Enter a recipient on Bitcoin')
    await page.getByText('≈ $9').first().waitFor()
    const recipient = page.getByRole('textbox', { name: 'Recipient' })
    for (const wrong of [
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    ]) {
      await recipient.fill(wrong)
      await says(page, 'Not an address on Bitcoin')
    }
    for (const right of ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', mine, taproot]) {
      await recipient.fill(right)
      await says(page, 'Review swap')
    }
  })

  test('bitcoin has a payout that the app cannot see on chain; a refund by the bridge is shown', async () => {
    const { page, trader: one, visit } = await trader()
    const owner = (await demoAddress(page, 'EVM networks')) as Address
    await one.choose('pay', 'USDC')
    await one.choose('receive', 'BTC', 'Bitcoin')
    await one.pay('95')
    await page.getByRole('textbox', { name: 'Recipient' }).fill(taproot)
    const before = await one.balance(owner, 'USDC')
    await one.review()
    const dialog = page.getByRole('dialog', { name: 'Review swap' })
    await dialog.getByText(taproot).first().waitFor()
    await dialog
      .getByText(/Delivery depends on the bridge/)
      .first()
      .waitFor()
    await visit.picture('bitcoin bought review')
    // B-1: the consent contains an address of 62 characters, which must not be cut off.
    expect(await overflows(page)).toEqual([])
    await consentAndConfirm(one)
    await expect.poll(() => one.order().getAttribute('data-status')).toMatch(/^(unseen|refunded)$/)
    // The embedded exchange has no Bitcoin chain to pay out on, so its relayer refunds the deposit.
    await one.waitForStatus('refunded')
    expect(await one.balance(owner, 'USDC')).toBe(before)
  })
})

describe('selling bitcoin', () => {
  async function toReview(one: Trader, page: Page) {
    await one.choose('pay', 'BTC', 'Bitcoin')
    await one.choose('receive', 'USDC', 'Delta')
    await one.pay('0.0125')
    await says(page, 'Enter your Bitcoin address')
    await page.getByRole('textbox', { name: 'Your Bitcoin address' }).fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    await says(page, 'Not an address on Bitcoin')
    await page.getByRole('textbox', { name: 'Your Bitcoin address' }).fill(mine)
    await one.review()
  }

  test('a bitcoin payment is made manually, reported by its transaction id, and done when the destination chain has the payout', async () => {
    const { page, trader: one, visit } = await trader({ width: 1440 })
    await visit.context.grantPermissions(['clipboard-write'])
    const owner = (await demoAddress(page, 'EVM networks')) as Address
    await toReview(one, page)
    const review = page.getByRole('dialog', { name: 'Review swap' })
    await review.getByText(`Send 0.0125 BTC to ${depositAddress} from your own wallet.`).waitFor()
    await review.getByText(`Attach the memo “=:DELTA.USDC:${owner}:1185e8”.`).waitFor()
    await review.locator('li[data-severity=info]', { hasText: 'V-036' }).first().waitFor({ state: 'attached' })
    await review.getByText('Not simulated').waitFor()
    await review.getByText('depends on the bridge: neither network can be simulated.').waitFor()
    expect(await review.getByRole('button', { name: 'Confirm swap' }).isEnabled()).toBe(false)
    await visit.picture('bitcoin sold review')
    await consentAndConfirm(one)

    await one.waitForStatus('payment awaited')
    await expect.poll(() => one.stepStates()).toEqual(['signing'])
    const payment = page.getByRole('region', { name: 'Payment' })
    for (const text of [depositAddress, '0.0125 BTC', `=:DELTA.USDC:${owner}:1185e8`, mine])
      await payment.getByText(text, { exact: true }).waitFor()
    await payment.getByRole('img', { name: /QR code/ }).waitFor()
    const transactionId = page.getByRole('textbox', { name: 'Transaction ID' })
    for (const [what, text] of [
      ['address', depositAddress],
      ['amount', '0.0125'],
      ['memo', `=:DELTA.USDC:${owner}:1185e8`],
    ]) {
      await payment.getByRole('button', { name: `Copy ${what}` }).click()
      // Pages of this app may not read the clipboard, so the text is pasted.
      const pasted = async () => {
        await transactionId.fill('')
        await transactionId.press('Control+V')
        return transactionId.inputValue()
      }
      await expect.poll(pasted).toBe(text)
    }
    await visit.expectAccessible()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await visit.picture(`bitcoin payment ${width}`)
    }

    await page.reload()
    await one.waitForStatus('payment awaited')
    await payment.getByText(depositAddress, { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill('paid')
    await page.getByRole('button', { name: 'I have paid' }).click()
    await page.getByText('is not a transaction hash').waitFor()
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill(paidWith)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await one.waitForStatus('payment reported')
    await visit.picture('bitcoin told')
    await page.reload()
    await one.waitForStatus('payment reported')
    await expect.poll(() => one.stepStates()).toEqual(['sent'])

    const before = await one.balance(owner, 'USDC', delta)
    await payOut(one, owner, 1_187n * 10n ** 18n)
    await one.waitForStatus('done')
    await expect.poll(() => one.stepStates()).toEqual(['done'])
    expect((await one.balance(owner, 'USDC', delta)) - before).toBe(1_187n * 10n ** 18n)
    expect(await one.receipt('You received')).toBe('1187')
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await page.getByRole('list', { name: 'Orders' }).getByText('0.0125 BTC').first().waitFor()
  })

  deepTest('can be cancelled, and resumed when it was paid after all', async () => {
    const { page, trader: one, visit } = await trader({ theme: 'dark', width: 390 })
    await toReview(one, page)
    await consentAndConfirm(one)
    await one.waitForStatus('payment awaited')
    await visit.picture('bitcoin payment')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await one.waitForStatus('payment ended')
    await page.getByText('Do not pay to this address.').waitFor()
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill(paidWith)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await one.waitForStatus('payment reported')
  })

  deepTest('a payment of another amount is refused with the reason', async () => {
    service.payment = { value: '0.0126' }
    const { page, trader: one } = await trader()
    await toReview(one, page)
    await page
      .getByRole('dialog', { name: 'Review swap' })
      .getByText(/not for the 0.0125 BTC you pay/)
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: 'Confirm swap' }).count()).toBe(0)
  })

  test('a transaction to sign is reviewed, signed by a wallet of the browser, sent and followed', async () => {
    const coin = { address: mine, units: 2_000_000n }
    const change = { address: mine, units: 748_000n }
    const psbt = psbtOf(
      [coin],
      [{ address: depositAddress, units: 1_250_000n }, { data: '6f7264657220373a', units: 0n }, change],
    )
    service.payment = { data: psbt }
    const { page, trader: one, visit } = await trader({ width: 1440 })
    await toReview(one, page)
    const review = page.getByRole('dialog', { name: 'Review swap' })
    await review.getByText(`Sign a transaction that pays 0.0125 BTC to ${depositAddress}.`).waitFor()
    await review.getByText('It costs 0.00002 BTC; the rest returns to your address.').waitFor()
    await visit.picture('bitcoin transaction review')
    // A wallet that returns its input, as one that signs does with an added signature.
    const read = readPsbt(psbt)
    const id = (read && transactionIdOf(read)) || ''
    await page.evaluate(
      ([account, sent]) => {
        const unisat = {
          requestAccounts: async () => [account],
          signPsbt: async (given: string) => given,
          pushPsbt: async () => sent,
        }
        Object.assign(window, { unisat })
      },
      [mine, id],
    )
    await consentAndConfirm(one)
    await one.waitForStatus('payment awaited')
    const panel = page.getByRole('region', { name: 'Payment' })
    await panel.getByText('0.00002 BTC').waitFor()
    expect(await panel.getByRole('img', { name: /QR code/ }).count()).toBe(0)
    await visit.expectAccessible()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflows(page)).toEqual([])
      await visit.picture(`bitcoin transaction ${width}`)
    }
    await panel.getByRole('button', { name: 'Pay with UniSat' }).click()
    await one.waitForStatus('payment reported')
    await page.reload()
    await one.waitForStatus('payment reported')
    await expect.poll(() => page.locator('main').innerText()).toContain(id.slice(0, 4))
  })
})

const routerAbi = parseAbi(['function relayer() view returns (address)'])

/** Pays out to the recipient, as a hosted service's destination side would. */
async function payOut(one: Trader, to: Address, amount: bigint) {
  const token = (await one.tokenAddress('USDC', delta))!
  const chain = stage.exchange.chains.find(({ chainId }) => chainId === delta)!
  const address = chain.trusted.at(-1) as Address
  const from = await stage.chain(delta).readContract({ address, abi: routerAbi, functionName: 'relayer' })
  const cheat = stage.cheat(delta)
  await cheat.impersonateAccount({ address: from })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const hash = await cheat.sendUnsignedTransaction({ from, to: token, data })
  await receiptOf(stage.chain(delta), hash)
  await cheat.stopImpersonatingAccount({ address: from })
}

test('a browser that sells bitcoin manually never connects to a Bitcoin node', async () => {
  const { page, trader: one, visit } = await trader()
  await one.choose('pay', 'BTC', 'Bitcoin')
  await one.choose('receive', 'USDC', 'Delta')
  await one.pay('0.01')
  await says(page, 'Enter your Bitcoin address')
  await page.getByText('Estimate only. Enter your address').waitFor()
  await visit.expectAccessible()
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await visit.picture(`bitcoin form ${width}`)
  }
  expect(visit.requests.filter((request) => request.includes('/rpc/740900'))).toEqual([])
  expect(visit.requests.some((request) => request.includes(`/rpc/${harbor}`))).toBe(true)
})
