import type { Locator, Page } from 'playwright-core'
import { type Address, getAddress } from 'viem'
import { expect } from 'vitest'
import type { Stage } from './stage'

export const harbor = 741_001
export const delta = 741_002

/** An order with several steps is checked before each of them, and may cross chains. */
export const ofAnOrder = { timeout: 60_000 }

/** The actions of a person on the swap screen, by role and name only. */
export class Trader {
  readonly page: Page
  readonly #stage: Stage

  constructor(stage: Stage, page: Page) {
    this.#stage = stage
    this.page = page
  }

  async connect(wallet = 'Demo wallet (EVM)'): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect wallet', exact: true }).click()
    const offered = this.page.getByRole('dialog', { name: 'Connect a wallet' })
    if (wallet.includes('batches')) await offered.getByText('Wallets for testers').click()
    await offered.getByRole('button', { name: wallet }).click()
    await this.page.getByRole('button', { name: /^Account/ }).waitFor()
    // Text typed while the dialog is closing would be lost.
    await this.page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor({ state: 'detached' })
  }

  /** Connects a second wallet, of another chain kind. */
  async connectAlso(wallet: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Account/ }).click()
    await this.page.getByRole('button', { name: 'Connect another wallet' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Connect a wallet' })
    await dialog.getByRole('button', { name: wallet }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** The connected account, as shown in the account panel. */
  async address(): Promise<Address> {
    await this.page.getByRole('button', { name: /^Account/ }).click()
    const dialog = this.page.getByRole('dialog')
    const text = await dialog.locator('code').first().innerText()
    await this.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return getAddress(text.trim())
  }

  async choose(side: 'pay' | 'receive', symbol: string, network = 'Harbor'): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^Token to ${side}`) }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Select a token' })
    await dialog.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol)
    await dialog.getByRole('option', { name: new RegExp(`^${symbol} .* on ${network}$`) }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  async pay(amount: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'You pay' }).fill(amount)
  }

  async review(): Promise<void> {
    const button = this.page.getByRole('form', { name: 'Swap' }).getByRole('button', { name: 'Review swap' })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.click()
    await this.page.getByRole('dialog', { name: 'Review swap' }).waitFor()
  }

  async confirm(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Confirm swap' })
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.click()
  }

  /** The rows of the review's sign table, once all checks are done. */
  async signTable(): Promise<string[]> {
    await expect.poll(() => this.page.getByRole('button', { name: 'Confirm swap' }).isEnabled()).toBe(true)
    return signRows(this.page)
  }

  /** Also those behind "Details", where the steps of an order are that is done. */
  steps() {
    return this.page
      .getByRole('list', { name: 'Steps', includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
  }

  async stepStates(): Promise<(string | null)[]> {
    const items = await this.steps().all()
    return Promise.all(items.map((item) => item.getAttribute('data-state')))
  }

  order() {
    return this.page.getByRole('status', { name: 'Order' })
  }

  async waitForStatus(expected: string): Promise<void> {
    await expect.poll(() => this.order().getAttribute('data-status'), ofAnOrder).toBe(expected)
  }

  /** A figure of the receipt, in full and in whole tokens. */
  async receipt(term: string): Promise<string> {
    const row = this.page.getByRole('region', { name: 'Receipt' }).locator('dl > div', { hasText: term })
    return (await row.locator('data').first().getAttribute('value')) ?? ''
  }

  /** Waits until the sign table contains a text. */
  async readable(sentence: RegExp): Promise<void> {
    await this.page.getByRole('table', { name: 'What you will sign' }).waitFor()
    await signRows(this.page)
    await this.page.getByRole('table', { name: 'What you will sign' }).getByText(sentence).first().waitFor()
  }

  /** The mint of a Solana token by its symbol; `undefined` for SOL. */
  async mint(symbol: string): Promise<string | undefined> {
    const address = await this.listed(symbol, 741_003)
    return symbol === 'SOL' ? undefined : address
  }

  /** The address of a token by its symbol, as the service lists it; `undefined` for the native coin. */
  async tokenAddress(symbol: string, chainId = harbor): Promise<Address | undefined> {
    const address = await this.listed(symbol, chainId)
    return BigInt(address) === 0n ? undefined : getAddress(address)
  }

  /** The address of a token, as the service writes it. */
  async listed(symbol: string, chainId: number): Promise<string> {
    const answer = await this.#stage.exchange.fetch(
      new Request('http://exchange/api/blockchain', { headers: { 'x-api-key': this.#stage.exchange.apiKey } }),
    )
    const { data } = (await answer.json()) as {
      data: { chainId: number; chainCurrencies: { address: string; currency: { ticker: string } }[] }[]
    }
    const token = data
      .find((chain) => chain.chainId === chainId)
      ?.chainCurrencies.find(({ currency }) => currency.ticker === symbol)
    if (!token) throw new Error(`There is no ${symbol} on ${chainId}.`)
    return token.address
  }

  async balance(owner: Address, symbol: string, chainId = harbor): Promise<bigint> {
    return this.#stage.balance(chainId, owner, await this.tokenAddress(symbol, chainId))
  }
}

/** The rows of the sign table, with each line opened. */
export async function signRows(place: Page | Locator): Promise<string[]> {
  const table = place.getByRole('table', { name: 'What you will sign' })
  const closed = table.locator('tr > td > details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  return table.getByRole('row').allInnerTexts()
}
