import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ordersWith } from '../../test/builders/orderService'
import { plan } from '../../test/builders/swap'
import { accountWith, chainWith, clientListing, deployment, servicesWith, usdc, walletsWith } from '../../test/services'
import type { Services } from '../components/services'
import { openOrder } from '../orders/openOrder'
import type { Order } from '../orders/order'
import { App } from './App'
import type { AppServices } from './buildServices'
import type { ConfigError } from './configuration'
import { dialogs } from './dialogs'
import { lazyOrderService } from './orders/lazyOrderService'

beforeEach(() => {
  window.history.replaceState(null, '', '/inspect')
  window.scrollTo = vi.fn()
})
afterEach(() => act(dialogs.close))

function appWith(part: Partial<Services> = {}): AppServices {
  const orderService = lazyOrderService(() => Promise.reject(new Error('No orders in this story.')))
  const client = clientListing([usdc])
  return { queries: new QueryClient(), services: servicesWith({ client, orderService, dialogs, ...part }) }
}

async function open(app: AppServices | ConfigError = appWith()) {
  await act(async () => render(<App opening={Promise.resolve(app)} />))
}

test('the header names every page and marks the current one', async () => {
  await open()
  const names = ['Swap', 'Pools', 'Portfolio', 'Activity', 'Inspect']
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(names)
  expect(screen.getByRole('link', { name: 'Inspect' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('button', { name: 'Settings' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})

test.each([
  ['/nowhere', 'Page not found', 'Go to Swap'],
  ['/portfolio', 'Connect a wallet to see tokens and positions of all networks', 'Connect wallet'],
  ['/positions', 'Connect a wallet to see your positions', 'Connect wallet'],
  ['/positions/Harbor/none', '“none” is not the number of a position', 'Go to Positions'],
  ['/tokens/Nowhere/native', 'This exchange has no network “Nowhere”', 'See all pools'],
])('%s without anything to show has a drawing, a title and one button', async (path, title, action) => {
  window.history.replaceState(null, '', path)
  await open()
  const empty = (await screen.findByText(title, { selector: 'h2, div > svg + p' })).closest('div')
  expect(empty?.querySelector('svg')).not.toBeNull()
  expect([...(empty?.querySelectorAll('a, button') ?? [])].map(({ textContent }) => textContent)).toEqual([action])
})

test('the first Tab stop is the skip link', async () => {
  await open()
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  expect(screen.getByRole('main')).toHaveAttribute('id', 'content')
})

test('going to another page moves the focus to its heading, names the window, and opening one does not', async () => {
  await open()
  const inspect = await screen.findByRole('heading', { level: 1, name: 'Inspect' })
  expect(inspect).not.toHaveFocus()
  await waitFor(() => expect(document.title).toBe('Inspect · Tidegate'))
  await userEvent.click(screen.getByRole('link', { name: 'Activity' }))
  const activity = await screen.findByRole('heading', { level: 1, name: 'Activity' })
  await waitFor(() => expect(activity).toHaveFocus())
  await waitFor(() => expect(document.title).toBe('Activity · Tidegate'))
})

test('A-06 a halted deployment is announced, with ways out without it', async () => {
  const positionManager = '0x00000000000000000000000000000000000000Ee'
  const chains = [chainWith(741001, 'Harbor', { positionManager }), chainWith(741002, 'Delta')]
  await open(appWith({ notice: async () => ({ halt: 'Until noon.' }), deployment: { ...deployment, chains } }))
  expect(await screen.findByText('The operator has paused trading. Until noon.')).toBeVisible()
  await userEvent.click(await screen.findByText(/^How to withdraw without this app/))
  for (const call of ['approve', 'decreaseLiquidity', 'collect', 'refund'])
    expect(screen.getByRole('list', { name: 'Ways to withdraw' })).toHaveTextContent(call)
  expect(screen.getByText('Position manager on Harbor')).toBeVisible()
  expect(screen.getByText(positionManager)).toBeVisible()
  expect(screen.queryByText('Position manager on Delta')).not.toBeInTheDocument()
})

test('the message about a refused file is removed as soon as the app is rendered, but not once it is shown', async () => {
  for (const isShown of [false, true]) {
    const said = document.createElement('main')
    said.id = 'refused'
    said.hidden = !isShown
    document.body.append(said)
    const { unmount } = render(<App opening={Promise.resolve(appWith())} />)
    expect(await screen.findByRole('heading', { level: 1, name: 'Inspect' })).toBeVisible()
    await waitFor(() => expect(said.isConnected).toBe(isShown))
    said.remove()
    unmount()
  }
})

test('a connected account is in the header and opens the account panel', async () => {
  await open(appWith({ wallets: walletsWith({ accounts: [accountWith()] }) }))
  await userEvent.click(screen.getByRole('button', { name: `Account ${accountWith().address}` }))
  expect(await screen.findByRole('dialog', { name: 'Accounts' })).toBeVisible()
})

test('settings and wallets open from the header, also when asked for too early', async () => {
  let arrive = (_app: AppServices) => {}
  await act(async () => render(<App opening={new Promise((resolve) => (arrive = resolve))} />))
  await userEvent.click(screen.getByRole('button', { name: 'Settings' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await act(async () => arrive(appWith()))
  expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('play money is called play money, and only there', async () => {
  await open()
  expect(screen.getByText(/Demo mode/)).toBeVisible()
})

test('a hosted deployment shows nothing about play money', async () => {
  await open(appWith({ deployment: { ...deployment, mode: 'hosted' } }))
  expect(screen.queryByText(/Demo mode/)).not.toBeInTheDocument()
})

test('going offline and coming back online are announced', async () => {
  await open()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByText(/You are offline/)).toBeVisible()
  online.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument()
})

test('an unknown address gets an answer and a link home', async () => {
  window.history.replaceState(null, '', '/nowhere')
  await open()
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to Swap' })).toHaveAttribute('href', '/swap')
})

test('without settings the app does not start, and shows the reason and the next step', async () => {
  await open({ is: 'unreachable', detail: 'TypeError: Failed to fetch' })
  expect(screen.getByRole('alert')).toHaveTextContent(/server is not responding/)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a page that stops working leaves all others usable', async () => {
  const shout = vi.spyOn(console, 'error').mockImplementation(() => {})
  const client = clientListing([usdc])
  Object.defineProperty(client, 'log', {
    get: () => {
      throw new Error('The log is gone.')
    },
  })
  await open(appWith({ client }))
  expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeVisible()
  // Its orders cannot be loaded in this test.
  expect(await screen.findByText(/cannot be read, so we do not know whether a transaction was sent/)).toBeVisible()
  expect(screen.getByText('Error: The log is gone.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Activity' }))
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeVisible()
  shout.mockRestore()
})

function refuse(): never {
  throw new TypeError('not in this browser')
}
const hide = () => void vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)

/** An order in progress, and how it ends while the page is open. */
function running() {
  const order = openOrder('running-1', plan(), 940_000)
  const service = ordersWith({ orders: [order] })
  const listeners = new Set<() => void>()
  let snapshot = service.getSnapshot()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const end = (change: (order: Order) => Order) => {
    const tasks = order.tasks.map((task) => ({ ...task, progress: { at: 'expired', hash: undefined } as const }))
    snapshot = { ...snapshot, orders: [change({ ...order, tasks })] }
    for (const listener of listeners) listener()
  }
  return { orderService: { ...service, getSnapshot: () => snapshot, subscribe }, end }
}

const sabotage: Readonly<Record<string, () => void>> = {
  'the visibility of the tab': () => void vi.spyOn(document, 'hidden', 'get').mockImplementation(refuse),
  'the icon of the tab': () => {
    const icon = Object.assign(document.createElement('link'), { rel: 'icon' })
    Object.defineProperty(icon, 'href', { get: refuse, set: refuse })
    document.head.append(icon)
  },
  'a notification': () => {
    hide()
    vi.stubGlobal('Notification', Object.assign(vi.fn(refuse), { permission: 'granted' }))
  },
  'the permission of notifications': () => {
    hide()
    vi.stubGlobal('Notification', Object.defineProperty(vi.fn(), 'permission', { get: refuse }))
  },
  'the background and its wishes': () => vi.stubGlobal('matchMedia', refuse),
}

test.each(Object.keys(sabotage))('%s fails in isolation: the page stays while an order runs and ends', async (part) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { orderService, end } = running()
  sabotage[part]!()
  await open(appWith({ orderService }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Inspect' })).toBeVisible()
  await act(async () => end((order) => order))
  await act(async () => {})
  expect(screen.queryByText('This page stopped working')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Inspect' })).toBeVisible()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.querySelector('link[rel=icon]')?.remove()
})

test('a toast that cannot be written leaves the page as it is', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { orderService, end } = running()
  await open(appWith({ orderService }))
  await screen.findByRole('heading', { level: 1, name: 'Inspect' })
  await act(async () => end((order) => Object.defineProperty({ ...order }, 'plan', { get: refuse })))
  expect(screen.getByRole('heading', { level: 1, name: 'Inspect' })).toBeVisible()
  expect(screen.queryByText('This page stopped working')).toBeNull()
})
