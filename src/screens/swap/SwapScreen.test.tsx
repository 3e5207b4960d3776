import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { eth, harbor, localSolana, me, other, plan, token, usdc, weth } from '../../../test/builders/swap'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import type { ServiceResult } from '../../api/serviceResult'
import type { Services } from '../../components/services'
import { addressKind } from '../../domain/chainKinds'
import { dollarText } from '../../domain/text/figure'
import { openOrder } from '../../orders/openOrder'
import { refuse } from '../../protocol/refusal'
import type { SwapAnswer, SwapRequest } from '../../protocol/serviceMessages'
import SwapScreen from './SwapScreen'
import { useSwap } from './useSwap'

const odd = token('ODD', harbor, { address: '0x0000000000000000000000000000000000000d0d', price: undefined })
const tokens = [eth, usdc, weth, odd]

beforeEach(() => window.history.replaceState(null, '', '/swap'))

describe('a newcomer', () => {
  test('finds the coin of the first chain against dollars, and is asked for an amount', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Token to pay: ETH on Harbor' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Token to receive: USDC on Harbor' })).toBeVisible()
    expect(screen.getByRole('form', { name: 'Swap' })).toBeVisible()
    // The output is read, not typed.
    expect(screen.queryByRole('textbox', { name: 'You receive' })).toBeNull()
    expect(screen.getByLabelText('You receive')).toHaveTextContent(/^0$/)
    expect(main()).toHaveAccessibleName('Enter an amount')
    expect(main()).toHaveAttribute('aria-disabled', 'true')
  })

  test('they see a price before connecting: an estimate for a placeholder, of swap transactions only', async () => {
    const { swap } = open()
    await pay('1')
    const quote = await quoted()
    expect(quote).toHaveTextContent('Minimum received (est.)2,970 USDC')
    expect(quote).toHaveTextContent('Estimate only. Connect a wallet')
    const [request] = swap.mock.calls[0] ?? []
    expect(request).toMatchObject({ amount: '1', slippage: 50, skipNonSwapTransactions: true })
    expect(addressKind(request?.sender ?? '')).toBe('evm')
    expect(main()).toHaveAccessibleName('Connect EVM wallet')
  })

  test('the main button leads to a wallet of the right kind', async () => {
    const { services } = open()
    await pay('1')
    await quoted()
    await userEvent.click(main())
    expect(services.dialogs.connect).toHaveBeenCalledWith('evm', 'evm')
  })
})

describe('the quote', () => {
  test('leads with the least that arrives, then what is expected, impact, tolerance, cost and route', async () => {
    open({ swap: answering({ expectedAmountOut: '2985' }) })
    await pay('1')
    const quote = await quoted()
    await userEvent.click(within(quote).getByRole('button', { name: /Quote details/ }))
    const terms = within(quote)
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
    expect(terms).toEqual([
      'Minimum received (est.)',
      'Estimated received',
      'Price impact',
      'Slippage tolerance',
      'Network cost',
      'Route',
    ])
    expect(quote).toHaveTextContent('1 ETH = 2,985 USDC')
    expect(quote).toHaveTextContent('Price impact−0.5%')
    expect(quote).toHaveTextContent('Slippage tolerance0.5%')
    expect(quote).toHaveTextContent('Network cost$1.50')
    expect(quote).toHaveTextContent('ETH → USDC via Tidegate pools')
    expect(screen.getByLabelText('You receive')).toHaveTextContent(/^2,985$/)
  })

  test('a merely computed expected amount is marked', async () => {
    open()
    await pay('1')
    expect(await quoted()).toHaveTextContent('Estimated received (from the minimum)')
  })

  test('turns its rate round', async () => {
    open({ swap: answering({ expectedAmountOut: '3000' }) })
    await pay('1')
    await userEvent.click(within(await quoted()).getByRole('button', { name: /Invert the rate/ }))
    expect(await quoted()).toHaveTextContent('1 USDC = 0.000333333 ETH')
  })

  test('folds away what is ordinary', async () => {
    open({ swap: answering({ expectedAmountOut: '2985' }) })
    await pay('1')
    const details = within(await quoted()).getByRole('button', { name: /Quote details/ })
    expect(details).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText('Price impact')).not.toBeVisible()
  })

  test('unfolds by itself what needs care', async () => {
    open({ services: connected(), swap: answering({ minAmountOut: '1900', expectedAmountOut: '2000' }) })
    await pay('1')
    await quoted()
    expect(screen.getByText('Price impact')).toBeVisible()
  })

  test('it is requested once when typing rests, not at every key', async () => {
    const { swap } = open()
    await screen.findByRole('button', { name: /Token to pay: \w+ on Harbor/ })
    const box = screen.getByRole('textbox', { name: 'You pay' })
    // Faster than anyone types, so that no pause triggers the debounce, even on a slow machine.
    for (const typed of ['1', '12', '123', '123.', '123.4', '123.45'])
      fireEvent.change(box, { target: { value: typed } })
    await quoted()
    expect(swap.mock.calls.map(([request]) => request.amount)).toEqual(['123.45'])
  })

  test('warns of a network cost above a tenth of the trade', async () => {
    open({ swap: answering({ minAmountOut: '29.7' }) })
    await pay('0.01')
    expect(await quoted()).not.toHaveTextContent('Over 10%')
    await pay('0.001')
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Quote' })).toHaveTextContent('Over 10% of your swap'),
    )
  })

  test('it is announced in words, without the table of figures', async () => {
    open()
    await pay('1')
    expect(await screen.findByText('Minimum received: 2,970 USDC.')).toHaveAttribute('aria-live', 'polite')
  })
})

describe('a price that is not a good one', () => {
  test('a swap that loses a third is not offered', async () => {
    open({ services: connected(), swap: answering({ minAmountOut: '1900', expectedAmountOut: '2000' }) })
    await pay('1')
    expect(await quoted()).toHaveTextContent('Price impact too high')
    await waitFor(() => expect(main()).toHaveAccessibleName('Price impact too high'))
    expect(main()).toHaveAttribute('aria-disabled', 'true')
  })

  test('a swap that loses a tenth shows it on the button', async () => {
    open({ services: connected(), swap: answering({ minAmountOut: '2600', expectedAmountOut: '2650' }) })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Extreme price impact: review anyway'))
  })

  test('A-32: a token without a price has an unknown impact, never zero', async () => {
    window.history.replaceState(null, '', `/swap?from=741001:native&to=741001:${odd.address}&amount=1`)
    open({ services: connected(), swap: answering({ minAmountOut: '7' }) })
    expect(await quoted()).toHaveTextContent('Price impactUnknownNo market price for ODD')
    await waitFor(() => expect(main()).toHaveAccessibleName('Unknown price: review anyway'))
  })

  test('a missing route is reported in the service’s words, without a retry button', async () => {
    const refusal = refuse('declined', { said: 'No pool connects ETH and USDC.' })
    open({ swap: async () => ({ is: 'refused', refusal }), services: connected() })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('No route'))
    expect(main()).toHaveAccessibleDescription(/No pool connects ETH and USDC/)
    expect(main()).toHaveAttribute('aria-disabled', 'true')
  })

  test('a refused address is named on the button, and no other quote is requested', async () => {
    const { swap } = open({
      swap: async () => ({ is: 'refused', refusal: refuse('address refused') }),
      services: connected(),
    })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Address not accepted'))
    expect(main()).toHaveAccessibleDescription(/Nothing was sent, and you can withdraw from pools as before\./)
    expect(main()).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(main())
    expect(swap).toHaveBeenCalledTimes(1)
  })

  test('F-2: a service in trouble is asked again by a press, and by itself with pauses', async () => {
    const { swap } = open({ swap: async () => ({ is: 'refused', refusal: refuse('failing') }), services: connected() })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Could not get a quote: try again'))
    expect(swap).toHaveBeenCalledTimes(1)
    await userEvent.click(main())
    await waitFor(() => expect(swap).toHaveBeenCalledTimes(2))
  })

  test('F-1: a busy service gets no request until its backoff ends', async () => {
    const refusal = refuse('busy', { retryAfter: 7_000 })
    open({ swap: async () => ({ is: 'refused', refusal }), services: connected() })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName(/^Try again in [1-7] s$/))
    expect(main()).toHaveAttribute('aria-disabled', 'true')
  })

  test('I8: typed input is kept when the service refuses', async () => {
    open({
      swap: async () => ({ is: 'refused', refusal: refuse('busy', { retryAfter: 7_000 }) }),
      services: connected(),
    })
    await pay('1,5')
    await screen.findByText('The exchange is busy.')
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('1,5')
  })
})

describe('the amount', () => {
  test('takes a comma as well as a point', async () => {
    const { swap } = open()
    await pay('1,5')
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].amount).toBe('1.5'))
  })

  test('more decimals than the token has are reported as an error', async () => {
    window.history.replaceState(
      null,
      '',
      '/swap?from=741001:0x0000000000000000000000000000000000000501&to=741001:native',
    )
    open()
    await pay('1.1234567')
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveAccessibleDescription('USDC has at most 6 decimals.')
    expect(main()).toHaveAccessibleName('Check the amount')
  })

  test('it can be typed in dollars', async () => {
    const { swap } = open()
    await screen.findByRole('button', { name: /ETH on Harbor/ })
    await userEvent.click(screen.getByRole('button', { name: /^Enter the amount in dollars/ }))
    await userEvent.type(screen.getByRole('textbox', { name: 'You pay' }), '1500')
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].amount).toBe('0.5'))
  })

  test('typed dollars stay dollars, and buy as much of the token that is paid now', async () => {
    const { swap } = open()
    await screen.findByRole('button', { name: /ETH on Harbor/ })
    await userEvent.click(screen.getByRole('button', { name: /^Enter the amount in dollars/ }))
    const field = () => screen.getByRole('textbox', { name: 'You pay' })
    await userEvent.type(field(), '6')
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].amount).toBe('0.002'))
    await userEvent.click(screen.getByRole('button', { name: 'Reverse' }))
    await screen.findByRole('button', { name: 'Token to pay: USDC on Harbor' })
    expect(field()).toHaveValue('6')
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].amount).toBe('6'))
    await userEvent.click(screen.getByRole('button', { name: /^Enter the amount in USDC/ }))
    expect(field()).toHaveValue('6')
  })

  test('above the balance is named before any price is there', async () => {
    open({ services: connected({ native: 10n ** 17n }), swap: () => new Promise(() => {}) })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Insufficient ETH balance'))
  })

  test('a share of the balance is one press', async () => {
    open({ services: connected({ native: 4n * 10n ** 18n }) })
    await userEvent.click(await screen.findByRole('button', { name: '25%' }))
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('1')
  })

  test('all of it is one press on the balance', async () => {
    open({ services: connected({ token: 7_500_000n }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Reverse' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Balance.*Pay all USDC$/ }))
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('7.5')
  })

  test('Max on the native coin keeps 1.25 times the network cost, with a note', async () => {
    open({ services: connected({ native: 10n ** 18n }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }))
    // The service quotes 1.50 dollars: 0.0005 ETH, and a quarter more.
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('0.999375'))
    expect(await screen.findByText('0.000625 ETH is left for the network cost.')).toBeVisible()
  })

  test('Max on a token is all of it', async () => {
    window.history.replaceState(null, '', `/swap?from=741001:${usdc.address}&to=741001:native`)
    open({ services: connected({ token: 1_234_567n }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Max' }))
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('1.234567')
  })
})

describe('everything in order', () => {
  test('the button leads to the review', async () => {
    open({ services: connected() })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
    expect(main()).not.toHaveAttribute('aria-disabled')
    expect(await quoted()).not.toHaveTextContent('estimate')
  })

  test.each([
    ['blocked', 'Allow site data to swap', /^This browser blocks site data .* Allow site data for localhost:\d+, then/],
    ['failed', 'Orders cannot be kept', /^This browser does not open its storage, so orders cannot be kept\./],
  ] as const)('a browser whose storage is %s is named before the review, with what to change', async (...facts) => {
    const [problem, label, hint] = facts
    open({ services: { ...connected(), storageProblem: async () => problem } })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName(label))
    await waitFor(() => expect(main()).toHaveAccessibleDescription(hint))
    await quoted()
    await userEvent.click(main())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a browser that does not answer whether it keeps orders is offered the review, which looks again', async () => {
    open({ services: { ...connected(), storageProblem: () => new Promise(() => {}) } })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
  })

  test('a balance no one can read is a note, not a wall', async () => {
    const wallets = walletsWith({ accounts: [accountWith({ address: me })] })
    open({ services: { wallets } })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
    expect(main()).toHaveAccessibleDescription(/Could not read your ETH balance/)
  })
})

test('V-016 a minimum below the one on the form is reported at the review', async () => {
  const opaque = {
    type: 'swap',
    data: '0x12345678',
    order: 0,
    value: `1${'0'.repeat(18)}`,
    to: other.toLowerCase(),
    chainType: 'EVM',
  }
  const transactions = [{ ...opaque, gasAmount: '150000', gasUsd: '1.5', rpcUrl: undefined, rest: {} }]
  const answers = [{ minAmountOut: '2970', transactions }]
  const client = clientListing(tokens, { swap: vi.fn(() => answering(answers.at(-1)!)()) })
  open({ services: { ...connected(), client } })
  await pay('1')
  expect(await quoted()).toHaveTextContent('2,970 USDC')
  await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
  answers.push({ minAmountOut: '2960', transactions })
  await userEvent.click(main())
  const said = 'At least 2,960 USDC instead of the 2,970 USDC you were shown.'
  const dialog = await screen.findByRole('dialog', { name: 'Review swap' })
  await waitFor(() => expect(dialog).toHaveTextContent(said))
})

test('Refresh before the question has settled breaks nothing: the quote comes once, when typing rests', async () => {
  const { swap } = open()
  await pay('1')
  await quoted()
  expect(swap).toHaveBeenCalledOnce()
  // In one go: the pause after typing cannot end between the two.
  fireEvent.change(screen.getByRole('textbox', { name: 'You pay' }), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  expect(swap).toHaveBeenCalledOnce()
  await waitFor(() => expect(swap).toHaveBeenCalledTimes(2))
  expect(swap.mock.lastCall?.[0].amount).toBe('5')
  await quoted()
  expect(swap).toHaveBeenCalledTimes(2)
})

test('Reverse changes the sides and pays what would have been received', async () => {
  open()
  await pay('5')
  await quoted()
  await userEvent.click(screen.getByRole('button', { name: 'Reverse' }))
  expect(screen.getByRole('button', { name: 'Token to pay: USDC on Harbor' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('2,984.924623')
})

test('F-5 a reload brings back what was chosen and typed, and no plan', async () => {
  open()
  await pay('2.5')
  await quoted()
  // The URL follows typing after a debounce; a reload reads it.
  await waitFor(() => expect(window.location.search).toContain('amount=2.5'))
  cleanup()
  const { swap } = open()
  expect(await screen.findByRole('textbox', { name: 'You pay' })).toHaveValue('2.5')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await quoted()
  expect(swap).toHaveBeenCalledOnce()
})

test('the address bar mirrors the form', async () => {
  open()
  await pay('5')
  await waitFor(() => expect(window.location.search).toBe(`?from=741001:native&to=741001:${usdc.address}&amount=5`))
})

test('a large amount has grouped thousands in the field, and is requested exactly', async () => {
  const { swap } = open()
  await pay('1234567.5')
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('1,234,567.5')
  await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].amount).toBe('1234567.5'))
})

describe('a recipient', () => {
  test('it is added by the person, and goes into the request', async () => {
    const { swap } = open({ services: connected() })
    await userEvent.click(await screen.findByRole('button', { name: 'Add recipient' }))
    const box = await screen.findByRole('textbox', { name: 'Recipient' })
    await waitFor(() => expect(box).toHaveFocus())
    await userEvent.type(box, other.toLowerCase())
    await pay('1')
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].recipient).toBe(other.toLowerCase()))
  })

  test('that was pasted with a space behind it stays once the address bar has it', async () => {
    const { swap } = open({ services: connected() })
    await userEvent.click(await screen.findByRole('button', { name: 'Add recipient' }))
    const box = await screen.findByRole('textbox', { name: 'Recipient' })
    await userEvent.click(box)
    const pasted = `${other.toLowerCase()} `
    await userEvent.paste(pasted)
    await waitFor(() => expect(window.location.search).toContain(pasted.trim()))
    await pay('1')
    await waitFor(() => expect(window.location.search).toContain('amount=1'))
    expect(screen.getByRole('textbox', { name: 'Recipient' })).toHaveValue(pasted)
    await waitFor(() => expect(swap.mock.calls.at(-1)?.[0].recipient).toBe(pasted.trim()))
  })

  test('A-40: out of a link takes no part until it is confirmed', async () => {
    const stranger = `0x${'ab'.repeat(20)}`
    window.history.replaceState(null, '', `/swap?amount=1&recipient=${stranger}`)
    const { swap } = open({ services: connected() })
    await waitFor(() => expect(main()).toHaveAccessibleName('Confirm the recipient'))
    expect(await screen.findByText(stranger)).toBeVisible()
    expect(swap.mock.calls.some(([{ recipient }]) => recipient === stranger)).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'I trust this address' }))
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
    expect(swap.mock.calls.at(-1)?.[0].recipient).toBe(stranger)
  })

  test('that is a token is refused with the reason', async () => {
    window.history.replaceState(null, '', `/swap?amount=1&recipient=${usdc.address}`)
    open({ services: connected() })
    await waitFor(() => expect(main()).toHaveAccessibleName('Choose another recipient'))
    expect(await screen.findByRole('textbox', { name: 'Recipient' })).toHaveAccessibleDescription(/token contract/)
  })
})

describe('the address book', () => {
  const anna = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const recipientField = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add recipient' }))
    return screen.findByRole('textbox', { name: 'Recipient' })
  }

  test('names an address once, and offers it by its name from then on', async () => {
    const { services } = open({ services: connected() })
    await userEvent.type(await recipientField(), anna)
    await userEvent.click(await screen.findByRole('button', { name: 'Save this address' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name for this address' }), 'Anna{Enter}')
    expect(await screen.findByText('Anna')).toBeVisible()
    expect(services.preferences.getState().contacts).toEqual([{ name: 'Anna', address: anna }])
    const box = screen.getByRole('textbox', { name: 'Recipient' })
    await userEvent.clear(box)
    await userEvent.type(box, 'ann')
    await userEvent.click(screen.getByRole('button', { name: /^Anna/ }))
    expect(box).toHaveValue(anna)
  })

  test('it offers earlier recipients, and warns when an address only resembles one', async () => {
    const before = openOrder('1', plan({ recipient: anna }), 1)
    open({ services: { ...connected(), orderService: ordersWith({ orders: [before] }) } })
    const box = await recipientField()
    expect(screen.getByRole('button', { name: /^Recent/ })).toBeVisible()
    await userEvent.type(box, `0xd8da${'0'.repeat(32)}6045`)
    expect(await screen.findByText(/Begins and ends like an address you paid before/)).toBeVisible()
    expect(screen.getByText(anna)).toBeVisible()
  })

  test('it warns when the recipient is a contract, or an unused address', async () => {
    const answers: Record<string, string> = { eth_getCode: '0x6080' }
    const rpc = () => async (method: string) => answers[method] ?? '0x0'
    const wallets = walletsWith({ accounts: [accountWith({ address: me })], rpc })
    open({ services: { wallets } })
    const box = await recipientField()
    await userEvent.type(box, anna)
    expect(await screen.findByText(/This is a contract on Harbor/)).toBeVisible()
    answers.eth_getCode = '0x'
    await userEvent.clear(box)
    await userEvent.type(box, other.toLowerCase())
    expect(await screen.findByText(/This address has never been used on Harbor/)).toBeVisible()
  })
})

test('M-031: a service without chains is reported, and nothing is offered', async () => {
  renderIn(servicesWith({ client: clientListing([]), orderService: ordersWith() }), <SwapScreen />)
  expect(await screen.findByText('No networks are available right now.')).toBeVisible()
  expect(main()).toHaveAccessibleName('Select a token')
})

test('M-018 a list that could not be refreshed stays, with its age and the reason', async () => {
  const listing = clientListing(tokens)
  const outcome = await listing.chains()
  if (outcome.is === 'refused') throw new Error('The list is there.')
  const kept = { ...outcome.answer, receivedAt: 1_000_000 - 3 * 3_600_000, from: 'cache' } as const
  const client = clientListing(tokens, {
    chains: async () => ({ is: 'refused', refusal: refuse('wrong shape') }),
    readCached: { ...listing.readCached, chains: async () => kept },
  })
  renderIn(servicesWith({ client, orderService: ordersWith() }), <SwapScreen />)
  expect(await screen.findByText('The token list is 3 hours old')).toBeVisible()
  expect(screen.getByText(/response of the exchange is incomplete/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(main()).toHaveAccessibleName('Enter an amount')
})

test('M-021 M-061 an answer that makes no sense may be asked for again, and is no word about routes', async () => {
  const { swap } = open({ swap: async () => ({ is: 'refused', refusal: refuse('wrong shape') }) })
  await pay('1')
  expect(await screen.findByText(/^The response of the exchange is incomplete. Refresh the quote/)).toBeVisible()
  expect(swap).toHaveBeenCalledOnce()
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh quote' }))
  await waitFor(() => expect(swap).toHaveBeenCalledTimes(2))
})

test('a token of a link that no one lists is reported, without a guess', async () => {
  window.history.replaceState(null, '', '/swap?from=741001:0xdead&to=741001:native&amount=25')
  open()
  expect(await screen.findByText(/“741001:0xdead” in this link is not exactly one token/)).toBeVisible()
  expect(main()).toHaveAccessibleName('Select a token')
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('')
})

test('a link of another app keeps the form empty and in the address bar, until the person fills the form in', async () => {
  window.history.replaceState(null, '', '/swap?inputCurrency=ETH&outputCurrency=USDC&exactAmount=25')
  open()
  expect(await screen.findByText(/cannot be read here: inputCurrency=ETH, .*exactAmount=25/)).toBeVisible()
  expect(main()).toHaveAccessibleName('Select a token')
  expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('')
  await userEvent.type(screen.getByRole('textbox', { name: 'You pay' }), '1')
  expect(screen.queryByText(/cannot be read here/)).toBeNull()
})

test('F-48: an order that was interrupted is shown again after a reload', async () => {
  const order = { ...openOrder('order-1', plan(), 0), blocked: 'paused' } as const
  open({ services: { orderService: ordersWith({ orders: [order] }) } })
  expect(await screen.findByRole('status', { name: 'Order' })).toHaveTextContent('Order paused')
  const steps = screen.getByRole('list', { name: 'Steps' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.dataset.state),
  ).toEqual(['waiting', 'waiting'])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('1 order is in progress')).toBeVisible()
})

type Opening = {
  readonly swap?: (request: SwapRequest) => Promise<ServiceResult<SwapAnswer>>
  readonly services?: Partial<Services>
}

function open({ swap = answering({}), services: part = {} }: Opening = {}) {
  const asked = vi.fn(swap)
  const services = servicesWith({ client: clientListing(tokens, { swap: asked }), orderService: ordersWith(), ...part })
  renderIn(services, <SwapScreen />)
  return { swap: asked, services }
}

async function pay(text: string) {
  await screen.findByRole('button', { name: /Token to pay: \w+ on Harbor/ })
  const box = screen.getByRole('textbox', { name: 'You pay' })
  await userEvent.clear(box)
  await userEvent.type(box, text)
}

/** The quote panel, once it shows figures. */
async function quoted(): Promise<HTMLElement> {
  const region = await screen.findByRole('status', { name: 'Quote' })
  await waitFor(() => expect(region).toHaveTextContent(/Route\S/))
  return region
}

function main(): HTMLElement {
  const form = screen.getByRole('form', { name: 'Swap' })
  return within(form)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('type') === 'submit')[0] as HTMLElement
}

/** One ETH for at least 2,970 USDC, at a network cost of 1.50 dollars. */
function answering(change: Partial<SwapAnswer>) {
  return async (): Promise<ServiceResult<SwapAnswer>> => {
    const transaction = {
      type: 'swap',
      data: '0x',
      order: 0,
      value: '0',
      gasAmount: '150000',
      gasUsd: '1.5',
      to: undefined,
      chainType: 'EVM',
      rpcUrl: undefined,
      rest: {},
    }
    const value: SwapAnswer = {
      path: ['ETH', 'USDC'],
      transactions: [transaction],
      dexToUse: 'native',
      minAmountOut: '2970',
      expectedAmountOut: undefined,
      rest: {},
      ...change,
    }
    const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const
    return { is: 'answer', answer: { ...said, value } }
  }
}

/** An account on Harbor with so much of the coin and of every token. */
function connected({ native = 10n ** 19n, token = 10n ** 9n } = {}): Partial<Services> {
  const rpc = () => async (method: string) => `0x${(method === 'eth_getBalance' ? native : token).toString(16)}`
  return { wallets: walletsWith({ accounts: [accountWith({ address: me })], rpc }) }
}

describe('the account that pays', () => {
  const icon = 'data:image/png;base64,AA'
  const form = () => screen.getByRole('form', { name: 'Swap' })

  test('F-22 F-11 it is named with its wallet, changes with it, and is requested when it is gone', async () => {
    const { services } = open({ services: connected() })
    const solana = accountWith({ kind: 'solana', address: 'So11111111111111111111111111111111111111112' })
    services.wallets.store.setState({
      accounts: [accountWith({ address: me, walletName: 'Rabby', walletIcon: icon }), solana],
    })
    await pay('1')
    await waitFor(() => expect(form()).toHaveTextContent(`${me} in Rabby`))
    expect(form()).toHaveTextContent('Pays:')
    expect(form().querySelector('img[src^="data:image/png"]')).toBeVisible()

    act(() =>
      services.wallets.store.setState({ accounts: [accountWith({ address: other, walletName: 'Rabby' }), solana] }),
    )
    await waitFor(() => expect(form()).toHaveTextContent(`${other} in Rabby`))
    expect(form()).not.toHaveTextContent(me)

    act(() => services.wallets.store.setState({ accounts: [] }))
    await waitFor(() => expect(main()).toHaveAccessibleName('Connect EVM wallet'))
    expect(form()).not.toHaveTextContent('Pays:')
    expect(screen.getByRole('textbox', { name: 'You pay' })).toHaveValue('1')
  })

  test('the only connected account is in the header, so the form does not repeat it', async () => {
    open({ services: connected() })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
    expect(form()).not.toHaveTextContent(me)
  })

  test('F-17 on another network than the sold token is asked to switch by the order, not by the form', async () => {
    const wallets = walletsWith({ accounts: [accountWith({ address: me, chainId: 5 })], rpc: rpcOfPlenty })
    open({ services: { wallets } })
    await pay('1')
    await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
  })

  test('the payer and the recipient on another kind of network are both named', async () => {
    const sol = token('SOL', localSolana, { address: '11111111111111111111111111111111', isNative: true, decimals: 9 })
    window.history.replaceState(null, '', '/swap?from=741001:native&to=741003:native')
    const solana = accountWith({
      kind: 'solana',
      address: 'So11111111111111111111111111111111111111112',
      walletName: 'Phantom',
      walletId: 'solana:Phantom',
    })
    const wallets = walletsWith({ accounts: [accountWith({ address: me, walletName: 'Rabby' }), solana] })
    open({ services: { client: clientListing([...tokens, sol], { swap: () => new Promise(() => {}) }), wallets } })
    await waitFor(() => expect(form()).toHaveTextContent('Receives on Reef:'))
    expect(form()).toHaveTextContent(/Pays: .* in Rabby.*: .* in Phantom/)
  })
})

const rpcOfPlenty = () => async () => `0x${(10n ** 19n).toString(16)}`

test('a look-alike is named on the form, also when a link chose it', async () => {
  const fake = token('USDС', harbor, {
    id: 40,
    address: `0x${'4'.repeat(40)}`,
    cautions: [{ is: 'look-alike', of: 'USDC' }],
  })
  window.history.replaceState(null, '', `/swap?from=741001:native&to=741001:${fake.address}`)
  open({ services: { client: clientListing([...tokens, fake], { swap: () => new Promise(() => {}) }) } })
  expect(await screen.findByText(/Not the real USDC: similar name/)).toBeVisible()
  expect(screen.getByText(/USDС on Harbor \(0x4444…4444\)/)).toBeVisible()
})

test('a link with the same token on both sides is reported, and nothing is requested', async () => {
  window.history.replaceState(null, '', '/swap?from=741001:native&to=741001:native&amount=1')
  const { swap } = open()
  await waitFor(() => expect(main()).toHaveAccessibleName('Choose two different tokens'))
  expect(await screen.findByText(/You would pay and receive ETH on Harbor/)).toBeVisible()
  expect(swap).not.toHaveBeenCalled()
})

test('a demo wallet that the faucet is filling is waited for, and then read again', async () => {
  let held = 0n
  const rpc = () => async () => `0x${held.toString(16)}`
  const wallets = walletsWith({ accounts: [accountWith({ address: me })], rpc })
  wallets.store.setState({ funding: [me] })
  open({ services: { wallets } })
  await pay('1')
  await waitFor(() => expect(main()).toHaveAccessibleName('Filling the demo wallet…'))
  held = 10n ** 19n
  wallets.store.setState({ funding: [] })
  await waitFor(() => expect(main()).toHaveAccessibleName('Review swap'))
})

test('the tolerance follows the pair by rule, wider where the pool is thin, and stays what was chosen', async () => {
  const dollars = token('USDT', harbor, { id: 41, address: `0x${'5'.repeat(40)}`, price: '1' })
  const answers = [{ minAmountOut: '2850', expectedAmountOut: '2940' }]
  const { swap, services } = open({
    services: {
      client: clientListing([eth, { ...usdc, price: '1' }, dollars], {
        swap: vi.fn(() => answering(answers.at(-1)!)()),
      }),
    },
  })
  const asked = () => vi.mocked(services.client.swap).mock.calls.map(([request]) => request.slippage)
  await pay('1')
  await quoted()
  await waitFor(() => expect(asked()).toEqual([50, 100]))
  expect(screen.getByRole('button', { name: 'Slippage auto 1%' })).toHaveTextContent('Slippage auto 1%')
  const refresh = () => userEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  // A quote with less impact narrows the tolerance; one with more never widens it again.
  answers.push({ minAmountOut: '2980', expectedAmountOut: '2990' })
  await refresh()
  const narrow = await screen.findByRole('button', { name: 'Slippage auto 0.5%' })
  expect(narrow).toHaveTextContent(/auto 0.5%$/)
  services.preferences.getState().change({ isAutoSlippage: false, slippageBps: 30 })
  await waitFor(() => expect(asked().at(-1)).toBe(30))
  expect(swap).not.toHaveBeenCalled()
})

test('F-11 the slippage button opens only the tolerance, with the focus in its field; Esc returns to the button', async () => {
  const { services } = open()
  const button = screen.getByRole('button', { name: 'Slippage auto 0.5%' })
  await userEvent.click(button)
  const popover = await screen.findByRole('dialog', { name: 'Slippage tolerance' })
  const field = within(popover).getByRole('textbox', { name: 'Slippage tolerance in percent' })
  // The effect that moves the focus runs after the popover is in the document.
  await waitFor(() => expect(field).toHaveFocus())
  expect(services.dialogs.settings).not.toHaveBeenCalled()
  await userEvent.clear(field)
  await userEvent.type(field, '0.7')
  expect(services.preferences.getState().slippageBps).toBe(70)
  await userEvent.keyboard('{Escape}')
  expect(popover).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Slippage 0.7%' })).toHaveFocus()
})

test('F-11 a press elsewhere closes the tolerance, also where a press does not focus its button', async () => {
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Slippage auto 0.5%' }))
  const popover = await screen.findByRole('dialog', { name: 'Slippage tolerance' })
  fireEvent.pointerDown(within(popover).getByRole('textbox'))
  expect(popover).toBeInTheDocument()
  fireEvent.pointerDown(screen.getByRole('textbox', { name: 'You pay' }))
  expect(popover).not.toBeInTheDocument()
})

test('a quote with more impact never widens the tolerance that an earlier one left narrow', async () => {
  const answers = [{ minAmountOut: '2980', expectedAmountOut: '2990' }]
  const { services } = open({
    services: {
      client: clientListing([eth, { ...usdc, price: '1' }], {
        swap: vi.fn(() => answering(answers.at(-1)!)()),
      }),
    },
  })
  const asked = () => vi.mocked(services.client.swap).mock.calls.map(([request]) => request.slippage)
  await pay('1')
  await quoted()
  answers.push({ minAmountOut: '2850', expectedAmountOut: '2880' })
  await userEvent.click(screen.getByRole('button', { name: 'Refresh quote' }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'Quote' })).toHaveTextContent('2,880'))
  expect(asked()).toEqual([50, 50])
  expect(screen.getByRole('button', { name: 'Slippage auto 0.5%' })).toHaveTextContent(/auto 0.5%$/)
})

test('the network cost that a review simulated is shown for the amount it was simulated for, and no other', async () => {
  window.history.replaceState(null, '', `/swap?from=741001:native&to=741001:${usdc.address}&amount=1`)
  function Form() {
    const swap = useSwap(false)
    const { view, keepCost } = swap.quote
    return (
      <>
        <output>{view?.cost && `${view.sell.units}: ${dollarText(view.cost)}`}</output>
        <button type="button" onClick={() => view && keepCost(view.sell, usdc, '0.77')}>
          Review
        </button>
        <button type="button" onClick={() => swap.fields.payTokens('2')}>
          Pay two
        </button>
      </>
    )
  }
  renderIn(
    servicesWith({ client: clientListing(tokens, { swap: answering({}) }), orderService: ordersWith() }),
    <Form />,
  )
  expect(await screen.findByText(`${10n ** 18n}: $1.50`)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Review' }))
  expect(screen.getByText(`${10n ** 18n}: $0.77`)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Pay two' }))
  expect(await screen.findByText(`${2n * 10n ** 18n}: $1.50`)).toBeVisible()
})

test('the main button connects the wallet that receives, and an address is asked for only on request', async () => {
  const sol = token('SOL', localSolana, { id: 50, isNative: true, address: 'native', price: '150' })
  window.history.replaceState(null, '', '/swap?from=741001:native&to=741003:native&amount=1')
  const { services } = open({
    services: { client: clientListing([...tokens, sol], { swap: () => new Promise(() => {}) }), ...connected() },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Connect Solana wallet' }))
  expect(services.dialogs.connect).toHaveBeenCalledWith('solana')
  expect(screen.queryByRole('textbox', { name: 'Recipient' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send to another address' }))
  expect(screen.getByRole('textbox', { name: 'Recipient' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Enter a recipient on Reef' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Use my wallet' }))
  expect(screen.getByRole('button', { name: 'Connect Solana wallet' })).toBeVisible()
})
