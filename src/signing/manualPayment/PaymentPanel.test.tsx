import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { hexOfPsbt, psbtOf } from '../../../test/builders/psbt'
import { farUsdc, other, plan, token } from '../../../test/builders/swap'
import made from '../../../test/fixtures/bitcoin/psbts.json'
import { clientListing, renderIn, servicesWith } from '../../../test/services'
import type { OperatorNotice } from '../../components/services'
import type { Chain } from '../../domain/chain'
import type { PaymentStep } from '../../guard/plan'
import { seal } from '../../guard/seal'
import { NotAHash } from '../../orders/actions/actionHandlers'
import type { OrderAction } from '../../orders/actions/orderActions'
import type { DeliveryStatus } from '../../orders/delivery'
import { withManualPaymentRequested } from '../../orders/manualPayment'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { applyEvent, type OrderEvent } from '../../orders/orderReducer'
import type { OrderService } from '../../orders/orderService'
import { OrderProgress } from '../progress/OrderProgress'
import { paymentUri } from './PaymentPanel'

const bitcoin: Chain = { id: 9, chainId: 8_332, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }
const btc = token('BTC', bitcoin, { address: 'btc', isNative: true, decimals: 8, price: '95000' })
const mine = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const theirs = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const now = 1_000_000
const paidWith = 'a'.repeat(64)

type Change = Partial<Pick<PaymentStep, 'memo' | 'until' | 'from' | 'toSign'>>

function order(
  news: readonly OrderEvent[] = [],
  change: Change = {},
  delivery: DeliveryStatus = { at: 'awaited' },
  units = 1_234_500n,
): Order {
  const step: PaymentStep = {
    kind: 'bitcoin',
    index: 0,
    chainId: bitcoin.chainId,
    from: mine,
    to: theirs,
    units,
    memo: 'order 7',
    until: now + 20 * 60_000,
    purpose: { does: 'swap' },
    said: undefined,
    ...change,
  }
  const wanted = plan({ sell: { token: btc, units }, buy: farUsdc, sender: mine, recipient: other }, [step])
  const opened = openOrder('order-1', seal(wanted), now, { since: { block: 1n, balance: 0n }, delivery })
  return news.reduce(applyEvent, withManualPaymentRequested(opened, now))
}

function show(shown: Order, part: Partial<OrderService> = {}, halt?: string) {
  const orderService = ordersWith({ orders: [shown] }, part)
  const services = servicesWith({ orderService, client: clientListing([btc, farUsdc]), notice: async () => ({ halt }) })
  return renderIn(services, <OrderProgress order={shown} />)
}

const sent: OrderEvent = { type: 'sent', hash: paidWith, when: now }
const orderStatus = () => screen.getByRole('status', { name: 'Order' })
const checkingNotice = /Checking that payments are open/
/** Waits until the halt state is known. */
const panel = async () => {
  const shown = await screen.findByRole('region', { name: 'Payment' })
  await waitFor(() => expect(shown).not.toHaveTextContent(checkingNotice))
  return shown
}

describe('a payment that is waited for', () => {
  test('shows address, exact amount, memo and code, each to be copied, and until when', async () => {
    show(order())
    expect(orderStatus()).toHaveTextContent('Send 0.012345 BTC')
    expect(orderStatus()).toHaveTextContent('your 0.012345 BTC is in your own wallet on Bitcoin')
    const shown = await panel()
    for (const text of [theirs, '0.012345 BTC', 'order 7', mine, '20 min left']) expect(shown).toHaveTextContent(text)
    expect(screen.getByRole('img', { name: /QR code.*Attach the memo yourself/ })).toBeVisible()
    const user = userEvent.setup()
    for (const [what, text] of [
      ['address', theirs],
      ['amount', '0.012345'],
      ['memo', 'order 7'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: `Copy ${what}` }))
      expect(await navigator.clipboard.readText()).toBe(text)
    }
  })

  test('a payment without a memo shows none', async () => {
    show(order([], { memo: undefined }))
    expect(await panel()).not.toHaveTextContent('Memo')
    expect(screen.getByRole('img', { name: 'QR code with address and amount' })).toBeVisible()
  })

  test('it accepts a reported payment, and reports an invalid entry', async () => {
    const act = vi.fn(async (_id: string, action: OrderAction) => {
      if (action.type === 'paste hash' && action.hash !== paidWith) throw new NotAHash(action.hash)
    })
    show(order(), { act })
    const id = await screen.findByRole('textbox', { name: 'Transaction ID' })
    expect(screen.getByRole('button', { name: 'I have paid' })).toBeDisabled()
    await userEvent.type(id, 'paid')
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    expect(await screen.findByText('"paid" is not a transaction hash.')).toBeVisible()
    await userEvent.clear(id)
    await userEvent.type(id, paidWith)
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    expect(act).toHaveBeenLastCalledWith('order-1', { type: 'paste hash', hash: paidWith })
  })

  test('it can be cancelled', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order(), { act })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel payment' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'not sent' })
  })

  test('A-06 it cannot be paid while the deployment is halted, but may have been paid before', async () => {
    const act = vi.fn(() => Promise.resolve())
    show(order(), { act }, 'The address is wrong.')
    expect(await screen.findByText('Do not pay now')).toBeVisible()
    const shown = await panel()
    expect(shown).toHaveTextContent('The operator has paused trading. The address is wrong.')
    for (const text of [theirs, 'order 7']) expect(shown).not.toHaveTextContent(text)
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument()
    await userEvent.type(screen.getByRole('textbox', { name: 'Transaction ID' }), paidWith)
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }))
    expect(act).toHaveBeenCalledWith('order-1', { type: 'paste hash', hash: paidWith })
  })

  test('A-06 it is hidden until the halt state is known, also if that cannot be read', async () => {
    let fail = () => {}
    let notice: Promise<OperatorNotice> = new Promise(
      (_, reject) => (fail = () => reject(new Error('No notice arrived.'))),
    )
    const shownOrder = order()
    const orderService = ordersWith({ orders: [shownOrder] })
    const services = servicesWith({ orderService, client: clientListing([btc, farUsdc]), notice: () => notice })
    const { queries } = renderIn(services, <OrderProgress order={shownOrder} />)
    expect(await screen.findByText(checkingNotice)).toBeVisible()
    for (const text of [theirs, 'order 7', mine])
      expect(screen.getByRole('region', { name: 'Payment' })).not.toHaveTextContent(text)
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument()
    fail()
    expect(await screen.findByText(/Could not check whether trading is paused/)).toBeVisible()
    for (const text of [theirs, 'order 7', mine])
      expect(screen.getByRole('region', { name: 'Payment' })).not.toHaveTextContent(text)
    notice = Promise.resolve({ halt: undefined })
    await queries.refetchQueries()
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(await panel()).toHaveTextContent(theirs)
  })

  test('that someone changed where it is stored shows no address at all', async () => {
    const honest = order()
    const [task] = honest.tasks
    const step = { ...task!.step, to: mine } as PaymentStep
    const steps = [step]
    show({ ...honest, plan: { ...honest.plan, steps }, tasks: [{ ...task!, step }] } as Order)
    expect(await panel()).toHaveTextContent('differs from the one you reviewed')
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(await panel()).not.toHaveTextContent(mine)
  })
})

describe('a payment by a wallet of this browser', () => {
  const paying = (sendBitcoin: () => Promise<unknown>) => {
    const unisat = { requestAccounts: async () => [mine], sendBitcoin: vi.fn(sendBitcoin) }
    vi.stubGlobal('unisat', unisat)
    return unisat
  }
  beforeEach(() => window.localStorage.clear())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  test('it is requested as reviewed, and its transaction is tracked', async () => {
    const unisat = paying(async () => paidWith)
    const act = vi.fn(() => Promise.resolve())
    show(order(), { act })
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    await waitFor(() => expect(act).toHaveBeenCalledWith('order-1', { type: 'paste hash', hash: paidWith }))
    expect(unisat.sendBitcoin).toHaveBeenCalledExactlyOnceWith(theirs, 1_234_500, { memo: 'order 7' })
  })

  test('F-20 that is declined changes nothing, and may be asked for again', async () => {
    paying(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    const act = vi.fn(() => Promise.resolve())
    show(order(), { act })
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/You declined the payment in UniSat/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay with UniSat' })).toBeEnabled()
    expect(act).not.toHaveBeenCalled()
  })

  test('F-32 that the wallet never answered is not asked for again without a warning, also after a reload', async () => {
    const unisat = paying(() => new Promise(() => {}))
    const { unmount } = show(order())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    await waitFor(() => expect(unisat.sendBitcoin).toHaveBeenCalledOnce())
    unmount()
    show(order())
    expect(await screen.findByRole('button', { name: 'Ask UniSat again' })).toBeVisible()
    expect(screen.getByText(/it may have paid/)).toBeVisible()
    expect(unisat.sendBitcoin).toHaveBeenCalledOnce()
  })

  test('F-32 a wallet that is asked again by a double-click is asked once', async () => {
    const unisat = paying(async () => 'sent!')
    show(order())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    const again = await screen.findByRole('button', { name: 'Ask UniSat again' })
    await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
    unisat.sendBitcoin.mockImplementation(() => new Promise(() => {}))
    fireEvent.click(again)
    fireEvent.click(again)
    await waitFor(() => expect(unisat.sendBitcoin).toHaveBeenCalledTimes(2))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(unisat.sendBitcoin).toHaveBeenCalledTimes(2)
    expect(again).toHaveAttribute('aria-busy', 'true')
  })

  test('F-32 that one wallet may have made stays so when another one declines', async () => {
    paying(async () => 'sent!')
    const send = vi.fn(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    vi.stubGlobal('okxwallet', { bitcoin: { connect: async () => ({ address: mine }), send } })
    const { unmount } = show(order())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/UniSat did not say whether it paid/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Ask OKX Wallet again' }))
    expect(await screen.findByText(/You declined the payment in OKX Wallet/)).toBeVisible()
    expect(screen.getByText(/it may have paid/)).toBeVisible()
    unmount()
    show(order())
    expect(await screen.findByRole('button', { name: 'Ask UniSat again' })).toBeVisible()
  })

  test('F-32 it is not requested if storage fails, with the reason', async () => {
    const unisat = paying(async () => paidWith)
    show(order())
    const button = await screen.findByRole('button', { name: 'Pay with UniSat' })
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    await userEvent.click(button)
    expect(await screen.findByText(/UniSat was not asked: this browser has no room/)).toBeVisible()
    expect(unisat.sendBitcoin).not.toHaveBeenCalled()
    full.mockRestore()
    expect(button).toBeEnabled()
  })

  test('that is late or unclear is not repeated by itself', async () => {
    const unisat = paying(async () => 'sent!')
    show(order())
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/did not say whether it paid/)).toBeVisible()
    expect(unisat.sendBitcoin).toHaveBeenCalledOnce()
  })

  test('A-06 it is not requested after its deadline', async () => {
    const unisat = paying(async () => paidWith)
    show(order([], { until: now - 1 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/This payment is closed/)).toBeVisible()
    expect(unisat.sendBitcoin).not.toHaveBeenCalled()
  })
})

describe('a transaction that the service wrote', () => {
  const { sender, psbt, finalized, id } = made['native segwit']
  const written: Change = { from: sender, toSign: { transaction: psbt, fee: 2_000n } }
  beforeEach(() => window.localStorage.clear())
  afterEach(() => vi.unstubAllGlobals())

  const signing = (signed: string, accounts: readonly string[] = [sender]) => {
    const unisat = {
      requestAccounts: async () => accounts,
      signPsbt: vi.fn(async () => signed),
      pushPsbt: vi.fn(async () => id),
    }
    vi.stubGlobal('unisat', unisat)
    return unisat
  }

  test('shows what it pays and costs, and nothing that could be paid by hand', async () => {
    show(order([], written))
    const shown = await panel()
    for (const text of ['0.012345 BTC', theirs, 'order 7', '0.00002 BTC', sender, 'do not pay to the address by hand'])
      expect(shown).toHaveTextContent(text)
    expect(screen.queryByRole('img', { name: /QR code/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Copy address' })).not.toBeInTheDocument()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copy transaction' }))
    expect(await navigator.clipboard.readText()).toBe(psbt)
  })

  test('it is signed in a wallet, sent, and tracked by its id', async () => {
    const unisat = signing(finalized)
    const act = vi.fn(() => Promise.resolve())
    show(order([], written), { act })
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    await waitFor(() => expect(act).toHaveBeenCalledWith('order-1', { type: 'paste hash', hash: id }))
    expect(unisat.pushPsbt).toHaveBeenCalledExactlyOnceWith(finalized)
  })

  test('that the wallet signed otherwise is not sent, and the wallet is named', async () => {
    const unisat = signing(hexOfPsbt(psbtOf([{ address: sender, units: 9_000n }], [{ address: mine, units: 8_000n }])))
    show(order([], written))
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/UniSat signed another transaction than the one you reviewed/)).toBeVisible()
    expect(unisat.pushPsbt).not.toHaveBeenCalled()
  })

  test('F-22 it names the account that must be open, and can be retried immediately', async () => {
    const unisat = signing(finalized, [mine])
    show(order([], written))
    await userEvent.click(await screen.findByRole('button', { name: 'Pay with UniSat' }))
    expect(await screen.findByText(/spends inputs of .*: switch to it and try again/)).toHaveTextContent(sender)
    expect(unisat.signPsbt).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Pay with UniSat' })).toBeEnabled()
  })
})

test('the amount to pay has all its digits everywhere, because only the exact amount is accepted', async () => {
  show(order([], {}, { at: 'awaited' }, 12_345_678_915n))
  expect(orderStatus()).toHaveTextContent('Send 123.45678915 BTC')
  expect(orderStatus()).toHaveTextContent('your 123.45678915 BTC is in your own wallet on Bitcoin')
  expect(await panel()).toHaveTextContent('123.45678915 BTC')
})

describe('a payment reported by the person', () => {
  test('it is awaited on the destination chain, with the place of the money', async () => {
    show(order([sent]))
    expect(orderStatus()).toHaveTextContent('Waiting for your 0.012345 BTC payment')
    expect(orderStatus()).toHaveTextContent('Do not pay again')
    expect(screen.getByRole('region', { name: 'On Delta' })).toHaveTextContent('Waiting for your tokens')
    expect(await panel()).not.toHaveTextContent(theirs)
  })

  test('after hours without a delivery it shows what to do next', () => {
    show(order([sent], {}, { at: 'late', escrow: undefined, short: 10_000_000_000_000_000n }))
    expect(screen.getByRole('region', { name: 'On Delta' })).toHaveTextContent(
      'You received less than the minimum: 0.01 USDC',
    )
    expect(orderStatus()).toHaveTextContent('Delayed: nothing received on Delta yet')
    expect(orderStatus()).toHaveTextContent('contact support with its ID')
  })

  test('on an account with more activity than the scan covers it names other places to look', () => {
    for (const delivery of [
      { at: 'awaited', isPartial: true },
      { at: 'late', escrow: undefined, isPartial: true },
    ] as const) {
      const { unmount } = show(order([sent], {}, delivery))
      expect(screen.getByRole('region', { name: 'On Delta' })).toHaveTextContent('Check an explorer, too.')
      unmount()
    }
  })

  test('it is done when the output has arrived, with a receipt that has no unknown fee', () => {
    const receipt = { hash: paidWith, block: 0n, fee: 0n, received: undefined, spent: undefined }
    const filled = { at: 'filled', units: 40_000_000_000_000_000n, hash: `0x${'f'.repeat(64)}` } as const
    show(order([sent, { type: 'confirmed', receipt, when: now }], {}, filled))
    expect(orderStatus()).toHaveTextContent('Your tokens arrived on Delta')
    const reported = screen.getByRole('region', { name: 'Receipt' })
    expect(reported).toHaveTextContent('0.04 USDC')
    expect(reported).not.toHaveTextContent('Network cost')
  })
})

test.each([
  [{ type: 'expired', when: now }, 'Payment expired', 'I paid in time'],
  [{ type: 'rejected', when: now }, 'Payment cancelled', 'I have paid'],
] as const)(
  'after %o the address is gone, and the word that it was paid is still heard',
  async (event, title, button) => {
    show(order([event]))
    expect(orderStatus()).toHaveTextContent(title)
    const shown = await panel()
    expect(shown).toHaveTextContent('Do not pay to this address.')
    expect(shown).not.toHaveTextContent(theirs)
    expect(screen.getByRole('button', { name: button })).toBeVisible()
  },
)

test('wallets read address and amount out of the code, in whole bitcoin', () => {
  expect(paymentUri({ to: theirs, units: 1n })).toBe(`bitcoin:${theirs}?amount=0.00000001`)
  expect(paymentUri({ to: theirs, units: 210_000_000n })).toBe(`bitcoin:${theirs}?amount=2.1`)
})
