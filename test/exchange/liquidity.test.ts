import { type Address, encodeFunctionData, getAddress, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from '../../src/domain/amount'
import { otherAmount } from '../../src/domain/liquidity/liquidity'
import { usableTick } from '../../src/domain/liquidity/tick'
import { type Exchange, startExchange } from '../../src/exchange/exchange'
import { isObject, type Json, type JsonObject, jsonNumber } from '../../src/protocol/json/json'
import { call, type Listed, listed, offerOf, openWallet, rows, type Said, type Wallet } from './trader'

const open: Exchange[] = []

afterAll(() => Promise.all(open.map((exchange) => exchange.stop())))

async function start(addDelivery: 'null' | 'transactions' | 'treasury'): Promise<Exchange> {
  const exchange = await startExchange({ historyDays: 0, live: false, seed: 21, addDelivery })
  open.push(exchange)
  return exchange
}

async function poolsOf(exchange: Exchange): Promise<readonly JsonObject[]> {
  return rows((await call(exchange, '/api/amm/pool/all/Harbor')).body.data)
}

async function pool(exchange: Exchange, name: string): Promise<JsonObject> {
  const found = (await poolsOf(exchange)).find((record) => record.name === name)
  if (!found) throw new Error(`There is no pool ${name}.`)
  return found
}

function positionsOf(record: JsonObject, owner: Address): readonly JsonObject[] {
  return rows(record.positions).filter((position) => position.owner === owner)
}

/** The amount of the second token that a deposit of the first needs, in whole tokens. */
function beside(
  { sqrtPriceX96 }: JsonObject,
  range: { tickLower: number; tickUpper: number },
  amount: string,
  of: Listed[],
) {
  const [first, second] = of
  const standing = { sqrtPriceX96: BigInt(String(sqrtPriceX96)), ...range }
  const units = otherAmount({ ...standing, given: 'amount0', amount: toUnits(amount, first!.decimals) })
  return fromUnits(units, second!.decimals)
}

function around({ tick }: JsonObject, steps: number) {
  const middle = usableTick(Number(tick), 60)
  return { tickLower: middle - steps * 60, tickUpper: middle + steps * 60 }
}

type Wish = Readonly<Record<string, Json>>

function add(exchange: Exchange, wish: Wish): Promise<Said> {
  const body = { networkName: 'Harbor', creationTick: 0, ...wish }
  return call(exchange, '/api/amm/interactions/add', { body })
}

describe("delivery by the person's wallet", () => {
  let exchange: Exchange
  let wallet: Wallet
  let weth: Listed
  let usdc: Listed
  let dai: Listed

  beforeAll(async () => {
    exchange = await start('null')
    wallet = openWallet(exchange, 741_001)
    await exchange.fund('evm', wallet.address)
    ;[weth, usdc, dai] = (await Promise.all(
      ['WETH', 'USDC', 'DAI'].map((ticker) => listed(exchange, 'Harbor', ticker)),
    )) as [Listed, Listed, Listed]
  })

  function wish(more: Wish = {}): Wish {
    const range = { tickLower: -198_000, tickUpper: -192_000 }
    const amounts = { tokenAId: weth.id, amountA: 1, tokenBId: usdc.id, amountB: 3_200 }
    return { ...amounts, ...range, recipient: wallet.address, ...more }
  }

  test('a valid deposit is accepted, with null as its data', async () => {
    const said = await add(exchange, wish())
    expect(said).toMatchObject({ http: 201, body: { data: null, status: true } })
  })

  test('a missing pool is created at the creation tick', async () => {
    const range = { tickLower: -82_020, tickUpper: -79_980 }
    const tokens = { tokenAId: dai.id, tokenBId: weth.id, amountA: 320, amountB: jsonNumber('0.1') }
    const said = await add(exchange, { ...tokens, ...range, recipient: wallet.address, creationTick: -80_713 })
    expect(said.http).toBe(201)
    expect(await pool(exchange, 'DAI/WETH')).toMatchObject({ tick: -80_713, fee: 3000, tickSpacing: 60, positions: [] })
  })

  test('a pool without liquidity is not used by routes', async () => {
    const parties = { sender: wallet.address, recipient: wallet.address }
    const body = { tokenAId: dai.id, tokenBId: weth.id, slippage: 50, amount: '100', ...parties }
    expect(offerOf(await call(exchange, '/api/swap/native', { body })).path).not.toEqual(['DAI', 'WETH'])
  })

  test('a pool of two stablecoins is created with the low fee and the same tick spacing', async () => {
    const usdt = await listed(exchange, 'Harbor', 'USDT')
    const range = { tickLower: -276_600, tickUpper: -276_000 }
    const tokens = { tokenAId: usdt.id, tokenBId: dai.id, amountA: 100, amountB: 100 }
    await add(exchange, { ...tokens, ...range, recipient: wallet.address, creationTick: -276_325 })
    expect(await pool(exchange, 'DAI/USDT')).toMatchObject({ tick: -276_325, fee: 100, tickSpacing: 60 })
  })

  /** A position of half a WETH around the price, minted through the position manager in the pool record. */
  async function mint(owner: Wallet) {
    const record = await pool(exchange, 'WETH/USDC')
    const range = around(record, 10)
    const amount1 = beside(record, range, '0.5', [weth, usdc])
    const manager = getAddress(String(record.positionManager))
    const amounts = { amountA: jsonNumber('0.5'), amountB: jsonNumber(amount1) }
    expect((await add(exchange, wish({ ...range, ...amounts, recipient: owner.address }))).http).toBe(201)

    await owner.approve(weth, manager, toUnits('0.5', 18))
    await owner.approve(usdc, manager, toUnits(amount1, 6))
    const { status } = await owner.send(
      manager,
      encodeFunctionData({
        abi: managerAbi,
        functionName: 'mint',
        args: [
          {
            token0: weth.address,
            token1: usdc.address,
            fee: Number(record.fee),
            ...range,
            amount0Desired: toUnits('0.5', 18),
            amount1Desired: toUnits(amount1, 6),
            amount0Min: 0n,
            amount1Min: 0n,
            recipient: owner.address,
            deadline: 99_999_999_999n,
          },
        ],
      }),
    )
    expect(status).toBe('success')
    const [position] = positionsOf(await pool(exchange, 'WETH/USDC'), owner.address)
    return { manager, range, amount1, position }
  }

  async function somebody() {
    const opened = openWallet(exchange, 741_001)
    await exchange.fund('evm', opened.address)
    return opened
  }

  test('the position manager in the pool record mints the position', async () => {
    const { range, amount1, position } = await mint(await somebody())
    expect(position).toMatchObject({ ...range, isInRange: true, unclaimedFees0: '0', unclaimedFees1: '0' })
    expect(Number(position?.amount0)).toBeCloseTo(0.5, 6)
    expect(Number(position?.amount1)).toBeCloseTo(Number(amount1), 4)
  })

  test('a position that was emptied or transferred is no longer listed for the owner', async () => {
    const [owner, friend] = [await somebody(), await somebody()]
    const { manager, position } = await mint(owner)
    const tokenId = BigInt(String(position?.id))
    const all = { liquidity: BigInt(String(position?.liquidity)), amount0Min: 0n, amount1Min: 0n }
    const everything = { amount0Max: 2n ** 128n - 1n, amount1Max: 2n ** 128n - 1n }
    const ask = { abi: managerAbi } as const
    const params = { tokenId, ...all, deadline: 99_999_999_999n }

    await owner.send(manager, encodeFunctionData({ ...ask, functionName: 'decreaseLiquidity', args: [params] }))
    const [emptied] = positionsOf(await pool(exchange, 'WETH/USDC'), owner.address)
    expect(emptied).toMatchObject({ liquidity: '0', amount0: '0', amount1: '0', valueUsd: 0 })
    expect(Number(emptied?.unclaimedFees0)).toBeCloseTo(0.5, 4)

    await owner.send(
      manager,
      encodeFunctionData({ ...ask, functionName: 'transferFrom', args: [owner.address, friend.address, tokenId] }),
    )
    expect(positionsOf(await pool(exchange, 'WETH/USDC'), friend.address)).toHaveLength(1)
    expect(positionsOf(await pool(exchange, 'WETH/USDC'), owner.address)).toEqual([])

    const collect = encodeFunctionData({
      ...ask,
      functionName: 'collect',
      args: [{ tokenId, recipient: friend.address, ...everything }],
    })
    await friend.send(manager, collect)
    await friend.send(manager, encodeFunctionData({ ...ask, functionName: 'burn', args: [tokenId] }))
    expect(positionsOf(await pool(exchange, 'WETH/USDC'), friend.address)).toEqual([])
  })

  test("amounts follow the pool's own order, for both orders of the tokens in the request", async () => {
    const swapped = { tokenAId: usdc.id, amountA: 3_200, tokenBId: weth.id, amountB: 1 }
    expect((await add(exchange, wish(swapped))).http).toBe(201)
    const above = { tickLower: -180_000, tickUpper: -174_000 }
    expect(await add(exchange, wish({ ...swapped, ...above, amountB: 0 }))).toMatchObject({
      http: 400,
      message: 'At the current price this range takes only WETH, whose amount is zero.',
    })
  })

  test('one token is enough on one side of the price', async () => {
    expect((await add(exchange, wish({ tickLower: -180_000, tickUpper: -174_000, amountB: 0 }))).http).toBe(201)
    expect((await add(exchange, wish({ tickLower: -210_000, tickUpper: -204_000, amountA: 0 }))).http).toBe(201)
  })

  test('native coins are deposited as wrapped ones', async () => {
    const eth = await listed(exchange, 'Harbor', 'ETH')
    expect((await add(exchange, wish({ tokenAId: eth.id }))).http).toBe(201)
    expect((await add(exchange, wish({ tokenAId: eth.id, tokenBId: weth.id }))).message).toBe(
      'tokenAId and tokenBId lie in a pool as the same token.',
    )
  })

  test('tiny amounts may have an exponent, as JavaScript writes them', async () => {
    const said = await add(exchange, wish({ tickLower: -180_000, tickUpper: -174_000, amountA: 1e-7, amountB: 0 }))
    expect(said.http).toBe(201)
  })

  test.each<[string, Wish, number, string]>([
    ['a tick out of bounds', { tickLower: -887_273 }, 400, 'tickLower must lie between -887272 and 887272.'],
    [
      'the documented bound itself',
      { tickUpper: 887_272 },
      400,
      "tickUpper must be a multiple of the pool's tick spacing, 60.",
    ],
    [
      'a tick beside the spacing',
      { tickLower: -198_001 },
      400,
      "tickLower must be a multiple of the pool's tick spacing, 60.",
    ],
    ['half a tick', { tickLower: 0.5 }, 400, 'tickLower must be a whole number.'],
    ['an empty range', { tickLower: -192_000 }, 400, 'tickLower must be less than tickUpper.'],
    ['a negative amount', { amountA: -1 }, 400, 'amountA must be a number that is not negative.'],
    ['an amount in words', { amountB: '1' }, 400, 'amountB must be a number that is not negative.'],
    ['too many decimals', { amountB: jsonNumber('1.0000001') }, 400, 'amountB has more than the 6 decimals of USDC.'],
    ['nothing at all', { amountA: 0, amountB: 0 }, 400, 'amountA or amountB must be more than zero.'],
    [
      'half of what the range takes',
      { amountB: 0 },
      400,
      'At the current price this range takes both WETH and USDC: neither amount may be zero.',
    ],
    [
      'next to nothing',
      {
        tickLower: -887_220,
        tickUpper: 887_220,
        amountA: jsonNumber('0.000000000000000001'),
        amountB: jsonNumber('0.000001'),
      },
      400,
      'The amounts are too small to make any liquidity in this range.',
    ],
    [
      'more than a tick can hold',
      { tickLower: -180_000, tickUpper: -179_940, amountA: jsonNumber('100000000000000000000'), amountB: 0 },
      400,
      'The amounts make more liquidity than a pool can hold at one tick.',
    ],
    [
      'nobody to own it',
      { recipient: `0x${'0'.repeat(40)}` },
      400,
      'recipient is the zero address, which belongs to nobody.',
    ],
    ['an amount with a sign of infinity', { amountA: '∞' }, 400, 'amountA must be a number that is not negative.'],
    ['a token of another network', { tokenBId: 203 }, 400, 'tokenBId names USDC on Delta, not on Harbor.'],
    ['no address', { recipient: 'me' }, 400, 'recipient is not an address of any known kind.'],
    ['an unknown token', { tokenBId: 999 }, 404, 'No token has the id 999 (tokenBId).'],
    [
      'an unknown network',
      { networkName: 'Nowhere' },
      404,
      'There is no network "Nowhere". The networks with pools are Harbor, Delta.',
    ],
  ])('%s is refused', async (_, more, http, sentence) => {
    const said = await add(exchange, wish(more))
    expect([said.http, said.errors, said.body.data, said.body.status]).toEqual([http, [sentence], null, false])
  })

  test('a pool to be created needs a creation tick within the bounds', async () => {
    const wbtc = await listed(exchange, 'Harbor', 'WBTC')
    const said = await add(exchange, wish({ tokenAId: dai.id, tokenBId: wbtc.id, amountB: 1, creationTick: 887_272 }))
    expect(said).toMatchObject({
      http: 400,
      message: 'creationTick must lie between -887272 and 887271, because this pool is to be created.',
    })
  })

  test('an empty request is refused with everything it lacks', async () => {
    const said = await call(exchange, '/api/amm/interactions/add', { body: {} })
    expect(said.errors).toHaveLength(9)
  })
})

describe('delivery by transactions in the answer', () => {
  let exchange: Exchange
  let wallet: Wallet

  beforeAll(async () => {
    exchange = await start('transactions')
    wallet = openWallet(exchange, 741_001)
    await exchange.fund('evm', wallet.address)
  })

  async function deposit(name: string, tickers: readonly [string, string], amount: string) {
    const tokens = await Promise.all(tickers.map((ticker) => listed(exchange, 'Harbor', ticker)))
    const record = await pool(exchange, name)
    const range = around(record, 20)
    const amount1 = beside(record, range, amount, tokens)
    const ids = { tokenAId: tokens[0]!.id, tokenBId: tokens[1]!.id }
    const amounts = { amountA: jsonNumber(amount), amountB: jsonNumber(amount1) }
    const said = await add(exchange, { ...ids, ...amounts, ...range, recipient: wallet.address })
    if (!isObject(said.body.data)) throw new Error(said.message)
    const transactions = rows(said.body.data.transactions)
    const before = await Promise.all(tokens.map((token) => wallet.balance(token)))
    const fees = await wallet.signAll(transactions)
    const after = await Promise.all(tokens.map((token) => wallet.balance(token)))
    const paid = tokens.map(({ address }, side) => before[side]! - after[side]! - (BigInt(address) === 0n ? fees : 0n))
    const [position] = positionsOf(await pool(exchange, name), wallet.address)
    return { types: transactions.map(({ type }) => type), range, paid, amounts: [amount, amount1], tokens, position }
  }

  test.each([
    ['two tokens', 'WETH/USDC', ['WETH', 'USDC'], '0.5', ['approval', 'approval', 'addLiquidity']],
    ['a native coin', 'WETH/WBTC', ['ETH', 'WBTC'], '0.25', ['approval', 'addLiquidity']],
    ['a meme token', 'PUFF/USDC', ['PUFF', 'USDC'], '1000000000', ['approval', 'approval', 'addLiquidity']],
  ] as const)('%s are paid in, and the position is the recipient’s', async (_, name, tickers, amount, types) => {
    const done = await deposit(name, tickers, amount)
    expect(done.types).toEqual(types)
    expect(done.position).toMatchObject(done.range)
    for (const [side, paid] of done.paid.entries()) {
      const asked = toUnits(done.amounts[side]!, done.tokens[side]!.decimals)
      expect(paid).toBeLessThanOrEqual(asked)
      expect(Number(paid) / Number(asked)).toBeGreaterThan(0.9999)
    }
  })

  test('a leftover allowance is reset to zero first where the token requires it', async () => {
    const usdt = await listed(exchange, 'Harbor', 'USDT')
    const { positionManager } = await pool(exchange, 'WETH/USDT')
    await wallet.approve(usdt, getAddress(String(positionManager)), 1n)
    const { types } = await deposit('WETH/USDT', ['ETH', 'USDT'], '0.1')
    expect(types).toEqual(['approval', 'approval', 'addLiquidity'])
  })
})

describe("delivery by the exchange's treasury", () => {
  test('the position is minted to the recipient immediately', async () => {
    const exchange = await start('treasury')
    const recipient = openWallet(exchange, 741_001).address
    const [weth, usdc] = await Promise.all([listed(exchange, 'Harbor', 'WETH'), listed(exchange, 'Harbor', 'USDC')])
    const record = await pool(exchange, 'WETH/USDC')
    const range = around(record, 5)
    const amountB = jsonNumber(beside(record, range, '2', [weth, usdc]))
    const said = await add(exchange, { tokenAId: weth.id, tokenBId: usdc.id, amountA: 2, amountB, ...range, recipient })
    expect(said).toMatchObject({ http: 201, body: { data: null, status: true } })
    const [position] = positionsOf(await pool(exchange, 'WETH/USDC'), recipient)
    expect(position).toMatchObject({ ...range, isInRange: true })
    expect(Number(position?.amount0)).toBeCloseTo(2, 4)
  })
})

const managerAbi = parseAbi([
  'struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }',
  'struct DecreaseParams { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
  'struct CollectParams { uint256 tokenId; address recipient; uint128 amount0Max; uint128 amount1Max; }',
  'function decreaseLiquidity(DecreaseParams params) payable returns (uint256 amount0, uint256 amount1)',
  'function collect(CollectParams params) payable returns (uint256 amount0, uint256 amount1)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function burn(uint256 tokenId) payable',
  'function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)',
])
