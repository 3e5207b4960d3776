import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { clientListing, eth, renderIn, servicesWith, tokenWith, usdc } from '../../../test/services'
import type { Client } from '../../api/client'
import type { ServiceResponse } from '../../api/serviceResult'
import type { Token } from '../../domain/token'
import { noParsedElements } from '../../protocol/json/elements'
import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import { refuse } from '../../protocol/refusal'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import { keepFocus } from '../../ui/keepFocus'
import { favourites } from './favourites'
import { savedViews } from './list/ViewsMenu'
import PoolsScreen from './PoolsScreen'

const address = `0x${'a'.repeat(40)}`
const wethUsdc: JsonObject = {
  address,
  token0: { symbol: 'WETH', address: `0x${'3'.repeat(40)}`, decimals: 18 },
  token1: { ticker: 'USDC', address: `0x${'4'.repeat(40)}`, decimals: 6 },
  fee: 3_000,
  tvlUsd: jsonNumber('1234567.10'),
  volume24h: 0,
  apr: 'soon',
}
const odd: JsonObject = { tokenA: { symbol: '<b>HEX' }, tvl: 0 }
const small: JsonObject = {
  address: `0x${'b'.repeat(40)}`,
  token0: { symbol: 'DAI' },
  token1: { symbol: 'USDC' },
  tvlUsd: 5,
}

beforeEach(() => {
  window.history.replaceState(null, '', '/pools')
  favourites.setState([], true)
})

function answerOf(records: readonly JsonObject[], more: Partial<ServiceResponse<PoolsAnswer>> = {}) {
  const value = { records, keys: undefined, recordsPath: '$.data[]', elements: noParsedElements }
  const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const
  return { is: 'answer', answer: { ...said, value, ...more } } as const
}

function open(records: readonly JsonObject[], tokens: readonly Token[] = [usdc]) {
  const client = clientListing(tokens, { pools: async () => answerOf(records) })
  renderIn(servicesWith({ client }), <PoolsScreen />)
}

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!
const pairs = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('the pools of the first network are listed, each with its own page', async () => {
  open([wethUsdc, odd])
  const table = await screen.findByRole('table', { name: 'Pools' })
  expect(within(table).getByRole('link', { name: 'WETH / USDC' })).toHaveAttribute('href', `/pools/Harbor/${address}`)
  expect(screen.getByRole('combobox', { name: 'Network' })).toHaveValue('Harbor')
  expect(screen.getByRole('status', { name: 'Freshness' })).toHaveTextContent('Live, 0 s ago')
})

test('totals add up what the pools report: a figure that some lack names how many, one that all lack is unknown', async () => {
  open([wethUsdc, { ...small, volume24h: 50 }, { tokenA: { symbol: 'ODD' } }])
  await screen.findByRole('table', { name: 'Pools' })
  const totals = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(totals).toEqual(['$1.23M of 2 in 3 pools', '$50.00 of 2 in 3 pools', 'Unknown '])
})

describe('all networks', () => {
  const delta = { ...eth.chain, id: 2, chainId: 741002, name: 'Delta' } as const
  const localSolana = { ...eth.chain, id: 3, chainId: 900, name: 'Reef', kind: 'solana' } as const
  const tokens = [usdc, { ...eth, chain: delta }, { ...eth, chain: localSolana }]
  const richer = { ...small, tvlUsd: 9_000_000 }
  const columnHeads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

  function openAll(pools: Client['pools']) {
    renderIn(servicesWith({ client: clientListing(tokens, { pools }) }), <PoolsScreen />)
  }

  test('they are one list at first, sorted together, each row with its network', async () => {
    openAll(async (network) => answerOf({ Harbor: [wethUsdc], Delta: [richer] }[network] ?? []))
    await screen.findByRole('table', { name: 'Pools' })
    expect(pairs()).toEqual(['DAI / USDC', 'WETH / USDC'])
    expect(await rowOf('DAI / USDC')).toHaveTextContent('Delta')
    expect(columnHeads()).toContain('Network')
    expect(screen.queryByText(/No pools on/)).toBeNull()
    expect(window.location.search).toBe('')

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'Harbor')
    await waitFor(() => expect(pairs()).toEqual(['WETH / USDC']))
    expect(window.location.search).toBe('?network=Harbor')
    expect(columnHeads()).not.toContain('Network')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'All networks')
    await waitFor(() => expect(pairs()).toEqual(['DAI / USDC', 'WETH / USDC']))
    expect(window.location.search).toBe('')
  })

  test('that were asked for by an older link are the same list', async () => {
    window.history.replaceState(null, '', '/pools?network=*&q=usdc')
    openAll(async (network) => answerOf({ Harbor: [wethUsdc], Delta: [richer] }[network] ?? []))
    await screen.findByRole('table', { name: 'Pools' })
    expect(screen.getByRole('combobox', { name: 'Network' })).toHaveDisplayValue('All networks')
    expect(pairs()).toEqual(['DAI / USDC', 'WETH / USDC'])
  })

  test('show the others when one fails, say which, and ask that one again', async () => {
    let isDown = true
    openAll(async (network) =>
      network === 'Delta' && isDown
        ? { is: 'refused', refusal: refuse('failing') }
        : answerOf({ Harbor: [wethUsdc], Delta: [richer] }[network] ?? []),
    )
    expect(await screen.findByText('Delta: The exchange has a problem.')).toBeVisible()
    expect(pairs()).toEqual(['WETH / USDC'])
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(pairs()).toEqual(['DAI / USDC', 'WETH / USDC']))
    expect(screen.queryByText(/The exchange has a problem/)).toBeNull()
  })

  test('stay as they are, with the reason, while one that failed is asked again', async () => {
    let asked = 0
    openAll(async (network) => {
      if (network !== 'Delta') return answerOf(network === 'Harbor' ? [wethUsdc] : [])
      return ++asked === 1 ? { is: 'refused', refusal: refuse('failing') } : new Promise(() => {})
    })
    const table = await screen.findByRole('table', { name: 'Pools' })
    const button = screen.getByRole('button', { name: 'Try again' })
    await userEvent.click(button)
    await waitFor(() => expect(asked).toBe(2))
    expect(button).toHaveAttribute('aria-busy', 'true')
    await act(async () => {})
    expect(screen.getByRole('table', { name: 'Pools' })).toBe(table)
    expect(screen.getByText('Delta: The exchange has a problem.')).toBeVisible()
    expect(button).toHaveFocus()
  })

  test('that all fail alike are one notice, and are asked again together', async () => {
    const asked: string[] = []
    openAll(async (network) => {
      asked.push(network)
      return { is: 'refused', refusal: refuse('failing') }
    })
    expect(await screen.findByText('Harbor, Delta and Reef: The exchange has a problem.')).toBeVisible()
    asked.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(asked.toSorted()).toEqual(['Delta', 'Harbor', 'Reef']))
  })

  test('they are shown without a silent network, after two seconds, and not before', async () => {
    const started = performance.now()
    openAll((network) => (network === 'Delta' ? new Promise(() => {}) : Promise.resolve(answerOf([wethUsdc]))))
    await screen.findByRole('table', { name: 'Pools' })
    expect(performance.now() - started).toBeGreaterThan(1_900)
  })
})

describe('the actions of a row', () => {
  const weth = tokenWith('WETH', 'Wrapped Ether', { address: `0x${'3'.repeat(40)}`, decimals: 18 })
  const stable = tokenWith('USDC', 'USD Coin', { address: `0x${'4'.repeat(40)}` })
  const openMenu = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for WETH / USDC' }))
    return screen.findByRole('menu', { name: 'Actions for WETH / USDC' })
  }

  test('lead to the deposit and the swap of its tokens', async () => {
    open([wethUsdc, small], [weth, stable])
    const menu = await openMenu()
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Add liquidity', 'Swap', 'Copy address', 'Add to favourites', 'Add to comparison'])
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Add liquidity' }))
    expect(window.location.pathname + window.location.search).toBe(`/liquidity/add?pool=741001:${address}`)
  })

  test('offers swap and deposit in the row under a pointer, and no further stops of the keyboard', async () => {
    open([wethUsdc, small], [weth, stable])
    const row = await rowOf('WETH / USDC')
    expect(within(row).queryByRole('link', { name: 'Swap: WETH / USDC' })).toBeNull()
    await userEvent.hover(row)
    expect(await within(row).findByRole('link', { name: 'Swap: WETH / USDC' })).toHaveAttribute('tabindex', '-1')
    await userEvent.click(within(row).getByRole('link', { name: 'Add: WETH / USDC' }))
    expect(window.location.pathname + window.location.search).toBe(`/liquidity/add?pool=741001:${address}`)
  })

  test('they work by keyboard, copy the address with a confirmation, and give the focus back', async () => {
    const user = userEvent.setup()
    open([wethUsdc], [weth, stable])
    const link = await screen.findByRole('link', { name: 'WETH / USDC' })
    link.focus()
    await user.tab()
    const button = screen.getByRole('button', { name: 'Actions for WETH / USDC' })
    expect(button).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('menuitem', { name: 'Add liquidity' })).toHaveFocus()
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(await screen.findByText('Address copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(address)
    expect(button).toHaveFocus()
    await waitFor(() => expect(screen.queryByText('Address copied')).toBeNull())
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  test('give the focus back when the window changes its size, which closes them', async () => {
    open([wethUsdc], [weth, stable])
    await openMenu()
    act(() => void window.dispatchEvent(new Event('resize')))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(screen.getByRole('button', { name: 'Actions for WETH / USDC' })).toHaveFocus()
  })

  test('mark and compare the pool, and offer no trade of tokens that the exchange does not list', async () => {
    open([wethUsdc])
    const menu = await openMenu()
    expect(within(menu).queryByRole('menuitem', { name: 'Swap' })).toBeNull()
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Add to favourites' }))
    expect(screen.getByRole('button', { name: 'Favourite WETH / USDC' })).toHaveAttribute('aria-pressed', 'true')
    const again = await openMenu()
    await userEvent.click(within(again).getByRole('menuitem', { name: 'Add to comparison' }))
    expect(screen.getByRole('checkbox', { name: 'Compare WETH / USDC' })).toBeChecked()
    await openMenu()
    await userEvent.click(document.body)
    expect(screen.queryByRole('menu')).toBeNull()
  })
})

test('missing, zero and unclear are three different cells', async () => {
  open([wethUsdc, odd])
  const [first, second] = [await rowOf('WETH / USDC'), await rowOf('<b>HEX / ?')]
  const kinds = (row: Element) => [...row.querySelectorAll('[data-cell]')].map((cell) => cell.getAttribute('data-cell'))
  // Fee, value locked, volume, APR, price, change of the price.
  expect(kinds(first)).toEqual(['known', 'known', 'zero', 'unclear', 'missing', 'missing'])
  expect(kinds(second).slice(0, 3)).toEqual(['missing', 'zero', 'missing'])
  expect(first).toHaveTextContent('$1.23M')
  expect(second).toHaveTextContent('no data')
})

test('rows that are to look otherwise keep the focus where it was', async () => {
  open([wethUsdc, odd])
  const row = await rowOf('WETH / USDC')
  const link = within(row).getByRole('link')
  link.focus()
  act(() => {
    window.history.pushState(null, '', '/pools?columns=pair,tvl')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(within(row).getAllByRole('cell')).toHaveLength(3)
  expect(link).toHaveFocus()
})

test('the search is in the address, and an empty result is reported', async () => {
  open([wethUsdc, odd, small])
  await screen.findByRole('table', { name: 'Pools' })
  const box = screen.getByRole('searchbox', { name: 'Search pools' })
  await userEvent.type(box, 'tvl>1e3')
  expect(await screen.findByText('1 of 3 pools')).toBeVisible()
  await waitFor(() => expect(window.location.search).toBe('?q=tvl%3E1e3'))
  await userEvent.clear(box)
  await userEvent.type(box, address.toUpperCase().replace('0X', '0x'))
  expect(await screen.findByText('1 of 3 pools')).toBeVisible()
  await userEvent.clear(box)
  await userEvent.type(box, 'wethx')
  expect(await screen.findByText('No pools match “wethx”')).toBeVisible()
})

test('a suggestion names the token, the network or the figure next to its query', async () => {
  open([wethUsdc, small])
  await screen.findByRole('table', { name: 'Pools' })
  const box = screen.getByRole('searchbox', { name: 'Search pools' })
  const offered = () => within(screen.getByRole('listbox', { name: 'Suggestions' })).getByRole('option')
  await userEvent.type(box, 'we')
  expect(offered()).toHaveTextContent(/^WETH token:WETH$/)
  await userEvent.clear(box)
  await userEvent.type(box, 'tv')
  expect(offered()).toHaveTextContent(/^TVL tvl>$/)
})

test('what the search does not understand is pointed at', async () => {
  open([wethUsdc])
  await screen.findByRole('table', { name: 'Pools' })
  const box = screen.getByRole('searchbox', { name: 'Search pools' })
  await userEvent.type(box, 'weth tlv>5')
  expect(box).toBeInvalid()
  expect(box).toHaveAccessibleDescription(expect.stringContaining('“tlv” is not a search field.'))
  expect(screen.getByText('tlv', { selector: 'mark' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'WETH / USDC' })).toBeVisible()
})

test('the search completes with the keyboard', async () => {
  open([wethUsdc, small])
  await screen.findByRole('table', { name: 'Pools' })
  const box = screen.getByRole('searchbox', { name: 'Search pools' })
  await userEvent.type(box, 'token:we{ArrowDown}{Enter}')
  expect(box).toHaveValue('token:WETH ')
  expect(await screen.findByText('1 of 2 pools')).toBeVisible()
})

test('a click on a header sorts the list, and unknown values come last in both directions', async () => {
  open([odd, small, wethUsdc, { token0: { symbol: 'X' }, token1: { symbol: 'Y' } }])
  await screen.findByRole('table', { name: 'Pools' })
  expect(pairs()).toEqual(['WETH / USDC', 'DAI / USDC', '<b>HEX / ?', 'X / Y'])
  await userEvent.click(screen.getByRole('button', { name: 'TVL' }))
  expect(pairs()).toEqual(['<b>HEX / ?', 'DAI / USDC', 'WETH / USDC', 'X / Y'])
  expect(window.location.search).toBe('?sort=tvl')
  expect(screen.getByRole('columnheader', { name: 'TVL' })).toHaveAttribute('aria-sort', 'ascending')
})

test('the focus leaves with a pool that a search took away: Enter must not open another in its line', async () => {
  open([wethUsdc, small])
  const row = await rowOf('WETH / USDC')
  within(row).getByRole('link').focus()
  act(() => {
    window.history.pushState(null, '', '/pools?q=dai')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(pairs()).toEqual(['DAI / USDC']))
  expect(document.body).toHaveFocus()
})

const many = Array.from({ length: 200 }, (_, index) => ({
  ...{ address: `0x${index.toString(16).padStart(40, '0')}`, token0: { symbol: `T${index}` } },
  ...{ token1: { symbol: 'USDC' }, tvlUsd: 10_000 - index },
}))

/** Another order of the list, by going back or forward. */
function goTo(search: string) {
  act(() => {
    window.history.pushState(null, '', `/pools${search}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

test('a press that ends on another pool than it began on, because the list was sorted in the meantime, marks neither', async () => {
  open(many)
  const user = userEvent.setup()
  const row = await rowOf('T0 / USDC')
  const star = within(row).getByRole('button', { name: 'Favourite T0 / USDC' })
  await user.pointer({ keys: '[MouseLeft>]', target: star })
  goTo('?sort=tvl')
  const other = await screen.findByRole('button', { name: 'Favourite T199 / USDC' })
  await user.pointer({ keys: '[/MouseLeft]', target: other })
  expect(favourites.getState()).toEqual([])
  await user.click(other)
  expect(favourites.getState()).toHaveLength(1)
})

test('the focus goes to the heading of the page when its pool leaves the list', async () => {
  const named = (symbol: string, place: number): JsonObject => ({ ...many[place]!, token0: { symbol } })
  open([named('AA', 0), named('ZB', 1), ...many.slice(2, 150), named('ZX', 150)])
  const stop = keepFocus(document)
  const row = await rowOf('AA / USDC')
  act(() => within(row).getByRole('link').focus())
  goTo('?q=z')
  await waitFor(() => expect(pairs()).toEqual(['ZB / USDC', 'ZX / USDC']))
  expect(row).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  stop()
})

test('the menu of a pool closes when the list is sorted', async () => {
  open(many)
  const button = within(await rowOf('T0 / USDC')).getByRole('button', { name: 'Actions for T0 / USDC' })
  await userEvent.click(button)
  expect(await screen.findByRole('menu', { name: 'Actions for T0 / USDC' })).toBeVisible()
  goTo('?sort=tvl')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(screen.getByRole('button', { name: 'Actions for T199 / USDC' })).toHaveAttribute('aria-expanded', 'false')
})

test('only visible pools of two hundred are in the page, and the table has the number of all', async () => {
  open(many)
  await rowOf('T0 / USDC')
  expect(pairs().length).toBeLessThan(40)
  expect(screen.getByRole('table', { name: 'Pools' })).toHaveAttribute('aria-rowcount', '201')
  await userEvent.click(screen.getByRole('button', { name: 'TVL' }))
  expect(pairs()[0]).toBe('T199 / USDC')
  expect((await rowOf('T199 / USDC')).getAttribute('aria-rowindex')).toBe('2')
})

test('a fifth pool to compare is refused with the reason, and the four stay', async () => {
  const five = Array.from({ length: 5 }, (_, place) => ({ ...wethUsdc, address: `0x${String(place + 1).repeat(40)}` }))
  open(five)
  await screen.findByRole('table', { name: 'Pools' })
  const boxes = screen.getAllByRole('checkbox', { name: /^Compare/ })
  for (const box of boxes) await userEvent.click(box)
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, true, true, false])
  expect(screen.getByText('You can compare up to 4 pools. Remove one first.')).toBeVisible()
  expect(new URLSearchParams(window.location.search).getAll('compare')).toHaveLength(4)
})

describe('compared pools', () => {
  const hours = (prices: readonly number[]) =>
    prices.map((close, hour) => ({ at: 1_700_000_000 + hour * 3600, close: String(close) }))
  const first = { ...wethUsdc, tokenAId: '11', updatedAt: '2026-11-23T10:18:04Z', hourly: hours([3_000, 3_000, 3_300]) }
  const second = {
    ...{ ...first, address: `0x${'c'.repeat(40)}`, tvlUsd: '1851850.65', hourly: hours([60, 60, 45]) },
    ...{ tokenAId: '12', listedAt: '2026-11-23T10:18:05Z', updatedAt: '2026-11-23T10:18:05Z' },
  }

  async function compare(records: readonly JsonObject[]) {
    const keys = records.map((record) => `compare=${encodeURIComponent(`Harbor/${record.address}`)}`)
    window.history.replaceState(null, '', `/pools?network=Harbor&view=compare&${keys.join('&')}`)
    open(records)
    await screen.findByRole('table', { name: 'Compare pools' })
  }

  test('show every field that differs, searched, with how much each number differs from the first', async () => {
    await compare([first, second])
    const figures = screen.getByRole('table', { name: 'Compare pools' })
    expect(within(figures).getByRole('row', { name: /^TVL/ })).toBeVisible()
    expect(within(figures).queryByText('Trend')).toBeNull()
    expect(screen.queryByText('$.tvlUsd')).toBeNull()
    await userEvent.click(await screen.findByText(/^Show all .+ fields$/))
    expect(
      within(figures).getByRole('row', { name: /^Updated 23 Nov 2026, \d\d:18:04 23 Nov 2026, \d\d:18:05$/ }),
    ).toBeVisible()
    const fields = await screen.findByRole('table', { name: 'All fields' })
    expect(within(fields).getByRole('row', { name: /^\$\.tvlUsd 1234567\.10 1851850\.65 \+50%$/ })).toBeVisible()
    expect(within(fields).queryByRole('row', { name: /^\$\.apr/ })).toBeNull()
    // The number of a token is no amount, and a time is written as everywhere.
    expect(within(fields).getByRole('row', { name: /^\$\.tokenAId 11 12$/ })).toBeVisible()
    expect(
      within(fields).getByRole('row', { name: /^\$\.listedAt not present 23 Nov 2026, \d\d:18:05$/ }),
    ).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Search fields' }), 'tvl')
    expect(within(fields).getAllByRole('row')).toHaveLength(2)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show differences only' }))
    await userEvent.clear(screen.getByRole('textbox', { name: 'Search fields' }))
    expect(within(fields).getByRole('row', { name: /^\$\.apr soon soon/ })).toBeVisible()
  })

  test('they have overlaid prices, as changes since one moment', async () => {
    await compare([first, second, { ...wethUsdc, address: `0x${'d'.repeat(40)}` }])
    const prices = (await screen.findByRole('heading', { name: 'Price change' })).closest('section')!
    expect([...prices.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'WETH / USDC+10%',
      'WETH / USDC−25%',
    ])
    expect(prices.querySelectorAll('[data-line]')).toHaveLength(2)
    expect(prices).toHaveTextContent('No past prices: WETH / USDC.')
  })
})

test('a link brings back search, order, columns and favourites', async () => {
  favourites.setState([`Harbor/${address}`], true)
  window.history.replaceState(null, '', '/pools?q=usdc&sort=pair&columns=tvl&favourites=1')
  open([wethUsdc, small])
  await screen.findByRole('table', { name: 'Pools' })
  expect(pairs()).toEqual(['WETH / USDC'])
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Favourite and compare',
    'Pair',
    'TVL',
    'Actions',
  ])
})

describe('prices', () => {
  const hour = 3_600_000
  const wbtc = {
    address: `0x${'c'.repeat(40)}`,
    token0: { symbol: 'USDC', decimals: 6, priceUsd: 1 },
    token1: { symbol: 'WBTC', decimals: 8, priceUsd: 94_000 },
    price: jsonNumber('0.00001'),
    tvlUsd: 10,
    hourly: Array.from({ length: 30 }, (_, index) => ({
      time: new Date(1_790_000_000_000 + index * hour).toISOString(),
      close: jsonNumber(index < 10 ? '0.0000125' : '0.00001'),
    })),
  }

  test('they are in dollars, with their unit, and are sorted and searched as shown', async () => {
    window.history.replaceState(null, '', '/pools?sort=-price')
    open([{ ...wethUsdc, price: jsonNumber('3000') }, wbtc])
    expect(await rowOf('USDC / WBTC')).toHaveTextContent('100,000 USDC')
    expect(await rowOf('WETH / USDC')).toHaveTextContent('3,000 USDC')
    expect(pairs()).toEqual(['USDC / WBTC', 'WETH / USDC'])
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search pools' }), 'price>50000')
    expect(await screen.findByText('1 of 2 pools')).toBeVisible()
  })

  test('prices of the last day are shown as a change and as a line', async () => {
    window.history.replaceState(null, '', '/pools?columns=pair,change,trend&sort=-change')
    open([wethUsdc, wbtc])
    const row = await rowOf('USDC / WBTC')
    expect(row).toHaveTextContent('+25.00%')
    expect(row.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(30)
    expect(row).toHaveTextContent('From 80,000 to 100,000')
    expect(pairs()).toEqual(['USDC / WBTC', 'WETH / USDC'])
    expect(await rowOf('WETH / USDC')).toHaveTextContent('no data')
  })
})

test('a view is kept under a name, and brought back from the menu', async () => {
  savedViews.setState([], true)
  window.history.replaceState(null, '', '/pools?q=usdc&sort=-apr')
  open([wethUsdc, small])
  await screen.findByRole('table', { name: 'Pools' })
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name of this view' }), 'Dollars{Enter}')
  expect(localStorage.getItem('tidegate.pool-views')).toContain('q=usdc')
  act(() => window.history.pushState(null, '', '/pools'))
  await userEvent.click(await screen.findByRole('button', { name: 'Dollars' }))
  expect(window.location.search).toBe('?q=usdc&sort=-apr')
})

describe('without a mouse', () => {
  test('j and k walk the rows, f marks one, / goes to the search', async () => {
    open([wethUsdc, small])
    await screen.findByRole('table', { name: 'Pools' })
    await userEvent.keyboard('j')
    expect(screen.getByRole('link', { name: 'WETH / USDC' })).toHaveFocus()
    await userEvent.keyboard('jjk')
    expect(screen.getByRole('link', { name: 'WETH / USDC' })).toHaveFocus()
    await userEvent.keyboard('jf')
    expect(screen.getByRole('button', { name: 'Favourite DAI / USDC' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('c')
    expect(screen.getByRole('checkbox', { name: 'Compare DAI / USDC' })).toBeChecked()
    await userEvent.keyboard('/')
    expect(screen.getByRole('searchbox', { name: 'Search pools' })).toHaveFocus()
    await userEvent.keyboard('j')
    expect(screen.getByRole('searchbox', { name: 'Search pools' })).toHaveValue('j')
  })

  test.each(['Enter', 'c', 'f'])('%s acts on no pool once the row that had the focus is out of sight', async (key) => {
    open(many)
    const row = await rowOf('T0 / USDC')
    await userEvent.keyboard('j')
    expect(within(row).getByRole('link')).toHaveFocus()
    goTo('?sort=tvl')
    await screen.findByRole('link', { name: 'T199 / USDC' })
    expect(document.body).toHaveFocus()
    await userEvent.keyboard(key === 'Enter' ? '{Enter}' : key)
    expect([window.location.pathname, favourites.getState()]).toEqual(['/pools', []])
    expect(screen.queryByRole('button', { name: 'Compare 1 pool' })).toBeNull()
    await userEvent.keyboard('j')
    await waitFor(() => expect(screen.getByRole('link', { name: 'T199 / USDC' })).toHaveFocus())
  })
})

describe('a network without pools', () => {
  test('M-109 it is reported, and is no error', async () => {
    open([])
    expect(await screen.findByText('No pools on this network')).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Pools' })).toBeNull()
  })

  test('a Solana network lists the actions that remain possible', async () => {
    const localSolana = { ...eth.chain, id: 3, chainId: 900, name: 'Reef', kind: 'solana' } as const
    open([], [{ ...eth, chain: localSolana }])
    expect(await screen.findByText(/You can still swap its tokens/)).toBeVisible()
  })

  test('it is distinguished from one that cannot be reached', async () => {
    const client = clientListing([usdc], { pools: async () => ({ is: 'refused', refusal: refuse('failing') }) })
    renderIn(servicesWith({ client }), <PoolsScreen />)
    expect(await screen.findByText('The exchange has a problem.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

test('figures of an earlier visit are shown immediately as old ones, with their age', async () => {
  const kept = answerOf([wethUsdc], { from: 'cache', receivedAt: 1_000_000 - 3 * 60_000 }).answer
  const client = clientListing([usdc], {
    pools: () => new Promise(() => {}),
    readCached: { chains: async () => undefined, pools: async () => kept },
  })
  renderIn(servicesWith({ client }), <PoolsScreen />)
  const row = await rowOf('WETH / USDC')
  expect(row.querySelector('[data-cell="stale"]')).toHaveTextContent('$1.23M')
  expect(screen.getByRole('status', { name: 'Freshness' })).toHaveTextContent('Saved data, 3 min old')
})

test('figures that the gateway kept while the service is away say why they are old', async () => {
  const old = answerOf([wethUsdc], { age: 60_000, staleBecause: refuse('timeout') })
  const client = clientListing([usdc], { pools: async () => old })
  renderIn(servicesWith({ client }), <PoolsScreen />)
  await rowOf('WETH / USDC')
  const freshness = screen.getByRole('status', { name: 'Freshness' })
  expect(freshness).toHaveTextContent('Last request failed: The exchange took too long to respond.')
})

test('of ten thousand pools only those in sight are drawn', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    address: `0x${index.toString(16).padStart(40, '0')}`,
    token0: { symbol: `T${index}` },
    token1: { symbol: 'USDC' },
    tvlUsd: 10_000 - index,
  }))
  open(many)
  await screen.findByRole('table', { name: 'Pools' })
  expect(screen.getByText('10,000 pools')).toBeVisible()
  expect(screen.getByRole('table', { name: 'Pools' })).toHaveAttribute('aria-rowcount', '10001')
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(60)
})
