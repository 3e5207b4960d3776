import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import type { EvmSwapSide, ExchangeContext } from '../context'
import { routerAbi, wrappedAbi } from '../evm/contracts'
import { type LocalEvmExchange, nativeToken, pooledToken } from '../evm/localEvmExchange'
import { rejection } from '../http/reply'
import { bestRoute, encodePath, findPaths, type Route } from '../pools/route'
import { unitsForDollars, usdValue } from '../prices'
import { approvalTransactions, deadline, transactionRecords, type UnsignedTransaction } from '../transactions'
import { swapReply } from './swapReply'
import { atLeast, type ResolvedSwap } from './swapRequest'

type EvmSwap = ResolvedSwap<EvmSwapSide, EvmSwapSide>

/** A swap through the pools of one EVM chain. */
export async function preparePoolSwap(swap: EvmSwap, context: ExchangeContext): Promise<Response> {
  const { evm } = swap.sold
  const isConversion = pooledToken(evm, swap.sold.token).address === pooledToken(evm, swap.bought.token).address
  return isConversion ? convert(swap, context) : trade(swap, context)
}

/** Wraps or unwraps the native coin, one to one. The contract pays the sender of the transaction. */
async function convert(swap: EvmSwap, context: ExchangeContext): Promise<Response> {
  const { units, sender, recipient } = swap
  const [sold, bought] = [swap.sold.token, swap.bought.token]
  if (sender !== recipient)
    throw rejection(400, `Turning ${sold.symbol} into ${bought.symbol} pays the sender: recipient must be the sender.`)
  const to = swap.sold.evm.contracts.wrapped
  const [deposit, withdraw] = [
    () => encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' }),
    () => encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [units] }),
  ]
  const transaction: UnsignedTransaction =
    sold.kind === 'native'
      ? { type: 'wrap', to, data: deposit(), value: units, gas: 65_000n }
      : { type: 'unwrap', to, data: withdraw(), value: 0n, gas: 60_000n }
  return prepared(swap, context, {
    transactions: [transaction],
    path: [sold.symbol, bought.symbol],
    expected: units,
    minimumReceived: units,
  })
}

async function trade(swap: EvmSwap, context: ExchangeContext): Promise<Response> {
  const { units, slippagePpm } = swap
  const { evm, token: sold } = swap.sold
  const bought = swap.bought.token
  const amountIn = sold.kind === 'native' ? payable(units) : units
  const paths = findPaths(await evm.pools(), pooledToken(evm, sold), pooledToken(evm, bought))
  const route = await bestRoute(evm, paths, amountIn, (gas) => gasInUnits(swap, context, gas))
  if (!route) throw rejection(422, noRoute(evm, sold.symbol, bought.symbol))

  const minimumReceived = atLeast(route.amountOut, slippagePpm)
  const approval = { token: sold, owner: addressOf(swap.sender), spender: evm.contracts.router, amount: amountIn }
  const approvals = swap.isSwapOnly ? [] : await approvalTransactions(evm, approval)
  const terms = {
    path: encodePath(route),
    deadline: await deadline(evm.chain),
    amountIn,
    amountOutMinimum: minimumReceived,
  }
  const between = route.tokens.slice(1, -1).map(({ symbol }) => symbol)
  return prepared(swap, context, {
    transactions: [...approvals, swapTransaction(swap, route, terms)],
    path: [sold.symbol, ...between, bought.symbol],
    expected: route.amountOut,
    minimumReceived,
  })
}

/** When native coins are sold, the router wraps them and refunds the rest; when they are bought, it unwraps them. */
function swapTransaction(
  { sold, bought, units, ...swap }: EvmSwap,
  route: Route,
  terms: {
    readonly path: Hex
    readonly deadline: bigint
    readonly amountIn: bigint
    readonly amountOutMinimum: bigint
  },
): UnsignedTransaction {
  const [fromNative, toNative] = [sold, bought].map(({ token }) => token.kind === 'native')
  const recipient = addressOf(swap.recipient)
  const params = { ...terms, recipient: toNative ? routerItself : recipient }
  const exchange = encodeFunctionData({ abi: routerAbi, functionName: 'exactInput', args: [params] })
  const unwrapArgs = [terms.amountOutMinimum, recipient] as const
  const calls = [
    exchange,
    ...(toNative ? [encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: unwrapArgs })] : []),
    ...(fromNative ? [encodeFunctionData({ abi: routerAbi, functionName: 'refundETH' })] : []),
  ]
  const data =
    calls.length === 1 ? exchange : encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls] })
  const gas = route.gas + 110_000n + (calls.length > 1 ? 40_000n : 0n)
  return { type: 'swap', to: sold.evm.contracts.router, data, value: fromNative ? units : 0n, gas }
}

/** The zero address as recipient makes the router keep the output for its next call. */
const routerItself = '0x0000000000000000000000000000000000000000'

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
): Promise<Response> {
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
