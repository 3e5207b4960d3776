import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ether, meme, poolsSaid, token, usdc, weth } from '../../../test/builders/liquidity'
import { ordersWith } from '../../../test/builders/orderService'
import * as records from '../../../test/fixtures/poolRecords'
import {
  accountWith,
  clientListing,
  deployment,
  renderIn,
  servicesWith,
  wait,
  walletsWith,
} from '../../../test/services'
import type { ServiceResult } from '../../api/serviceResult'
import type { RpcPort } from '../../chain/rpc'
import type { Token } from '../../domain/token'
import { refuse } from '../../protocol/refusal'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import AddLiquidityScreen from './AddLiquidityScreen'

const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
  meme,
  ether,
  token({ id: 15, symbol: 'WHOLE', address: '0x4000000000000000000000000000000000000004', decimals: 0 }),
]
const { tick: _, sqrtPriceX96: __, ...priced } = records.embedded
const unpriced = { ...priced, price: undefined }
const { positionManager: ___, ...unmanaged } = records.embedded
const here = `741001:${records.poolAddress}`

beforeEach(() => window.history.replaceState(null, '', '/liquidity/add'))
afterEach(() => window.localStorage.clear())

test('a pool with a hook contract is named as one, with its address, before anything is typed', async () => {
  const hook = `0x${'9'.repeat(36)}0080`
  await open({ pools: [{ ...records.embedded, poolKey: { hooks: hook } }] })
  expect(screen.getByText(new RegExp(`The hook contract ${hook} runs with every swap, deposit`))).toBeVisible()
})

test.each(['', `0x${'0'.repeat(40)}`, null])('a pool whose hook is %j has none', async (hooks) => {
  await open({ pools: [{ ...records.embedded, hooks }] })
  expect(screen.queryByText(/hook contract/)).toBeNull()
})

/** Which texts are amounts: `amount.test.ts`. Here is one for each sentence. */
describe('what a person may type as an amount', () => {
  test.each([
    ['WETH', '1,5', undefined, '1.5'],
    ['WETH', '0.000000000000000001', 'Enter a larger amount'],
    ['WETH', '0.0000000000000000001', 'WETH has at most 18 decimals.'],
    ['WETH', '1e5', 'Remove “e”. Enter a number such as 1.5 or 1,5.'],
    ['WETH', '9'.repeat(70), 'This amount is too large.', `9${',999'.repeat(23)}`],
    ['WETH', '0', 'Enter an amount'],
  ])('%s %s', async (symbol, typed, problem, shown = typed) => {
    await open()
    await userEvent.click(amount(symbol))
    await userEvent.paste(typed)
    if (problem === undefined) await screen.findByRole('button', { name: 'Review deposit' })
    else expect(screen.getAllByText(problem)[0]).toBeVisible()
    expect(main().hasAttribute('aria-disabled')).toBe(problem !== undefined)
    expect(amount(symbol)).toHaveValue(shown)
  })

  test('what cannot be read is worth nothing that is shown', async () => {
    await open()
    const box = amount('WETH').closest('div')!.parentElement!
    expect(box).toHaveTextContent('$0.00')
    await userEvent.type(amount('WETH'), '1.2.3')
    expect(box).not.toHaveTextContent('$')
    await userEvent.clear(amount('WETH'))
    await userEvent.type(amount('WETH'), '1')
    expect(box).toHaveTextContent('$3,000.00')
  })

  test('a comma that may be a decimal mark or group thousands is a question', async () => {
    await open()
    await userEvent.type(amount('WETH'), '1,000')
    expect(screen.getByText('1 or 1,000? Type 1 or 1000.')).toBeVisible()
    await userEvent.type(amount('WETH'), '.0')
    expect(screen.queryByText(/ or \d,000\?/)).toBeNull()
  })

  test('the other amount follows, to the last unit, and a token without decimals is whole', async () => {
    const whole = { ...records.embedded, token1: { ...records.embedded.token1, address: listed[4]!.address } }
    await open({ pools: [{ ...whole, sqrtPriceX96: String(1n << 96n), tick: 0, positions: [], ticks: [] }] })
    await userEvent.type(amount('WHOLE'), '1.5')
    expect(screen.getByText('WHOLE comes in whole tokens only.')).toBeVisible()
    await userEvent.clear(amount('WHOLE'))
    await userEvent.type(amount('WHOLE'), '3000000000000')
    expect(amount('WETH')).not.toHaveValue('')
  })
})

describe('what a person may type as a tolerance', () => {
  test.each([
    ['0', 'Raise the slippage tolerance'],
    ['0.01', 'Review deposit'],
    ['0,5', 'Review deposit'],
    ['50', 'Review deposit'],
  ])('%s leads to: %s', async (typed, label) => {
    await open()
    await userEvent.type(amount('WETH'), '1')
    await tolerate(typed)
    await screen.findByRole('button', { name: label })
  })

  test('a tolerance that fails after a small move is replaced by one that does not', async () => {
    await open()
    await userEvent.type(amount('WETH'), '1')
    await tolerate('0.01')
    await userEvent.click(await screen.findByRole('button', { name: /^Use [\d.]+%, for moves up to [\d.]+%$/ }))
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slippage tolerance in percent' })
    expect(Number(box.value)).toBeGreaterThan(0.5)
    expect(screen.queryByText(/A small price move makes the deposit fail/)).toBeNull()
  })

  test.each(['50.01', 'all', ''])('"%s" is not a tolerance, and blocks', async (typed) => {
    await open()
    await userEvent.type(amount('WETH'), '1')
    await tolerate(typed)
    expect(screen.getByText('Enter a percentage from 0 to 50, with at most two decimals.')).toBeVisible()
    expect(main('Check the slippage tolerance')).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a link', () => {
  test('a link with swapped ticks means the range between them', async () => {
    await open({ search: `pool=${here}&lower=-195240&upper=-197280` })
    expect(ticks()).toEqual(['-197280', '-195240'])
    expect(screen.queryByText(/Ignored in this link/)).toBeNull()
  })

  test('the documented bounds mean the full range of this pool, with a note', async () => {
    await open({ search: `pool=${here}&lower=-887272&upper=887272` })
    expect(ticks()).toEqual(['-887220', '887220'])
    expect(price('Minimum')).toHaveValue('0')
    expect(price('Maximum')).toHaveValue('∞')
    expect(screen.getByText(/does not fit the tick spacing 60/)).toBeVisible()
  })

  test.each([
    [
      'lower=60&upper=60',
      'Ignored in this link: the range. The value is invalid, so no amount of this link was taken.',
    ],
    [
      'lower=x&upper=60&amount0=-',
      'Ignored in this link: the range and the amount. The value is invalid, so no amount of this link was taken.',
    ],
    [
      'lower=-900000&upper=60',
      'Ignored in this link: the range. The value is invalid, so no amount of this link was taken.',
    ],
    [
      'price=%3Cscript%3E',
      'Ignored in this link: the starting price. The value is invalid, so no amount of this link was taken.',
    ],
  ])('with %s it reports the ignored parts, and shows the default range', async (search, sentence) => {
    await open({ search: `pool=${here}&${search}` })
    expect(screen.getByText(sentence)).toBeVisible()
    expect(ticks()).toEqual(['-197340', '-195300'])
    await userEvent.type(amount('WETH'), '1')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('keeps the network that was chosen, without a pool', async () => {
    await open({ search: 'chain=741001&amount0=2' })
    await waitFor(() => expect(window.location.search).toContain('chain=741001'))
    expect(amount('WETH')).toHaveValue('2')
  })

  test('an invalid amount is shown, with the reason', async () => {
    await open({ search: `pool=${here}&amount0=1e5` })
    expect(amount('WETH')).toHaveValue('1e5')
    expect(amount('WETH')).toBeInvalid()
  })

  test.each([
    ['an unknown pool', 'pool=741001:0x9999', /^The pool in this link is not listed on Harbor/],
    ['an unknown network', `pool=5:${records.poolAddress}`, /^The network in this link is not supported/],
    [
      'an unknown token',
      `pair=741001:${records.wethAddress}-0x9999`,
      /^The tokens in this link are not a pair on Harbor/,
    ],
    ['one token twice', `pair=741001:${meme.address}-${meme.address}`, /^The tokens in this link are not a pair/],
  ])('a link to %s is reported, and no other pool is chosen in its place', async (_, search, sentence) => {
    const complaint = vi.spyOn(console, 'error')
    await open({ search }, 'none')
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.queryByRole('slider')).toBeNull()
    expect(main('Choose a pool')).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('radio', { name: /^WETH\/USDC/ })).not.toBeChecked()
    expect(complaint).not.toHaveBeenCalled()
    complaint.mockRestore()
  })

  test('a pool without a price is reported, and the list notes that it left one out', async () => {
    await open({ search: `pool=${here}`, pools: [unpriced] }, 'none')
    expect(await screen.findByText(/has no price/)).toBeVisible()
    expect(screen.getByText(/1 pool is hidden/)).toBeVisible()
  })
})

describe('a token that a link names and that is easily treated as another', () => {
  const fake = token({ id: 16, symbol: 'USDС', address: '0x5000000000000000000000000000000000000005' })
  const cautioned: Token = { ...fake, cautions: [{ is: 'look-alike', of: 'USDC' }] }
  const search = `pair=741001:${records.usdcAddress}-${cautioned.address}&price=1&amount0=100`

  test('it is warned of on the form, with its address, and in the review, where it has to be acknowledged', async () => {
    await open({ search, tokens: [...listed, cautioned] }, 'none')
    expect((await screen.findByText(/Not the real USDC: similar name/)).closest('span')).toHaveTextContent(
      '0x5000…0005',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Review deposit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Review deposit' })
    expect(within(dialog).getAllByText(/Not the real USDC: similar name/)[0]).toBeVisible()
    const box = await within(dialog).findByRole('checkbox', { name: /I understand: .*Not the real USDC/ })
    expect(box).not.toBeChecked()
    expect(within(dialog).getByRole('button', { name: 'Confirm deposit' })).toBeDisabled()
  })

  test('a pair of well-known tokens shows its addresses and no warning', async () => {
    await open({ search: `pool=${here}` })
    expect(screen.getAllByTitle(records.wethAddress)[0]).toBeVisible()
    expect(screen.queryByText(/Not the real/)).toBeNull()
  })
})

describe('a new pool', () => {
  const search = `pair=741001:${records.usdcAddress}-${meme.address}`

  test('it needs its starting price first, and keeps it in both directions', async () => {
    await open({ search }, 'none')
    expect(await screen.findByText('There is no USDC/BARNACLE pool yet.')).toBeVisible()
    expect(main('Enter a starting price')).toHaveAttribute('aria-disabled', 'true')
    const start = () => screen.getByRole('textbox', { name: 'Starting price' })
    await userEvent.type(start(), '0.0000001234')
    const shown = ticks()
    await userEvent.click(screen.getByRole('button', { name: 'Invert' }))
    expect(start()).toHaveValue('8103727.71474878')
    expect(ticks()).toEqual(shown.toReversed().map((tick) => String(0 - Number(tick))))
    await userEvent.click(screen.getByRole('button', { name: 'Invert' }))
    expect(start()).toHaveValue('0.0000001234')
    expect(ticks()).toEqual(shown)
  })

  test.each(['0', 'free', '1e60'])('it cannot start at %s', async (typed) => {
    await open({ search }, 'none')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Starting price' }), typed)
    expect(screen.getAllByText(/Not a valid starting price\.|^Remove “f”/)[0]).toBeVisible()
    expect(main('Check the starting price')).toHaveAttribute('aria-disabled', 'true')
  })

  test('starts at the market price by a click, and a price typed the other way round is recognised', async () => {
    await open({ search }, 'none')
    const start = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Starting price' })
    await userEvent.click(screen.getByRole('button', { name: 'Use market price (0.0₆1234)' }))
    expect(start).toHaveValue('0.0000001234')
    expect(screen.queryByText(/^This price is /)).toBeNull()

    await userEvent.clear(start)
    await userEvent.type(start, '8103728')
    expect(screen.getByText(/^This price is the other way round\. Did you mean 0\.0₆1234 USDC per BARNACLE\?$/))
    await userEvent.click(screen.getByRole('button', { name: 'Use 0.0₆1234' }))
    expect(Number(start.value)).toBeCloseTo(1.234e-7, 12)
    expect(screen.queryByText(/other way round/)).toBeNull()
  })

  test('it shows that the exchange sets its fee, and the fees of its other pools', async () => {
    await open(
      { search, pools: [records.embedded, { ...records.embedded, address: `0x${'1'.repeat(40)}`, fee: 500 }] },
      'nothing',
    )
    await userEvent.type(await screen.findByRole('textbox', { name: 'Starting price' }), '0.0000001234')
    expect(screen.getByText('Set by the exchange').closest('div')).toHaveTextContent(
      'A deposit cannot choose it. Its other pools on this network charge 0.05% and 0.3%.',
    )
  })

  test('a price with one comma shows how it was read', async () => {
    await open({ search }, 'none')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Starting price' }), '1,000')
    expect(screen.getByText(/^1 or 1,000\?/)).toBeVisible()
  })

  test('a pool that exists after all counts with its own price, with a note', async () => {
    await open({ search: `pair=741001:${records.usdcAddress}-${records.wethAddress}&price=2500` })
    expect(screen.getByText(/This pool now exists/)).toBeVisible()
    expect(screen.getByText(/^Current price: 3,000/)).toBeVisible()
  })
})

test('a pool whose price is far off the service’s prices is shown with a warning', async () => {
  const dear = listed.map((each) => (each.symbol === 'WETH' ? { ...each, price: '3300' } : each))
  await open({ tokens: dear })
  expect(screen.getByText(/The price of this pool is −9.09% off the market price/)).toBeVisible()
})

test('pools that could not be loaded are reported with the reason, and nothing can be pressed', async () => {
  const refusal = refuse('failing', { said: 'The tide is out' })
  await open({ answer: { is: 'refused', refusal } }, 'nothing')
  expect(await screen.findByText('Could not load pools')).toBeVisible()
  expect(screen.getByText(/The tide is out/)).toBeVisible()
  expect(main('Choose a pool')).toHaveAttribute('aria-disabled', 'true')
})

test('the past earnings of a range are shown by day, with the share of time in range', async () => {
  const hours = Array.from({ length: 30 }, (_, hour) => ({
    at: 1_700_000_000 + hour * 3600,
    close: hour < 15 ? '3000' : '9000',
  }))
  await open({ pools: [{ ...records.embedded, hourly: hours }] })
  await userEvent.type(amount('WETH'), '1')
  expect(screen.getByText('Estimated fees per day').parentElement).toHaveTextContent(/\$[\d,.]+/)
  expect(screen.getByText('Last 29 hours').parentElement).toHaveTextContent(/In range 51.72% of the time/)
  expect(screen.getByText(/The price left this range 1 time\..*Past performance is no guarantee\./)).toBeVisible()
})

describe('before a deposit', () => {
  const hours = Array.from({ length: 49 }, (_, hour) => ({
    at: 1_790_000_000 + hour * 3600,
    close: hour < 24 ? '3000' : '3600',
  }))

  test('a range is tried on the record’s own prices, in sentences, with best and worst day', async () => {
    await open({ pools: [{ ...records.embedded, hourly: hours }] })
    await userEvent.type(amount('WETH'), '1')
    await userEvent.click(screen.getByRole('button', { name: '±10%' }))
    await userEvent.click(screen.getByText('Backtest of this range'))
    expect(await screen.findByText(/In the last 48 hours the price was in this range 50% of the time/)).toBeVisible()
    expect(screen.getByText(/opened at the first price would be .*% against holding/)).toBeVisible()
    expect(screen.getByText(/\$0\.00 on the worst day and \$[\d,.]+ on the best/)).toBeVisible()
  })

  test('a record that is too short gives no figures for a range', async () => {
    await open({ pools: [{ ...records.embedded, hourly: hours.slice(0, 5) }] })
    await userEvent.click(screen.getByText('Backtest of this range'))
    expect(await screen.findByText(/too little for a backtest/)).toBeVisible()
  })

  test('the value at a chosen exit price is compared with holding', async () => {
    await open()
    await userEvent.type(amount('WETH'), '1')
    await userEvent.click(screen.getByText('Impermanent loss'))
    const box = await screen.findByRole('textbox', { name: 'Exit price, USDC per WETH' })
    await userEvent.type(box, '6000')
    // Twice the price: all of it is USDC by then.
    expect(screen.getByText(/^After \+100%.* you would withdraw [\d,.]+ USDC: −[\d.]+% against holding/)).toBeVisible()
    await userEvent.clear(box)
    await userEvent.type(box, '0')
    expect(screen.getByText('Enter a price above 0.')).toBeVisible()
    await userEvent.clear(box)
    await userEvent.type(box, '6,000')
    expect(screen.getByText(/^6 or 6,000\? Type 6 or 6000\./)).toBeVisible()
    for (const thousands of ['6 000', '6.000,5', '6,000.5', '6e3']) {
      await userEvent.clear(box)
      await userEvent.type(box, thousands)
      expect(screen.getByText(/^After \+100(\.\d+)?%/)).toBeVisible()
      expect(screen.queryByText(/ or \d,000\?/)).toBeNull()
    }
  })

  test('fees make up only for moves within the range: outside it none accrue', async () => {
    await open()
    await userEvent.type(amount('WETH'), '1')
    await userEvent.click(screen.getByRole('button', { name: '±10%' }))
    await userEvent.click(screen.getByText('Impermanent loss'))
    const row = (move: string) => screen.getByRole('cell', { name: move }).closest('tr')
    expect(row('+5%')).toHaveTextContent(/[\d.]+ days?$/)
    for (const move of ['−50%', '−20%', '+20%', '+100%'])
      expect(row(move)).toHaveTextContent(/−[\d.]+%Not while out of range$/)
  })

  test('sizes and neighbouring ranges are laid next to each other: a larger deposit dilutes itself', async () => {
    await open()
    await userEvent.click(screen.getByText('Other sizes and ranges'))
    const table = await screen.findByRole('table', { name: 'Other sizes and ranges' })
    const [, small, , , large] = within(table).getAllByRole('row')
    const rates = (row: HTMLElement | undefined) =>
      [...(row?.textContent ?? '').matchAll(/([\d,]+(?:\.\d+)?)%/g)].map(([, rate]) =>
        Number(rate!.replaceAll(',', '')),
      )
    expect(rates(small)).toHaveLength(5)
    // ±1 % earns more than ±50 %, and a hundred thousand dollars less per dollar than a hundred.
    expect(rates(small)[1]).toBeGreaterThan(rates(small)[4]!)
    expect(rates(large)[1]).toBeLessThan(rates(small)[1]!)
  })
})

test('pools are listed with fee, TVL and APR, the deepest first, and the chosen one is in the URL', async () => {
  const others = Array.from({ length: 5 }, (_, place) => ({
    ...records.embedded,
    address: `0x${'abcde'.charAt(place).repeat(40)}`,
    fee: 500,
    tvlUsd: 1_000 + place,
  }))
  await open({ pools: [...others, records.embedded] })
  const listing = () => screen.getAllByRole('radio', { name: /USDC/ })
  expect(listing()[0]).toHaveAccessibleName(/WETH\/USDC.*0\.3%.*\$3\.00M.*36\.5%/)
  expect(listing()[1]).toHaveAccessibleName(/0\.05%.*\$1/)
  expect(listing()).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(listing()).toHaveLength(6)
  await userEvent.click(listing()[5]!)
  expect(listing()[5]).toBeChecked()
  await waitFor(() => expect(window.location.search).toContain(`pool=741001:0x${'a'.repeat(40)}`))
})

test('a network without pools shows how to start one', async () => {
  await open({ pools: [] }, 'none')
  expect(screen.getByText('No pools on this network. Choose two tokens to create one.')).toBeVisible()
})

test('the request names no recipient before there is one', async () => {
  await open({ isConnected: false })
  await userEvent.type(amount('WETH'), '1')
  expect(main()).toHaveAccessibleName('Connect EVM wallet')
  await userEvent.click(screen.getByText('Full request'))
  expect(screen.getByText('not known yet')).toBeVisible()
  expect(screen.getByText(/your account, once you connect a wallet/)).toBeVisible()
})

describe('a position that is to grow', () => {
  const search = `pool=${here}&lower=-120&upper=120&position=77`
  const noSlider = () => expect(screen.queryByRole('slider', { name: 'Minimum price' })).toBeNull()

  test("it is shown with its own range instead of the link's, and its range cannot be changed", async () => {
    await open({ search, position: {} }, 'nothing')
    expect(await screen.findByRole('heading', { name: 'WETH/USDC, position #77' })).toBeVisible()
    expect(await screen.findByText('ticks −197,040 to −195,000')).toBeVisible()
    expect(screen.getByText('2,773.89 to 3,401.58 USDC per WETH')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Add liquidity to position #77')
    noSlider()
    expect(screen.queryByRole('radio')).toBeNull()
    await userEvent.type(amount('WETH'), '1')
    expect(await screen.findByRole('button', { name: 'Review deposit' })).toBeEnabled()
    // The service is not asked, so there is no request to show.
    expect(screen.queryByText('Full request')).toBeNull()
  })

  test('a click replaces it by another one in the same range', async () => {
    await open({ search, position: {} }, 'nothing')
    await screen.findByText('ticks −197,040 to −195,000')
    await userEvent.click(screen.getByRole('button', { name: 'Create a new position' }))
    await screen.findByRole('slider', { name: 'Minimum price' })
    expect(ticks()).toEqual(['-197040', '-195000'])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Add liquidity')
  })

  test.each<[string, Story, RegExp]>([
    [
      'belongs to another account',
      { position: { owner: '0x00000000000000000000000000000000000000bB' } },
      /#77 belongs to another account/,
    ],
    ['is in another pool', { position: { fee: 500 } }, /#77 is in another pool/],
    [
      'lies in a pool of the same tokens and fee at another exchange',
      { position: { pool: '0x3300000000000000000000000000000000000033' } },
      /#77 is in another pool/,
    ],
    [
      'lies nobody can tell where',
      { position: { pool: undefined }, pools: [unmanaged], manager: records.embedded.positionManager },
      /It is unknown whether position #77 is in this pool/,
    ],
    ['does not exist', { position: undefined }, /Position #77 does not exist/],
    [
      'is kept by nobody that is known',
      { position: {}, pools: [unmanaged] },
      /position manager of this pool is unknown/,
    ],
  ])('a position that %s is not added to: a new one is made in the same range, with a note', async (_, story, why) => {
    await open({ search, ...story })
    const notice = await screen.findByText(why)
    expect(notice).toHaveTextContent('Your deposit creates a new position in the same range.')
    expect(ticks()).toEqual(['-120', '120'])
    await userEvent.click(screen.getByRole('button', { name: 'Full range' }))
    expect(screen.queryByText(why)).toBeNull()
  })

  test('while no node returns it the form waits, and nothing is deposited', async () => {
    await open({ search, position: 'silent' }, 'nothing')
    expect(await screen.findByText(/Could not read position #77/)).toBeVisible()
    await userEvent.type(amount('WETH'), '1')
    expect(main(/^Position not available$/)).toHaveAttribute('aria-disabled', 'true')
    noSlider()
  })

  test('that is still looked for can be left', async () => {
    await open({ search, position: 'asleep' }, 'nothing')
    expect(await screen.findByText('Looking for position #77…')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Create a new position' }))
    await screen.findByRole('slider', { name: 'Minimum price' })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Add liquidity$/)
  })

  test('retries for a position that no node returns do not move the focus out of a field', async () => {
    const { queries } = await open({ search, position: 'asleep' }, 'nothing')
    const notice = await screen.findByText(/Could not read position #77/)
    await userEvent.type(amount('WETH'), '1')
    act(() => void queries.invalidateQueries({ queryKey: ['balance', 'position'] }))
    await waitFor(() => expect(queries.isFetching({ queryKey: ['balance', 'position'] })).toBe(1))
    await act(() => wait(50))
    expect(notice).toBeInTheDocument()
    expect(amount('WETH')).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Create a new position' })).toBeVisible()
  })
})

/** A node that answers as the position manager of position 77; any other call returns a large balance. */
function managerSaying(position: Story['position']): RpcPort {
  let failures = 0
  return async (method, params) => {
    const data = method === 'eth_call' ? (params[0] as { data: string }).data : ''
    const isAsked = /^0x(99fbab88|6352211e)/.test(data)
    const { pool = undefined } = typeof position === 'object' && 'pool' in position ? position : { pool: here.slice(7) }
    if (data === '0xc45a0155' || data.startsWith('0x1698ee82'))
      return pool === undefined ? '0x' : `0x${pool.slice(2).padStart(64, '0')}`
    if (!isAsked) return plenty
    if (position === 'asleep' && failures > mostAtFirst) return new Promise(() => {})
    if (position === 'silent' || position === 'asleep') {
      failures += 1
      throw new Error('fetch failed')
    }
    if (!position) throw new Error('execution reverted: Invalid token ID')
    const { owner = accountWith().address, fee = 3000 } = position
    const word = (value: bigint | string) => BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
    if (data.startsWith('0x6352211e')) return `0x${word(owner)}`
    const figures = [0n, 0n, records.wethAddress, records.usdcAddress, BigInt(fee), -197_040n, -195_000n, 10n ** 15n]
    return `0x${[...figures, 0n, 0n, 0n, 0n].map(word).join('')}`
  }
}

/** Two calls, and two more when TanStack Query tries again. */
const mostAtFirst = 3

/** A balance that is enough for everything, and a high gas price. */
const plenty = `0x${(10n ** 30n).toString(16).padStart(64, '0')}`

type Story = {
  search?: string
  pools?: readonly unknown[]
  tokens?: readonly Token[]
  isConnected?: boolean
  /**
   * The position manager's data of position 77; without it the position does not exist. A node that is `silent` fails, and
   * one that falls `asleep` no longer answers after that.
   */
  position?: { owner?: string; fee?: number; pool?: string | undefined } | 'silent' | 'asleep' | undefined
  /** Position managers named by the deployment. */
  manager?: string
  /** The service's whole answer, instead of `pools`. */
  answer?: ServiceResult<PoolsAnswer>
}

/** Renders the screen, and waits for the range if there is a pool. */
async function open(
  {
    search = '',
    pools = [records.embedded],
    tokens = listed,
    isConnected = true,
    position,
    manager: positionManager,
    answer = poolsSaid(pools),
  }: Story = {},
  shows: 'range' | 'none' | 'nothing' = 'range',
) {
  window.history.replaceState(null, '', `/liquidity/add?${search}`)
  const chains = deployment.chains.map((chain) => ({ ...chain, wrappedNative: records.wethAddress, positionManager }))
  const services = servicesWith({
    deployment: { ...deployment, chains },
    client: clientListing(tokens, { pools: async () => answer }),
    wallets: walletsWith({ accounts: isConnected ? [accountWith()] : [], rpc: () => managerSaying(position) }),
    orderService: ordersWith(),
  })
  const view = renderIn(services, <AddLiquidityScreen />)
  if (shows === 'range') await screen.findByRole('slider', { name: 'Minimum price' })
  else if (shows === 'none')
    await waitFor(() =>
      expect(screen.queryByRole('radio', { name: /USDC/ }) ?? screen.getByText(/No pools on/)).toBeVisible(),
    )
  return view
}

function amount(symbol: string): HTMLElement {
  return screen.getByRole('textbox', { name: `Deposit ${symbol}` })
}

function price(which: 'Minimum' | 'Maximum'): HTMLElement {
  return screen.getByRole('textbox', { name: `${which} price` })
}

function ticks(): string[] {
  const advanced = screen.getByRole('button', { name: 'Advanced' })
  if (advanced.getAttribute('aria-expanded') === 'false') fireEvent.click(advanced)
  return ['Minimum tick', 'Maximum tick'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
}

/** The one large button, by its expected label, or by any of its labels. */
function main(label: string | RegExp = labels): HTMLElement {
  return screen.getByRole('button', { name: label })
}

const labels =
  /^(Review deposit|Enter an? (amount|larger amount)|Check the amount|Raise the slippage tolerance|Connect EVM wallet)$/

async function tolerate(text: string): Promise<void> {
  const box = screen.getByRole('textbox', { name: 'Slippage tolerance in percent' })
  await userEvent.clear(box)
  if (text !== '') await userEvent.type(box, text)
}
