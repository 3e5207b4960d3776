import { getAddress as checksummed } from 'viem'
import { describe, expect, test } from 'vitest'
import { toUnits } from '../../../src/domain/amount'
import { decodeCall } from '../../../src/guard/decode/evm/decodeCall'
import { venueAt } from '../../../src/protocol/deployment/venues'
import transactions from '../../fixtures/venues/realTransactions.json' with { type: 'json' }

/*
 * Transactions of Ethereum that people sent to aggregators and routers. The registry of ERC-7730 descriptors has the texts
 * that a hardware wallet shows for them: the same amounts, tokens and recipient are read here.
 */

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

type Sent = { readonly from: string; readonly to: string; readonly value: string; readonly data: string }

function effectOf({ from, to, value, data }: Sent) {
  const call = { to, caller: from, value: BigInt(value), data }
  return decodeCall(call, { wrapped: weth, chainId: 1 }).effect
}

const plain = transactions.read.filter(({ name }) => name !== 'swapExactAmountInOnUniswapV2')
const named = plain.map((one) => [`${one.venue} ${one.name}`, one] as const)

describe('real transactions', () => {
  test.each(named)('%s is read as a hardware wallet shows it', (_, one) => {
    const effect = effectOf(one)
    if (effect.does !== 'swap') return expect.unreachable(`It is read as ${effect.does}.`)
    const { tokenIn, tokenOut, amountIn, minimumReceived, recipient } = effect
    expect({
      tokenIn: tokenIn.toLowerCase(),
      amountIn,
      tokenOut: tokenOut.toLowerCase(),
      minimumReceived,
      recipient: recipient.toLowerCase(),
    }).toEqual({
      tokenIn: one.sent.token,
      amountIn: toUnits(one.sent.amount, one.sent.decimals),
      tokenOut: one.received.token,
      minimumReceived: toUnits(one.received.amount, one.received.decimals),
      recipient: (one.recipient === 'caller' ? one.from : one.recipient).toLowerCase(),
    })
  })

  test('Velora v6.2 swapExactAmountInOnUniswapV2 pays the partner 0.15 % of the minimum that a hardware wallet shows', () => {
    const one = transactions.read.find(({ name }) => name === 'swapExactAmountInOnUniswapV2')!
    const minimum = toUnits(one.received.amount, one.received.decimals)
    expect(effectOf(one)).toMatchObject({
      does: 'batch',
      calls: [
        { effect: { does: 'swap', tokenIn: checksummed(one.sent.token), minimumReceived: minimum, recipient: one.to } },
        { effect: { does: 'fee', bps: 15n } },
        { effect: { does: 'sweep', minimum: (minimum * 9_985n) / 10_000n, recipient: one.from } },
      ],
    })
  })

  test.each(transactions.unread.map((one) => [`${one.venue} ${one.name}`, one] as const))(
    '%s names only pools, and is not read',
    (_, one) => {
      expect(effectOf(one)).toMatchObject({ does: 'unknown' })
    },
  )

  test.each([...transactions.read, ...transactions.unread].map((one) => [one.venue, one.to] as const))(
    'a transaction to %s at %s is one to a venue of the list',
    (_, to) => {
      expect(venueAt(to, 'evm', 1)).toBeDefined()
    },
  )
})
