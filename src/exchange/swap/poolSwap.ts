import { type Address, getAddress } from 'viem'
import type { World } from '../context'
import { nativeOf, pooled, type Venue } from '../evm/localEvmExchange'
import { type Reply, refuse } from '../http/reply'
import { dollars, unitsWorth } from '../market/prices'
import { approvalSteps } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import type { Step } from '../transactions/unsignedTransaction'
import { findPaths } from './path'
import { swapStep, unwrapStep, wrapStep } from './poolTransactions'
import { bestRoute } from './route'
import { offerReply } from './swapReply'
import { type Ask, atLeast } from './swapRequest'
import type { EvmSide } from './swapSide'

type EvmAsk = Ask<EvmSide, EvmSide>

/** A swap through the pools of one EVM chain. */
export async function prepareVenueSwap(ask: EvmAsk, world: World): Promise<Reply> {
  const { venue } = ask.sold
  const isConversion = pooled(venue, ask.sold.token).address === pooled(venue, ask.bought.token).address
  return isConversion ? convert(ask, world) : trade(ask, world)
}

/** Native coins into wrapped ones and back: one for one, paid to whoever calls. */
async function convert(ask: EvmAsk, world: World): Promise<Reply> {
  const { units, sender, recipient } = ask
  const [sold, bought] = [ask.sold.token, ask.bought.token]
  if (sender !== recipient)
    return refuse(400, `Turning ${sold.symbol} into ${bought.symbol} pays the sender: recipient must be the sender.`)
  const step = sold.kind === 'native' ? wrapStep(ask.sold.venue, units) : unwrapStep(ask.sold.venue, units)
  return offer(ask, world, { steps: [step], path: [sold.symbol, bought.symbol], expected: units, minimum: units })
}

async function trade(ask: EvmAsk, world: World): Promise<Reply> {
  const { units, slippagePpm, recipient } = ask
  const { venue, token: sold } = ask.sold
  const bought = ask.bought.token
  const amountIn = sold.kind === 'native' ? payable(units) : units
  const paths = findPaths(await world.pools(venue), pooled(venue, sold), pooled(venue, bought))
  const route = await bestRoute(venue, paths, amountIn, (gas) => gasInUnits(ask, world, gas))
  if (!route) return refuse(422, noRoute(venue, sold.symbol, bought.symbol))

  const minimumOut = atLeast(route.amountOut, slippagePpm)
  const allowing = { token: sold, owner: addressOf(ask.sender), spender: venue.contracts.router, amount: amountIn }
  const approvals = ask.isSwapOnly ? [] : await approvalSteps(venue, allowing)
  const terms = { units, amountIn, minimumOut, recipient: addressOf(recipient), deadline: await deadline(venue.chain) }
  const between = route.tokens.slice(1, -1).map(({ symbol }) => symbol)
  return offer(ask, world, {
    steps: [...approvals, swapStep(venue, { sold, bought }, route, terms)],
    path: [sold.symbol, ...between, bought.symbol],
    expected: route.amountOut,
    minimum: minimumOut,
  })
}

type Outcome = {
  readonly steps: readonly Step[]
  readonly path: readonly string[]
  readonly expected: bigint
  readonly minimum: bigint
}

async function offer(ask: EvmAsk, world: World, { steps, ...outcome }: Outcome): Promise<Reply> {
  const { venue } = ask.sold
  const gas = await measureGas(venue.chain, steps, ask.isSwapOnly ? undefined : addressOf(ask.sender))
  const transactions = transactionRecords(venue, world, steps, gas)
  return offerReply({ ...outcome, transactions, dex: 'native', bought: ask.bought.token })
}

/**
 * What every client can pay. `value` is written with all its digits, but a client that reads it as a double may send
 * up to half a step of the double more or less. More is handed back by the router; less would not be enough, so the
 * swap takes no more than the smaller of the two, and hands back the difference to whoever keeps all digits.
 */
function payable(units: bigint): bigint {
  const asDouble = BigInt(Number(units))
  return asDouble < units ? asDouble : units
}

/** At the going rate of a gwei; only to weigh a longer path against a shorter one. */
function gasInUnits({ sold, bought }: EvmAsk, world: World, gas: bigint): bigint {
  const prices = world.prices()
  return unitsWorth(prices, bought.token, dollars(prices, nativeOf(sold.venue), gas * 1_000_000_000n))
}

function noRoute({ chain }: Venue, sold: string, bought: string): string {
  return `No pools on ${chain.listing.name} can turn that much ${sold} into ${bought}.`
}

/** What was read as a party of this chain is an address of this chain. */
function addressOf(party: string): Address {
  return getAddress(party)
}
