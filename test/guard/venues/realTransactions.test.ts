import { describe, expect, test } from 'vitest'
import { toUnits } from '../../../src/domain/amount'
import { sumOf } from '../../../src/domain/bigints'
import { tokenFlowOf } from '../../../src/guard/decode/decodedPlan'
import { native, sameAddress } from '../../../src/guard/decode/evm/address'
import { decodeCall } from '../../../src/guard/decode/evm/decodeCall'
import { namedTokens } from '../../../src/guard/pinnedTokens'
import { venueAt } from '../../../src/protocol/deployment/venues'
import transactions from '../../fixtures/venues/realTransactions.json' with { type: 'json' }

/*
 * Transactions that people sent to aggregators and routers. The expected values are those that a hardware wallet shows,
 * from public registries; where the device's screens are pictures, they are those of the calldata (`source`).
 */

const wrappedCoins: Readonly<Record<number, string>> = {
  1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  8453: '0x4200000000000000000000000000000000000006',
  42161: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
}
/** The placeholder that devices show for the native coin. */
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

type Sent = {
  readonly chain?: number
  readonly from: string
  readonly to: string
  readonly value: string
  readonly data: string
  readonly received?: { readonly token: string }
}

/** As in settings that name the bought token. */
function callOf({ chain = 1, from, to, value, data, received }: Sent) {
  const tokens = [...namedTokens(chain, undefined), ...(received ? [received.token] : [])]
  const circumstance = { wrapped: wrappedCoins[chain], chainId: chain, tokens }
  return decodeCall({ to, caller: from, value: BigInt(value), data }, circumstance)
}

function flowOf(sent: Sent) {
  return tokenFlowOf(callOf(sent), wrappedCoins[sent.chain ?? 1], () => true)
}

const titled = <Row extends { readonly venue: string; readonly name: string }>(rows: readonly Row[]) =>
  rows.map((row) => [`${row.venue}, ${row.name}`, row] as const)
const asset = (token: string) => (token === coin ? native : token)

describe('real transactions', () => {
  test('there are at least 13 that are read', () => {
    expect(transactions.read.length).toBeGreaterThanOrEqual(13)
  })

  test.each(titled(transactions.read))('%s is read with the expected amounts, tokens and recipient', (_, one) => {
    const { outflows, inflows, fees, stranded } = flowOf(one)
    const [sent, received] = [one.sent, one.received]
    const payer = (one.recipient === 'caller' ? one.from : one.recipient).toLowerCase()
    // An exact output refunds the remaining native coins.
    const arrives = inflows.filter(({ minimum }) => minimum > 0n)
    const shown = toUnits(received.amount, received.decimals)!
    const minimum = one.feeOf === 'received' ? (shown * BigInt(10_000 - (one.feeBps ?? 0))) / 10_000n : shown
    expect({
      sold: outflows.every(({ token }) => sameAddress(token, asset(sent.token))),
      amount: sumOf(outflows.map(({ amount }) => amount)),
      bought: arrives.every(({ token }) => sameAddress(token, asset(received.token))),
      minimum: sumOf(arrives.map((inflow) => inflow.minimum)),
      recipients: [...new Set(arrives.map(({ to }) => to.toLowerCase()))],
      fees: fees.map(({ bps }) => Number(bps)),
      stranded,
    }).toEqual({
      ...{ sold: true, amount: toUnits(sent.amount, sent.decimals), bought: true, minimum, recipients: [payer] },
      ...{ fees: one.feeBps === undefined ? [] : [one.feeBps], stranded: [] },
    })
  })

  test.each(titled(transactions.unread))('%s names only pools of unnamed tokens, and is not read', (_, one) => {
    expect(callOf(one).effect).toMatchObject({ does: 'unknown' })
  })

  // One row is of a chain that is not in the list of venues.
  const listed: readonly (Sent & { readonly venue: string; readonly name: string })[] = [
    ...transactions.read,
    ...transactions.unread,
  ]
  test.each(titled(listed.filter(({ chain }) => chain !== 4663)))(
    '%s went to a venue of the list',
    (_, { to, chain = 1 }) => {
      expect(venueAt(to, 'evm', chain)).toBeDefined()
    },
  )
})
