import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { harbor, poolsSaid, usdc, weth } from '../../../test/builders/liquidity'
import { ordersWith } from '../../../test/builders/orderService'
import * as records from '../../../test/fixtures/poolRecords'
import { accountWith, clientListing, renderIn, servicesWith, wait, walletsWith } from '../../../test/services'
import type { ServiceResult } from '../../api/serviceResult'
import type { Token } from '../../domain/token'
import { refuse } from '../../protocol/refusal'
import type { PoolsAnswer } from '../../protocol/serviceMessages'
import type { Rpc } from '../../wallets/wallets'
import PositionsScreen from './PositionsScreen'

const owner = '0x5555555555555555555555555555555555555555'
const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
]

beforeEach(() => window.history.replaceState(null, '', '/positions'))

describe('the account whose positions are shown', () => {
  test('no one’s without an account and an address', () => {
    const { services } = open({ owner: undefined })
    expect(screen.getByText('Connect a wallet to see your positions')).toBeVisible()
    screen.getByRole('button', { name: 'Connect wallet' }).click()
    expect(services.dialogs.connect).toHaveBeenCalledWith('evm')
  })

  test('it is any pasted address; an invalid address is reported', async () => {
    open({ owner: undefined })
    await userEvent.type(address(), '0x12')
    expect(screen.getByText('Not an address on these networks.')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Positions' })).toBeNull()
    expect(screen.queryByText(/has no positions/)).toBeNull()
    await userEvent.clear(address())
    await userEvent.type(address(), `  ${owner} `)
    expect(await card()).toHaveTextContent('Connect the owner’s account to change it.')
    expect(window.location.search).toBe(`?address=${owner}`)
  })

  test('an address of someone else is marked as view only, and offers nothing to sign', async () => {
    open({ owner: undefined })
    await userEvent.type(address(), owner)
    const watched = await screen.findByRole('region', { name: 'Viewed address' })
    expect(watched).toHaveTextContent('View only')
    expect(watched).toHaveTextContent(owner)
    expect(await card()).toBeVisible()
    for (const name of ['Remove liquidity', 'Collect fees']) expect(screen.getByRole('button', { name })).toBeDisabled()
  })

  test('an address on Solana is viewed as well, without positions', async () => {
    open({ owner: undefined })
    await userEvent.type(address(), '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
    expect(await screen.findByRole('region', { name: 'Viewed address' })).toHaveTextContent('View only')
    expect(screen.queryByText('Not an address on these networks.')).toBeNull()
    expect(screen.queryByRole('list', { name: 'Positions' })).toBeNull()
  })

  test('one’s own positions come before the field for another address, which keeps the focus while one types', async () => {
    open({})
    const list = await screen.findByRole('list', { name: 'Positions' })
    const field = await screen.findByRole('textbox', { name: 'Address' })
    expect(list.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await userEvent.type(field, '0x1')
    expect(field).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'Positions' })).toBeNull()
  })

  test('one’s own account is not marked as someone else’s', async () => {
    open({})
    await userEvent.type(address(), owner)
    await card()
    expect(screen.queryByRole('region', { name: 'Viewed address' })).toBeNull()
  })

  test('another one’s when someone goes back, and one’s own again', async () => {
    const ownsNothing = (params: readonly unknown[]) => /dead/i.test(JSON.stringify(params))
    open({ node: async (_, params) => (ownsNothing(params) ? nothingHeld : Promise.reject(new Error('No answer.'))) })
    await card()
    act(() => window.history.pushState(null, '', '/positions?address=0x000000000000000000000000000000000000dEaD'))
    expect(await screen.findByText('This address has no positions in these pools')).toBeVisible()
    expect(address()).toHaveValue('0x000000000000000000000000000000000000dEaD')
    act(() => window.history.pushState(null, '', '/positions'))
    expect(await card()).toBeVisible()
    expect(address()).toHaveValue('')
  })
})

describe('a position out of the pool’s record', () => {
  test('it shows value and holdings, its range and the price, fees and share', async () => {
    open({})
    const found = await card()
    for (const [term, text] of [
      ['Price range', '2,773.89 to 3,401.58 USDC per WETH'],
      ['Current price', '3,000 USDC per WETH'],
      ['Unclaimed fees', '0.01 WETH · 30 USDC'],
      ['Share of active liquidity', '100%'],
    ] as const)
      expect(within(found).getByText(term).parentElement).toHaveTextContent(text)
    // Ticks are on the page of the position.
    expect(found).not.toHaveTextContent('ticks')
    expect(found).toHaveTextContent('Data: exchange')
    expect(within(found).getByRole('link', { name: 'Add more' })).toHaveAttribute(
      'href',
      `/liquidity/add?pool=741001:${records.poolAddress}&lower=-197040&upper=-195000&position=7`,
    )
    expect(screen.queryByText(/creates a new position/)).toBeNull()
  })

  test('without a known manager it can only be joined by another position, with a note', async () => {
    const { positionManager: _, ...record } = records.embedded
    open({ pools: [record] })
    const found = await card()
    expect(within(found).getByRole('link', { name: 'Add more' }).getAttribute('href')).not.toContain('position=')
    expect(found).toHaveTextContent('“Add more” creates a new position in the same range.')
  })

  test('a position of someone else can only be joined by another one, with a note', async () => {
    open({ owner: undefined })
    await userEvent.type(address(), owner)
    const found = await card()
    expect(within(found).getByRole('link', { name: 'Add more' }).getAttribute('href')).not.toContain('position=')
    expect(found).toHaveTextContent('“Add more” creates a new position in the same range.')
  })

  test('in range and without the active liquidity its share is unknown, not zero', async () => {
    open({ pools: [{ ...records.embedded, liquidity: '0' }] })
    const found = await card()
    expect(found).toHaveTextContent('In range')
    expect(found).toHaveTextContent('Unknown: the pool data is older than this position')
    expect(found).not.toHaveTextContent('None while out of range')
  })

  test.each([
    ['earning', -196257, 'In range'],
    ['edge', -197040, 'At the edge'],
    ['below', -197041, 'Out of range: price below'],
    ['above', -195000, 'Out of range: price above'],
  ])('it is shown as %s at tick %d', async (state, tick, messages) => {
    const { sqrtPriceX96: _, price: __, ...record } = records.embedded
    open({ pools: [{ ...record, tick }] })
    const found = await card()
    expect(found.querySelector('[data-state]')).toHaveAttribute('data-state', state)
    expect(found).toHaveTextContent(messages)
  })
})

test('an account without positions is shown the way to one', async () => {
  open({ owner: '0x000000000000000000000000000000000000dEaD', node: async () => nothingHeld })
  expect(await screen.findByText('No positions yet')).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: 'Add liquidity' }))
    expect(link).toHaveAttribute('href', '/liquidity/add')
})

test('an empty list is reported only after every position manager has responded', async () => {
  let answer: (value: unknown) => void = () => {}
  const silent = new Promise((resolve) => {
    answer = resolve
  })
  const wallets = walletsWith({
    accounts: [accountWith({ address: '0x000000000000000000000000000000000000dEaD' })],
    rpc: () => () => silent,
  })
  const client = clientListing(listed, { pools: async () => poolsSaid([records.embedded]) })
  renderIn(servicesWith({ client, wallets, orderService: ordersWith() }), <PositionsScreen />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByText('Loading positions…')).toBeInTheDocument()
  expect(screen.queryByText('No positions yet')).toBeNull()
  act(() => answer(nothingHeld))
  expect(await screen.findByText('No positions yet')).toBeVisible()
})

test('if the node does not respond, the page does not claim that there are no positions', async () => {
  open({ owner: '0x000000000000000000000000000000000000dEaD' })
  const notice = await screen.findByText('Could not read positions on Harbor. Some may be missing here.')
  expect(notice).toBeVisible()
  expect(screen.queryByText(/No positions/)).toBeNull()
})

test('pools that could not be loaded are no positions that are gone', async () => {
  open({ answer: { is: 'refused', refusal: refuse('failing') } })
  expect(await screen.findByText('Could not load pools')).toBeVisible()
  expect(screen.queryByText(/No positions/)).toBeNull()
})

test('a list that failed has failed while it is asked for again too', async () => {
  const pools = vi.fn(async () => ({ is: 'refused', refusal: refuse('failing') }) as const)
  const client = clientListing(listed, { pools })
  const wallets = walletsWith({ accounts: [accountWith({ address: owner })] })
  const { queries } = renderIn(servicesWith({ client, wallets, orderService: ordersWith() }), <PositionsScreen />)
  const notice = await screen.findByText('Could not load pools')
  pools.mockReturnValue(new Promise(() => {}))
  await act(async () => {
    void queries.invalidateQueries({ queryKey: ['pools'] })
    await wait(50)
  })
  expect(pools).toHaveBeenCalledTimes(2)
  expect(notice).toBeInTheDocument()
})

test('the fees of all positions are collected one review after the other, until a review is closed', async () => {
  const [first] = records.embedded.positions
  open({ pools: [{ ...records.embedded, positions: [first, { ...first, id: '8' }] }] })
  await userEvent.click(await screen.findByRole('button', { name: 'Collect all ($120.00)' }))
  const review = await screen.findByRole('dialog', { name: 'Review fee collection' })
  expect(review).toHaveTextContent('0.01 WETH')
  await userEvent.click(within(review).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('two networks of one name, and so of one list of pools, do not render for ever', async () => {
  const twin = { ...harbor, id: 2, chainId: 741_009 }
  open({ tokens: [...listed, ...listed.map((token) => ({ ...token, id: token.id + 100, chain: twin }))] })
  const list = await screen.findByRole('list', { name: 'Positions' })
  expect((await within(list).findAllByRole('listitem')).length).toBeGreaterThan(0)
})

test('while one’s own positions load, the field for another address is seen as soon as it has the focus', async () => {
  open({ answer: new Promise(() => {}) })
  const field = address()
  expect(field.closest('.opacity-0')).not.toBeNull()
  act(() => field.focus())
  expect(field.closest('.opacity-0')).toBeNull()
})

test('while the wallet of the last visit reconnects, the page does not ask to connect one', async () => {
  const wallets = walletsWith({})
  wallets.store.setState({ at: 'restoring' })
  renderIn(servicesWith({ wallets, client: clientListing(listed), orderService: ordersWith() }), <PositionsScreen />)
  expect(screen.getByText('Loading positions…')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Connect wallet' })).toBeNull()
  expect(address().closest('.opacity-0')).not.toBeNull()
  act(() => wallets.store.setState({ at: 'ready' }))
  expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  expect(address().closest('.opacity-0')).toBeNull()
})

/** The response of a position manager for an account without positions. */
const nothingHeld = `0x${'0'.repeat(64)}`

type Story = {
  owner?: string | undefined
  tokens?: readonly Token[]
  pools?: readonly unknown[]
  answer?: ServiceResult<PoolsAnswer> | Promise<never>
  /** How the node of every network answers; without one it does not. */
  node?: Rpc
}

function open(story: Story) {
  const { pools = [records.embedded], answer = poolsSaid(pools), tokens = listed, node } = story
  const account = 'owner' in story ? story.owner : owner
  const services = servicesWith({
    client: clientListing(tokens, { pools: async () => answer }),
    wallets: walletsWith({
      accounts: account === undefined ? [] : [accountWith({ address: account })],
      ...(node && { rpc: () => node }),
    }),
    orderService: ordersWith(),
  })
  renderIn(services, <PositionsScreen />)
  return { services }
}

function address(): HTMLElement {
  return screen.getByRole('textbox', { name: 'Address' })
}

async function card(): Promise<HTMLElement> {
  return within(await screen.findByRole('list', { name: 'Positions' })).findByRole('listitem')
}
