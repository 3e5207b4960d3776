import { describe, expect, test } from 'vitest'
import { delta, eth, farUsdc, harbor, me, other, plan, router, usdc, weth } from '../../../test/builders/swap'
import { chainWith } from '../../../test/services'
import { shortAddress } from '../../domain/address'
import type { ContractCall, Effect } from '../../guard/decode/evm/call'
import { reason } from '../../guard/findings/reason'
import { reviewMessages } from '../review/messages'
import { sentencesOf } from './callSentences'
import { namesIn } from './names'

const messages = reviewMessages.english
const chain = chainWith(harbor.chainId, 'Harbor', { wrappedNative: weth.address })
const names = namesIn(plan({ recipient: other }), [eth, farUsdc], [chain], messages)

function call(effect: Effect, value = 0n): ContractCall {
  return { to: router, caller: me, value, data: '0x', selector: '0xdeadbeef', name: undefined, fields: [], effect }
}

const sentenceOf = (effect: Effect, value?: bigint) =>
  sentencesOf(call(effect, value), harbor.chainId, names, messages).join(' ')

const allowance = {
  does: 'approve',
  by: 'approve',
  token: usdc.address,
  owner: me,
  spender: router,
  until: undefined,
} as const

const summary = {
  does: 'swap',
  tokenIn: usdc.address,
  tokenOut: weth.address,
  amountIn: 100_000_000n,
  isExactIn: true,
  minimumReceived: 30_000_000_000_000_000n,
  payer: 'caller',
  recipient: me,
  deadline: undefined,
  via: [],
} as const

describe('the transactions to sign are described in plain words', () => {
  const spender = shortAddress(router)
  const rows: [string, Effect, string][] = [
    ['an exact allowance', { ...allowance, amount: 100_000_000n }, `Approve ${spender} to spend up to 100 USDC.`],
    [
      'an endless allowance',
      { ...allowance, amount: 2n ** 256n - 1n },
      `Approve ${spender} to spend any amount of your USDC, now and later.`,
    ],
    ['an allowance taken back', { ...allowance, amount: 0n }, `Revoke the USDC approval of ${spender}.`],
    ['a swap to oneself', summary, 'Swap 100 USDC for at least 0.03 WETH, to you.'],
    [
      'a swap to somebody else',
      { ...summary, recipient: other },
      `Swap 100 USDC for at least 0.03 WETH, to the recipient ${shortAddress(other)}.`,
    ],
    ['an exact output', { ...summary, isExactIn: false }, 'Swap at most 100 USDC for 0.03 WETH, to you.'],
    [
      'a swap of all the router holds',
      { ...summary, amountIn: 'all held' },
      'Swap all USDC the contract holds for at least 0.03 WETH, to you.',
    ],
    [
      'the far side of a bridge',
      {
        does: 'bridge',
        token: usdc.address,
        amount: 5_000_000n,
        toChain: BigInt(delta.chainId),
        tokenOut: farUsdc.address,
        minimumReceived: 4_900_000_000_000_000_000n,
        recipient: me,
        deadline: undefined,
      },
      'Send 5 USDC through the bridge to you, at least 4.9 USDC on Delta.',
    ],
    [
      'a fee',
      { does: 'fee', token: usdc.address, bps: 25n, recipient: router },
      `Pay 0.25% of the USDC as a fee to ${spender}.`,
    ],
    [
      'a token nobody lists',
      { ...allowance, token: '0x00000000000000000000000000000000000000ff', amount: 7n },
      `Approve ${spender} to spend up to 7 units of the token 0x0000…00ff.`,
    ],
    [
      'what never belongs there',
      { does: 'forbidden', what: reason('forbidden.hands-over-ownership', {}) },
      'Do something a swap or deposit never needs: hands over ownership or voting power.',
    ],
    [
      'what cannot be read',
      { does: 'unknown' },
      `Call ${spender} in a way we cannot read: the function 0xdeadbeef is unknown.`,
    ],
  ]

  test.each(rows)('%s', (_, effect, sentence) => expect(sentenceOf(effect)).toBe(sentence))

  test('a plain payment names the coin', () => {
    expect(sentenceOf({ does: 'pay' }, 10n ** 18n)).toBe(`Pay 1 ETH to ${spender}.`)
  })

  test('native coins sent to a router are the input, though it wraps them first', () => {
    const sale = {
      ...summary,
      tokenIn: weth.address,
      tokenOut: usdc.address,
      amountIn: 10n ** 18n,
      minimumReceived: 3_000_000_000n,
    }
    const change = call({ does: 'sweep', token: 'native', minimum: 0n, recipient: me })
    const calls = [call(sale), change]
    expect(sentenceOf({ does: 'batch', calls, deadline: undefined, isAtomic: true }, 10n ** 18n)).toBe(
      'Swap 1 ETH for at least 3,000 USDC, to you. Return unused ETH to you.',
    )
    expect(sentenceOf(sale)).toBe('Swap 1 WETH for at least 3,000 USDC, to you.')
  })

  test('a batch shows every call in it, in order', () => {
    const inner = [call({ does: 'wrap', token: weth.address, amount: 10n ** 18n, recipient: me }), call(summary)]
    expect(sentenceOf({ does: 'batch', calls: inner, deadline: undefined, isAtomic: true })).toBe(
      'Wrap 1 ETH into WETH, for you. Swap 100 USDC for at least 0.03 WETH, to you.',
    )
  })
})

test('a token that gets an allowance is described as a token', () => {
  expect(names.who(harbor.chainId, usdc.address.toUpperCase().replace('0X', '0x'))).toBe('the USDC token')
})
