import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import {
  approval,
  deltaSettings,
  eth,
  harborSettings,
  honest,
  intentOf,
  me,
  thief,
  unlimited,
  usdc,
  weth,
} from '../../../test/guard/fixtures'
import { accountWith, clientListing, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import type { ServiceResult } from '../../api/serviceResult'
import type { OperatorNotice } from '../../components/services'
import { formatAmount } from '../../domain/amount'
import type { AnyPlan } from '../../guard/plan'
import type { OrderAction } from '../../orders/actions/orderActions'
import { NotWanted } from '../../orders/orderService'
import { refuse } from '../../protocol/refusal'
import type { SwapAnswer, SwapRequest } from '../../protocol/serviceMessages'
import SwapReview from './SwapReview'

const intent = intentOf(usdc, '100', weth)

afterEach(() => void vi.useRealTimers())

describe('a review', () => {
  test('asks for everything, shows every step in plain words, its bytes one press away', async () => {
    const { swap } = open()
    const table = await screen.findByRole('table', { name: 'What you will sign' })
    expect(swap.mock.calls[0]?.[0]).toMatchObject({ amount: '100', skipNonSwapTransactions: false, sender: me })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toHaveTextContent(/Approve 0x\w+…\w+ to spend up to 100 USDC/)
    expect(rows[1]).toHaveTextContent(/Swap 100 USDC for at least 0\.031\d* WETH, to you/)
    await userEvent.click(within(rows[0] as HTMLElement).getByText('Approve 100 USDC'))
    await userEvent.click(within(rows[0] as HTMLElement).getByText('Details and raw data'))
    expect(within(rows[0] as HTMLElement).getByRole('textbox', { name: 'Raw data' })).toHaveValue(
      honest(intent).transactions[0]?.data as string,
    )
    expect(within(rows[0] as HTMLElement).getByRole('button', { name: 'Copy raw data' })).toBeInTheDocument()
  })

  test('with an approval its button shows both, and is named by both', async () => {
    open()
    const confirm = await screen.findByRole('button', { name: 'Confirm swap: Approve and swap' })
    expect(confirm).toHaveTextContent(/^Approve and swap$/)
  })

  test('without an approval its button shows the swap only', async () => {
    const asked = intentOf(eth, '1', weth)
    open({ asked, answer: honest(asked) })
    expect(await screen.findByRole('button', { name: 'Confirm swap' })).toHaveTextContent(/^Confirm swap$/)
  })

  test('V-020: checks that could not run are a state of their own, never green', async () => {
    open()
    expect(await screen.findByText('Some checks could not run')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Forecast' })).toHaveTextContent('Not simulated')
    expect(screen.queryByText('Matches what you asked for')).not.toBeInTheDocument()
  })

  test('lists its checks, the gravest first, and what passed behind one line', async () => {
    open()
    const checks = await screen.findByRole('list', { name: 'Checks' })
    const [first] = within(checks).getAllByRole('listitem')
    expect(first?.dataset.severity).toBe('warn')
    expect(checks).toHaveTextContent(/\d+ checks passed/)
  })

  test('it is confirmed only after a consent to every warning, and is then stored once', async () => {
    const { orderService, onConfirmed } = open()
    const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
    expect(confirm).toBeDisabled()
    expect(confirm).toHaveAccessibleDescription('Accept the points above to continue.')
    for (const box of screen.getAllByRole('checkbox', { name: /^I understand/ })) await userEvent.click(box)
    await waitFor(() => expect(confirm).toBeEnabled())
    await userEvent.click(confirm)
    await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('order-1'))
    expect(orderService.act.mock.calls).toEqual([['order-1', { type: 'start' }]])
    expect(orderService.open).toHaveBeenCalledTimes(1)
    expect(orderService.open.mock.calls[0]?.[0].steps).toHaveLength(2)
  })

  test('V-016 a minimum that the form showed higher is one more thing to agree to', async () => {
    const minimum = BigInt(Math.round(Number(honest(intent).minAmountOut) * 1e9)) * 10n ** 9n
    const asTheForm = open({ shownMinimum: minimum })
    await screen.findByRole('button', { name: /^Confirm swap/ })
    expect(screen.queryByText(/you were shown/)).not.toBeInTheDocument()
    asTheForm.close()
    open({ shownMinimum: (minimum * 102n) / 100n })
    expect(await screen.findByRole('checkbox', { name: /instead of the .+ WETH you were shown/ })).not.toBeChecked()
  })

  test('A-06 it cannot be confirmed while the deployment is halted, with the reason', async () => {
    const { orderService } = open({ halt: 'A router is broken.' })
    const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
    await waitFor(() => expect(confirm).toHaveAccessibleDescription(/has paused trading\. A router is broken\.$/))
    expect(confirm).toBeDisabled()
    await userEvent.click(confirm)
    expect(orderService.open).not.toHaveBeenCalled()
  })

  test('A-06 it cannot be confirmed if the halt state cannot be read, with the reason', async () => {
    const { orderService } = open({ notice: () => Promise.reject(new Error('The network is down.')) })
    const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
    await waitFor(() => expect(confirm).toHaveAccessibleDescription(/^Could not check whether trading is paused/))
    expect(confirm).toBeDisabled()
    await userEvent.click(confirm)
    expect(orderService.open).not.toHaveBeenCalled()
  })

  test('that is closed while the confirming click still waits is a no: nothing is carried out', async () => {
    let goOn = () => {}
    const wait = new Promise<void>((resolve) => (goOn = resolve))
    const opening = (_plan: AnyPlan, isWanted?: () => boolean) =>
      wait.then(() => (isWanted?.() ? 'order-1' : Promise.reject(new NotWanted())))
    const { orderService, onConfirmed, close } = open({ open: opening })
    const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
    await userEvent.click(confirm)
    close()
    goOn()
    await expect(orderService.open.mock.results[0]?.value).rejects.toThrow(NotWanted)
    expect([orderService.act.mock.calls, onConfirmed.mock.calls]).toEqual([[], []])
  })

  test('a journal that cannot be written to is reported, and nothing continues', async () => {
    const { onConfirmed } = open({ open: () => Promise.reject(new Error('The disk is full.')) })
    const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
    for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box)
    await userEvent.click(confirm)
    expect(await screen.findByText('The disk is full.')).toBeVisible()
    expect(onConfirmed).not.toHaveBeenCalled()
  })

  test('A-33 it shows the place of the money after each step, and how others can exploit the pending swap', async () => {
    open()
    expect(await screen.findByText(/Approval: your 100 USDC stays/)).toBeVisible()
    expect(screen.getByText('Swap: you received the WETH.')).toBeVisible()
    expect(screen.getByText(/^Others may see this swap before it is in a block/)).toBeVisible()
  })
})

test('a coin for its wrapped form has no price impact, no slippage and no remark on either', async () => {
  const asked = intentOf(eth, '1', weth)
  open({ asked, answer: honest(asked, [], { expectedAmountOut: '1' }) })
  expect(await screen.findByText('1:1, no fee')).toBeVisible()
  expect(screen.queryByText('Price impact')).toBeNull()
  expect(screen.queryByText('(0.5% slippage)')).toBeNull()
  expect(screen.queryByText(/fails sooner/)).toBeNull()
})

describe('A-20: a tampered answer', () => {
  test('with an allowance for a stranger is blocked, red, and cannot be confirmed', async () => {
    const good = honest(intent)
    const transactions = [{ ...approval(usdc, intent.sell.units, thief), order: 0 }, ...good.transactions.slice(1)]
    const { orderService } = open({ answer: { ...good, transactions } })
    const table = await screen.findByRole('table', { name: 'What you will sign' })
    expect(within(table).getAllByRole('row')[1]?.dataset.state).toBe('blocked')
    expect(screen.getByText(/You cannot confirm it, and nothing was sent to your wallet/)).toBeVisible()
    expect(screen.getByText(/^\d+ checks? failed$/)).toBeVisible()
    // The review shows the reasons before the transactions.
    const reasons = screen.getByRole('list', { name: 'Checks' })
    expect(reasons.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const confirm = screen.getByRole('button', { name: /^Confirm swap/ })
    expect(confirm).toBeDisabled()
    await userEvent.click(confirm)
    expect(orderService.open).not.toHaveBeenCalled()
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  test('an unlimited allowance is reduced to the input, with a note', async () => {
    const good = honest(intent)
    const transactions = [{ ...approval(usdc, unlimited), order: 0 }, ...good.transactions.slice(1)]
    open({ answer: { ...good, transactions } })
    const table = await screen.findByRole('table', { name: 'What you will sign' })
    expect(table).toHaveTextContent('spend up to 100 USDC')
    expect(table.compareDocumentPosition(screen.getByRole('list', { name: 'Checks' }))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(screen.getByRole('list', { name: 'Checks' })).toHaveTextContent('it is limited to exactly 100 USDC')
  })

  test('of a look-alike is confirmed only by someone who knows that it is one', async () => {
    const lookAlike = { ...weth, cautions: [{ is: 'look-alike', of: 'WETH' } as const] }
    const asked = intentOf(usdc, '100', lookAlike)
    open({ asked })
    const consent = await screen.findByRole('checkbox', { name: /I understand: WETH on .*Not the real WETH/ })
    expect(screen.getAllByText(/Not the real WETH: similar name/).length).toBeGreaterThan(1)
    for (const box of screen.getAllByRole('checkbox')) if (box !== consent) await userEvent.click(box)
    expect(screen.getByRole('button', { name: /^Confirm swap/ })).toBeDisabled()
    await userEvent.click(consent)
    expect(screen.getByRole('button', { name: /^Confirm swap/ })).toBeEnabled()
  })

  test('M-062: that has nothing to sign is no plan', async () => {
    open({ answer: { ...honest(intent), transactions: [] } })
    expect(await screen.findByText('The quote could not be read. Nothing was sent to your wallet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Confirm swap/ })).not.toBeInTheDocument()
  })
})

describe('a review whose account', () => {
  const confirm = () => screen.findByRole('button', { name: /^Confirm swap/ })
  const agreed = async () => {
    await confirm()
    for (const box of screen.getAllByRole('checkbox', { name: /^I understand/ })) await userEvent.click(box)
    await waitFor(async () => expect(await confirm()).toBeEnabled())
  }

  test.each([
    ['F-22 is no longer the one its wallet uses', [accountWith({ address: thief })]],
    ['F-11 is gone with its wallet', []],
  ])(
    'it cannot be confirmed with an account that %s, shows the reason, and continues when it is back',
    async (_, changed) => {
      const { wallets, orderService, onConfirmed } = open()
      await agreed()
      act(() => wallets.store.setState({ accounts: changed }))
      expect(await confirm()).toBeDisabled()
      expect(await confirm()).toHaveAccessibleDescription(/no longer shares the account that pays/)
      act(() => wallets.store.setState({ accounts: [accountWith({ address: me.toLowerCase() })] }))
      await userEvent.click(await confirm())
      await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('order-1'))
      expect(orderService.open).toHaveBeenCalledOnce()
    },
  )

  test('F-17 an account on another network stays as it is: the order requests the switch', async () => {
    const { wallets } = open()
    await agreed()
    act(() => wallets.store.setState({ accounts: [accountWith({ address: me, chainId: 5 })] }))
    expect(await confirm()).toBeEnabled()
  })
})

test('F-9 a quote that is renewed for less waits next to the one on screen, and is confirmed once it is accepted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let now = 1_000_000
  let answer = honest(intent)
  const { swap, orderService, onConfirmed } = open({ answer: () => answer, clock: () => now })
  const confirm = await screen.findByRole('button', { name: /^Confirm swap/ })
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  await act(() => vi.advanceTimersByTimeAsync(6_500))
  expect(swap).toHaveBeenCalledOnce()
  now += 18_000
  const wider = honest({ ...intent, slippageBps: 80 })
  answer = { ...wider, expectedAmountOut: `${Number(wider.minAmountOut) / 0.995}` }
  await act(() => vi.advanceTimersByTimeAsync(6_500))
  expect(swap).toHaveBeenCalledTimes(2)
  expect(await screen.findByText(/^You get at least 0\.03\d* WETH, 0\.3\d% less\.$/)).toBeVisible()
  expect(confirm).toHaveAccessibleDescription('Accept the new price, or close the review.')
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(screen.queryByText('Price updated')).toBeNull()
  for (const box of screen.queryAllByRole('checkbox')) await user.click(box)
  await user.click(screen.getByRole('button', { name: /^Confirm swap/ }))
  await waitFor(() => expect(onConfirmed).toHaveBeenCalledWith('order-1'))
  const [plan] = orderService.open.mock.calls[0]!
  expect(formatAmount(plan.quote.minimumReceived!)).toBe(`${Number(wider.minAmountOut)}`)
  expect(Object.isFrozen(plan) && Object.isFrozen(plan.steps)).toBe(true)
})

test('a service that refuses is quoted, and may be asked again', async () => {
  const refusal = refuse('busy')
  const { swap } = open({ outcome: { is: 'refused', refusal } })
  expect(await screen.findByText('The exchange is busy.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Get a new quote' }))
  await waitFor(() => expect(swap).toHaveBeenCalledTimes(2))
})

type Opening = {
  readonly answer?: SwapAnswer | (() => SwapAnswer)
  readonly clock?: () => number
  readonly outcome?: ServiceResult<SwapAnswer>
  readonly open?: (plan: AnyPlan, isWanted?: () => boolean) => Promise<string>
  readonly halt?: string
  readonly notice?: () => Promise<OperatorNotice>
  readonly asked?: typeof intent
  readonly shownMinimum?: bigint
}

function open({
  answer = honest(intent),
  clock = () => 1_000_000,
  outcome,
  open: opening = async () => 'order-1',
  halt,
  notice = async () => ({ halt }),
  asked = intent,
  shownMinimum,
}: Opening = {}) {
  const said = { message: 'ok', deviations: [], age: 0, from: 'service' } as const
  const value = () => (typeof answer === 'function' ? answer() : answer)
  const swap = vi.fn(
    async (_request: SwapRequest): Promise<ServiceResult<SwapAnswer>> =>
      outcome ?? { is: 'answer', answer: { ...said, receivedAt: clock(), value: value() } },
  )
  const orderService = { open: vi.fn(opening), act: vi.fn(async (_id: string, _action: OrderAction) => {}) }
  const onConfirmed = vi.fn()
  const wallets = walletsWith({ accounts: [accountWith({ address: me })] })
  const services = servicesWith({
    clock,
    client: clientListing([eth, usdc, weth], { swap }),
    deployment: { ...deployment, chains: [harborSettings, deltaSettings] },
    wallets,
    orderService: ordersWith({}, orderService),
    notice,
  })
  const { unmount: close } = renderIn(
    services,
    <SwapReview {...{ intent: asked, shownMinimum, onConfirmed }} tokens={[eth, usdc, weth]} onClose={() => {}} />,
  )
  return { swap, orderService, onConfirmed, close, wallets }
}
