import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import TokenPicker from '../src/components/tokens/picker/TokenPicker'
import type { Token } from '../src/domain/token'
import { openOrder } from '../src/orders/openOrder'
import { readCatalog } from '../src/protocol/catalog'
import { decodeChains } from '../src/protocol/chains'
import { decodeSwap } from '../src/protocol/swap'
import AccountDialog from '../src/screens/accounts/AccountDialog'
import ActivityScreen from '../src/screens/activity/ActivityScreen'
import SwapScreen from '../src/screens/swap/SwapScreen'
import { OrderProgress } from '../src/signing/progress/OrderProgress'
import { SwapSummary } from '../src/signing/review/SwapReview'
import { ordersWith } from './builders/orderService'
import { me, plan } from './builders/swap'
import * as bodies from './fixtures/bodies'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from './services'

/*
 * Names are chosen by strangers. Any characters in them must not reverse or hide neighbouring text, nor extend beyond
 * their own place. This applies to the form, the picker, the account panel, the review, the progress and Activity.
 */

beforeEach(() => window.history.replaceState(null, '', '/swap'))

const hostile = fc
  .array(
    fc.constantFrom(
      ...['USDC', 'HEX', '<b>', 'ETH', '1', ' ', '→', '$5'],
      ...['\u202e', '\u202d', '\u2066', '\u2067', '\u2068', '\u2069', '\u200e', '\u200f', '\u061c'],
      ...['\u200b', '\u200d', '\ufeff', '\u00ad', '\u2800', '\u{e0041}', '\u0000', '\u001b'],
      ...['\u0301', '\u0489', '\u20dd', 'שלום', 'سلام', '\u07d0', '\u{10900}', 'ﷺ'],
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const runs = { numRuns: 6, endOnFailure: true }

test('on the form, with its route, in the picker and in the account panel', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (symbol, name, hop) => {
      const tokens = listed(symbol, name)
      const swap = async () => ({ is: 'answer', answer: { ...said, value: answering([symbol, hop], hop) } }) as const
      const services = world(tokens, { client: clientListing(tokens, { swap }) })
      renderIn(services, <SwapScreen />)
      await screen.findByRole('button', { name: /Token to pay: (?!select)/ })
      fireEvent.change(screen.getByRole('textbox', { name: 'You pay' }), { target: { value: '1' } })
      await waitFor(() => expect(screen.getByRole('status', { name: 'Quote' }).textContent).toMatch(/Network cost\$/))
      expectHarmless()
      cleanup()
      renderIn(services, <TokenPicker tokens={tokens} onChoose={() => {}} onClose={() => {}} />)
      expectHarmless()
      cleanup()
      renderIn(services, <AccountDialog onClose={() => {}} />)
      await screen.findAllByRole('listitem')
      expectHarmless()
      cleanup()
    }),
    runs,
  )
})

test('in the review, in progress, on the receipt and in Activity', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (symbol, said) => {
      const tokens = listed(symbol, said)
      const [sell, buy] = [tokens.at(-1)!, tokens[0]!]
      const asked = plan({ sell: { token: sell, units: 5n }, buy: { ...sell, id: 77 } })
      const opened = openOrder('order-1', asked, 0)
      const why = { at: 'reverted', hash: `0x${'b'.repeat(64)}`, why: said } as const
      const stopped = { ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress: why })) }
      const services = world(tokens, { orderService: ordersWith({ orders: [stopped] }) })
      renderIn(services, <ActivityScreen />)
      expectHarmless()
      cleanup()
      renderIn(services, <OrderProgress order={stopped} />)
      expectHarmless()
      cleanup()
      const checked = { plan: plan({ buy }), decodedMinimum: 1n, arrival: undefined, forecast: unseen } as never
      renderIn(services, <SwapSummary checked={checked} tokens={[]} />)
      expectHarmless()
      cleanup()
    }),
    { numRuns: 40 },
  )
})

const unseen = { is: 'not simulated', why: { code: 'node.not-simulated', facts: {} } }
const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const

function world(tokens: readonly Token[], part: Parameters<typeof servicesWith>[0]) {
  return servicesWith({
    client: clientListing(tokens),
    orderService: ordersWith(),
    wallets: walletsWith({
      accounts: [accountWith({ address: me, walletName: tokens.at(-1)!.symbol })],
      rpc: () => async () => `0x${(10n ** 20n).toString(16)}`,
    }),
    ...part,
  })
}

/** The list of the service, read as the app reads it, with a hostile token in it and a hostile network. */
function listed(ticker: string, name: string): readonly Token[] {
  const harbor = bodies.chains.data[0]!
  const [native] = harbor.chainCurrencies
  const last = harbor.chainCurrencies.at(-1)!
  const odd = {
    ...last,
    id: 99,
    address: `0x${'7'.repeat(40)}`,
    currency: { ...last.currency, ticker, name },
  }
  const data = [{ ...harbor, name: `Harbor ${name}`, chainCurrencies: [native, odd] }]
  const reading = decodeChains(heard({ message: '', data, status: true }))
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return readCatalog(reading.value).tokens
}

function answering(path: readonly string[], dexToUse: string) {
  const transaction = {
    type: 'swap',
    data: '0x',
    order: 0,
    value: '0',
    gasAmount: '1',
    gasUsd: '1.5',
    to: me,
    chainType: 'EVM',
  }
  const data = { path, transactions: [transaction], dexToUse, minAmountOut: '2970' }
  const reading = decodeSwap(heard({ message: '', data, status: true }))
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  return reading.value
}

function heard(body: unknown) {
  return {
    status: 200,
    contentType: 'application/json',
    retryAfter: undefined,
    receivedAt: 0,
    text: JSON.stringify(body),
  }
}

/** Every text and every name for screen readers: nothing invisible, nothing that turns its neighbours round. */
function expectHarmless() {
  const texts = [...document.body.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].flatMap((node) =>
      node.nodeType === Node.TEXT_NODE ? [{ text: node.textContent ?? '', isAlone: isAlone(element) }] : [],
    ),
    ...['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'value'].flatMap((attribute) => {
      const text = element.getAttribute(attribute)
      return text === null ? [] : [{ text, isAlone: attribute === 'value' || attribute === 'title' }]
    }),
  ])
  for (const { text, isAlone } of texts) {
    expect(text.replace(/[\n\t]/g, '')).not.toMatch(
      /[\p{Cc}\u202a-\u202e\u200b\u200e\u200f\u061c\ufeff\u00ad\u2800\u{e0000}-\u{e007f}\u2066\u2067]/u,
    )
    const outside = text.replace(/\u2068[^\u2068\u2069]*\u2069/g, '')
    expect(outside, 'isolates are closed where they were opened').not.toMatch(/[\u2068\u2069]/)
    if (!isAlone) expect(outside, 'letters from right to left are isolated').not.toMatch(rightToLeft)
  }
}

/** A browser isolates what is in these. */
function isAlone(element: Element): boolean {
  return element.tagName === 'BDI' || element.tagName === 'CODE' || element.tagName === 'OPTION'
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}\p{Script=Phoenician}]/u
