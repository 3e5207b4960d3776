import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { token as buildToken } from '../../../../test/builders/swap'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import type { Chain } from '../../../domain/chain'
import type { Token } from '../../../domain/token'
import { ServicesContext } from '../../services'
import { tokenKey } from '../search'
import TokenPicker from './TokenPicker'

const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }
const delta: Chain = { ...harbor, id: 2, chainId: 741002, name: 'Delta' }

const eth = token('ETH', 'Ether', harbor, 'native', { isNative: true, decimals: 18, price: '3000' })
const usdc = token('USDC', 'USD Coin', harbor, `0x${'1'.repeat(40)}`)
const farUsdc = token('USDC', 'USD Coin', delta, `0x${'2'.repeat(40)}`)
const fake = token('USDС', '<b>USD Coin</b>', harbor, `0x${'3'.repeat(40)}`, {
  cautions: [{ is: 'look-alike', of: 'USDC' }],
})
const tokens = [usdc, farUsdc, fake, eth]

function open(more: { tokens?: readonly Token[] } = {}, wallets = walletsWith({}), client = clientListing(tokens)) {
  const onChoose = vi.fn()
  const onClose = vi.fn()
  const services = servicesWith({ wallets, client })
  renderIn(services, <TokenPicker tokens={tokens} onChoose={onChoose} onClose={onClose} {...more} />)
  return { onChoose, onClose, services, search: screen.getByRole('searchbox', { name: 'Search tokens' }) }
}

const options = () => screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'))
const active = (search: HTMLElement) => document.getElementById(search.getAttribute('aria-activedescendant') ?? '')

test('the dialog begins in its search box and names every token with its chain; suspicious ones when asked or searched', async () => {
  const { search } = open()
  expect(screen.getByRole('dialog', { name: 'Select a token' })).toBeVisible()
  expect(search).toHaveFocus()
  const trusted = ['USDC USD Coin on Harbor', 'USDC USD Coin on Delta', 'ETH Ether on Harbor']
  expect(options()).toEqual(trusted)
  await userEvent.type(search, 'usd coin')
  expect(options()).toContain('USDС <b>USD Coin</b> on Harbor')
  await userEvent.clear(search)
  await userEvent.click(screen.getByRole('button', { name: 'Show suspicious tokens' }))
  expect(options()).toEqual(trusted.toSpliced(2, 0, 'USDС <b>USD Coin</b> on Harbor'))
  expect(screen.queryByRole('button', { name: 'Show suspicious tokens' })).toBeNull()
})

test('the dialog is in the frame of the click; thousands of tokens are drawn after it', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const services = servicesWith({ client: clientListing(tokens) })
  onTestFinished(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })
  // Outside of `act`, which would wait for both.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  flushSync(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ServicesContext value={services}>
          <TokenPicker tokens={tokens} onChoose={() => {}} onClose={() => {}} />
        </ServicesContext>
      </QueryClientProvider>,
    ),
  )
  expect(screen.getByRole('searchbox', { name: 'Search tokens' })).toBeInTheDocument()
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(screen.queryByText('No tokens found.')).toBeNull()
  await vi.waitFor(() => expect(options()).toHaveLength(3), { timeout: 30_000 })
})

test('a token is found and chosen with the keyboard only', async () => {
  const { onChoose, onClose, services } = open()
  await userEvent.keyboard('usdc{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(farUsdc)
  expect(onClose).toHaveBeenCalledOnce()
  expect(services.preferences.getState().recentTokens).toEqual([tokenKey(farUsdc)])
})

test('arrows wrap around, Home and End go to the ends, and the active option is announced', async () => {
  const { search } = open()
  expect(active(search)).toHaveAccessibleName('USDC USD Coin on Harbor')
  await userEvent.keyboard('{ArrowUp}')
  expect(active(search)).toHaveAccessibleName('ETH Ether on Harbor')
  await userEvent.keyboard('{ArrowDown}')
  expect(active(search)).toHaveAccessibleName('USDC USD Coin on Harbor')
  await userEvent.keyboard('{End}')
  expect(active(search)).toHaveAccessibleName('ETH Ether on Harbor')
  await userEvent.keyboard('{Home}')
  expect(active(search)).toHaveAccessibleName('USDC USD Coin on Harbor')
})

test('Esc closes the dialog, also with text in the search box', async () => {
  const { onClose } = open()
  await userEvent.keyboard('usdc{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('owned tokens come first, with their balance', async () => {
  const rpc = () => (method: string) => Promise.resolve(method === 'eth_getBalance' ? '0x14d1120d7b160000' : '0x0')
  open({}, walletsWith({ accounts: [accountWith()], rpc }))
  await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveAccessibleName('ETH Ether on Harbor'))
  const [first] = screen.getAllByRole('option')
  expect(first).toHaveAccessibleDescription('You have 1.5 ETH, $4,500.00')
})

test('the list can be filtered by network', async () => {
  open()
  await userEvent.click(screen.getByRole('radio', { name: 'Delta' }))
  expect(options()).toEqual(['USDC USD Coin on Delta'])
})

test('a look-alike is flagged, and its name is only text', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Show suspicious tokens' }))
  const option = screen.getByRole('option', { name: /<b>USD Coin<\/b>/ })
  expect(option).toHaveAccessibleDescription('Not the real USDC: similar name')
  expect(within(option).queryByText('USD Coin')).not.toBeInTheDocument()
  expect(option.querySelector('bdi')).toHaveTextContent('USDС')
})

test('the address of the token under the cursor is shown in full, to compare and to copy', async () => {
  open()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByText(farUsdc.address)).toBeVisible()
  expect(screen.getByRole('link', { name: /Explorer/ })).toHaveAttribute(
    'href',
    `https://explorer.example/address/${farUsdc.address}`,
  )
})

test('a pasted address that is not listed gets its own answer', async () => {
  open()
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.paste(`0x${'9'.repeat(40)}`)
  expect(await screen.findByText(/not supported here/)).toBeVisible()
})

test('of fifty thousand tokens only the visible ones are rendered, and the last is reached immediately', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) =>
    token(`T${index}`, `Token ${index}`, harbor, `0x${index.toString(16).padStart(40, '0')}`),
  )
  const { search, onChoose } = open({ tokens: many })
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  await userEvent.keyboard('{End}')
  expect(active(search)).toHaveAttribute('aria-posinset', '50000')
  expect(active(search)).toHaveAttribute('aria-setsize', '50000')
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledWith(many[49_999])
})

function token(symbol: string, name: string, chain: Chain, address: string, more: Partial<Token> = {}): Token {
  return buildToken(symbol, chain, { name, address, ...more })
}

test('M-033 M-043 M-054 entries that were left out are counted, with a link to where they are listed', async () => {
  const dropped = {
    code: 'M-043',
    did: 'dropped',
    where: '$.data[]',
    reason: { is: 'address of another kind', kind: 'evm' },
    found: '"0x"',
  } as const
  const listing = clientListing(tokens)
  open({}, walletsWith({}), {
    ...listing,
    chains: async () => {
      const outcome = await listing.chains()
      if (outcome.is === 'refused') return outcome
      const noted = { ...dropped, did: 'noted', times: 9 } as const
      return { is: 'answer', answer: { ...outcome.answer, deviations: [{ ...dropped, times: 3 }, noted] } }
    },
  })
  expect(await screen.findByText(/^3 invalid tokens are hidden/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show details' })).toHaveAttribute('href', '/inspect')
})

test('favourite, recent and common tokens are one click away, and a look-alike is never common', async () => {
  const { services, onChoose } = open()
  act(() =>
    services.preferences.getState().change({ recentTokens: [tokenKey(fake)], favouriteTokens: [tokenKey(fake)] }),
  )
  const chips = () =>
    within(screen.getByRole('group', { name: 'Favourite, recent and common tokens' }))
      .getAllByRole('button')
      .map((chip) => chip.getAttribute('aria-label'))
  expect(chips()).toEqual(['Choose USDC on Harbor', 'Choose USDC on Delta', 'Choose ETH on Harbor'])
  await userEvent.keyboard('{End}')
  await userEvent.click(screen.getByRole('button', { name: 'Favourite: ETH' }))
  expect(screen.getByRole('button', { name: 'Favourite: ETH' })).toHaveAttribute('aria-pressed', 'true')
  expect(chips()[0]).toBe('Choose ETH on Harbor')
  expect(services.preferences.getState().favouriteTokens).toContain(tokenKey(eth))
  await userEvent.click(screen.getByRole('button', { name: 'Choose USDC on Delta' }))
  expect(onChoose).toHaveBeenCalledWith(farUsdc)
})

test('the list of bought tokens begins with likely ones, the list of sold tokens with those owned', async () => {
  const services = () =>
    servicesWith({
      client: clientListing(tokens),
      wallets: walletsWith({ accounts: [accountWith()], rpc: () => async () => '0x4c4b40' }),
    })
  const rare = token('RARE', 'Rare', harbor, `0x${'6'.repeat(40)}`, { price: '900' })
  const all = [rare, ...tokens]
  renderIn(services(), <TokenPicker tokens={all} isTarget onChoose={vi.fn()} onClose={vi.fn()} />)
  await waitFor(() => expect(options().slice(0, 3)).not.toContain('RARE Rare on Harbor'))
})

test('on a touch screen the list comes first, and no keyboard covers it', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('coarse') }))
  const { search } = open()
  expect(search).not.toHaveFocus()
  vi.unstubAllGlobals()
})
