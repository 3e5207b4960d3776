import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { plan as planOf } from '../../../test/builders/swap'
import {
  approval,
  deltaSettings,
  eth,
  exactInputData,
  harborSettings,
  honest,
  intentOf,
  me,
  thief,
  usdc,
  weth,
} from '../../../test/guard/fixtures'
import { accountWith, clientListing, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { visibleWords } from '../../../test/visibleWords'
import { writtenTwice } from '../../../test/writtenTwice'
import { planSwap } from '../../guard/plan/planSwap'
import { openOrder } from '../../orders/openOrder'
import type { OrderService } from '../../orders/orderService'
import { noOrders } from '../../orders/ordersSnapshot'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { UpdatedPlanView } from './OfferReview'
import { OrderProgress } from './OrderProgress'

/*
 * C7: an entry of the journal may be forged, so it does not prove a consent. Its plan is reviewed in full before any
 * wallet request.
 */

const intent = intentOf(usdc, '100', weth)
const chains = [harborSettings, deltaSettings]

function show(answer: SwapAnswer = honest(intent), orders: Partial<OrderService> = {}) {
  const planned = planSwap(intent, answer, { receivedAt: 0, chains, natives: [eth] })
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const { plan } = planned
  const order = { ...openOrder('order-1', plan, 0), updatedPlan: { plan, why: 'resumed' }, blocked: 'paused' } as const
  const act = vi.fn(() => Promise.resolve())
  const services = servicesWith({
    deployment: { ...deployment, chains },
    orderService: ordersWith({ orders: [order] }, { act, ...orders }),
    client: clientListing([eth, usdc, weth]),
    wallets: walletsWith({ accounts: [accountWith({ address: me })] }),
  })
  renderIn(services, <OrderProgress order={order} />)
  return { act }
}

const accept = () => screen.findByRole('button', { name: 'Accept and continue' })

describe('C7 a plan from an earlier visit', () => {
  test('it is shown with every transaction and every finding, and each warning needs a new consent', async () => {
    const { act } = show()
    const table = await screen.findByRole('table', { name: 'What you will sign' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(screen.getByRole('list', { name: 'Checks' })).toHaveTextContent(/checks passed/)
    expect(await accept()).toBeDisabled()
    const boxes = screen.getAllByRole('checkbox', { name: /^I understand/ })
    expect(boxes.length).toBeGreaterThan(0)
    for (const box of boxes) {
      expect(box).not.toBeChecked()
      await userEvent.click(box)
    }
    await waitFor(async () => expect(await accept()).toBeEnabled())
    await userEvent.click(await accept())
    expect(act).toHaveBeenCalledWith('order-1', { type: 'accept' })
  })

  test('a plan that pays a thief cannot be accepted, though the journal records an acceptance', async () => {
    const good = honest(intent)
    const data = exactInputData({ path: [usdc, weth], amountIn: intent.sell.units, minimum: 1n, recipient: thief })
    const transactions = [approval(usdc, intent.sell.units), { ...good.transactions[1]!, data }]
    const { act } = show({ ...good, transactions: transactions.map((each, order) => ({ ...each, order })) })
    await screen.findByRole('table', { name: 'What you will sign' })
    expect(await accept()).toBeDisabled()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await userEvent.click(await accept())
    expect(act).not.toHaveBeenCalled()
  })

  test('it is checked after all orders are read, because they contain the sent transactions', async () => {
    let finish = () => {}
    const load = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const snapshot = { ...noOrders, unread: 280 }
    show(honest(intent), { load, getSnapshot: () => snapshot })
    await waitFor(() => expect(load).toHaveBeenCalledOnce())
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    finish()
    await screen.findByRole('table', { name: 'What you will sign' })
  })
})

test('a minimum of before and the one offered now are grouped like every amount, to the last digit', () => {
  const confirmedMinimum = { token: usdc, units: 6_069_154_480n }
  const offered = planOf({ sell: { token: weth, units: 2n * 10n ** 18n }, buy: usdc })
  const minimumReceived = { token: usdc, units: 6_061_687_257n }
  const plan = { ...offered, quote: { ...offered.quote, minimumReceived } }
  const order = { ...openOrder('order-1', offered, 0), confirmedMinimum }
  renderIn(
    servicesWith({ client: clientListing([usdc, weth]) }),
    <UpdatedPlanView order={order} offer={{ plan, why: 'price moved' }} />,
  )
  expect(screen.getByText('6,069.15448 USDC')).toBeVisible()
  expect(screen.getByText(/^6,061\.687257 USDC/)).toBeVisible()
  expect(writtenTwice(visibleWords(document.body))).toEqual([])
})
