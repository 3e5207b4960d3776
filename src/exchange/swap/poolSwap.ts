import { type Address, getAddress } from 'viem'
import type { ExchangeContext } from '../context'
import { type LocalEvmExchange, nativeToken, pooledToken } from '../evm/localEvmExchange'
import { type Reply, rejectWith } from '../http/reply'
import { findPaths } from '../pools/path'
import { bestRoute } from '../pools/route'
import { unitsForDollars, usdValue } from '../prices'
import { approvalTransactions, deadline, transactionRecords, type UnsignedTransaction } from '../transactions'
import { swapTransaction, unwrapTransaction, wrapTransaction } from './poolTransactions'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'
import type { EvmSwapSide } from './swapSide'

type EvmSwap = ResolvedSwap<EvmSwapSide, EvmSwapSide>

/** A swap through the pools of one EVM chain. */
export async function preparePoolSwap(swap: EvmSwap, context: ExchangeContext): Promise<Reply> {
  const { evm } = swap.sold
  const isConversion = pooledToken(evm, swap.sold.token).address === pooledToken(evm, swap.bought.token).address
  return isConversion ? convert(swap, context) : trade(swap, context)
}

/** Wraps or unwraps the native coin, one to one. The contract pays the sender of the transaction. */
async function convert(swap: EvmSwap, context: ExchangeContext): Promise<Reply> {
  const { units, sender, recipient } = swap
  const [sold, bought] = [swap.sold.token, swap.bought.token]
  if (sender !== recipient)
    return rejectWith(
      400,
      `Turning ${sold.symbol} into ${bought.symbol} pays the sender: recipient must be the sender.`,
    )
  const transaction =
    sold.kind === 'native' ? wrapTransaction(swap.sold.evm, units) : unwrapTransaction(swap.sold.evm, units)
  return prepared(swap, context, {
    transactions: [transaction],
    path: [sold.symbol, bought.symbol],
    expected: units,
    minimumReceived: units,
  })
}

async function trade(swap: EvmSwap, context: ExchangeContext): Promise<Reply> {
  const { units, slippagePpm, recipient } = swap
  const { evm, token: sold } = swap.sold
  const bought = swap.bought.token
  const amountIn = sold.kind === 'native' ? payable(units) : units
  const paths = findPaths(await context.pools(evm), pooledToken(evm, sold), pooledToken(evm, bought))
  const route = await bestRoute(evm, paths, amountIn, (gas) => gasInUnits(swap, context, gas))
  if (!route) return rejectWith(422, noRoute(evm, sold.symbol, bought.symbol))

  const minimumReceived = atLeast(route.amountOut, slippagePpm)
  const approval = { token: sold, owner: addressOf(swap.sender), spender: evm.contracts.router, amount: amountIn }
  const approvals = swap.isSwapOnly ? [] : await approvalTransactions(evm, approval)
  const terms = {
    units,
    amountIn,
    minimumReceived,
    recipient: addressOf(recipient),
    deadline: await deadline(evm.chain),
  }
  const between = route.tokens.slice(1, -1).map(({ symbol }) => symbol)
  return prepared(swap, context, {
    transactions: [...approvals, swapTransaction(evm, { sold, bought }, route, terms)],
    path: [sold.symbol, ...between, bought.symbol],
    expected: route.amountOut,
    minimumReceived,
  })
}

type Outcome = {
  readonly transactions: readonly UnsignedTransaction[]
  readonly path: readonly string[]
  readonly expected: bigint
  readonly minimumReceived: bigint
}

async function prepared(
  swap: EvmSwap,
  context: ExchangeContext,
  { transactions, ...outcome }: Outcome,
): Promise<Reply> {
  const { evm } = swap.sold
  const signer = swap.isSwapOnly ? undefined : addressOf(swap.sender)
  const records = await transactionRecords(evm, context, transactions, signer)
  return swapReply({ ...outcome, transactions: records, dex: 'native', bought: swap.bought.token })
}

/**
 * The amount of native coins that every client can pay. `value` is written with all its digits, but a client that
 * parses it as a double sends up to half a unit in the last place more or less. The router refunds a surplus, but too
 * little would revert. So the swap takes the smaller amount, and the router refunds the difference to clients that keep
 * all digits.
 */
function payable(units: bigint): bigint {
  const asDouble = BigInt(Number(units))
  return asDouble < units ? asDouble : units
}

/** Network cost in the bought token at one gwei; used only to compare a longer path with a shorter one. */
function gasInUnits({ sold, bought }: EvmSwap, context: ExchangeContext, gas: bigint): bigint {
  const prices = context.prices()
  return unitsForDollars(prices, bought.token, usdValue(prices, nativeToken(sold.evm), gas * 1_000_000_000n))
}

function noRoute({ chain }: LocalEvmExchange, sold: string, bought: string): string {
  return `No pools on ${chain.listing.name} can turn that much ${sold} into ${bought}.`
}

/** The addresses in the request were already validated for this chain. */
function addressOf(party: string): Address {
  return getAddress(party)
}
