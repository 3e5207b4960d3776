import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { depositIntent, liquidityOrder, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../test/builders/orderService'
import { approval, eth, me, other, plan, router, usdc, weth } from '../../../test/builders/swap'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { visibleWords } from '../../../test/visibleWords'
import { writtenTwice } from '../../../test/writtenTwice'
import { shortAddress } from '../../domain/address'
import type { OrderAction } from '../../orders/actions/orderActions'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import type { OrderService } from '../../orders/orderService'
import type { StepProgress, StepReceipt } from '../../orders/progress'
import type { Wallets } from '../../wallets/wallets'
import { OrderProgress } from './OrderProgress'

const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
const hash = (letter: string) => `0x${letter.repeat(64)}`
const waiting: StepProgress = { at: 'waiting' }
const unknown = { at: 'unknown', anchor, hash: undefined, failure: undefined } as const

function done(name: string, received?: bigint): StepProgress {
  const amount = received === undefined ? undefined : { token: weth, units: received }
  const receipt: StepReceipt = { hash: name, block: 1n, fee: 10n ** 14n, received: amount, spent: undefined }
  return { at: 'done', anchor, hash: name, receipt }
}

function order(first: StepProgress, second: StepProgress, change: Partial<Order> = {}): Order {
  const opened = openOrder('order-1', plan(), 0)
  const tasks = opened.tasks.map((task, index) => ({ ...task, progress: [first, second][index] ?? waiting }))
  return { ...opened, tasks, ...change }
}

function show(
  shown: Order,
  part: Partial<OrderService> = {},
  elsewhere: readonly string[] = [],
  allowance = 0n,
  watchToken?: Wallets['watchToken'],
) {
  const orderService = ordersWith({ orders: [shown], ownedByOtherTab: new Set(elsewhere) }, part)
  const services = servicesWith({
    orderService,
    client: clientListing([eth, usdc, weth]),
    wallets: walletsWith({
      accounts: [accountWith({ address: me })],
      ...(watchToken && { watchToken }),
      rpc: () => async () => `0x${allowance.toString(16).padStart(64, '0')}`,
    }),
  })
  renderIn(services, <OrderProgress order={shown} />)
  return { orderService, services }
}

const orderStatus = () => screen.getByRole('status', { name: 'Order' })
const states = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map((step) => step.dataset.state)

describe('each state shows the progress, the place of the money and the next thing to do', () => {
  test('before the wallet', () => {
    show(order({ at: 'signing', anchor }, waiting))
    expect(states()).toEqual(['signing', 'waiting'])
    expect(orderStatus()).toHaveTextContent('Confirm the approval in your wallet')
    expect(orderStatus()).toHaveTextContent('Step 1 of 2')
    expect(orderStatus()).toHaveTextContent('Your 100 USDC is still in your account on Harbor')
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('F-20: a rejection is quiet, and one press from another try', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order({ at: 'rejected' }, waiting), { act })
    expect(orderStatus()).toHaveTextContent('Rejected in your wallet')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'retry' })
  })

  test('a declined network switch is reported as such, with the note that nothing was sent', () => {
    const entry = (what: 'switching' | 'rejected') => ({ when: 1, what, task: 0, note: undefined })
    show({ ...order({ at: 'rejected' }, waiting), history: [entry('switching'), entry('rejected')] })
    expect(orderStatus()).toHaveTextContent('Network switch declined')
    expect(orderStatus()).toHaveTextContent('Nothing was sent.')
    expect(orderStatus()).not.toHaveTextContent('Rejected in your wallet')
  })

  test('F-36: a swap that is rejected after its approval reports the remaining allowance', async () => {
    show(order(done(hash('a')), { at: 'rejected' }), {}, [], 100_000_000n)
    expect(orderStatus()).toHaveTextContent('The approval for USDC remains.')
    expect(await screen.findByRole('button', { name: 'Revoke' })).toBeVisible()
  })

  test('A-23: an approval lowered in the wallet accuses no one, and can be asked for again', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order({ at: 'replaced', hash: hash('a'), by: hash('a'), how: 'lowered' }, waiting), { act })
    expect(orderStatus()).toHaveTextContent('You approved a smaller amount')
    expect(orderStatus()).not.toHaveTextContent(/distrust|different transaction/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'retry' })
  })

  test('F-53: a revert shows the contract’s reason and that a fresh quote comes first', () => {
    show(order(done(hash('a')), { at: 'reverted', hash: hash('b'), why: 'Too little received' }))
    expect(states()).toEqual(['done', 'reverted'])
    expect(orderStatus()).toHaveTextContent('The contract returned: “Too little received”.')
    expect(orderStatus()).toHaveTextContent('gets a new quote first')
  })

  test('F-12: the network of a wallet is shown by name', () => {
    show(order(waiting, waiting, { blocked: 'wrong network' }))
    expect(orderStatus()).toHaveTextContent('Switch to Harbor in your wallet.')
  })

  test('F-11: a wallet that is gone can be connected again', async () => {
    const { services } = show(order(waiting, waiting, { blocked: 'wallet gone' }))
    await userEvent.click(screen.getByRole('button', { name: 'Connect wallet' }))
    expect(services.dialogs.connect).toHaveBeenCalledWith('evm')
  })

  test('F-43: a wallet that never answers can be opened, declared, or looked past', async () => {
    const act = vi.fn((_id: string, _action: OrderAction) => Promise.resolve())
    show(order({ at: 'signing', anchor }, waiting, { blocked: 'no answer' }), { act })
    for (const name of ['Open the wallet again', 'I rejected it', 'Search on chain'])
      expect(screen.getByRole('button', { name })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'I rejected it' }))
    expect(act.mock.calls).toEqual([['order-1', { type: 'rejected it' }]])
  })

  test('I2: no one knows whether it was sent: the money may be moving, and the hash can be pasted', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order(done(hash('a')), { ...unknown, isUnseen: false }), { act })
    expect(orderStatus()).toHaveTextContent('may be pending on Harbor. Do not send it again elsewhere.')
    await userEvent.click(screen.getByRole('button', { name: 'Paste transaction hash' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Transaction hash' }), ` ${hash('c')} `)
    await userEvent.click(screen.getByRole('button', { name: 'Track it' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'paste hash', hash: hash('c') })
  })

  test('a failure shows its cause first, with what to do', () => {
    const failure = { code: 'busy', facts: { is: 'pop-up blocked' }, detail: undefined } as const
    show(order(done(hash('a')), { at: 'failed', failure, hash: undefined }))
    expect(orderStatus().textContent).toMatch(
      /was not sentYour browser blocked the wallet window\..* try again\.Step 2 of 2/,
    )
  })

  test('an invalid pasted hash is reported next to its field', async () => {
    const act = () => Promise.reject(new Error('That is not a transaction of this step.'))
    show(order(done(hash('a')), { ...unknown, isUnseen: true }), { act })
    await userEvent.click(screen.getByRole('button', { name: 'Paste transaction hash' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Transaction hash' }), 'nonsense')
    await userEvent.click(screen.getByRole('button', { name: 'Track it' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Transaction hash' })).toHaveAccessibleDescription(
        /not a transaction/,
      ),
    )
  })

  test('F-30: a moved price shows both amounts and waits for a yes', async () => {
    const newer = plan()
    const offered = {
      ...newer,
      quote: { ...newer.quote, minimumReceived: { token: weth, units: 29_000_000_000_000_000n } },
    }
    const updatedPlan = { plan: offered, why: 'price moved' } as const
    show(order(done(hash('a')), waiting, { blocked: 'price moved', updatedPlan }))
    expect(await screen.findByText(/0\.03 WETH/)).toBeVisible()
    expect(screen.getByText(/0\.029 WETH/)).toHaveTextContent('−3.34%')
    expect(screen.getByRole('button', { name: 'Accept and continue' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Cancel order' })).toBeEnabled()
  })

  test('F-33: another tab carries it: shown live, taken over by a press', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order({ at: 'signing', anchor }, waiting), { act }, ['order-1'])
    expect(orderStatus()).toHaveTextContent('Open in another tab')
    await userEvent.click(screen.getByRole('button', { name: 'Take over here' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'take over' })
  })

  test('A-23: a wallet that sent something else is distrusted aloud', () => {
    show(order(done(hash('a')), { at: 'replaced', hash: hash('b'), by: hash('b'), how: 'altered' }))
    expect(orderStatus()).toHaveTextContent('Your wallet sent a different transaction')
  })

  test('F-39: a replaced transaction shows both hashes', () => {
    show(order(done(hash('a')), { at: 'replaced', hash: hash('b'), by: hash('c'), how: 'replaced' }))
    const steps = screen.getByRole('list', { name: 'Steps' })
    expect(steps).toHaveTextContent(hash('b'))
    expect(steps).toHaveTextContent(`Replaced by`)
    expect(steps).toHaveTextContent(hash('c'))
  })

  test('a failed action is reported next to its button', async () => {
    const act = () => Promise.reject(new Error('Another order of this account comes first.'))
    show(order({ at: 'rejected' }, waiting), { act })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Another order of this account comes first.')).toBeVisible()
  })
})

describe('the receipt', () => {
  const finished = order(done(hash('a')), done(hash('b'), 33_000_000_000_000_000n))

  test('sets what arrived next to what was quoted and the minimum, with the fees', async () => {
    show(finished)
    const receipt = screen.getByRole('region', { name: 'Receipt' })
    expect(receipt).toHaveTextContent('You paid100 USDC')
    expect(receipt).toHaveTextContent('You received0.033 WETHexactly as quoted')
    expect(receipt).toHaveTextContent('Minimum received0.03 WETH')
    expect(receipt).toHaveTextContent(`Demo wallet (EVM) ${shortAddress(me)}${me}`)
    await waitFor(() => expect(receipt).toHaveTextContent('Network cost0.0002 ETH ($0.60)'))
    expect(await screen.findByText('No remaining approvals.')).toBeVisible()
    await userEvent.click(screen.getByText('Details', { selector: 'summary *' }))
    expect(writtenTwice(visibleWords(document.body))).toEqual([])
  })

  test('of a swap that went as agreed leads with its result and cost; rows and steps are one press away', async () => {
    show(finished)
    await waitFor(() => expect(screen.getByText(/^for 100 USDC/)).toHaveTextContent('$0.60 network cost'))
    expect(visibleWords(document.body).join(' ')).not.toMatch(/You paid|Paid from|Approve|Done/)
    await userEvent.click(screen.getByText('Details', { selector: 'summary *' }))
    expect(visibleWords(document.body).join(' ')).toMatch(/You paid.*Paid from.*Approve USDC Done/)
  })

  test('of less than the minimum shows its rows without a press', () => {
    show(order(done(hash('a')), done(hash('b'), 29_700_000_000_000_000n)))
    expect(visibleWords(document.body).join(' ')).toMatch(/1% less than the minimum/)
  })

  test('leads with what arrived, and gives it away as text and as a link without an address', async () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    show(finished)
    expect(screen.getByText('0.033 WETH', { selector: 'p' })).toBeVisible()
    expect(screen.getByText(/^for 100 USDC, exactly as quoted/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Copy result' }))
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(copied[0]).toBe(`Swapped 100 USDC for 0.033 WETH on Harbor.\nTransaction hash: ${hash('b')}`)
    expect(copied[1]).toMatch(/^http.*\/swap\?from=741001:\w+&to=741001:\w+&amount=100$/)
    expect(copied.join(' ').toLowerCase()).not.toContain(me.slice(2).toLowerCase())
    vi.unstubAllGlobals()
  })

  test('it does not claim that the person received an amount paid to someone else', () => {
    const { plan, ...rest } = finished
    show({ ...rest, plan: { ...plan, intent: { ...plan.intent, recipient: other } } as typeof plan })
    const [lead] = screen.getAllByText(/^You received$|^Received by/)
    expect(lead).toHaveTextContent('Received by 0x0000…00bB')
  })

  test('it calls every connected account “you”, also one on another network', () => {
    const { plan, ...rest } = finished
    const wallets = walletsWith({ accounts: [accountWith({ address: me }), accountWith({ address: other })] })
    const received = { ...rest, plan: { ...plan, intent: { ...plan.intent, recipient: other } } as typeof plan }
    const orderService = ordersWith({ orders: [received] })
    const services = servicesWith({ wallets, orderService, client: clientListing([eth, usdc, weth]) })
    renderIn(services, <OrderProgress order={received} />)
    expect(screen.getAllByText('You received')[0]).toBeVisible()
    expect(screen.queryByText(/^Received by/)).toBeNull()
  })

  test.each([
    [33_330_000_000_000_000n, '1% more than quoted'],
    [32_670_000_000_000_000n, '1% less than quoted'],
  ])('%s units: %s', (units, says) => {
    show(order(done(hash('a')), done(hash('b'), units)))
    expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent(says)
  })

  test('F-78 an output below the agreed minimum is reported with the missing amount', () => {
    show(order(done(hash('a')), done(hash('b'), 29_700_000_000_000_000n)))
    expect(screen.getByRole('region', { name: 'Receipt' })).toHaveTextContent('1% less than the minimum you accepted')
  })

  test('the minimum of a silent renewal is the minimum of the receipt, and is not reported as missed', () => {
    const units = 29_980_000_000_000_000n
    const { plan, ...rest } = order(done(hash('a')), done(hash('b'), units))
    const minimumReceived = plan.quote.minimumReceived && { ...plan.quote.minimumReceived, units }
    show({ ...rest, plan: { ...plan, quote: { ...plan.quote, minimumReceived } } as typeof plan })
    expect(screen.getByRole('region', { name: 'Receipt' })).not.toHaveTextContent('less than the minimum')
  })

  test('A-22: an allowance left over can be revoked in one press: an order of its own that moves nothing', async () => {
    const open = vi.fn(async (_plan: Parameters<OrderService['open']>[0]) => 'order-2')
    const act = vi.fn(() => Promise.resolve())
    show(finished, { open, act }, [], 5_000_000n)
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(act).toHaveBeenCalledWith('order-2', { type: 'start' }))
    const [revocation] = open.mock.calls[0] ?? []
    expect(revocation?.steps).toMatchObject([
      { to: usdc.address, value: 0n, purpose: { does: 'reset', spender: router } },
    ])
  })

  test('a deposit shows its payment once, by its logs, and its position', async () => {
    show(liquidityOrder(depositIntent, [-497_392_935_098_424_215n, -1_493_728_091n]))
    const receipt = await screen.findByRole('region', { name: 'Receipt' })
    expect(orderStatus()).toHaveTextContent('0.497393 WETH and 1,493.73 USDC went into position #46.')
    expect(within(receipt).getByText('Deposited 0.497393 WETH and 1,493.73 USDC')).toBeVisible()
    const paid = [...receipt.querySelectorAll('data')]
    expect(paid.map(({ title, lastElementChild }) => `${title} ${lastElementChild?.textContent}`).slice(0, 2)).toEqual([
      '0.497392935098424215 WETH',
      '1493.728091 USDC',
    ])
    expect(within(receipt).getAllByText('You paid')).toHaveLength(1)
    expect(receipt).toHaveTextContent('Position#46')
    expect(document.body).not.toHaveTextContent('1,512.258148')
  })

  test('a withdrawal shows the amounts that arrived', () => {
    show(liquidityOrder(withdrawIntent(5n), [248_696_467_549_212_107n, 5n]))
    expect(orderStatus()).toHaveTextContent('Received in your account: 0.248696 WETH and 0.0₅5 USDC.')
  })

  test('nothing is called finished while an approval remains', async () => {
    show(finished, {}, [], 5_000_000n)
    expect(
      await screen.findByText('An approval remains: keep it for the next order, or revoke it below.'),
    ).toBeInTheDocument()
    expect(screen.queryByText('Nothing left to do.')).not.toBeInTheDocument()
  })

  test('leads to the same swap again', () => {
    show(finished)
    expect(screen.getByRole('link', { name: 'Swap again' })).toHaveAttribute(
      'href',
      `/swap?from=741001:${usdc.address}&to=741001:${weth.address}&amount=100`,
    )
  })

  test('it requests the wallet to list the bought token, and shows whether it did', async () => {
    for (const [said, listed] of [
      ['Request sent to your wallet.', () => Promise.resolve()],
      ['Your wallet did not add it.', () => Promise.reject(new Error('No.'))],
    ] as const) {
      const watchToken = vi.fn(listed)
      show(finished, {}, [], 0n, watchToken)
      await userEvent.click(screen.getByRole('button', { name: 'Add WETH to wallet' }))
      expect(await screen.findByText(said)).toBeVisible()
      expect(watchToken).toHaveBeenCalledExactlyOnceWith(weth)
      cleanup()
    }
  })

  test('it has a copy button for every full hash, with or without an explorer', () => {
    const copied: string[] = []
    vi.stubGlobal('navigator', {
      ...navigator,
      clipboard: { writeText: async (text: string) => void copied.push(text) },
    })
    show(finished)
    const steps = within(screen.getByRole('list', { name: 'Steps' }))
    for (const button of steps.getAllByRole('button', { name: 'Copy transaction hash' })) fireEvent.click(button)
    expect(copied).toEqual([hash('a'), hash('b')])
    vi.unstubAllGlobals()
  })

  test('links every transaction to the explorer', () => {
    show(finished)
    const links = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `https://explorer.example/tx/${hash('a')}`,
      `https://explorer.example/tx/${hash('b')}`,
    ])
  })
})

test('a finished revocation states that nothing was moved, and offers no price', () => {
  const reset = { ...approval, purpose: { does: 'reset', token: usdc.address, spender: router } } as typeof approval
  const opened = openOrder('order-3', plan({}, [reset]), 0)
  show({ ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress: done(hash('d')) })) })
  expect(orderStatus()).toHaveTextContent('This order moves no funds.')
  expect(screen.queryByRole('region', { name: 'Receipt' })).not.toBeInTheDocument()
})
