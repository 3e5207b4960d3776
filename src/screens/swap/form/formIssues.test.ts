import { describe, expect, test } from 'vitest'
import { token } from '../../../../test/builders/swap'
import type { Chain } from '../../../domain/chain'
import type { Impact } from '../../../domain/prices/impact'
import { refuse } from '../../../protocol/refusal'
import {
  blocksReview,
  type PriceState,
  primaryAction,
  type SwapFormIssue,
  type SwapFormState,
  swapFormIssues,
} from './formIssues'

const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }
const localSolana: Chain = { id: 3, chainId: 741003, name: 'Reef', kind: 'solana', isEnabled: true }
const odd: Chain = { id: 9, chainId: 9, name: 'Odd', kind: 'unknown', isEnabled: true }
const bitcoin: Chain = { id: 10, chainId: 10, name: 'Bitcoin', kind: 'bitcoin', isEnabled: true }

const eth = token('ETH', harbor, { isNative: true, decimals: 18 })
const usdc = token('USDC', harbor)
const btc = token('BTC', bitcoin, { isNative: true, decimals: 8 })

const calm: Impact = { is: 'known', bps: 20, level: 'none' }
const refused = { is: 'refused', refusal: refuse('busy'), retryIn: 0 } as const
const found: PriceState = { is: 'found', isStale: false, impact: calm, gas: 1_000n }

/** A form that can be reviewed: 100 units of a token, with money and gas to spare. */
const ready: SwapFormState = {
  isOnline: true,
  sell: usdc,
  buy: eth,
  typed: { is: 'amount', amount: { token: usdc, units: 100n } },
  account: '0xme',
  recipient: { is: 'own', address: '0xme' },
  balance: { is: 'known', units: 100n },
  gasBalance: { is: 'known', units: 1_000n },
  price: found,
}

const names = (change: Partial<SwapFormState>) => swapFormIssues({ ...ready, ...change }).map(({ is }) => is)
const pressing = (change: Partial<SwapFormState>) => primaryAction(swapFormIssues({ ...ready, ...change })).press

test('a form with everything in order goes to the review', () => {
  expect(names({})).toEqual([])
  expect(primaryAction([])).toEqual({ label: undefined, press: 'review' })
})

describe('each thing in the way is named', () => {
  const rows: [string, Partial<SwapFormState>, SwapFormIssue['is']][] = [
    ['no network', { isOnline: false }, 'offline'],
    ['a browser that blocks site data', { storage: 'blocked' }, 'storage refused'],
    ['a browser whose storage does not open', { storage: 'failed' }, 'storage refused'],
    ['no token to pay', { sell: undefined }, 'token needed'],
    ['no token to receive', { buy: undefined }, 'token needed'],
    ['a chain of unknown kind', { buy: token('ODD', odd) }, 'chain not tradable'],
    [
      'a chain the service has switched off',
      { buy: token('OFF', { ...harbor, isEnabled: false }) },
      'chain not tradable',
    ],
    ['a chain only to look at', { buy: token('VIEW', { ...harbor, viewOnly: 'no settings' }) }, 'chain not tradable'],
    ['an empty amount', { typed: { is: 'empty' } }, 'amount needed'],
    ['an amount of zero', { typed: { is: 'amount', amount: { token: usdc, units: 0n } } }, 'amount needed'],
    [
      'an amount that is no number',
      { typed: { is: 'invalid', why: 'not a number', character: undefined } },
      'amount invalid',
    ],
    ['too many decimals', { typed: { is: 'invalid', why: 'too precise' } }, 'amount invalid'],
    ['an absurd amount', { typed: { is: 'invalid', why: 'too large' } }, 'amount invalid'],
    ['no wallet', { account: undefined }, 'not connected'],
    ['no wallet to receive with', { recipient: { is: 'not connected' } }, 'not connected'],
    ['Bitcoin without an address for refunds', { sell: btc, payer: { is: 'needed' } }, 'payer needed'],
    ['a far chain without a recipient', { recipient: { is: 'needed' } }, 'recipient needed'],
    ['an address for refunds still being looked at', { sell: btc, payer: { is: 'checking' } }, 'address checking'],
    ['a recipient still being looked at', { recipient: { is: 'checking' } }, 'address checking'],
    ['an address for refunds that is none', { sell: btc, payer: { is: 'invalid' } }, 'address invalid'],
    ['a recipient of the wrong kind', { recipient: { is: 'invalid' } }, 'address invalid'],
    ['a token as recipient', { recipient: { is: 'refused', why: 'token contract' } }, 'recipient refused'],
    ['the zero address as recipient', { recipient: { is: 'refused', why: 'zero address' } }, 'recipient refused'],
    ['a recipient out of a link', { recipient: { is: 'unconfirmed', address: '0xevil' } }, 'recipient unconfirmed'],
    ['a balance on its way', { balance: { is: 'loading' } }, 'balance loading'],
    ['a balance that cannot be read', { balance: { is: 'failed' } }, 'balance unknown'],
    ['more than there is', { balance: { is: 'known', units: 99n } }, 'balance too low'],
    ['a price on its way', { price: { is: 'finding' } }, 'price finding'],
    ['no route', { price: refused }, 'price refused'],
    ['too little for the network', { gasBalance: { is: 'known', units: 999n } }, 'gas too low'],
    ['an old price', { price: { ...found, isStale: true } }, 'price expired'],
    [
      'a third of the value lost',
      { price: { ...found, impact: { is: 'known', bps: 3_000, level: 'ruinous' } } },
      'impact ruinous',
    ],
    [
      'a tenth of the value lost',
      { price: { ...found, impact: { is: 'known', bps: 1_000, level: 'extreme' } } },
      'impact extreme',
    ],
    ['a token without a price', { price: { ...found, impact: { is: 'unknown', unpriced: [usdc] } } }, 'impact unknown'],
  ]

  test.each(rows)('%s', (_, change, name) => expect(names(change)).toContain(name))

  test('they come in the order in which a person meets them', () => {
    const positions = rows.map(([, , name]) => order.indexOf(name))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })
})

const order: SwapFormIssue['is'][] = [
  'offline',
  'storage refused',
  'token needed',
  'chain not tradable',
  'amount needed',
  'amount invalid',
  'not connected',
  'payer needed',
  'recipient needed',
  'address checking',
  'address invalid',
  'recipient refused',
  'recipient unconfirmed',
  'balance loading',
  'balance unknown',
  'balance too low',
  'price finding',
  'price refused',
  'gas too low',
  'price expired',
  'impact ruinous',
  'impact extreme',
  'impact unknown',
]

test('a balance in bitcoin is no one’s to know here, and stops nothing', () => {
  const payer = { is: 'given', address: 'bc1q' } as const
  const unread = { is: 'loading' } as const
  const typed = { is: 'amount', amount: { token: btc, units: 100n } } as const
  const recipient = { is: 'given', address: '0xme' } as const
  expect(names({ sell: btc, typed, payer, account: 'bc1q', recipient, balance: unread, gasBalance: unread })).toEqual(
    [],
  )
})

test('several issues are all listed, the first of them on the button', () => {
  const state = {
    isOnline: false,
    account: undefined,
    recipient: { is: 'invalid' },
    price: refused,
  } as const
  expect(names(state)).toEqual(['offline', 'not connected', 'address invalid', 'price refused'])
  expect(primaryAction(swapFormIssues({ ...ready, ...state })).label).toEqual({ is: 'offline' })
})

test('being offline is reported once, without advice to refresh the quote', () => {
  const price = { is: 'refused', refusal: refuse('offline'), retryIn: 0 } as const
  expect(names({ isOnline: false, price })).toEqual(['offline'])
  expect(names({ price })).toEqual(['price refused'])
})

test('an empty form requests the token first, and a wallet only after an input', () => {
  const empty = {
    sell: undefined,
    buy: undefined,
    account: undefined,
    typed: { is: 'empty' },
    price: { is: 'none' },
  } as const
  expect(names(empty)).toEqual(['token needed'])
})

test('the price is found before a wallet is connected, and the button names the kind of wallet', () => {
  const bonk = token('BONK', localSolana)
  const typed = { is: 'amount', amount: { token: bonk, units: 5n } } as const
  const { label } = primaryAction(swapFormIssues({ ...ready, sell: bonk, typed, account: undefined }))
  expect(label).toEqual({ is: 'not connected', kind: 'solana' })
})

test('without an account nothing is shown about balances, gas or a missing recipient', () => {
  const none = { account: undefined, balance: { is: 'loading' }, recipient: { is: 'needed' } } as const
  expect(names({ ...none, gasBalance: { is: 'known', units: 0n } })).toEqual(['not connected'])
})

test('a native coin pays amount and network from one balance', () => {
  const native = { sell: eth, buy: usdc, typed: { is: 'amount', amount: { token: eth, units: 100n } } } as const
  expect(names({ ...native, gasBalance: { is: 'known', units: 1_099n } })).toEqual(['gas too low'])
  expect(names({ ...native, gasBalance: { is: 'known', units: 1_100n } })).toEqual([])
})

test('unknown gas costs block no one', () => {
  expect(names({ price: { ...found, gas: undefined }, gasBalance: { is: 'known', units: 0n } })).toEqual([])
  expect(names({ gasBalance: { is: 'failed' } })).toEqual([])
})

test('an unknown balance is a note, and the review stays open', () => {
  const list = swapFormIssues({ ...ready, balance: { is: 'failed' } })
  expect(list.some(blocksReview)).toBe(false)
  expect(primaryAction(list)).toEqual({ label: undefined, press: 'review' })
})

test('an unknown or extreme impact is shown on the button, and may be reviewed', () => {
  const unknown = { price: { ...found, impact: { is: 'unknown', unpriced: [usdc] } } } as const
  expect(primaryAction(swapFormIssues({ ...ready, ...unknown }))).toMatchObject({
    label: { is: 'impact unknown' },
    press: 'review',
  })
  const extreme = { price: { ...found, impact: { is: 'known', bps: 1_500, level: 'extreme' } } } as const
  expect(primaryAction(swapFormIssues({ ...ready, ...extreme }))).toMatchObject({
    label: { is: 'impact extreme' },
    press: 'review',
  })
})

test('a press does what removes the obstacle, or nothing', () => {
  expect(pressing({ sell: undefined })).toBe('choose sell')
  expect(pressing({ buy: undefined })).toBe('choose buy')
  expect(pressing({ account: undefined })).toBe('connect')
  expect(pressing({ price: { ...found, isStale: true } })).toBe('refresh')
  expect(pressing({ price: refused })).toBe('refresh')
  expect(pressing({ price: { ...refused, refusal: refuse('declined') } })).toBe('nothing')
  expect(pressing({ price: { ...refused, retryIn: 7 } })).toBe('nothing')
  expect(pressing({ isOnline: false })).toBe('nothing')
  expect(pressing({ price: { ...found, impact: { is: 'known', bps: 5_000, level: 'ruinous' } } })).toBe('nothing')
  expect(pressing({})).toBe('review')
})

test('a link with the same token twice is reported, and the form requests another', () => {
  expect(names({ buy: usdc, price: { is: 'none' } })).toEqual(['same token'])
  expect(pressing({ buy: usdc, price: { is: 'none' } })).toBe('choose buy')
})

test('a demo wallet that is still being filled has no insufficient balance', () => {
  const filling: Partial<SwapFormState> = {
    balance: { is: 'known', units: 0n },
    gasBalance: { is: 'known', units: 0n },
    isFunding: true,
  }
  expect(names(filling)).toEqual(['demo wallet filling'])
  expect(names({ ...filling, isFunding: false })).toEqual(['balance too low', 'gas too low'])
})

test('an amount worth less than a cent is named when no one swaps it', () => {
  const price: PriceState = { is: 'refused', refusal: refuse('declined'), retryIn: 0 }
  const tiny = { token: { ...usdc, price: '1' }, units: 9_999n }
  const isTiny = (units: bigint) =>
    swapFormIssues({
      ...ready,
      typed: { is: 'amount', amount: { ...tiny, units } },
      balance: { is: 'known', units },
      price,
    }).map((issue) => issue.is === 'price refused' && issue.isTiny)
  expect(isTiny(9_999n)).toEqual([true])
  expect(isTiny(10_000n)).toEqual([false])
})
