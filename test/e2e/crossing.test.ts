import { type Address, encodeFunctionData, parseAbi, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { deepDescribe, deepTest, isDeep } from '../depth'
import { receiptOf } from '../receipt'
import { agreeToAll } from './consents'
import { demoAddress, heldOn, solanaWallet } from './reef'
import { answerInstead, setStage } from './stage'
import { delta, harbor, Trader } from './trader'

const stage = setStage()

type Place = { readonly chain: 'Harbor' | 'Delta' | 'Reef'; readonly symbol: string; readonly decimals: number }
type Owners = { readonly evm: string; readonly solana: string }

const place = (chain: Place['chain'], symbol: string, decimals: number): Place => ({ chain, symbol, decimals })
const chainIds = { Harbor: harbor, Delta: delta }

async function bothWallets() {
  const visit = await stage.visit('/swap')
  const trader = new Trader(stage, visit.page)
  await trader.connect('Demo wallet (EVM)')
  await trader.connectAlso('Demo wallet (Solana)')
  const { page } = visit
  const owners: Owners = {
    evm: await demoAddress(page, 'EVM networks'),
    solana: await demoAddress(page, 'Solana'),
  }
  return { visit, page, trader, owners }
}

async function held(trader: Trader, { chain, symbol }: Place, owners: Owners): Promise<bigint> {
  if (chain === 'Reef') return heldOn(stage, owners.solana, await trader.mint(symbol))
  return trader.balance(owners.evm as Address, symbol, chainIds[chain])
}

/** Fills the form for a cross-chain swap to the person's own account there. */
async function fill(trader: Trader, from: Place, to: Place, amount: string) {
  await trader.choose('pay', from.symbol, from.chain)
  await trader.choose('receive', to.symbol, to.chain)
  await trader.pay(amount)
}

const isCoin = ({ symbol }: Place) => symbol === 'ETH' || symbol === 'SOL' || symbol === 'BNB'

type Party = Pick<Awaited<ReturnType<typeof bothWallets>>, 'page' | 'trader' | 'owners'>

/** `isNotCompared`: a market maker pays the bridge in a token that is neither sold nor bought. */
type Story = {
  readonly from: Place
  readonly to: Place
  readonly amount: string
  readonly isNotCompared?: boolean
}

/** Swaps across chains on the screen, and compares it with both chains to the last unit. */
async function cross({ page, trader, owners }: Party, { from, to, amount, isNotCompared }: Story) {
  await fill(trader, from, to, amount)
  const before = { from: await held(trader, from, owners), to: await held(trader, to, owners) }
  await trader.review()
  await page
    .getByText(/depends on the bridge/)
    .first()
    .waitFor()
  if (isNotCompared) {
    await page
      .getByText(/which we cannot compare with your payment/)
      .first()
      .waitFor()
    await agreeToAll(page.getByRole('dialog', { name: 'Review swap' }))
  }
  await trader.confirm()
  await trader.waitForStatus('done')
  const after = { from: await held(trader, from, owners), to: await held(trader, to, owners) }
  const fees = isCoin(from) ? parseUnits(await trader.receipt('Network cost'), from.decimals) : 0n
  expect(before.from - after.from - fees).toBe(parseUnits(amount, from.decimals))
  const received = after.to - before.to
  expect(parseUnits(await trader.receipt('You received'), to.decimals)).toBe(received)
  expect(received).toBeGreaterThanOrEqual(parseUnits(await trader.receipt('Minimum'), to.decimals))
}

describe('with announced wallets', () => {
  const stories: readonly Story[] = [
    { from: place('Harbor', 'USDC', 6), to: place('Reef', 'SOL', 9), amount: '120' },
    { from: place('Reef', 'USDC', 6), to: place('Delta', 'USDC', 18), amount: '75' },
  ]
  test.each(isDeep ? stories : stories.slice(0, 1))(
    '$from.symbol on $from.chain for $to.symbol on $to.chain, each wallet signs on its own chain',
    async (story) => {
      const { from } = story
      const [evm, solana] = [await stage.wallet({ chainId: chainIds.Harbor }), await solanaWallet(stage)]
      const visit = await stage.visit('/swap', {
        wallet: {
          enter: async (context) => {
            await evm.enter(context)
            await solana.enter(context)
          },
        },
      })
      const { page } = visit
      const trader = new Trader(stage, page)
      await trader.connect(evm.name)
      await trader.connectAlso(solana.name)
      await cross({ page, trader, owners: { evm: evm.address, solana: solana.address } }, story)
      const isFromReef = from.chain === 'Reef'
      expect(solana.asked).toBe(isFromReef ? 1 : 0)
      expect(evm.asked('eth_sendTransaction')).toBe(isFromReef ? 0 : 2)
    },
  )
})

deepDescribe('with both demo wallets', () => {
  test.each<Story>([
    { from: place('Harbor', 'WBTC', 8), to: place('Delta', 'WETH', 18), amount: '0.01' },
    { from: place('Harbor', 'ETH', 18), to: place('Reef', 'SOL', 9), amount: '0.5' },
    { from: place('Reef', 'USDT', 6), to: place('Harbor', 'WETH', 18), amount: '300', isNotCompared: true },
  ])('$from.symbol on $from.chain for $to.symbol on $to.chain, to the last unit', async (story) => {
    await cross(await bothWallets(), story)
  })

  test('F-74 a reload while waiting for the payout continues waiting, and signs nothing', async () => {
    const { trader, page, visit } = await bothWallets()
    visit.tolerate(/Failed to load resource|net::ERR/)
    await fill(trader, place('Harbor', 'USDC', 6), place('Delta', 'USDC', 18), '20')
    await trader.review()
    const restoreAnswer = await answerInstead(page, `**/rpc/${delta}`, (route) =>
      route.request().postData()?.includes('eth_getLogs') ? route.abort() : route.continue(),
    )
    await trader.confirm()
    await trader.waitForStatus('handed over')
    await page.reload()
    await trader.waitForStatus('handed over')
    restoreAnswer()
    await trader.waitForStatus('done')
    await expect.poll(() => trader.stepStates()).toEqual(['done', 'done'])
  })
})

deepDescribe('a recipient', () => {
  test('of the wrong chain kind, or with a wrong checksum, is refused with the reason', async () => {
    const { page } = await stage.visit('/swap')
    const trader = new Trader(stage, page)
    await trader.connect('Demo wallet (EVM)')
    await trader.choose('pay', 'USDC', 'Harbor')
    await trader.choose('receive', 'USDC', 'Reef')
    await trader.pay('5')
    const button = page.getByRole('form', { name: 'Swap' }).locator('button[type=submit]')
    await expect.poll(() => button.innerText()).toBe('Connect Solana wallet')
    await page.getByRole('button', { name: 'Send to another address' }).click()
    const recipient = page.getByRole('textbox', { name: 'Recipient' })
    for (const wrong of ['0x00000000000000000000000000000000000000AA', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']) {
      await recipient.fill(wrong)
      await expect.poll(() => button.innerText()).toBe('Not an address on Reef')
    }
    await page.getByText('Not an address on Reef: it is a Bitcoin address.').waitFor()
    await recipient.fill('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
    await expect.poll(() => button.innerText()).toBe('Review swap')

    await trader.choose('receive', 'USDC', 'Delta')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await recipient.fill('0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
    await expect.poll(() => button.innerText()).toBe('Not an address on Delta')
    await recipient.fill('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
    await expect.poll(() => button.innerText()).toBe('Review swap')
  })
})

describe('a payout that fails', () => {
  deepTest('F-72 a failed payout is refunded, and the order shows it', async () => {
    const { trader, owners, page } = await bothWallets()
    const bridged = place('Harbor', 'USDC', 6)
    // Native coins need no approval, so the plan of the review is also the last one.
    await fill(trader, place('Harbor', 'ETH', 18), place('Delta', 'USDC', 18), '0.1')
    await trader.review()
    const before = await held(trader, bridged, owners)
    const giveBack = await drainRelayer(trader)
    try {
      await trader.confirm()
      await trader.waitForStatus('refunded')
    } finally {
      await giveBack()
    }
    const reported = await page.getByRole('region', { name: 'On Harbor' }).locator('data').first().getAttribute('value')
    expect((await held(trader, bridged, owners)) - before).toBe(parseUnits(reported!, 6))
    expect(parseUnits(reported!, 6)).toBeGreaterThan(0n)
  })

  test('a failed payout can be reclaimed by the person after the deadline', async () => {
    const { trader, owners, page } = await bothWallets()
    const usdc = place('Harbor', 'USDC', 6)
    await fill(trader, usdc, place('Delta', 'USDC', 18), '30')
    await trader.review()
    const before = await held(trader, usdc, owners)
    const carryOn = await stopRelaying()
    try {
      await trader.confirm()
      await trader.waitForStatus('handed over')
      expect(before - (await held(trader, usdc, owners))).toBe(30_000_000n)
      await stage.cheat(harbor).increaseTime({ seconds: 7_200 })
      await stage.cheat(harbor).mine({ blocks: 1 })
      await trader.waitForStatus('late')
      await page.getByRole('button', { name: 'Claim refund' }).click()
      await trader.waitForStatus('refunded')
      expect(await held(trader, usdc, owners)).toBe(before)
    } finally {
      await carryOn()
    }
  })
})

const routerAbi = parseAbi(['function relayer() view returns (address)'])
const tokenAbi = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
const elsewhere = '0x00000000000000000000000000000000000000e1'

/** Takes the relayer's tokens on Delta; the returned function gives them back. */
async function drainRelayer(trader: Trader): Promise<() => Promise<void>> {
  const token = (await trader.tokenAddress('USDC', delta))!
  const relayer = await relayerOn(delta)
  const amount = await stage.balance(delta, relayer, token)
  await pass(token, relayer, elsewhere, amount)
  return () => pass(token, elsewhere, relayer, amount)
}

async function pass(token: Address, from: Address, to: Address, amount: bigint) {
  const cheat = stage.cheat(delta)
  await cheat.impersonateAccount({ address: from })
  await cheat.setBalance({ address: from, value: 10n ** 18n })
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })
  const hash = await cheat.sendUnsignedTransaction({ from, to: token, data })
  await receiptOf(stage.chain(delta), hash)
  await cheat.stopImpersonatingAccount({ address: from })
}

/**
 * Takes the relayer's native coins, so that it can neither pay out nor refund; the returned function gives them back.
 */
async function stopRelaying(): Promise<() => Promise<void>> {
  const senders = await Promise.all(
    [harbor, delta].map(async (chainId) => {
      const address = await relayerOn(chainId)
      return { chainId, address, value: await stage.balance(chainId, address) }
    }),
  )
  for (const { chainId, address } of senders) await stage.cheat(chainId).setBalance({ address, value: 0n })
  return async () => {
    for (const { chainId, address, value } of senders) await stage.cheat(chainId).setBalance({ address, value })
  }
}

function relayerOn(chainId: number): Promise<Address> {
  const chain = stage.exchange.chains.find((each) => each.chainId === chainId)!
  const address = chain.trusted.at(-1) as Address
  return stage.chain(chainId).readContract({ address, abi: routerAbi, functionName: 'relayer' })
}
