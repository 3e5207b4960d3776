import type { Locator, Page } from 'playwright-core'
import { type Address, encodeFunctionData, getAddress, parseAbi, parseUnits, walletActions } from 'viem'
import { expect } from 'vitest'
import { receiptOf } from '../receipt'
import { agreeToAll } from './consents'
import type { Stage } from './stage'
import { harbor, ofAnOrder } from './trader'
import type { TestWallet } from './wallet'

/** A position as stored in the position manager. */
export type OnChain = {
  readonly id: bigint
  readonly owner: Address
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
}

const manager = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128, uint256, uint256, uint128, uint128)',
])

const router = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
])

const whale: Address = '0x00000000000000000000000000000000000a11ce'

type Pair = readonly [string, string]
type At = { readonly address: Address }
type PoolRecord = At & { readonly name: string; readonly token0: At; readonly token1: At }

type Listed = {
  readonly name: string
  readonly chainCurrencies: readonly {
    readonly id: number
    readonly address: string
    readonly currency: { readonly ticker: string; readonly price: number }
  }[]
}

/** The actions of a person who provides liquidity, by role and name only; and the state on chain. */
export class Provider {
  readonly page: Page
  readonly #stage: Stage

  constructor(stage: Stage, page: Page) {
    this.#stage = stage
    this.page = page
  }

  /** Opens the screen with a wallet that was connected before, and waits until a pool is shown. */
  static async open(
    stage: Stage,
    path = '/liquidity/add',
    options: { wallet?: TestWallet; width?: number; theme?: 'light' | 'dark' } = {},
  ) {
    const wallet = options.wallet ?? (await stage.wallet({ chainId: harbor }))
    const { width, theme } = options
    const visit = await stage.visit(path, { wallet, ...(width ? { width } : {}), ...(theme ? { theme } : {}) })
    const provider = new Provider(stage, visit.page)
    await provider.connect()
    return { visit, wallet, provider }
  }

  async connect(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect wallet', exact: true }).first().click()
    const dialog = this.page.getByRole('dialog', { name: 'Connect a wallet' })
    await dialog.getByRole('button', { name: 'Test Wallet' }).click()
    await this.page.getByRole('button', { name: /^Account/ }).waitFor()
    // Text typed while the dialog is closing would be lost.
    await dialog.waitFor({ state: 'detached' })
  }

  async choosePool(name: string): Promise<void> {
    const more = this.page.getByRole('button', { name: /^Show \d+ more/ })
    const pool = this.page.getByRole('radio', { name: new RegExp(`^${name}`) })
    await this.slider('Minimum price').waitFor()
    if ((await pool.count()) === 0) await more.click()
    await pool.check()
    const [symbol = ''] = name.split('/')
    await this.amount(symbol).waitFor()
  }

  async choosePair(first: string, second: string): Promise<void> {
    for (const [button, symbol] of [
      [/^First token/, first],
      [/^Second token/, second],
    ] as const) {
      await this.page.getByRole('button', { name: button }).click()
      const dialog = this.page.getByRole('dialog', { name: 'Select a token' })
      await dialog.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol)
      await dialog.getByRole('option', { name: new RegExp(`^${symbol} .* on Harbor$`) }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  }

  slider(name: string): Locator {
    return this.page.getByRole('slider', { name, exact: true })
  }

  box(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true })
  }

  amount(symbol: string): Locator {
    return this.page.getByRole('textbox', { name: new RegExp(`^Deposit .*${symbol}$`) })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Chooses a range that is not shown initially. */
  async chooseRarePreset(name: string): Promise<void> {
    await this.button('More presets').click()
    await this.button(name).click()
  }

  /** Shows the ticks of the range next to its prices. */
  async showTicks(): Promise<void> {
    const advanced = this.button('Advanced')
    if ((await advanced.getAttribute('aria-expanded')) === 'false') await advanced.click()
  }

  async setTicks(lower: number, upper: number): Promise<void> {
    await this.showTicks()
    for (const [name, tick] of [
      ['Minimum tick', lower],
      ['Maximum tick', upper],
    ] as const) {
      await this.box(name).fill(String(tick))
      await this.box(name).press('Enter')
      await expect.poll(() => this.box(name).inputValue()).toBe(String(tick))
    }
  }

  async ticks(): Promise<readonly [number, number]> {
    await this.showTicks()
    return [Number(await this.box('Minimum tick').inputValue()), Number(await this.box('Maximum tick').inputValue())]
  }

  /** Opens the review and waits until all checks are done. */
  async review(): Promise<Locator> {
    const button = this.button('Review deposit')
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.click()
    const dialog = this.page.getByRole('dialog', { name: 'Review deposit' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Confirm deposit' }).waitFor()
    return dialog
  }

  async confirm(): Promise<void> {
    await this.decide('Confirm deposit')
  }

  /** Presses a deciding button of a review, as soon as all checks are done. */
  async decide(name: string): Promise<void> {
    const button = this.#confirmation(name)
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.click()
  }

  /** By the start of its name: "Confirm swap" may be "Confirm swap: Approve and swap". */
  #confirmation(name: string): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^${name}`) })
  }

  /** Agrees to every warning, until the button can be pressed. */
  async agree(name: string): Promise<void> {
    await expect
      .poll(async () => {
        await agreeToAll(this.page)
        return this.#confirmation(name).isEnabled()
      })
      .toBe(true)
  }

  /** The notices of deposits that the service carries out. */
  landing(): Locator {
    return this.page.getByRole('region', { name: 'Pending deposit' })
  }

  async done(): Promise<void> {
    await expect.poll(() => this.orderStatus(), ofAnOrder).toBe('done')
  }

  orderStatus(): Promise<string | null> {
    return this.page.getByRole('status', { name: 'Order' }).getAttribute('data-status')
  }

  /** The newest position of an account, read from the chain. */
  async newest(owner: Address, chainId = harbor): Promise<OnChain> {
    const address = this.managerOf(chainId)
    const chain = this.#stage.chain(chainId)
    const read = { address, abi: manager } as const
    const count = await chain.readContract({ ...read, functionName: 'balanceOf', args: [owner] })
    const id = await chain.readContract({ ...read, functionName: 'tokenOfOwnerByIndex', args: [owner, count - 1n] })
    const [held, position] = await Promise.all([
      chain.readContract({ ...read, functionName: 'ownerOf', args: [id] }),
      chain.readContract({ ...read, functionName: 'positions', args: [id] }),
    ])
    const [, , token0, token1, fee, tickLower, tickUpper, liquidity] = position
    return { id, owner: getAddress(held), token0, token1, fee, tickLower, tickUpper, liquidity }
  }

  async token(symbol: string): Promise<Address> {
    return getAddress((await this.#listed(symbol)).address)
  }

  /** The service's id of a token of Harbor. */
  async id(symbol: string): Promise<number> {
    return (await this.#listed(symbol)).id
  }

  /** The first of these pairs for which Harbor has no pool. A retried test starts another pool. */
  async unpooled(...pairs: readonly Pair[]): Promise<Pair> {
    const pools = await this.#records()
    for (const pair of pairs) {
      const tokens = await Promise.all(pair.map((symbol) => this.token(symbol)))
      if (!pools.some(({ token0, token1 }) => tokens.includes(token0.address) && tokens.includes(token1.address)))
        return pair
    }
    throw new Error('There is a pool of every pair of this story.')
  }

  /** The current square-root price of a pool of Harbor on chain, by its name. */
  async sqrtPriceOf(name: string): Promise<bigint> {
    const pool = (await this.#records()).find((record) => record.name === name)
    const abi = parseAbi([
      'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
    ])
    const address = getAddress(pool?.address ?? '')
    const [price] = await this.#stage.chain(harbor).readContract({ address, abi, functionName: 'slot0' })
    return price
  }

  /** The current records, bypassing the gateway's cache. */
  async #records(): Promise<readonly PoolRecord[]> {
    const { exchange } = this.#stage
    const headers = { 'x-api-key': exchange.apiKey }
    const answer = await exchange.fetch(new Request('http://exchange/api/amm/pool/all/Harbor', { headers }))
    return ((await answer.json()) as { data: PoolRecord[] }).data
  }

  /** The price of one token in another by the service's prices, in whole units. */
  async costs(symbol: string, other: string): Promise<string> {
    const [one, two] = await Promise.all([this.#listed(symbol), this.#listed(other)])
    return String(Math.round(one.currency.price / two.currency.price))
  }

  async #listed(symbol: string) {
    const { data } = (await (await this.page.request.get('/api/blockchain')).json()) as { data: Listed[] }
    const chain = data.find(({ name }) => name === 'Harbor')
    const listed = chain?.chainCurrencies.find(({ currency }) => currency.ticker === symbol)
    if (!listed) throw new Error(`Harbor lists no ${symbol}.`)
    return listed
  }

  /** Another trader sells WETH into a pool of Harbor. */
  async sell(symbol: 'WETH', into: string, amount: string): Promise<void> {
    const chain = this.#stage.cheat(harbor).extend(walletActions)
    const value = parseUnits(amount, 18)
    await chain.setBalance({ address: whale, value: 2n * value })
    await chain.impersonateAccount({ address: whale })
    const params = {
      tokenIn: await this.token(symbol),
      tokenOut: await this.token(into),
      fee: 3000,
      recipient: whale,
      deadline: 2n ** 40n,
      amountIn: value,
      amountOutMinimum: 0n,
      sqrtPriceLimitX96: 0n,
    }
    const data = encodeFunctionData({ abi: router, functionName: 'exactInputSingle', args: [params] })
    const to = this.#stage.exchange.chains.find(({ chainId }) => chainId === harbor)?.trusted[0] as Address
    const hash = await chain.sendTransaction({ account: whale, chain: null, to, data, value, gas: 8_000_000n })
    await receiptOf(this.#stage.chain(harbor), hash)
  }

  managerOf(chainId = harbor): Address {
    const found = this.#stage.exchange.chains.find((chain) => chain.chainId === chainId)
    return getAddress(found?.positionManager ?? found?.trusted[2] ?? '')
  }
}
