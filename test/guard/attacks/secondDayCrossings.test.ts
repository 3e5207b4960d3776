import { type Address, concat, getAddress, type Hex, isHex, pad, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import { newsOfRenewal } from '../../../src/preparation/recheckChanges'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { slotsOf } from '../soundness/calldata'
import type { Cast } from '../soundness/mutations'
import { venuesFor } from '../soundness/venues'
import { delta, openWorld, type World } from '../soundness/world'
import { allow, type Rating, ratingOf, statedMinimum } from './adversary'

/*
 * Further lists of an enemy for crossings: fees and options of bridges, calls of intermediate contracts, steps on the
 * destination chain, and renewals at the same or another bridge. Each is judged and carried out on the local chains. The
 * loss counts the worse of payout and refund.
 */

let world: World
let cast: Cast
const outcomes: { readonly rating: Rating; readonly loss: number | undefined }[] = []

beforeAll(async () => {
  world = await openWorld()
  cast = world.cast
}, 240_000)
beforeEach(() => world.catchUp())
afterAll(async () => {
  await world.arena.exchange.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  const greatest = Math.max(0, ...outcomes.map(({ rating, loss = 0 }) => (rating === 'green' ? loss : 0)))
  console.log(
    `Guard, further crossings: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('green')} green; ${outcomes.filter(({ loss = 0 }) => loss > limit).length} take money when carried out; greatest loss of a green one $${greatest.toFixed(2)}.`,
  )
})

/** In dollars, of 500. */
const limit = 15

const at = (symbol: string, chain?: string) => getAddress(world.arena.token(symbol, chain).address)
const thief = () => world.arena.thief
const me = () => world.arena.me
const crossing = (sell: string, amount: string) => () =>
  swapOf(world.arena.token(sell), amount, world.arena.token('USDC', 'Delta'), world.arena.me)
const ofDollars = crossing('USDC', '500')
const ofWeth = crossing('WETH', '0.15')
const ofEth = crossing('ETH', '0.15')

type Quoted = {
  readonly intent: SwapIntent
  readonly answer: SwapAnswer
  readonly minimum: bigint
  readonly units: bigint
  readonly time: bigint
}
type List = (quoted: Quoted) => readonly TransactionRecord[]
/** The rating, or the code that blocks the list. */
type Expected = 'green' | 'amber' | `${'V' | 'A'}-${string}`
type Attack = readonly [name: string, expected: Expected, list: List, more?: More]
type More = {
  readonly intent?: () => SwapIntent
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
  /** The crossing that the person confirmed an hour before: this one is its renewal. */
  readonly accepted?: List
}

type Value = (quoted: Quoted, honest: unknown) => unknown
type Writing = Readonly<Record<string, Value>>

/** The honest crossing at a bridge. */
const of =
  (bridge: string): List =>
  (quoted) => {
    const venue = venuesFor(quoted, cast).find(({ says }) => says.endsWith(bridge))
    if (!venue) throw new Error(`There is no crossing ${bridge}.`)
    return venue.answer.transactions
  }
const local: List = ({ answer }) => answer.transactions

/** The last call with other arguments, and other members of the transaction. */
const written =
  (list: List, values: Writing, more: (quoted: Quoted) => Partial<TransactionRecord> = () => ({})): List =>
  (quoted) => {
    const transactions = list(quoted)
    const last = transactions.at(-1)
    if (!last) throw new Error('The list is empty.')
    const data = Object.entries(values).reduce<unknown>((before, [name, value]) => {
      const slot = slotsOf(before).find((each) => each.name === name)
      if (!slot) throw new Error(`There is no ${name}: ${slotsOf(before).map((each) => each.name)}.`)
      return slot.write(value(quoted, slot.value))
    }, last.data)
    return transactions.with(-1, { ...last, data: isHex(data) ? data : '0x', ...more(quoted) })
  }
const also =
  (list: List, ...added: readonly (() => TransactionRecord)[]): List =>
  (quoted) => [...list(quoted), ...added.map((each) => each())]
const ahead =
  (list: List, ...added: readonly (() => TransactionRecord)[]): List =>
  (quoted) => [...added.map((each) => each()), ...list(quoted)]

const debridge = of('at deBridge')
const across = of('at Across')
const stargate = of('at Stargate')
const lifi = of('by LI.FI at Across')
const lifiSwap = of('by LI.FI at Across after a swap')
const share =
  (per: bigint): Value =>
  (quoted) =>
    concat([thief(), toHex((quoted.units * per) / 10_000n, { size: 32 })])
const approve = (token: Address, spender: Address, units: bigint, more: Partial<TransactionRecord> = {}) =>
  record({ type: 'approve', to: token, data: approveData(spender, units), ...more })
/** LayerZero's options with a payment of native coin on the destination chain. */
const drop = (to: Address): Hex =>
  concat(['0x0003', '0x01', '0x0031', '0x02', toHex(10n ** 16n, { size: 16 }), pad(to, { size: 32 })])

const attacks: readonly Attack[] = [
  [
    'Stargate: a payment of native coin for the thief among the options',
    'amber',
    written(stargate, { extraOptions: () => drop(thief()) }),
  ],
  ['Stargate: a fee in a token of LayerZero’s', 'amber', written(stargate, { lzTokenFee: () => 10n ** 18n })],
  ['Stargate: the chain of the deposit itself', 'V-036', written(stargate, { dstEid: () => 41_001 })],
  ['Stargate: half of the input', 'V-051', written(stargate, { amountLD: ({ units }) => units / 2n })],
  [
    'Stargate: a message fee of 0.0099 ETH',
    'amber',
    written(stargate, { nativeFee: () => 99n * 10n ** 14n }, () => ({ value: `${99n * 10n ** 14n}` })),
  ],
  [
    'Stargate: a message fee of 0.02 ETH',
    'V-001',
    written(stargate, { nativeFee: () => 2n * 10n ** 16n }, () => ({ value: `${2n * 10n ** 16n}` })),
  ],
  ['deBridge: 2 % for an affiliate', 'V-055', written(debridge, { affiliateFee: share(200n) })],
  [
    'deBridge: a fee for an affiliate with a byte too few',
    'amber',
    written(debridge, { affiliateFee: () => concat([thief(), '0x01']) }),
  ],
  ['deBridge: only the thief may fill the order', 'amber', written(debridge, { allowedTakerDst: () => thief() })],
  ['deBridge: a chain in the bridge’s own numbers', 'V-036', written(debridge, { takeChainId: () => 100_000_002n })],
  [
    'deBridge: a recipient with zeros behind',
    'V-036',
    written(debridge, { receiverDst: () => concat([me(), '0x00']) }),
  ],
  [
    'deBridge: another token given, by an older allowance',
    'V-051',
    written(debridge, { giveTokenAddress: () => at('WETH') }),
    { before: () => rich() },
  ],
  [
    'deBridge: an allowance for the thief before the order',
    'A-21',
    ahead(debridge, () => approve(at('USDC'), thief(), 1n)),
  ],
  ['Across: native value next to a token', 'V-030', written(across, {}, () => ({ value: '5000000000000000' }))],
  [
    'Across: one unit more is asked of the relayer than is deposited',
    'V-016',
    written(across, { outputAmount: ({ units }) => units + 1n }),
  ],
  [
    'Across: a deadline for the refund in 23 hours',
    'green',
    written(across, { fillDeadline: ({ time }) => Number(time) + 82_800 }),
  ],
  [
    'Across: only the thief may deliver, until the deadline',
    'green',
    written(across, { exclusiveRelayer: () => thief(), exclusivityParameter: ({ time }) => Number(time) + 3_600 }),
  ],
  [
    'Across: the deposit in the name of the destination’s token',
    'V-051',
    written(across, { inputToken: () => at('USDC', 'Delta') }),
  ],
  [
    'LI.FI: a receiver that stands for other kinds of chains',
    'V-036',
    written(lifi, { receiver: () => '0x11f111f111f111F111f111f111F111f111f111F1' }),
  ],
  ['LI.FI: swaps are announced, and missing', 'V-030', written(lifi, { hasSourceSwaps: () => true })],
  [
    'LI.FI: a small deposit with the minimum of all',
    'V-051',
    written(lifi, { minAmount: ({ units }) => units / 100n }),
  ],
  [
    'LI.FI: the swap before it by a contract of the thief’s',
    'V-030',
    written(lifiSwap, { callTo: () => cast.traps[0] }),
    { intent: ofWeth },
  ],
  [
    'LI.FI: the allowance of the swap for the thief',
    'V-030',
    written(lifiSwap, { approveTo: () => thief() }),
    { intent: ofWeth },
  ],
  [
    'LI.FI: the swap before it with half of the input',
    'V-051',
    written(lifiSwap, { fromAmount: ({ units }) => units / 2n }),
    { intent: ofWeth },
  ],
  [
    'LI.FI: the swap before it without a deposit of the input',
    'V-030',
    written(lifiSwap, { requiresDeposit: () => false }),
    { intent: ofWeth },
  ],
  [
    'LI.FI: a minimum of one unit after the swap',
    'V-056',
    written(lifiSwap, { minAmount: () => 1n }),
    { intent: ofWeth },
  ],
  [
    'LI.FI: the price pushed before the swap',
    'green',
    lifiSwap,
    { intent: ofWeth, after: () => world.push(ofWeth(), 30) },
  ],
  [
    'the local bridge: the price pushed before the swap',
    'green',
    local,
    { intent: ofWeth, after: () => world.push(ofWeth(), 30) },
  ],
  [
    'the local bridge: another input, by an older allowance',
    'V-051',
    written(local, { tokenIn: () => at('DAI') }),
    { intent: ofWeth, before: () => rich() },
  ],
  [
    'an allowance on the destination chain next to the crossing',
    'A-21',
    also(local, () => approve(at('USDC', 'Delta'), thief(), 10n ** 12n, { rest: { chainId: delta } })),
  ],
  [
    'native coin for the thief on the destination chain',
    'V-003',
    also(local, () => record({ to: thief(), data: '0x', value: '1000000000000000000', rest: { chainId: delta } })),
  ],
  [
    'native coin deposited with a thousandth on top',
    'green',
    written(debridge, {}, ({ units }) => ({ value: `${units + units / 1_000n}` })),
    { intent: ofEth },
  ],
  [
    'native coin deposited, one unit short',
    'green',
    written(debridge, {}, ({ units }) => ({ value: `${units - 1n}` })),
    { intent: ofEth },
  ],

  ['renewal: the same at another bridge', 'amber', debridge, { accepted: across }],
  [
    'renewal: another recipient at the same bridge',
    'V-036',
    written(across, { recipient: () => thief() }),
    { accepted: across },
  ],
  [
    'renewal: a relayer of the thief’s alone',
    'green',
    written(across, { exclusiveRelayer: () => thief() }),
    { accepted: across },
  ],
  [
    'renewal: half a percent for an affiliate',
    'amber',
    written(debridge, { affiliateFee: share(50n) }),
    { accepted: debridge },
  ],
  [
    'renewal: a higher message fee',
    'amber',
    written(stargate, { nativeFee: () => 11n * 10n ** 14n }, () => ({ value: `${11n * 10n ** 14n}` })),
    { accepted: stargate },
  ],
  [
    'renewal: a minimum half a percent lower',
    'V-016',
    written(stargate, { minAmountLD: ({ units }) => (units * 990n) / 1_000n }),
    { accepted: stargate },
  ],
  [
    'renewal: a refund that is 2 % lower',
    'V-056',
    written(local, { minMid: (_, honest) => (BigInt(String(honest)) * 98n) / 100n }),
    { intent: ofWeth, accepted: local },
  ],
  [
    'renewal: a refund that is 0.4 % lower',
    'green',
    written(local, { minMid: (_, honest) => (BigInt(String(honest)) * 996n) / 1_000n }),
    { intent: ofWeth, accepted: local },
  ],
  [
    'renewal: a message for the destination',
    'amber',
    written(across, { message: () => '0x1234' }),
    { accepted: across },
  ],
  [
    'renewal: the deposit twice',
    'V-051',
    (quoted) => [...across(quoted), across(quoted).at(-1)!],
    { accepted: across },
  ],
]

const honest: readonly Attack[] = [
  ['Stargate: together with other deposits (bus)', 'green', written(stargate, { oftCmd: () => '0x00' })],
  ['Stargate: options without content', 'green', written(stargate, { extraOptions: () => '0x0003' })],
  [
    'Stargate: twice the message fee, the rest of which is refunded',
    'green',
    written(stargate, {}, () => ({ value: '2000000000000000' })),
  ],
  ['deBridge: 0.3 % for an affiliate', 'amber', written(debridge, { affiliateFee: share(30n) })],
  [
    'deBridge: the sender as beneficiary of a cancellation',
    'green',
    written(debridge, { allowedCancelBeneficiarySrc: () => me() }),
  ],
  ['Across: an older quote', 'green', written(across, { quoteTimestamp: ({ time }) => Number(time) - 1_800 })],
  [
    'an unlimited allowance, which is reduced',
    'green',
    (quoted) => [approve(at('USDC'), cast.spoke, 2n ** 256n - 1n), ...across(quoted).slice(1)],
  ],
  ['a reset before the allowance', 'green', ahead(across, () => approve(at('USDC'), cast.spoke, 0n))],
  ['native coin at deBridge', 'green', debridge, { intent: ofEth }],
  ['native coin at Across', 'green', across, { intent: ofEth }],
  ['a swap by LI.FI before Across', 'green', lifiSwap, { intent: ofWeth }],
  [
    'renewal: the same with a later deadline',
    'green',
    written(across, { fillDeadline: ({ time }) => Number(time) + 7_200 }),
    { accepted: across },
  ],
]

/** Holdings with an older allowance for all bridges. */
async function rich(): Promise<void> {
  const { arena } = world
  for (const symbol of ['WETH', 'DAI']) {
    await arena.rpc(741_001)('anvil_dealERC20', [me(), at(symbol), toHex(10n ** 20n)])
    for (const spender of [cast.dln, cast.spoke, cast.bridge]) await allow(arena, me(), at(symbol), spender)
  }
}

test.each(
  [...attacks, ...honest].map(([name, expected, list, more = {}]) => [name, { expected, list, ...more }] as const),
)('%s', async (_, { expected, list, intent: intentOf = ofDollars, before, after, accepted }) => {
  const { arena } = world
  const named = [cast.dln, cast.spoke, cast.stargate, cast.diamond]
  const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...named] }))
  const { rating, codes, loss, isSaid } = await world.onSnapshot(async () => {
    await before?.()
    const intent = intentOf()
    const ask = async () => {
      const [answer, time] = await Promise.all([arena.ask(intent), world.time()])
      return { intent, answer, time, minimum: statedMinimum(answer, intent.buy), units: intent.sell.units }
    }
    const look = async (list: List) => {
      const quoted = await ask()
      const transactions = list(quoted).map((each, order) => ({ ...each, order }))
      const planned = await arena.plan(intent, { ...quoted.answer, transactions })
      return planned.is === 'refused' ? planned.findings : arena.check(planned.plan, { chains, tokens: arena.tokens })
    }
    const agreed = accepted && (await look(accepted))
    if (accepted) await world.wait(3_600)
    const checked = await look(list)
    if (!('verdict' in checked))
      return { rating: 'blocked' as const, codes: checked.map(({ code }) => code), loss: undefined, isSaid: true }
    const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
    const news = agreed && 'verdict' in agreed ? newsOfRenewal(agreed, checked) : []
    // A loss is announced as the whole amount, which has to be typed, or as an amount of its own.
    const isSaid = loud.some(({ facts }) => 'acknowledge' in facts || 'fee' in facts)
    await after?.()
    const loss = await world.carryOut(checked.plan)
    const rating = news.length > 0 && ratingOf(checked) === 'green' ? 'amber' : ratingOf(checked)
    return { rating, codes: [...loud, ...news].map(({ code }) => code), loss, isSaid }
  })
  outcomes.push({ rating, loss })
  if (rating === 'green') expect(loss).toBeLessThan(limit)
  if (rating === 'amber' && (loss ?? 0) > limit) expect({ codes, isSaid }).toMatchObject({ isSaid: true })
  const found = { rating, codes }
  if (expected === 'green' || expected === 'amber') expect(found).toMatchObject({ rating: expected })
  else expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining([expected]) })
})
