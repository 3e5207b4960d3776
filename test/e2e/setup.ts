import type { BrowserContext, Page } from 'playwright-core'
import { type Address, encodeFunctionData, erc20Abi, getAddress, parseUnits } from 'viem'
import { abi, approveData } from '../guard/fixtures'
import { receiptOf } from '../receipt'
import { sendByHand } from './byHand'
import type { Stage, Visit } from './stage'
import { harbor, Trader } from './trader'
import type { PromptResponse, TestWallet, TransactionRequest } from './wallet'

/** An amount of one token for another. Tokens of other chains have the chain in their name: "USDC on Delta". */
export type Trade = readonly [amount: string, from: string, to: string]

export type Setup = {
  readonly visit: Visit
  readonly page: Page
  readonly context: BrowserContext
  readonly trader: Trader
  readonly wallet: TestWallet
}

type SetupOptions = {
  /** The chain that the wallet starts on. */
  readonly chainId?: number
  /** Lets the test move the page's time: `page.clock`. */
  readonly clock?: true | { readonly from: Date }
}

/** A trader with a wallet in front of the swap form, with everything chosen. */
export async function openSetup(
  stage: Stage,
  trade: Trade,
  { chainId = harbor, clock }: SetupOptions = {},
): Promise<Setup> {
  const wallet = await stage.wallet({ chainId })
  const visit = await stage.visit('/favicon.svg', { wallet })
  const { page, context } = visit
  visit.tolerate(/favicon\.svg/)
  const trader = new Trader(stage, page)
  if (clock) await page.clock.install(clock === true ? {} : { time: clock.from })
  await visit.goto(await swapLink(stage, trade))
  await trader.connect('Test Wallet')
  return { visit, page, context, trader, wallet }
}

/** The URL of the form with everything chosen. */
export async function swapLink(stage: Stage, [amount, from, to]: Trade): Promise<string> {
  const refs = await Promise.all([from, to].map((name) => refOf(stage, name)))
  return `/swap?from=${refs[0]}&to=${refs[1]}&amount=${amount}`
}

/** The contract of a token of Harbor, by its symbol. */
export async function tokenOf(stage: Stage, symbol: string): Promise<Address> {
  const [, address = ''] = (await refOf(stage, symbol)).split(':')
  return getAddress(address)
}

/** `741001:0x…` for "USDC", `741002:native` for "BNB on Delta". */
async function refOf(stage: Stage, name: string): Promise<string> {
  const [symbol = '', network = 'Harbor'] = name.split(' on ')
  const { exchange } = stage
  const request = new Request('http://exchange/api/blockchain', { headers: { 'x-api-key': exchange.apiKey } })
  const { data } = (await (await exchange.fetch(request)).json()) as { data: readonly ListedChain[] }
  const chain = data.find((each) => each.name === network)
  const token = chain?.chainCurrencies.find(({ currency }) => currency.ticker === symbol)
  if (!chain || !token) throw new Error(`There is no ${name}.`)
  const isCoin = /^0x0+$/.test(token.address)
  return `${chain.chainId}:${isCoin ? 'native' : token.address}`
}

type ListedChain = {
  readonly name: string
  readonly chainId: number
  readonly chainCurrencies: readonly { readonly address: string; readonly currency: { readonly ticker: string } }[]
}

/** The `eth_sendTransaction` requests that the wallet received. */
export function sendsOf({ requests }: TestWallet): TransactionRequest[] {
  return requests
    .filter(({ method }) => method === 'eth_sendTransaction')
    .map(({ params }) => params[0] as TransactionRequest)
}

/** Every request that the wallet would have shown to its owner, except the connection. */
export function promptsOf({ requests }: TestWallet): string[] {
  return requests.map(({ method }) => method).filter((method) => /send|sign|wallet_(add|switch|watch)/i.test(method))
}

/** A wallet response that the test gives later. */
export function deferredResponse(): {
  readonly response: PromptResponse
  readonly decide: (response: PromptResponse) => void
} {
  let decide: (response: PromptResponse) => void = () => {}
  const later = new Promise<PromptResponse>((resolve) => {
    decide = resolve
  })
  return { response: { later }, decide }
}

/** Another trader buys much PUFF, which has one pool, so that later buyers get noticeably less. */
export async function raiseThePrice(
  stage: Stage,
  whale: TestWallet,
  mine: () => Promise<void> = async () => {},
): Promise<void> {
  const [usdc, puff] = await Promise.all([tokenOf(stage, 'USDC'), tokenOf(stage, 'PUFF')])
  const router = routerOf(stage)
  const amountIn = parseUnits('20000', 6)
  const params = {
    ...{ tokenIn: usdc, tokenOut: puff, fee: 3_000, recipient: whale.address, deadline: 10n ** 12n },
    ...{ amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
  }
  const data = encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
  await sendByHand(stage, whale, harbor, { to: usdc, data: approveData(router, amountIn) })
  const hash = await sendByHand(stage, whale, harbor, { to: router, data })
  await mine()
  const { status } = await receiptOf(stage.chain(harbor), hash)
  if (status !== 'success') throw new Error('The price stands where it was.')
}

/** The router's allowance for an owner's token. */
export async function allowanceOf(stage: Stage, owner: Address, symbol: string): Promise<bigint> {
  const address = await tokenOf(stage, symbol)
  return stage
    .chain(harbor)
    .readContract({ abi: erc20Abi, address, functionName: 'allowance', args: [owner, routerOf(stage)] })
}

export function routerOf(stage: Stage): Address {
  const [router = ''] = stage.exchange.chains.find(({ chainId }) => chainId === harbor)?.trusted ?? []
  return getAddress(router)
}
