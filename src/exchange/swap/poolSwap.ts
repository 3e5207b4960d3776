import { type Address, getAddress } from 'viem'
import type { ExchangeContext } from '../context'
import { type LocalEvmExchange, nativeToken, pooledToken } from '../evm/localEvmExchange'
import { type Reply, rejectWith } from '../http/reply'
import { unitsWorth, usdValue } from '../market/prices'
import { approvalTransactions } from '../transactions/approval'
import { deadline } from '../transactions/deadline'
import { measureGas } from '../transactions/gas'
import { transactionRecords } from '../transactions/record'
import type { UnsignedTransaction } from '../transactions/unsignedTransaction'
import { findPaths } from './path'
import { swapTransaction, unwrapTransaction, wrapTransaction } from './poolTransactions'
import { bestRoute } from './route'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'
import type { EvmSwapSide } from './swapSide'

type EvmAsk = ResolvedSwap<EvmSwapSide, EvmSwapSide>

/** A swap through the pools of one EVM chain. */
export async function preparePoolSwap(ask: EvmAsk, context: ExchangeContext): Promise<Reply> {
  const { evm } = ask.sold
  const isConversion = pooledToken(evm, ask.sold.token).address === pooledToken(evm, ask.bought.token).address
  return isConversion ? convert(ask, context) : trade(ask, context)
}

/** Native coins into wrapped ones and back: one for one, paid to whoever calls. */
async function convert(ask: EvmAsk, context: ExchangeContext): Promise<Reply> {
  const { units, sender, recipient } = ask
  const [sold, bought] = [ask.sold.token, ask.bought.token]
  if (sender !== recipient)
    return rejectWith(
      400,
      `Turning ${sold.symbol} into ${bought.symbol} pays the sender: recipient must be the sender.`,
    )
  const step = sold.kind === 'native' ? wrapTransaction(ask.sold.evm, units) : unwrapTransaction(ask.sold.evm, units)
  return offer(ask, context, { steps: [step], path: [sold.symbol, bought.symbol], expected: units, minimum: units })
}

async function trade(ask: EvmAsk, context: ExchangeContext): Promise<Reply> {
  const { units, slippagePpm, recipient } = ask
  const { evm, token: sold } = ask.sold
  const bought = ask.bought.token
  const amountIn = sold.kind === 'native' ? payable(units) : units
  const paths = findPaths(await context.pools(evm), pooledToken(evm, sold), pooledToken(evm, bought))
  const route = await bestRoute(evm, paths, amountIn, (gas) => gasInUnits(ask, context, gas))
  if (!route) return rejectWith(422, noRoute(evm, sold.symbol, bought.symbol))

  const minimumOut = atLeast(route.amountOut, slippagePpm)
  const allowing = { token: sold, owner: addressOf(ask.sender), spender: evm.contracts.router, amount: amountIn }
  const approvals = ask.isSwapOnly ? [] : await approvalTransactions(evm, allowing)
  const terms = { units, amountIn, minimumOut, recipient: addressOf(recipient), deadline: await deadline(evm.chain) }
  const between = route.tokens.slice(1, -1).map(({ symbol }) => symbol)
  return offer(ask, context, {
    steps: [...approvals, swapTransaction(evm, { sold, bought }, route, terms)],
    path: [sold.symbol, ...between, bought.symbol],
    expected: route.amountOut,
    minimum: minimumOut,
  })
}

type Outcome = {
  readonly steps: readonly UnsignedTransaction[]
  readonly path: readonly string[]
  readonly expected: bigint
  readonly minimum: bigint
}

async function offer(ask: EvmAsk, context: ExchangeContext, { steps, ...outcome }: Outcome): Promise<Reply> {
  const { evm } = ask.sold
  const gas = await measureGas(evm.chain, steps, ask.isSwapOnly ? undefined : addressOf(ask.sender))
  const transactions = transactionRecords(evm, context, steps, gas)
  return swapReply({ ...outcome, transactions, dex: 'native', bought: ask.bought.token })
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
function gasInUnits({ sold, bought }: EvmAsk, context: ExchangeContext, gas: bigint): bigint {
  const prices = context.prices()
  return unitsWorth(prices, bought.token, usdValue(prices, nativeToken(sold.evm), gas * 1_000_000_000n))
}

function noRoute({ chain }: LocalEvmExchange, sold: string, bought: string): string {
  return `No pools on ${chain.listing.name} can turn that much ${sold} into ${bought}.`
}

/** What was read as a party of this chain is an address of this chain. */
function addressOf(party: string): Address {
  return getAddress(party)
}
