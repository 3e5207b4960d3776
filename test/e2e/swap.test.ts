import { erc20Abi, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { deepDescribe, deepTest } from '../depth'
import { setStage } from './stage'
import { harbor, Trader } from './trader'

const stage = setStage()

const decimals: Readonly<Record<string, number>> = { ETH: 18, WETH: 18, USDC: 6, USDT: 6 }

async function newcomer() {
  const visit = await stage.visit('/swap')
  const trader = new Trader(stage, visit.page)
  await trader.connect()
  return { visit, trader, address: await trader.address() }
}

/** Swaps on the screen, and compares it with the chain to the last unit. */
async function swap(trader: Trader, address: `0x${string}`, from: string, to: string, amount: string) {
  await trader.choose('pay', from)
  await trader.choose('receive', to)
  await trader.pay(amount)
  const before = { from: await trader.balance(address, from), to: await trader.balance(address, to) }
  await trader.review()
  const rows = await trader.signTable()
  await trader.confirm()
  await trader.waitForStatus('done')
  const after = { from: await trader.balance(address, from), to: await trader.balance(address, to) }
  const fees = await trader.receipt('Network cost')
  const paid = before.from - after.from - (from === 'ETH' ? parseUnits(fees, 18) : 0n)
  const received = after.to - before.to + (to === 'ETH' ? parseUnits(fees, 18) : 0n)
  expect(paid).toBe(parseUnits(amount, decimals[from]!))
  expect(parseUnits(await trader.receipt('Received'), decimals[to]!)).toBe(received)
  expect(received).toBeGreaterThanOrEqual(parseUnits(await trader.receipt('Minimum'), decimals[to]!))
  return rows
}

describe('a newcomer with the demo wallet', () => {
  test('swaps the native coin for USDC; every figure equals the chain', async () => {
    const { visit, trader, address } = await newcomer()
    const rows = await swap(trader, address, 'ETH', 'USDC', '1.25')
    expect(rows.filter((row) => row.includes('Matches'))).toHaveLength(1)
    await visit.expectAccessible()
  })

  deepTest('swaps USDC for WETH with an approval of exactly the amount', async () => {
    const { trader, address } = await newcomer()
    const rows = await swap(trader, address, 'USDC', 'WETH', '1000.5')
    expect(rows.join()).toMatch(/spend up to 1,?000\.5 USDC/)
    const usdc = (await trader.tokenAddress('USDC'))!
    const router = stage.exchange.chains[0]!.trusted[0] as `0x${string}`
    const allowance = await stage
      .chain(harbor)
      .readContract({ abi: erc20Abi, address: usdc, functionName: 'allowance', args: [address, router] })
    expect(allowance).toBe(0n)
  })

  deepTest('swaps a token that needs its allowance reset first', async () => {
    const wallet = await stage.wallet({ chainId: harbor })
    const { page } = await stage.visit('/swap', { wallet })
    const trader = new Trader(stage, page)
    const usdt = (await trader.tokenAddress('USDT'))!
    const router = stage.exchange.chains[0]!.trusted[0] as `0x${string}`
    await wallet.approve(usdt, router, 5n)
    await trader.connect('Test Wallet')
    const rows = await swap(trader, wallet.address, 'USDT', 'WETH', '250')
    expect(rows.filter((row) => row.includes('Matches'))).toHaveLength(3)
    await expect.poll(() => trader.stepStates()).toEqual(['done', 'done', 'done'])
  })
})

deepDescribe('with a wallet announced by EIP-6963', () => {
  test('a swap asks the wallet once for each step and for nothing else', async () => {
    const wallet = await stage.wallet({ chainId: harbor })
    const { page } = await stage.visit('/swap', { wallet })
    const trader = new Trader(stage, page)
    await trader.connect('Test Wallet')
    await swap(trader, wallet.address, 'USDC', 'WETH', '100')
    expect(wallet.asked('eth_sendTransaction')).toBe(2)
    for (const method of ['eth_sign', 'personal_sign', 'wallet_sendTransaction', 'wallet_sendCalls'])
      expect(wallet.asked(method)).toBe(0)
  })

  test('a wallet on another chain is asked to switch first', async () => {
    const wallet = await stage.wallet({ chainId: 741_002 })
    const { page } = await stage.visit('/swap', { wallet })
    const trader = new Trader(stage, page)
    await trader.connect('Test Wallet')
    await swap(trader, wallet.address, 'ETH', 'USDC', '0.5')
    expect(wallet.chainId).toBe(harbor)
  })

  test('F-48 a reload between approval and swap continues with a click, and approves nothing twice', async () => {
    const wallet = await stage.wallet({ chainId: harbor })
    const visit = await stage.visit('/swap', { wallet })
    const trader = new Trader(stage, visit.page)
    await trader.connect('Test Wallet')
    await trader.choose('pay', 'USDC')
    await trader.choose('receive', 'WETH')
    await trader.pay('500')
    await trader.review()
    wallet.arrange('approve', 'hang')
    await trader.confirm()
    await expect.poll(() => trader.stepStates()).toEqual(['done', 'signing'])
    expect(wallet.sent).toHaveLength(1)

    await visit.page.reload()
    await trader.waitForStatus('not seen')
    await visit.page.getByRole('button', { name: 'Try again' }).click()
    await visit.page.getByRole('button', { name: 'I rejected it' }).click()
    await visit.page.getByRole('button', { name: 'Accept and continue' }).click()
    await trader.waitForStatus('done')
    expect(wallet.sent).toHaveLength(2)
    expect(wallet.asked('eth_sendTransaction')).toBe(3)
  })
})

test('a whole swap works with only the keyboard', async () => {
  const { visit, trader } = await newcomer()
  const { page } = visit
  await page.reload()
  await page.getByRole('button', { name: /^Account/ }).waitFor()
  const tabTo = async (name: RegExp | string) => {
    for (let press = 0; press < 60; press++) {
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined
        return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
      })
      if (typeof name === 'string' ? focused.trim() === name : name.test(focused.trim())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The Tab key never reached ${name}.`)
  }
  await tabTo(/^You pay/)
  await page.keyboard.type('0.2')
  const review = page.getByRole('form', { name: 'Swap' }).getByRole('button', { name: 'Review swap' })
  await expect.poll(() => review.isEnabled()).toBe(true)
  await tabTo('Review swap')
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('button', { name: 'Confirm swap' })
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await tabTo('Confirm swap')
  await page.keyboard.press('Enter')
  await trader.waitForStatus('done')
})

deepTest('the network cost of the form is the one that the review simulated, from then on', async () => {
  const { page } = await stage.visit('/swap')
  const trader = new Trader(stage, page)
  await trader.connect()
  await trader.pay('1')
  await trader.review()
  await trader.signTable()
  const said = await page.getByRole('dialog', { name: 'Review swap' }).innerText()
  const [, reviewed = 'no cost'] = /\((<?\$[\d.,]+)\)/.exec(said) ?? []
  expect(reviewed).toMatch(/\$\d/)
  await page.keyboard.press('Escape')
  const details = page.getByRole('button', { name: /Quote details/ })
  await expect.poll(() => details.innerText()).toContain(`${reviewed} network cost`)
})
