import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  parseAbi,
  parseAbiParameters,
  parseUnits,
} from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { assertionAddress } from '../../src/guard/decode/evm/assertion'
import { deepTest } from '../depth'
import { compile } from '../guard/contracts/compile'
import { approveData } from '../guard/fixtures'
import { doByHand } from './byHand'
import { withSwap } from './calldata'
import { Provider } from './provider'
import { swapLink, tokenOf } from './setup'
import { setStage } from './stage'
import { TamperingProxy } from './tamperingProxy'
import { harbor, ofAnOrder, Trader } from './trader'

/* A wallet that executes all steps as one transaction (EIP-5792), bounded by the assertion contract. */

const proxy = new TamperingProxy()
const stage = setStage({ between: proxy.between })
const routerAbi = parseAbi([
  'function x(address sold, uint256 amount, address bought, uint256 out, address recipient) payable',
])

beforeEach(() => proxy.forward())

async function reviewOf(wallet: string, before?: (address: Address) => Promise<void>) {
  const visit = await stage.visit('/swap')
  const { page } = visit
  const trader = new Trader(stage, page)
  await trader.connect(wallet)
  const address = await trader.address()
  await before?.(address)
  await visit.goto(await swapLink(stage, ['500', 'USDC', 'WETH']))
  await trader.review()
  return { visit, trader, page, address, dialog: page.getByRole('dialog', { name: 'Review swap' }) }
}

/** An honest router, called by a function that the guard cannot decode. */
async function throughOpaqueRouter(recipient: Address) {
  const deployer = await stage.wallet({ chainId: harbor })
  const [usdc, weth, wbtc] = await Promise.all(['USDC', 'WETH', 'WBTC'].map((symbol) => tokenOf(stage, symbol)))
  const args = encodeAbiParameters(parseAbiParameters('uint8, address, address'), [0, wbtc!, assertionAddress])
  const { contractAddress } = await doByHand(stage, deployer, harbor, { data: concat([compile('OpaqueRouter'), args]) })
  const router = getAddress(contractAddress!)
  await stage.exchange.fund('evm', router)
  proxy.tamper((honest) => {
    const out = parseUnits(String(honest.rest.minAmountOut), 18)
    const data = encodeFunctionData({
      abi: routerAbi,
      functionName: 'x',
      args: [usdc!, parseUnits('500', 6), weth!, out + out / 400n, recipient],
    })
    const [approval] = honest.transactions
    const swapped = withSwap(honest, { to: router, data })
    const approved = { ...approval, to: usdc!, data: approveData(router, parseUnits('500', 6)) }
    return { ...swapped, transactions: [approved, ...swapped.transactions.slice(1)] }
  })
}

describe('a wallet with atomic batches', () => {
  test('approval and swap are one transaction, which reverts unless the minimum arrives', async () => {
    const { visit, trader, address, dialog } = await reviewOf('Demo wallet (EVM batches)')
    await dialog.getByText('Enforced on chain', { exact: true }).waitFor()
    await dialog.getByText('All steps are one transaction, between two calls that check the outcome.').waitFor()
    expect((await trader.signTable()).join()).toMatch(/spend up to 500 USDC/)
    const before = await trader.balance(address, 'USDC')
    await visit.expectAccessible()
    await trader.confirm()
    await trader.waitForStatus('done')
    expect(before - (await trader.balance(address, 'USDC'))).toBe(parseUnits('500', 6))
    const steps = trader.steps()
    expect(await steps.evaluateAll((items) => items.map((item) => item.getAttribute('data-state')))).toEqual([
      'done',
      'done',
    ])
  })

  deepTest('a router that cannot be decoded is bounded on chain, and needs neither a tick nor typing', async () => {
    const { trader, address, dialog } = await reviewOf('Demo wallet (EVM batches)', throughOpaqueRouter)
    await dialog.getByText('Enforced on chain', { exact: true }).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    const before = await trader.balance(address, 'WETH')
    await trader.confirm()
    await trader.waitForStatus('done')
    expect(await trader.balance(address, 'WETH')).toBeGreaterThan(before)
  })
})

deepTest(
  'approvals and a deposit are one confirmation, found again after a reload, and nothing stays allowed',
  async () => {
    const visit = await stage.visit('/swap')
    const { page } = visit
    const trader = new Trader(stage, page)
    await trader.connect('Demo wallet (EVM batches)')
    const owner = await trader.address()
    await visit.goto('/liquidity/add')
    const provider = new Provider(stage, page)
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('0.25')
    const dialog = await provider.review()
    await dialog.getByText('Enforced on chain', { exact: true }).waitFor()
    await dialog.getByText('All steps are one transaction, between two calls that check the outcome.').waitFor()
    await dialog.getByText(/confirm once in your wallet/).waitFor()
    const rows = await dialog.getByRole('table', { name: 'What you will sign' }).getByRole('row').allInnerTexts()
    expect(rows.slice(1)).toHaveLength(5)
    await visit.expectAccessible()
    const chain = stage.chain(harbor)
    const [sent, weth] = [await chain.getTransactionCount({ address: owner }), await trader.balance(owner, 'WETH')]
    await provider.confirm()
    await expect.poll(() => chain.getTransactionCount({ address: owner }), ofAnOrder).toBeGreaterThan(sent)
    await page.reload()
    // Activity has the order, also where it was done before the reload.
    await visit.goto('/activity')
    await page.getByRole('list', { name: 'Orders' }).getByRole('link').first().click()
    await trader.waitForStatus('done')
    expect(await trader.stepStates()).toEqual(['done', 'done', 'done', 'done', 'done'])
    const position = await provider.newest(owner)
    const paid = weth - (await trader.balance(owner, 'WETH'))
    expect([paid > 0n, paid <= parseUnits('0.25', 18), position.liquidity > 0n]).toEqual([true, true, true])
    // The first batch of an account also delegates it, which takes a number of its own.
    expect((await chain.getTransactionCount({ address: owner })) - sent).toBeLessThanOrEqual(2)
    for (const symbol of ['WETH', 'USDC']) {
      const args = [owner, provider.managerOf()] as const
      const read = { address: (await tokenOf(stage, symbol))!, abi: erc20Abi, functionName: 'allowance', args } as const
      expect(await chain.readContract(read), symbol).toBe(0n)
    }
    await page
      .getByRole('link', { name: `#${position.id}` })
      .first()
      .waitFor()
  },
)

deepTest('without such a wallet the same router needs the amount to be typed', async () => {
  const { page, trader, dialog } = await reviewOf('Demo wallet (EVM)', throughOpaqueRouter)
  await dialog.getByText('Check before you sign', { exact: true }).waitFor()
  await dialog.getByText('At worst you lose all 500 USDC', { exact: false }).waitFor()
  const confirm = dialog.getByRole('button', { name: 'Confirm swap' })
  const typed = dialog.getByRole('textbox', { name: 'Type the amount you pay, 500 USDC, to continue' })
  for (const wrong of ['50', '5000', 'yes']) {
    await typed.fill(wrong)
    expect(await confirm.isDisabled(), wrong).toBe(true)
  }
  await typed.fill('500')
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await trader.steps().count()).toBe(0)
})
