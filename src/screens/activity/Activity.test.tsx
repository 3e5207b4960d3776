import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { requestedDeposit } from '../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../test/builders/orderService'
import { delta, eth, farUsdc, me, plan, usdc, weth } from '../../../test/builders/swap'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { activityMessages } from '../../components/orders/messages'
import type { Token } from '../../domain/token'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { noOrders, type OrdersSnapshot } from '../../orders/ordersSnapshot'
import type { StepProgress } from '../../orders/progress'
import type { RequestProgress } from '../../orders/serviceRequest'
import { encodeOrder } from '../../orders/store/orderCodec'
import { LanguageContext } from '../../ui/messages'
import ActivityScreen from './ActivityScreen'
import BackgroundNotifier, { settledSince } from './BackgroundNotifier'
import OrderScreen from './OrderScreen'

const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
const hash = `0x${'b'.repeat(64)}`
const received = { token: weth, units: 33_000_000_000_000_000n }
const done: StepProgress = {
  at: 'done',
  anchor,
  hash,
  receipt: { hash, block: 1n, fee: 1n, received, spent: undefined },
}

function order(id: string, progress: StepProgress, change: Partial<Order> = {}): Order {
  const opened = openOrder(id, plan(), 940_000)
  return { ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress })), ...change }
}

const finished = order('done-1', done)
const rejected = order('rejected-1', { at: 'rejected' })
/** The approval is done, and the swap after it was rejected. */
const halfway = {
  ...order('halfway-1', { at: 'rejected' }),
  tasks: order('halfway-1', { at: 'rejected' }).tasks.map((task, at) =>
    at === 0 ? { ...task, progress: done } : task,
  ),
}
const crossing = { ...openOrder('far-1', plan({ sell: { token: eth, units: 10n ** 18n }, buy: farUsdc }), 940_000) }

function world(snapshot: Partial<OrdersSnapshot>) {
  return servicesWith({
    orderService: ordersWith(snapshot),
    client: clientListing([eth, usdc, weth, farUsdc]),
    wallets: walletsWith({ accounts: [accountWith({ address: me })] }),
  })
}

const lines = () => within(screen.getByRole('list', { name: 'Orders' })).getAllByRole('link')

describe('Activity', () => {
  beforeEach(() => window.history.replaceState(null, '', '/activity'))

  test('it lists every order with its outcome, each a link', () => {
    renderIn(world({ orders: [finished, rejected, crossing] }), <ActivityScreen />)
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      '100 USDC → 0.066 WETHHarbor · 1 minute agoValue when opened: $100.00Done',
      '100 USDC → 0.033 WETHHarbor · 1 minute agoValue when opened: $100.00Cancelled',
      expect.stringMatching(/^1 ETH → .*Harbor → Delta · 1 minute agoValue when opened: \$3,000\.00In progress$/),
    ])
    expect(lines()[0]).toHaveAttribute('href', '/activity/done-1')
  })

  test('it shows the value of an order when it was opened, and names a look-alike', () => {
    const bought = (id: string, sold: Token, buy = weth) =>
      openOrder(id, plan({ sell: { token: sold, units: 250_000_000n }, buy }), 940_000)
    const fake = { ...weth, symbol: 'WЕTH', cautions: [{ is: 'look-alike', of: 'WETH' } as const] }
    const orders = [bought('a', { ...usdc, price: '0.5' }), bought('b', { ...usdc, price: undefined }, fake)]
    renderIn(world({ orders }), <ActivityScreen />)
    expect(lines()[0]).toHaveTextContent('Value when opened: $125.00')
    expect(lines()[1]).toHaveTextContent('Value unknown')
    expect(lines()[1]).toHaveTextContent('Not the real WETH: similar name')
  })

  test('draws the newest hundred, older ones by a press, and searches and counts all of them', async () => {
    const orders = Array.from({ length: 230 }, (_, index) => ({ ...finished, id: `done-${index}` }))
    renderIn(world({ orders: [...orders, halfway] }), <ActivityScreen />)
    expect(lines()).toHaveLength(100)
    expect(screen.getByText('Exports include the 231 orders of this list.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show older (131 more)' }))
    expect(lines()).toHaveLength(200)
    await userEvent.click(screen.getByRole('button', { name: 'Show older (31 more)' }))
    expect(lines()).toHaveLength(231)
    expect(screen.queryByRole('button', { name: /^Show older/ })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Action needed' }))
    expect(lines().map((link) => link.getAttribute('href'))).toEqual(['/activity/halfway-1'])
  })

  test('while older orders are read, shows those it knows, and no totals or exports of a part', () => {
    renderIn(world({ orders: [finished], isLoaded: false, unread: 4_980 }), <ActivityScreen />)
    expect(lines()).toHaveLength(1)
    expect(screen.getByText(/^Reading 4980 orders more\. Totals and exports follow when all are read\.$/)).toBeVisible()
    expect(screen.queryByText(/^Exports include/)).toBeNull()
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull()
  })

  test('an order that was just confirmed is no whole history: exports come when the journal was read', () => {
    renderIn(world({ orders: [finished], isLoaded: false, unread: 0 }), <ActivityScreen />)
    expect(lines()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull()
  })

  test('a filter that nothing known matches yet does not say that there is nothing', async () => {
    renderIn(world({ orders: [finished], isLoaded: false, unread: 12 }), <ActivityScreen />)
    await userEvent.click(screen.getByRole('radio', { name: 'Action needed' }))
    expect(screen.queryByText('No matching orders')).toBeNull()
    expect(screen.getByText(/^Reading 12 orders more/)).toBeVisible()
  })

  test('it finds orders by token, chain or hash, and reports an empty result', async () => {
    renderIn(world({ orders: [finished, rejected, crossing] }), <ActivityScreen />)
    const box = screen.getByRole('searchbox', { name: 'Search orders' })
    await userEvent.type(box, delta.name)
    expect(lines()).toHaveLength(1)
    await userEvent.clear(box)
    await userEvent.type(box, hash)
    expect(lines()).toHaveLength(1)
    await userEvent.type(box, 'f')
    expect(screen.getByText('No matching orders')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(lines()).toHaveLength(3)
  })

  test('shows only those in one state', async () => {
    renderIn(world({ orders: [finished, halfway, crossing] }), <ActivityScreen />)
    await userEvent.click(screen.getByRole('radio', { name: 'Action needed' }))
    expect(lines()).toHaveLength(1)
  })

  test('an empty browser shows where orders come from', () => {
    renderIn(world({ orders: [] }), <ActivityScreen />)
    expect(screen.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to Swap' })).toHaveAttribute('href', '/swap')
  })

  test('orders that cannot be read are kept and counted', () => {
    renderIn(world({ orders: [finished], unreadable: 2 }), <ActivityScreen />)
    expect(screen.getByText(/2 orders could not be read. They stay stored/)).toBeVisible()
  })

  test('it loads the journal if nothing else has loaded it', () => {
    const load = vi.fn(() => Promise.resolve())
    renderIn(servicesWith({ orderService: ordersWith({ isLoaded: false }, { load }) }), <ActivityScreen />)
    expect(load).toHaveBeenCalledTimes(1)
    expect(screen.getByText('Loading your orders…')).toBeInTheDocument()
  })
})

test('an unreadable journal is reported, and read again by a press', async () => {
  const load = vi.fn(() => Promise.reject(new Error('The database is busy.')))
  renderIn(servicesWith({ orderService: ordersWith({ isLoaded: false }, { load }) }), <ActivityScreen />)
  expect(await screen.findByText(/The database is busy./)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(load).toHaveBeenCalledTimes(2)
})

test('a journal blocked by the browser comes with instructions', async () => {
  const load = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  const services = servicesWith({ orderService: ordersWith({ isLoaded: false }, { load }) })
  renderIn({ ...services, storageProblem: async () => 'blocked' }, <ActivityScreen />)
  expect(await screen.findByText(/we do not know what is in them. .*Allow site data for localhost/)).toBeVisible()
  expect(screen.queryByText('No orders yet')).toBeNull()
})

describe('files', () => {
  const saved: { name: string; text: string }[] = []
  let blob: Blob | undefined

  beforeEach(() => {
    saved.length = 0
    URL.createObjectURL = vi.fn((made: Blob | MediaSource) => {
      blob = made as Blob
      return 'blob:file'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const file = blob
      void file?.text().then((text) => saved.push({ name: this.download, text }))
    })
  })
  afterEach(() => vi.restoreAllMocks())

  test('hold exactly what is listed', async () => {
    renderIn(world({ orders: [finished, crossing] }), <ActivityScreen />)
    await userEvent.type(screen.getByRole('searchbox'), 'delta')
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toMatch(/^tidegate-orders-\d{4}-\d\d-\d\d\.csv$/)
    expect(saved[0]?.text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(saved[0]?.text).toContain('far-1')
  })

  test('come in Koinly’s columns on request', async () => {
    renderIn(world({ orders: [finished] }), <ActivityScreen />)
    await userEvent.click(screen.getByRole('radio', { name: 'Koinly' }))
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved[0]?.text).toMatch(/^Date,Sent Amount,/))
  })

  test('JSON holds the orders to the last digit', async () => {
    renderIn(world({ orders: [finished] }), <ActivityScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Export JSON' }))
    await waitFor(() => expect(saved[0]?.text).toContain('"33000000000000000"'))
  })

  test('a support bundle masks accounts on request', async () => {
    renderIn(world({ orders: [finished] }), <ActivityScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Support bundle' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Mask addresses' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save file' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.text).toContain('"kind":"tidegate support bundle"')
    expect(saved[0]?.text.toLowerCase()).not.toContain(me.slice(2).toLowerCase())
  })
})

describe('one order', () => {
  const show = (id: string, orders: readonly Order[]) => {
    window.history.replaceState(null, '', `/activity/${id}`)
    renderIn(
      world({ orders }),
      <Route path="/activity/:order">
        <OrderScreen />
      </Route>,
    )
  }

  test('it shows its steps, its timeline and its facts', () => {
    const history = [...finished.history, { when: 950_000, what: 'sent', task: 1, note: hash } as const]
    show('done-1', [{ ...finished, history }])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('100 USDC → 0.066 WETH')
    expect(screen.getByRole('list', { name: 'Steps' })).toBeInTheDocument()
    const moments = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
    expect(moments[0]).toHaveTextContent('Order created')
    expect(moments[1]).toHaveTextContent('Sent · step 2')
    expect(within(moments[1] as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      `https://explorer.example/tx/${hash}`,
    )
    expect(screen.getByRole('button', { name: 'Support bundle' })).toBeVisible()
  })

  test('a missing order comes with places to look for it', () => {
    show('elsewhere', [finished])
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order not found in this browser')
    expect(screen.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/activity')
  })
})

/** Orders that change while they are shown. */
function changingOrders(orders: readonly Order[]) {
  let snapshot: OrdersSnapshot = { ...noOrders, isLoaded: true, orders }
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const show = (orders: readonly Order[]) =>
    act(() => {
      snapshot = { ...snapshot, orders }
      for (const listener of listeners) listener()
    })
  return { orderService: ordersWith({}, { getSnapshot: () => snapshot, subscribe }), show }
}

/** The app renders again in another language after its texts are replaced. */
function BilingualNotifier() {
  const [language, setLanguage] = useState('en')
  return (
    <LanguageContext value={language}>
      <button type="button" onClick={() => setLanguage(language === 'en' ? 'de' : 'en')}>
        Change language
      </button>
      <BackgroundNotifier />
    </LanguageContext>
  )
}

describe('a tab in the background', () => {
  const hide = (isHidden: boolean) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  afterEach(() => hide(false))

  test('its title shows that an order waits, until the tab is visible', () => {
    document.title = 'Swap · Tidegate'
    renderIn(world({ orders: [halfway] }), <BackgroundNotifier />)
    expect(document.title).toBe('Swap · Tidegate')
    hide(true)
    expect(document.title).toBe('(1) action needed')
    hide(false)
    expect(document.title).toBe('Swap · Tidegate')
  })

  test('the end of an order is announced on every page, except on its progress', async () => {
    const { orderService, show: end } = changingOrders([crossing])
    renderIn({ ...world({}), orderService }, <BackgroundNotifier />)
    expect(screen.queryByRole('status', { name: 'Finished orders' })).not.toBeInTheDocument()
    end([{ ...finished, id: crossing.id }])
    const toast = screen.getByRole('status', { name: 'Finished orders' })
    expect(toast).toHaveTextContent('Your order is done')
    expect(within(toast).getByRole('link')).toHaveAttribute('href', `/activity/${crossing.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Hide this message' }))
    expect(screen.queryByRole('status', { name: 'Finished orders' })).not.toBeInTheDocument()

    end([crossing])
    const open = document.createElement('section')
    open.dataset.order = crossing.id
    document.body.append(open)
    end([{ ...finished, id: crossing.id }])
    expect(screen.queryByRole('status', { name: 'Finished orders' })).not.toBeInTheDocument()
    open.remove()
  })

  test('its title follows the language, and a change of the language announces nothing again', async () => {
    document.title = 'Swap · Tidegate'
    hide(true)
    const notified = vi.fn()
    vi.stubGlobal('Notification', Object.assign(notified, { permission: 'granted' }))
    const { orderService, show } = changingOrders([crossing, halfway])
    renderIn({ ...world({}), orderService }, <BilingualNotifier />)
    show([{ ...finished, id: crossing.id }, halfway])
    expect(notified).toHaveBeenCalledOnce()

    const { background } = activityMessages.english
    const english = { ...background }
    Object.assign(background, { title: (count: number) => `(${count}) Aktion erforderlich` })
    await userEvent.click(screen.getByRole('button', { name: 'Change language' }))
    expect(document.title).toBe('(1) Aktion erforderlich')

    Object.assign(background, english)
    await userEvent.click(screen.getByRole('button', { name: 'Change language' }))
    expect(document.title).toBe('(1) action needed')
    hide(false)
    expect(document.title).toBe('Swap · Tidegate')
    expect(notified).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('wears a dot on its icon while something is in progress', () => {
    const link = document.createElement('link')
    link.rel = 'icon'
    link.href = '/favicon.svg'
    document.head.append(link)
    const { unmount } = renderIn(world({ orders: [crossing] }), <BackgroundNotifier />)
    expect(link.href).toMatch(/^data:image\/svg\+xml,/)
    unmount()
    expect(link.href).toMatch(/favicon\.svg$/)
    link.remove()
  })
})

describe('a deposit that the exchange was asked for', () => {
  const accepted = requestedDeposit({ at: 'accepted' })
  const title = 'Deposit 0.5 WETH and 1,512.26 USDC'

  test('it is listed with its state, also after it was dismissed', () => {
    renderIn(world({ orders: [{ ...accepted, isDismissed: true }] }), <ActivityScreen />)
    const row = within(screen.getByRole('list', { name: 'Orders' })).getByRole('link')
    expect(row).toHaveTextContent(title)
    expect(row).toHaveTextContent(/Accepted, not on chain yet$/)
    expect(row).toHaveAttribute('href', '/activity/deposit-1')
  })

  test('it is searched, filtered, exported and bundled like an order', async () => {
    const seen = requestedDeposit({ at: 'seen', added: 10n, position: '46' })
    renderIn(world({ orders: [{ ...accepted, id: 'deposit-2' }, seen] }), <ActivityScreen />)
    const rows = () => screen.queryAllByRole('link', { name: /Deposit 0\.5 WETH/ }).map((row) => row.textContent)
    expect(rows()).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Support bundle' })).toBeEnabled()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'barnacle')
    expect(rows()).toEqual([])
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search orders' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Done' }))
    expect(rows()).toEqual([expect.stringMatching(/as #46.*Deposit arrived$/)])
  })

  test('it has a page of its own, with its events', () => {
    window.history.replaceState(null, '', '/activity/deposit-1')
    renderIn(
      world({ orders: [accepted] }),
      <Route path="/activity/:order">
        <OrderScreen />
      </Route>,
    )
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    const region = screen.getByRole('region', { name: 'Pending deposit' })
    expect(region).toHaveAttribute('data-order', 'deposit-1')
    const timeline = within(screen.getByRole('list', { name: 'Timeline' }))
    expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Request saved and sent$/),
      expect.stringMatching(/The exchange accepted it and sends it$/),
    ])
    expect(screen.getByText(accepted.request.body)).toBeVisible()
  })

  test('an answer in the review is not announced as well; its arrival is', () => {
    const phases = new Map([['deposit-1', 'under way' as const]])
    const seen = { at: 'seen', added: 1n, position: undefined } as const
    const news = (...answers: RequestProgress[]) => settledSince(phases, [requestedDeposit(...answers)])
    expect(news({ at: 'to sign', builtBy: 'app' })).toEqual([])
    expect(news({ at: 'refused' })).toEqual([])
    expect(news({ at: 'accepted' }, seen)).toHaveLength(1)
  })
})

describe('a history', () => {
  test('it is grouped by day, in the person’s own time', () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 10, 12).getTime(), toFake: ['Date'] })
    const at = (id: string, when: Date) => ({ ...finished, id, openedAt: when.getTime() })
    const orders = [
      at('a', new Date(2026, 2, 10, 0, 5)),
      at('b', new Date(2026, 2, 9, 23, 55)),
      at('c', new Date(2026, 2, 9, 1)),
      at('d', new Date(2026, 1, 28, 1)),
    ]
    renderIn({ ...world({ orders }), clock: () => Date.now() }, <ActivityScreen />)
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(days).toEqual(['Today', 'Yesterday', '28 Feb 2026'])
    vi.useRealTimers()
  })

  test('the export of another browser is imported, with a list of the skipped rows', async () => {
    const importOrders = vi.fn(async (_orders: readonly Order[]) => ({ added: 2, known: 1, open: 1 }))
    const services = { ...world({}), orderService: ordersWith({}, { importOrders }) }
    renderIn(services, <ActivityScreen />)
    const text = `[${[finished, rejected].map(encodeOrder).join(',')}]`
    await userEvent.upload(screen.getByLabelText('Exported history'), new File([text], 'orders.json'))
    expect(
      await screen.findByText(
        '2 orders added. 1 order already here, and left unchanged. 1 order skipped: still in progress in another browser.',
      ),
    ).toBeVisible()
    expect(importOrders.mock.calls[0]?.[0].map(({ id }) => id)).toEqual(['done-1', 'rejected-1'])
    await userEvent.upload(screen.getByLabelText('Exported history'), new File(['{"a":1}'], 'other.json'))
    expect(await screen.findByText(/This is not a history exported from Tidegate/)).toBeVisible()
    expect(importOrders).toHaveBeenCalledOnce()
  })
})
