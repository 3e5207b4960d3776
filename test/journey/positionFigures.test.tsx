import { act, waitFor } from '@testing-library/react'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { isObject, type Json, type JsonObject, numberText } from '../../src/protocol/json/json'
import PositionsScreen from '../../src/screens/positions/PositionsScreen'
import PositionScreen from '../../src/screens/positions/position/PositionScreen'
import { ordersWith } from '../builders/orderService'
import { draws } from '../depth'
import { call, offerOf, openWallet, rows, type Wallet } from '../exchange/trader'
import { accountWith, renderIn, servicesWith, walletsWith } from '../services'
import { type App, openApp } from './app'

/*
 * Random positions are opened on a local chain, traded over, partly withdrawn and collected from. Every figure on their
 * cards and pages is compared with one that is computed here only from the chain. The payout of a withdrawal is the
 * position manager's own answer, prices are powers of 1.0001, and the account uses the results of each transaction.
 */

const harbor = 741_001
const count = draws(30, 100)
const perTransaction = 10
const seed = 20_261_122

type Pool = {
  readonly address: Address
  readonly tokens: readonly [Listed, Listed]
  readonly fee: number
  readonly fees24h: number
}
type Listed = { readonly address: Address; readonly symbol: string; readonly decimals: number; readonly price: number }
type Pair = readonly [bigint, bigint]
/** Deposits and payouts of a position, each with the pool's price at the end of its block. */
type Life = {
  readonly id: bigint
  readonly pool: Pool
  readonly range: readonly [number, number]
  readonly flows: readonly {
    readonly in: Pair
    readonly out: Pair
    readonly freed: Pair
    readonly price: bigint
    readonly block: bigint
  }[]
}

let app: App
let wallet: Wallet
let manager: Address
let pools: readonly Pool[] = []
let lives: readonly Life[] = []

// The simulated document has a byte array of its own, which the exchange's Solana does not accept.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

beforeAll(async () => {
  app = await openApp()
  wallet = openWallet(app.exchange, harbor)
  await app.exchange.fund('evm', wallet.address)
  lives = await liveThroughIt()
}, 240_000)

afterAll(() => app.stop())

test('every figure on the cards of random positions matches the chain', async () => {
  renderIn(services(), <PositionsScreen />)
  await waitFor(() => expect(cards()).toHaveLength(count))
  const shown = new Map(cards().map((card) => [/#(\d+)/.exec(card.textContent ?? '')?.[1], card]))
  let withFees = 0
  for (const life of lives) {
    const card = shown.get(String(life.id))
    if (!card) throw new Error(`Position ${life.id} is not listed.`)
    const now = await standOf(life)
    checkCard(card, life, now)
    if (now.unclaimed.some((units) => units > 0n)) withFees++
  }
  // The trades have paid many of them: not all of what was compared was nothing.
  expect(withFees).toBeGreaterThan(0)
})

test('every figure on their pages is, and profit and loss agrees to the unit', async () => {
  window.history.replaceState(null, '', `/positions/Harbor/${lives[0]?.id}`)
  renderIn(
    services(),
    <Route path="/positions/:network/:position">
      <PositionScreen />
    </Route>,
  )
  for (const life of lives) {
    // One page after the other, as a person visits them: known facts about the pools are not read again.
    act(() => window.history.pushState(null, '', `/positions/Harbor/${life.id}`))
    await vi.waitFor(
      () => {
        expect(document.querySelector('h1')?.textContent).toMatch(new RegExp(`#${life.id}$`))
        expect(document.body.textContent).toContain('Received so far')
      },
      { interval: 10, timeout: 30_000 },
    )
    const now = await standOf(life)
    checkCard(document.body, life, now)
    await checkAccount(life, now)
  }
  expect(remembered).toBeGreaterThan(0)
}, 240_000)

type Stand = Awaited<ReturnType<typeof standOf>>

function checkCard(card: HTMLElement, life: Life, now: Stand): void {
  const { tokens, fee, fees24h } = life.pool
  const [{ symbol: symbol0 }, { symbol: symbol1 }] = tokens
  const figures = figuresIn(card)
  const where = `#${life.id} ${symbol0}/${symbol1} ${life.range}`
  expect(card.textContent, where).toContain(`fee ${fee / 10_000}%`)

  const value = worthOf(tokens, now.holds)
  agrees(figures.get('Value'), value, where)
  holdsBoth(figures.get('Holds'), tokens, now.holds, where)
  holdsBoth(figures.get('Unclaimed fees'), tokens, now.unclaimed, where)

  // Prices: in dollars first, then in the native coin.
  const isInverted = rank(tokens[0]) > rank(tokens[1])
  const priceAt = (tick: number) => {
    const price = 1.0001 ** tick * 10 ** (tokens[0].decimals - tokens[1].decimals)
    return isInverted ? 1 / price : price
  }
  const [low, high] = isInverted ? [life.range[1], life.range[0]] : life.range
  const range = figures.get('Price range') ?? ''
  if (life.range[0] === -887_220 && life.range[1] === 887_220) expect(range, where).toBe('All prices')
  else {
    const [first, second] = range.split(' to ')
    if (Math.abs(low) !== 887_220) agrees(first, priceAt(low), where)
    if (Math.abs(high) !== 887_220) agrees(second, priceAt(high), where)
    const [quote, base] = isInverted ? [symbol0, symbol1] : [symbol1, symbol0]
    expect(range, where).toContain(`${quote} per ${base}`)
  }
  const root = Number(now.price) / 2 ** 96
  const price = root * root * 10 ** (tokens[0].decimals - tokens[1].decimals)
  agrees(figures.get('Current price'), isInverted ? 1 / price : price, where)

  const isEarning = life.range[0] <= now.tick && now.tick < life.range[1]
  const state = now.tick < life.range[0] ? 'below' : 'above'
  expect(card.querySelector('[data-state]')?.getAttribute('data-state'), where).toMatch(
    isEarning ? /^(earning|edge)$/ : life.range[1] === now.tick ? /^(edge|above)$/ : new RegExp(`^${state}$`),
  )
  const share = figures.get('Share of active liquidity')
  if (!isEarning) {
    expect(share, where).toBeUndefined()
    expect(figures.get('APR'), where).toBe('None while out of range')
    return
  }
  const part = Number(now.liquidity) / Number(now.active)
  if (share === '<0.01%') expect(part, where).toBeLessThan(0.000_05)
  else agrees(share, part * 100, where)
  const yearly = (fees24h * part * 365 * 100) / value
  if (value > 0) agrees(figures.get('APR'), yearly, where, yearly * 0.001)
}

/** Positions whose every price is still known, so that they are accounted for in cash as well. */
let remembered = 0

async function checkAccount({ id, pool, flows }: Life, now: Stand): Promise<void> {
  const { tokens } = pool
  const add = (...pairs: readonly Pair[]): Pair => [sum(pairs.map(([a]) => a)), sum(pairs.map(([, b]) => b))]
  const less = (a: Pair, b: Pair): Pair => [a[0] - b[0], a[1] - b[1]]
  const performance = [...document.querySelectorAll('section')].find(({ textContent }) =>
    textContent?.startsWith('Performance'),
  )
  const parts = [performance, document.querySelector('details')].flatMap((part) => part ?? [])
  const figures = new Map(parts.flatMap((part) => [...figuresIn(part)]))
  const [paid, received, freed] = [
    add(...flows.map((flow) => flow.in)),
    add(...flows.map(({ out }) => out)),
    add(...flows.map((flow) => flow.freed)),
  ]
  const both = (pair: Pair) => tokens.map((token, index) => exact(token, pair[index]!)).join('')
  expect(figures.get('Deposited'), `#${id}`).toBe(both(paid))
  expect(figures.get('Received so far'), `#${id}`).toBe(both(received))
  expect(figures.get('Now'), `#${id}`).toBe(both(now.holds))
  expect(figures.get('Unclaimed fees'), `#${id}`).toBe(both(now.unclaimed))
  expect(figures.get('Total fees earned'), `#${id}`).toBe(both(less(add(received, now.unclaimed), freed)))

  const quote = rank(tokens[0]) > rank(tokens[1]) ? 0 : 1
  const signed = (units: bigint) => {
    const text = exact(tokens[quote], units < 0n ? -units : units)
    return units < 0n ? `−${text}` : units > 0n ? `+${text}` : text
  }
  const gain = less(add(now.holds, now.unclaimed, received), paid)
  expect(figures.get('Against holding'), `#${id}`).toBe(signed(valueIn(quote, gain, now.price)))
  const cash = flows.map(({ in: paidIn, out, price }) => valueIn(quote, out, price) - valueIn(quote, paidIn, price))
  const name = `Against keeping ${tokens[quote].symbol}`
  const gone = await Promise.all(flows.map(({ block }) => isForgotten(pool, block)))
  if (gone.includes(true)) {
    expect(figures.get(name), `#${id}`).toBe('Unavailable: past prices are unknown')
    return
  }
  remembered++
  expect(figures.get(name), `#${id}`).toBe(signed(sum(cash) + valueIn(quote, add(now.holds, now.unclaimed), now.price)))
}

/** The chain's state of a position: the manager itself returns the payout of a whole withdrawal. */
async function standOf({ id, pool }: Life) {
  const [position, slot, active] = await Promise.all([positionOf(id), slotOf(pool.address), activeOf(pool.address)])
  const liquidity = position[7]
  const [holds, unclaimed] = await Promise.all([
    liquidity === 0n ? ([0n, 0n] as const) : payoutOf(id, liquidity),
    dueOf(id),
  ])
  return { liquidity, holds, unclaimed, price: slot[0], tick: slot[1], active }
}

async function liveThroughIt(): Promise<readonly Life[]> {
  const random = randomFrom(seed)
  const records = rows((await call(app.exchange, '/api/amm/pool/all/Harbor')).body.data)
  manager = getAddress(String(records[0]?.positionManager))
  const tradable = records.filter((record) => hasListedTokens(record)).slice(0, 6)
  for (const token of new Set(tradable.flatMap(({ token0, token1 }) => [addressIn(token0), addressIn(token1)])))
    await wallet.send(
      token,
      encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [manager, 2n ** 255n] }),
    )
  const places = tradable.map((record) => poolIn(record))

  const opened: Life[] = []
  for (let first = 0; first < count; first += perTransaction) {
    const wishes = await Promise.all(
      Array.from({ length: perTransaction }, (_, index) => wishFor(places[(first + index) % places.length]!)),
    )
    const { results } = await batch(
      wishes.map(({ args }) => encodeFunctionData({ abi, functionName: 'mint', args: [args] })),
    )
    for (const [index, { pool, args }] of wishes.entries()) {
      const [id, , amount0, amount1] = decodeFunctionResult({ abi, functionName: 'mint', data: results[index]! })
      const flow = { in: [amount0, amount1], out: nothing, freed: nothing, ...(await momentOf(pool)) } as const
      opened.push({ id, pool, range: [args.tickLower, args.tickUpper], flows: [flow] })
    }
    await trade(places, random)
  }

  const changed: Life[] = []
  for (const life of opened) {
    const kind = random()
    changed.push(
      kind < 0.25
        ? await withdrawFrom(life, BigInt(1 + Math.floor(random() * 99)))
        : kind < 0.4
          ? await collectFrom(life)
          : life,
    )
  }
  await trade(places, random)
  // The figures of the hour are worked out when they are first asked for in an hour: they are part of the record.
  pools = rows((await call(app.exchange, '/api/amm/pool/all/Harbor')).body.data).map((record) => poolIn(record))
  return changed.map((life) => ({ ...life, pool: pools.find(({ address }) => address === life.pool.address)! }))

  async function wishFor(pool: Pool) {
    const [, tick] = await slotOf(pool.address)
    const middle = Math.floor(tick / 60) * 60
    const kind = random()
    const width = 60 * (1 + Math.floor(random() ** 3 * 600))
    const shift = kind < 0.15 ? width + 60 : kind < 0.3 ? -width - 60 : 60 * Math.round((random() - 0.5) * (width / 60))
    const [tickLower, tickUpper] =
      kind > 0.92 ? [-887_220, 887_220] : [clamp(middle + shift - width), clamp(middle + shift + width)]
    const balances = await Promise.all(pool.tokens.map(({ address }) => balanceOf(address)))
    const [amount0Desired, amount1Desired] = balances.map(
      (units) => (units * BigInt(1 + Math.floor(random() * 1_000))) / 200_000n + 1n,
    ) as [bigint, bigint]
    const [token0, token1] = [pool.tokens[0].address, pool.tokens[1].address]
    const rest = { amount0Min: 0n, amount1Min: 0n, recipient: wallet.address, deadline }
    return {
      pool,
      args: { token0, token1, fee: pool.fee, tickLower, tickUpper, amount0Desired, amount1Desired, ...rest },
    }
  }
}

async function withdrawFrom(life: Life, percent: bigint): Promise<Life> {
  const [, , , , , , , liquidity] = await positionOf(life.id)
  const { results, logs } = await batch([
    encodeFunctionData({
      abi,
      functionName: 'decreaseLiquidity',
      args: [decreasing(life.id, (liquidity * percent) / 100n)],
    }),
    encodeFunctionData({ abi, functionName: 'collect', args: [collecting(life.id)] }),
  ])
  const freed = decodeFunctionResult({ abi, functionName: 'decreaseLiquidity', data: results[0]! })
  const out = loggedPayout(results[1]!, logs)
  return { ...life, flows: [...life.flows, { in: nothing, out, freed, ...(await momentOf(life.pool)) }] }
}

/** Collecting nothing is an error of the manager: such a position stays as it is. */
async function collectFrom(life: Life): Promise<Life> {
  const due = await dueOf(life.id)
  if (due[0] === 0n && due[1] === 0n) return life
  const { results, logs } = await batch([
    encodeFunctionData({ abi, functionName: 'collect', args: [collecting(life.id)] }),
  ])
  const out = loggedPayout(results[0]!, logs)
  return { ...life, flows: [...life.flows, { in: nothing, out, freed: nothing, ...(await momentOf(life.pool)) }] }
}

/**
 * The payout by the manager's logs, which the account uses. Where the pool rounds down, it has paid a unit less than
 * that.
 */
function loggedPayout(returned: Hex, logs: TransactionReceipt['logs']): Pair {
  const [payout] = parseEventLogs({ abi: payoutAbi, logs: [...logs] })
  if (!payout) throw new Error('The manager logged no payout.')
  const logged = [payout.args.amount0, payout.args.amount1] as const
  const paid = decodeFunctionResult({ abi, functionName: 'collect', data: returned })
  for (const place of [0, 1] as const) expect([0n, 1n]).toContain(logged[place] - paid[place])
  return logged
}

/** Several calls in one transaction, what each of them returned, and what was logged. */
async function batch(calls: readonly Hex[]) {
  const { result: results } = await wallet.client.simulateContract({
    ...managing(),
    functionName: 'multicall',
    args: [calls],
  })
  const receipt = await wallet.send(
    manager,
    encodeFunctionData({ abi, functionName: 'multicall', args: [calls] }),
    0n,
    12_000_000n,
  )
  if (receipt.status !== 'success') throw new Error('A batch of positions failed.')
  return { results, logs: receipt.logs }
}

/** A swap in each pool, in either direction, through the service. */
async function trade(places: readonly Pool[], random: () => number): Promise<void> {
  const chains = rows((await call(app.exchange, '/api/blockchain')).body.data)
  const currencies = rows(chains.find(({ name }) => name === 'Harbor')?.chainCurrencies)
  const idOf = (address: Address) => Number(currencies.find((entry) => entry.address === address)?.id)
  for (const { tokens } of places) {
    const [sold, bought] = random() < 0.5 ? tokens : [tokens[1], tokens[0]]
    const balance = await balanceOf(sold.address)
    const amount = Number(balance) / 10 ** sold.decimals / (200 + random() * 2_000)
    const parties = { sender: wallet.address, recipient: wallet.address, slippage: 500 }
    const body = { tokenAId: idOf(sold.address), tokenBId: idOf(bought.address), amount: amount.toFixed(6), ...parties }
    const said = await call(app.exchange, '/api/swap/native', { body })
    if (said.http === 201) await wallet.signAll(offerOf(said).transactions)
  }
}

function services() {
  const { deployment, client, nodes } = app
  return servicesWith({
    deployment,
    client,
    clock: Date.now,
    wallets: walletsWith({
      accounts: [accountWith({ address: wallet.address })],
      rpc: (chainId) => nodes.get(chainId)!.ask,
    }),
    orderService: ordersWith(),
  })
}

function poolIn(record: JsonObject): Pool {
  const listed = app.catalog.tokens.filter(({ chain }) => chain.chainId === harbor)
  const token = (address: Address): Listed => {
    const found = listed.find((other) => other.address.toLowerCase() === address.toLowerCase())
    if (!found) throw new Error(`${address} is not listed.`)
    return { address, symbol: found.symbol, decimals: found.decimals, price: Number(found.price) }
  }
  return {
    address: getAddress(String(record.address)),
    tokens: [token(addressIn(record.token0)), token(addressIn(record.token1))],
    fee: Number(record.fee),
    fees24h: Number(numberText(record.fees24h)),
  }
}

function hasListedTokens({ token0, token1 }: JsonObject): boolean {
  const here = app.catalog.tokens.filter(({ chain, isNative }) => chain.chainId === harbor && !isNative)
  const names = here.map(({ address }) => address.toLowerCase())
  return [token0, token1].every((token) => names.includes(addressIn(token).toLowerCase()))
}

function addressIn(token: Json | undefined): Address {
  return getAddress(String(isObject(token) && token.address))
}

function cards(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('ul[aria-label="Positions"] > li')]
}

/** Terms and values as they are read aloud, to the last digit; the first of a name counts. */
function figuresIn(card: HTMLElement): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const term of card.querySelectorAll('dt')) {
    const name = term.textContent ?? ''
    if (!found.has(name)) found.set(name, readAloud(term.nextElementSibling))
  }
  return found
}

function readAloud(element: Element | null): string {
  if (!element) return ''
  const read = document.createElement('div')
  read.append(element.cloneNode(true))
  for (const hidden of read.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return read.textContent ?? ''
}

/** A shown figure agrees when the exact one lies within its last digit, or within `room`. */
function agrees(shown: string | undefined, value: number, where: string, room = 0): void {
  const [, sign = '', whole = '', zeros = '', places = ''] =
    /([<−]?)\$?([\d,]+)(?:\.(?:0([₀-₉]+))?(\d*))?/.exec(shown ?? '') ?? []
  if (sign === '<') {
    expect(value, `${where}: ${shown}`).toBeLessThanOrEqual(0.01)
    return
  }
  const hidden = [...zeros].map((digit) => digit.charCodeAt(0) - 0x2080).join('')
  const decimals = '0'.repeat(Number(hidden || 0)) + places
  const number = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`)
  // Shortened whole numbers and powers of 1.0001 in doubles are exact to about ten digits.
  // Six digits are shown, of a large number its first six.
  const digits = whole.replaceAll(',', '').replace(/^0+/, '').length
  const step = Math.max(10 ** -decimals.length, 10 ** (digits - 6) / 2, Math.abs(value) * 1e-9, room)
  expect(shown, where).toBeTruthy()
  expect(Math.abs(number - value), `${where}: ${shown} is not ${value}`).toBeLessThanOrEqual(step * 1.000_001)
}

function holdsBoth(shown: string | undefined, tokens: Pool['tokens'], amounts: Pair, where: string): void {
  const parts = (shown ?? '').split(' · ')
  expect(parts, where).toHaveLength(2)
  for (const [index, token] of tokens.entries()) {
    agrees(parts[index], Number(amounts[index]!) / 10 ** token.decimals, where)
    expect(parts[index], where).toMatch(new RegExp(` ${token.symbol}$`))
  }
}

function worthOf(tokens: Pool['tokens'], amounts: Pair): number {
  return tokens.reduce((sum, { price, decimals }, index) => sum + (Number(amounts[index]!) / 10 ** decimals) * price, 0)
}

/** Dollars rank before the native coin, that before everything else. */
function rank({ symbol }: Listed): number {
  if (/USD|DAI/.test(symbol)) return 2
  return symbol === 'WETH' || symbol === 'WMATIC' ? 1 : 0
}

/** `amount0 · price + amount1` in the second token, or the same in the first; towards less. */
function valueIn(quote: 0 | 1, [amount0, amount1]: Pair, root: bigint): bigint {
  const square = root * root
  const numerator = amount0 * square + (amount1 << 192n)
  const divisor = quote === 1 ? 1n << 192n : square
  const whole = numerator / divisor
  return numerator < 0n && whole * divisor !== numerator ? whole - 1n : whole
}

function exact({ symbol, decimals }: Listed, units: bigint): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
  const places = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${whole}${places && '.'}${places} ${symbol}`
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, part) => total + part, 0n)
}

function clamp(tick: number): number {
  return Math.min(Math.max(tick, -887_220), 887_220)
}

/** Mulberry32: the same seed opens the same positions. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The price at the end of the latest block. */
async function momentOf({ address }: Pool) {
  const block = await wallet.client.getBlockNumber()
  return { block, price: (await slotOf(address))[0] }
}

/** A node drops old states: without them the figure may be missing on the page. */
async function isForgotten({ address }: Pool, blockNumber: bigint): Promise<boolean> {
  const asked = { address, abi: poolAbi, functionName: 'slot0', blockNumber } as const
  return wallet.client.readContract(asked).then(
    () => false,
    () => true,
  )
}

const nothing: Pair = [0n, 0n]
const deadline = 99_999_999_999n
const most = 2n ** 128n - 1n
const decreasing = (tokenId: bigint, liquidity: bigint) => ({
  tokenId,
  liquidity,
  amount0Min: 0n,
  amount1Min: 0n,
  deadline,
})
const collecting = (tokenId: bigint) => ({ tokenId, recipient: wallet.address, amount0Max: most, amount1Max: most })

const managing = () => ({ address: manager, abi, account: wallet.client.account }) as const
const positionOf = (id: bigint) => wallet.client.readContract({ ...managing(), functionName: 'positions', args: [id] })
const slotOf = (address: Address) => wallet.client.readContract({ address, abi: poolAbi, functionName: 'slot0' })
const activeOf = (address: Address) => wallet.client.readContract({ address, abi: poolAbi, functionName: 'liquidity' })
const balanceOf = (address: Address) =>
  wallet.client.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [wallet.address] })

async function payoutOf(id: bigint, liquidity: bigint): Promise<Pair> {
  const args = [decreasing(id, liquidity)] as const
  return (await wallet.client.simulateContract({ ...managing(), functionName: 'decreaseLiquidity', args })).result
}

/** The payout of collecting now. */
async function dueOf(id: bigint): Promise<Pair> {
  const args = [collecting(id)] as const
  return (await wallet.client.simulateContract({ ...managing(), functionName: 'collect', args })).result
}

const abi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'struct DecreaseParams { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct CollectParams { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
  'function decreaseLiquidity(DecreaseParams params) payable returns (uint256 amount0, uint256 amount1)',
  'function collect(CollectParams params) payable returns (uint256 amount0, uint256 amount1)',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
  'function positions(uint256 tokenId) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 feeGrowthInside0LastX128, uint256 feeGrowthInside1LastX128, uint128 tokensOwed0, uint128 tokensOwed1)',
])
const payoutAbi = parseAbi([
  'event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1)',
])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
])
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
