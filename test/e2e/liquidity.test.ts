import { type Address, formatUnits, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { takenAt } from '../../src/domain/liquidity/deposit'
import { amountsForLiquidity } from '../../src/domain/liquidity/liquidity'
import { sqrtPriceX96ToTick, tickToSqrtPriceX96 } from '../../src/domain/liquidity/tick'
import { deepDescribe, deepTest } from '../depth'
import { knownJson } from '../knownJson'
import { type OnChain, Provider } from './provider'
import { setStage } from './stage'
import { harbor, signRows } from './trader'

const stage = setStage()

const decimals: Readonly<Record<string, number>> = { WETH: 18, ETH: 18, USDC: 6, USDT: 6, PUFF: 18, DAI: 18 }

type Symbols = readonly [string, string]

async function addresses(provider: Provider, symbols: Symbols): Promise<readonly [Address, Address]> {
  const found = await Promise.all(symbols.map((symbol) => provider.token(symbol)))
  return [found[0]!, found[1]!]
}

async function balances(provider: Provider, owner: Address, symbols: Symbols) {
  const tokens = await addresses(provider, symbols)
  const [first, second] = await Promise.all(tokens.map((token) => stage.balance(harbor, owner, token)))
  return [first!, second!] as const
}

/** Reviews and confirms, then compares the chain with the review, to the unit. */
async function deposit(provider: Provider, owner: Address, symbols: Symbols, ticks: readonly [number, number]) {
  const before = await balances(provider, owner, symbols)
  const [address0, address1] = await addresses(provider, symbols)
  const sqrtPriceX96 = await priceOf(provider, { token0: address0, token1: address1 })
  const asked = await Promise.all(
    symbols.map(async (symbol) => parseUnits(await amountIn(provider, symbol), decimals[symbol]!)),
  )
  const dialog = await provider.review()
  const rows = await signRows(dialog)
  const reviewed = await dialog
    .getByRole('region', { name: 'Maximum deposit' })
    .locator('data')
    .evaluateAll((amounts) =>
      amounts.map((amount) => `${amount.getAttribute('value')} ${amount.lastChild?.textContent}`),
    )
  await provider.confirm()
  await provider.done()
  const after = await balances(provider, owner, symbols)
  const position = await provider.newest(owner)
  expect([position.tickLower, position.tickUpper]).toEqual(ticks)
  expect(position.owner).toBe(owner)
  const paid = [before[0] - after[0], before[1] - after[1]] as const
  // Without other trades the chain takes the reviewed amounts, except for what rounding leaves.
  const [amount0 = 0n, amount1 = 0n] = asked
  const [tickLower, tickUpper] = ticks
  const taken = takenAt({ sqrtPriceX96, tickLower, tickUpper, amount0, amount1 })
  expect([...paid, position.liquidity]).toEqual([taken.amount0, taken.amount1, taken.liquidity])
  for (const [side, symbol] of symbols.entries()) {
    if (asked[side]! > 0n) expect(reviewed).toContain(`${formatUnits(asked[side]!, decimals[symbol]!)} ${symbol}`)
    expect(paid[side]! <= asked[side]!).toBe(true)
    expect(paid[side]! * 10_000n >= asked[side]! * 9_800n).toBe(true)
  }
  return { position, paid, rows: rows.slice(1) }
}

/** The form groups digits while it shows them. */
function plain(typed: string): string {
  return typed.replaceAll(',', '')
}

async function amountIn(provider: Provider, symbol: string): Promise<string> {
  const box = provider.amount(symbol)
  return (await box.isDisabled()) ? '0' : plain(await box.inputValue()) || '0'
}

/** Minting rounds against the depositor: the payment is exactly the cost of the liquidity at the pool's price. */
async function expectExact(provider: Provider, position: OnChain, paid: readonly [bigint, bigint]) {
  const sqrtPriceX96 = await priceOf(provider, position)
  const { tickLower, tickUpper, liquidity } = position
  const cost = amountsForLiquidity({ sqrtPriceX96, tickLower, tickUpper, liquidity, round: 'up' })
  expect(paid).toEqual([cost.amount0, cost.amount1])
}

async function priceOf({ page }: Provider, { token0, token1 }: Pick<OnChain, 'token0' | 'token1'>): Promise<bigint> {
  const response = await page.request.get('/api/amm/pool/all/Harbor')
  const body = (await response.json()) as { data: { token0: At; token1: At; sqrtPriceX96: string }[] }
  const found = body.data.find((pool) => pool.token0.address === token0 && pool.token1.address === token1)
  return BigInt(found!.sqrtPriceX96)
}

type At = { readonly address: Address }

describe('a deposit, after which the chain agrees with the review to the unit', () => {
  test('of two tokens around the price, with a computed second amount', async () => {
    const { visit, provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await visit.expectAccessible()
    await provider.amount('WETH').fill('0.5')
    const ticks = await provider.ticks()
    const { position, paid, rows } = await deposit(provider, wallet.address, ['WETH', 'USDC'], ticks)
    expect(rows.map((row) => row.includes('Matches'))).toEqual([true, true, true])
    await expectExact(provider, position, paid)
    expect(wallet.asked('eth_sendTransaction')).toBe(3)
  })

  deepTest('a deposit of one token above the price locks the other input and shows why', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.chooseRarePreset('WETH only (above price)')
    await expect.poll(() => provider.amount('USDC').isDisabled()).toBe(true)
    await provider.page.getByText('Not needed: the price is below your range').waitFor()
    await provider.amount('WETH').fill('1,25')
    const { position, paid } = await deposit(provider, wallet.address, ['WETH', 'USDC'], await provider.ticks())
    const typed = parseUnits('1.25', 18)
    expect(paid[1]).toBe(0n)
    expect(paid[0] <= typed && typed - paid[0] < 10n ** 6n).toBe(true)
    await expectExact(provider, position, paid)
  })

  deepTest('of the native coin instead of its wrapped form; the rest is refunded', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.page.getByRole('switch', { name: /^Pay with ETH/ }).check()
    await provider.amount('ETH').fill('0.75')
    const ticks = await provider.ticks()
    const wethBefore = await stage.balance(harbor, wallet.address, await provider.token('WETH'))
    const coinsBefore = await stage.balance(harbor, wallet.address)
    await provider.review()
    await provider.confirm()
    await provider.done()
    const position = await provider.newest(wallet.address)
    expect([position.tickLower, position.tickUpper]).toEqual(ticks)
    expect(await stage.balance(harbor, wallet.address, await provider.token('WETH'))).toBe(wethBefore)
    const spent = coinsBefore - (await stage.balance(harbor, wallet.address))
    expect(spent > parseUnits('0.73', 18) && spent < parseUnits('0.76', 18)).toBe(true)
    expect(await stage.balance(harbor, provider.managerOf())).toBe(0n)
  })

  deepTest('into a meme pool at 0.0000001234, with its own tolerance', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('PUFF/USDC')
    await provider.page.getByText('Advanced: slippage tolerance').click()
    expect(await provider.box('Slippage tolerance in percent').inputValue()).toBe('10')
    const value = await provider.slider('Minimum price').getAttribute('aria-valuetext')
    expect(value).toMatch(/^minimum 0\.000000\d+ USDC per PUFF, (19|20)(\.\d+)?% below current$/)
    await provider.amount('USDC').fill('50')
    const { position, paid } = await deposit(provider, wallet.address, ['PUFF', 'USDC'], await provider.ticks())
    await expectExact(provider, position, paid)
  })
})

describe('the range', () => {
  deepTest(
    'is kept and inverted exactly when the direction changes; the request stays in the pool’s own direction',
    async () => {
      const { provider, wallet } = await Provider.open(stage)
      await provider.choosePool('WETH/USDC')
      await provider.setTicks(-198000, -193980)
      await provider.button('Invert').click()
      await expect.poll(() => provider.ticks()).toEqual([193980, 198000])
      await expect
        .poll(() => provider.slider('Minimum price').getAttribute('aria-valuetext'))
        .toContain('WETH per USDC')
      await provider.amount('WETH').fill('0.2')
      await provider.page.getByText('Full request').click()
      const body = await provider.page.locator('pre').innerText()
      expect(JSON.parse(body)).toMatchObject({ tickLower: -198000, tickUpper: -193980, amountA: 0.2 })
      await deposit(provider, wallet.address, ['WETH', 'USDC'], [-198000, -193980])
    },
  )

  deepTest('snaps to usable ticks, which is shown; invalid text is kept in the field', async () => {
    const { provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.box('Minimum price').fill('2500')
    await provider.box('Minimum price').press('Enter')
    await provider.page.getByText(/^2,500 → 2,\d{3}(\.\d+)? \([+−]0\.\d+%\), tick −198,\d{2}0$/).waitFor()
    await provider.box('Maximum price').fill('+7,5 %')
    await provider.box('Maximum price').press('Enter')
    const [lower, upper] = await provider.ticks()
    expect([lower % 60, upper % 60].map(Math.abs)).toEqual([0, 0])
    await provider.box('Maximum price').fill('high')
    await provider.box('Maximum price').press('Enter')
    await expect.poll(() => provider.box('Maximum price').getAttribute('aria-invalid')).toBe('true')
    expect((await provider.ticks())[1]).toBe(upper)
  })

  deepTest('the range is in the URL: a reload restores pool, range, direction and amount', async () => {
    const { visit, provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDT')
    await provider.setTicks(-198000, -194400)
    await provider.button('Invert').click()
    await provider.amount('WETH').fill('0.3')
    await expect.poll(() => visit.page.url()).toMatch(/lower=-198000&upper=-194400&inverted=1&amount0=0.3$/)
    await visit.page.reload()
    await provider.slider('Minimum price').waitFor()
    await expect.poll(() => provider.ticks()).toEqual([194400, 198000])
    await expect.poll(() => provider.amount('WETH').inputValue()).toBe('0.3')
    await visit.page.getByRole('region', { name: 'Pool' }).getByText('WETH/USDT').waitFor()
    await provider.button('Change pool').click()
    await expect.poll(() => visit.page.getByRole('radio', { name: /^WETH\/USDT/ }).isChecked()).toBe(true)
  })

  test('the range can be dragged by a handle: it snaps to a usable tick, and the other bound stays', async () => {
    const { provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    const [lower, upper] = await provider.ticks()
    const handle = provider.slider('Minimum price')
    const box = (await handle.boundingBox())!
    await provider.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await provider.page.mouse.down()
    await provider.page.mouse.move(box.x + box.width / 2, box.y - 40, { steps: 6 })
    await provider.page.mouse.up()
    await expect.poll(async () => (await provider.ticks())[0]).toBeGreaterThan(lower)
    const [moved, stayed] = await provider.ticks()
    expect([Math.abs(moved % 60), stayed]).toEqual([0, upper])
  })
})

test('a whole deposit works with only the keyboard, from the first Tab to the position', async () => {
  const wallet = await stage.wallet({ chainId: harbor })
  const { page } = await stage.visit('/liquidity/add', { wallet })
  const provider = new Provider(stage, page)
  const { keyboard } = page
  await provider.slider('Minimum price').waitFor()

  await tabTo(provider, 'Connect wallet')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor()
  await tabTo(provider, 'Test Wallet')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: /^Account/ }).waitFor()

  const pool = page.getByRole('radio', { name: /^WETH\/USDC/ })
  await tabUntil(provider, () => pool.evaluate((radio) => radio === document.activeElement))
  await keyboard.press('ArrowDown')
  await expect.poll(() => pool.isChecked()).toBe(false)
  await keyboard.press('ArrowUp')
  await expect.poll(() => pool.isChecked()).toBe(true)
  await tabTo(provider, 'Advanced')
  await keyboard.press('Space')
  await tabTo(provider, '±20%', 'Shift+Tab')
  await keyboard.press('Space')
  await tabTo(provider, 'Minimum price', 'Shift+Tab')
  const [lower] = await provider.ticks()
  await keyboard.press('ArrowRight')
  await keyboard.press('Shift+ArrowLeft')
  await keyboard.press('PageUp')
  const focused = () => provider.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('Minimum price')
  await expect.poll(async () => (await provider.ticks())[0]).toBe(lower + 60 - 600 + 120)
  await keyboard.press('Tab')
  expect(await focused()).toBe('Maximum price')
  await keyboard.press('End')
  await expect.poll(async () => (await provider.ticks())[1]).toBe(887220)
  const ticks = await provider.ticks()

  await tabTo(provider, 'Deposit WETH')
  await keyboard.type('0.1')
  await provider.button('Review deposit').waitFor()
  await tabTo(provider, 'Review deposit')
  await keyboard.press('Enter')
  await provider.page.getByRole('button', { name: 'Confirm deposit' }).waitFor()
  await tabTo(provider, 'Confirm deposit')
  await keyboard.press('Enter')
  await provider.done()
  const position = await provider.newest(wallet.address)
  expect([position.tickLower, position.tickUpper]).toEqual(ticks)
})

async function tabTo(provider: Provider, name: string, key = 'Tab'): Promise<void> {
  const isThere = async () => {
    const here = await provider.page.evaluate(() => {
      const element = document.activeElement
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent
      return element?.getAttribute('aria-label') ?? label ?? ''
    })
    return here.trim() === name
  }
  if (!(await tabUntil(provider, isThere, key))) throw new Error(`"${name}" is not reached by ${key}.`)
}

async function tabUntil({ page }: Provider, isThere: () => Promise<boolean>, key = 'Tab'): Promise<boolean> {
  for (let steps = 0; steps < 80; steps++) {
    if (await isThere()) return true
    await page.keyboard.press(key)
  }
  return false
}

test('a new pool starts at the typed price, snapped to a tick as shown, and takes the first deposit', async () => {
  const { provider, wallet } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  const [puff, dollar] = await provider.unpooled(['PUFF', 'DAI'], ['PUFF', 'USDT'])
  await provider.choosePair(puff, dollar)
  await provider.page.getByText(/^There is no (DAI\/PUFF|PUFF\/USDT) pool yet\.$/).waitFor()
  await provider.box('Starting price').fill('0.0000001234')
  await provider.page.getByText(new RegExp(`^0\\.0₆123\\d+ ${dollar} per PUFF`)).waitFor()
  await provider.page.getByText('Advanced: slippage tolerance').click()
  expect(await provider.box('Slippage tolerance in percent').inputValue()).toBe('10')
  await provider.button('Invert').click()
  await expect.poll(() => provider.box('Starting price').inputValue()).toBe('8103727.71474878')
  await provider.page.getByText(new RegExp(`^8,10[34],\\d+(\\.\\d+)? PUFF per ${dollar}`)).waitFor()
  await provider.button('Invert').click()
  await expect.poll(() => provider.box('Starting price').inputValue()).toBe('0.0000001234')
  await provider.amount(dollar).fill('10')
  const shown = await provider.ticks()
  await provider.review()
  await provider.confirm()
  await provider.done()
  const position = await provider.newest(wallet.address)
  const isTurned = position.token0 === (await provider.token(dollar))
  expect([position.tickLower, position.tickUpper]).toEqual(isTurned ? [0 - shown[1], 0 - shown[0]] : shown)
  const tick = sqrtPriceX96ToTick(await priceOf(provider, position))
  const raw = Number(tickToSqrtPriceX96(tick)) ** 2 / 2 ** 192
  const price = (isTurned ? 1 / raw : raw) * 10 ** (decimals[puff]! - decimals[dollar]!)
  expect(Math.abs(price / 0.0000001234 - 1)).toBeLessThan(0.0002)
})

deepTest('a pair chosen in the other order is sent in the pool’s order, with exact numbers', async () => {
  const { provider, wallet } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  await provider.choosePair('USDC', 'WETH')
  await provider.amount('WETH').fill('0.100000000000000001')
  const [tickLower, tickUpper] = await provider.ticks()
  const dialog = await provider.review()
  await dialog.getByText('Full request').click()
  const shown = await dialog.locator('pre').innerText()
  const sent = provider.page.waitForRequest((request) => request.url().endsWith('/api/amm/interactions/add'))
  await provider.confirm()
  const body = (await sent).postData() ?? ''
  expect(body).toBe(shown)
  expect(body).toContain('"amountA":0.100000000000000001,')
  expect(JSON.parse(body)).toMatchObject({
    tokenAId: await provider.id('WETH'),
    tokenBId: await provider.id('USDC'),
    tickLower,
    tickUpper,
    networkName: 'Harbor',
    recipient: wallet.address,
  })
  await provider.done()
  const position = await provider.newest(wallet.address)
  expect([position.token0, position.token1]).toEqual([await provider.token('WETH'), await provider.token('USDC')])
  expect([position.tickLower, position.tickUpper]).toEqual([tickLower, tickUpper])
})

deepTest('Max of the native coin keeps enough for the network cost, and the deposit succeeds', async () => {
  const { provider, wallet } = await Provider.open(stage)
  await provider.choosePool('WETH/USDC')
  await provider.chooseRarePreset('WETH only (above price)')
  await provider.page.getByRole('switch', { name: /^Pay with ETH/ }).check()
  const held = await stage.balance(harbor, wallet.address)
  await provider.page.getByText(/Max leaves \S+ ETH for the network cost/).waitFor()
  await provider.button('Max').click()
  const typed = parseUnits(plain(await provider.amount('ETH').inputValue()), 18)
  expect(typed < held && typed > (held * 99n) / 100n).toBe(true)
  await provider.review()
  await provider.confirm()
  await provider.done()
  expect((await provider.newest(wallet.address)).liquidity).toBeGreaterThan(0n)
})

describe('obstacles are shown', () => {
  deepTest('too little of one token, and Max fits the deposit to both balances', async () => {
    const { provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('9.9')
    await provider.button('Insufficient USDC balance').waitFor()
    await provider.button('Max').click()
    await provider.button('Review deposit').waitFor()
    expect(Number(plain(await provider.amount('USDC').inputValue()))).toBeLessThanOrEqual(25_000)
  })

  test('F-86 inputs stay while the price moves, and a price that leaves the range is reported', async () => {
    const { provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDT')
    await provider.chooseRarePreset('±1%')
    await provider.amount('USDT').fill('100')
    const ticks = await provider.ticks()
    const heights = async () => {
      const [lower, upper] = await Promise.all(
        ['Minimum price', 'Maximum price'].map((name) => provider.slider(name).boundingBox()),
      )
      return (lower?.y ?? 0) - (upper?.y ?? 0)
    }
    const before = await heights()
    const price = await provider.page.getByText(/^Current price:/).innerText()
    await provider.sell('WETH', 'USDT', '80')
    await provider.page.getByText(/The price left your range/).waitFor()
    await expect.poll(() => provider.page.getByText(/^Current price:/).innerText()).not.toBe(price)
    expect(await provider.ticks()).toEqual(ticks)
    expect(await heights()).toBe(before)
    await expect.poll(() => provider.amount('USDT').isDisabled()).toBe(true)
  })

  deepTest(
    'F-86 a price that moved beyond the tolerance: the amounts are worked out again and said, before the wallet is asked',
    async () => {
      const { provider, wallet } = await Provider.open(stage)
      await provider.choosePool('WETH/USDC')
      await provider.button('±5%').click()
      await provider.amount('WETH').fill('0.1')
      await provider.button('Review deposit').click()
      await provider.page.getByRole('button', { name: 'Confirm deposit' }).waitFor()
      await stage.exchange.fund('evm', wallet.address)
      await provider.sell('WETH', 'USDC', '60')
      await provider.page.getByText(/^The price moved, so the amounts were updated: .* instead of /).waitFor()
      expect(wallet.asked('eth_sendTransaction')).toBe(0)
      await provider.confirm()
      await provider.done()
      expect((await provider.newest(wallet.address)).liquidity).toBeGreaterThan(0n)
    },
  )

  test('F-79 a rejected second approval keeps the first, and can be tried again', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.amount('WETH').fill('0.1')
    wallet.arrange('approve', 'reject')
    await provider.review()
    await provider.confirm()
    await expect.poll(() => provider.orderStatus()).toBe('rejected')
    await provider.button('Try again').click()
    await provider.done()
    expect(wallet.asked('eth_sendTransaction')).toBe(4)
  })

  deepTest('a pool that someone else starts in the meantime, at another price: nothing is signed', async () => {
    const { provider, wallet } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    const [dear, dollar] = await provider.unpooled(['WBTC', 'DAI'], ['WETH', 'DAI'], ['USDT', 'DAI'])
    await provider.choosePair(dear, dollar)
    await provider.box('Starting price').fill(await provider.costs(dear, dollar))
    await provider.page
      .getByText(new RegExp(`${dollar} per ${dear}|${dear} per ${dollar}`))
      .first()
      .waitFor()
    await provider.amount(dollar).fill('1000')
    const dialog = await provider.review()
    await dialog.getByText('Full request').click()
    const request = knownJson(await dialog.locator('pre').innerText())
    const data = { ...request, creationTick: request.creationTick + 2000 }
    expect((await provider.page.request.post('/api/amm/interactions/add', { data })).status()).toBe(201)
    await provider.confirm()
    await provider.page.getByText(/^Blocked; see the reasons above/).waitFor()
    expect(wallet.asked('eth_sendTransaction')).toBe(0)
  })

  deepTest(
    'a pool that appears while its starting price is being typed is used with its own price, and that is shown',
    async () => {
      const { provider, wallet } = await Provider.open(stage)
      await provider.choosePool('WETH/USDC')
      const [dollar, dear] = await provider.unpooled(['USDT', 'WBTC'], ['DAI', 'USDT'], ['DAI', 'WETH'])
      await provider.choosePair(dollar, dear)
      await provider.box('Starting price').fill(await provider.costs(dear, dollar))
      await provider.page
        .getByText(new RegExp(`${dollar} per ${dear}|${dear} per ${dollar}`))
        .first()
        .waitFor()
      await provider.amount(dollar).fill('700')
      await provider.page.getByText('Full request').click()
      const request = knownJson(await provider.page.locator('pre').innerText())
      const data = { ...request, recipient: wallet.address, creationTick: request.creationTick + 100 }
      expect((await provider.page.request.post('/api/amm/interactions/add', { data })).status()).toBe(201)
      await provider.page.getByText(/This pool now exists/).waitFor()
      expect(await provider.box('Starting price').count()).toBe(0)
      await expect.poll(() => provider.amount(dollar).inputValue()).toBe('700')
    },
  )

  deepTest('a new pool far from the market price needs a consent', async () => {
    const { visit, provider } = await Provider.open(stage)
    await provider.choosePool('WETH/USDC')
    await provider.choosePair('WBTC', 'PUFF')
    await provider.box('Starting price').fill('1')
    await provider.page.getByText(/This price is >\+10,000% off the market price. The first trader/).waitFor()
    await provider.chooseRarePreset('PUFF only (above price)')
    await provider.amount('PUFF').fill('5')
    await visit.expectAccessible()
    const dialog = await provider.review()
    await visit.expectAccessible()
    await expect.poll(() => provider.button('Confirm deposit').isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /I understand: the pool starts .* off the market/ }).check()
    await expect.poll(() => provider.button('Confirm deposit').isEnabled()).toBe(true)
  })
})

deepDescribe('while the market moves', () => {
  const liveStage = setStage({ live: true })

  test('prices and amounts follow it; range, handles and typed inputs stay', async () => {
    const { provider } = await Provider.open(liveStage)
    await provider.choosePool('WETH/USDC')
    await provider.button('±20%').click()
    await provider.amount('WETH').fill('0.25')
    const ticks = await provider.ticks()
    const handles = () =>
      Promise.all(['Minimum price', 'Maximum price'].map((name) => provider.slider(name).boundingBox()))
    const before = await handles()
    const price = () => provider.page.getByText(/^Current price/).innerText()
    const other = () => provider.amount('USDC').inputValue()
    const [firstPrice, firstOther] = [await price(), await other()]
    // The simulated market picks pools at random, so this one is traded explicitly.
    await provider.sell('WETH', 'USDC', '3')
    await expect.poll(price).not.toBe(firstPrice)
    await expect.poll(other).not.toBe(firstOther)
    expect(await provider.ticks()).toEqual(ticks)
    expect(await handles()).toEqual(before)
    expect(await provider.amount('WETH').inputValue()).toBe('0.25')
  })

  test('a handle that is held stays under the pointer; it follows the market again when released', async () => {
    const { provider } = await Provider.open(liveStage)
    await provider.choosePool('WETH/USDC')
    await provider.button('±20%').click()
    const [lower, upper] = await provider.ticks()
    const price = () => provider.page.getByText(/^Current price/).innerText()
    const { mouse } = provider.page
    const box = (await provider.slider('Minimum price').boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y - 40, { steps: 4 })
    await expect.poll(async () => (await provider.ticks())[0]).toBeGreaterThan(lower)
    const held = [await price(), ...(await provider.ticks())]
    await provider.sell('WETH', 'USDC', '3')
    await provider.page.waitForTimeout(12_000)
    expect([await price(), ...(await provider.ticks())]).toEqual(held)
    await mouse.up()
    expect(await provider.ticks()).toEqual([held[1], upper])
    await expect.poll(price).not.toBe(held[0])
    expect(await provider.ticks()).toEqual([held[1], upper])
  })
})
