import { type Address, encodeFunctionData, type Hex } from 'viem'
import { routerAbi, wrappedAbi } from '../evm/contracts'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'
import { encodePath } from '../pools/path'
import type { Route } from '../pools/route'
import type { UnsignedTransaction } from '../transactions'

export function wrapTransaction({ contracts }: LocalEvmExchange, units: bigint): UnsignedTransaction {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
  return { type: 'wrap', to: contracts.wrapped, data, value: units, gas: 65_000n }
}

export function unwrapTransaction({ contracts }: LocalEvmExchange, units: bigint): UnsignedTransaction {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [units] })
  return { type: 'unwrap', to: contracts.wrapped, data, value: 0n, gas: 60_000n }
}

export type SwapTerms = {
  /** The amount of native coins the sender pays when they are sold; unused ones are refunded. */
  readonly units: bigint
  readonly amountIn: bigint
  readonly minimumReceived: bigint
  readonly recipient: Address
  readonly deadline: bigint
}

export type SwapTokens = { readonly sold: ListedToken; readonly bought: ListedToken }

/** When native coins are sold, the router wraps them and refunds the rest; when they are bought, it unwraps them. */
export function swapTransaction(
  { contracts }: LocalEvmExchange,
  { sold, bought }: SwapTokens,
  route: Route,
  terms: SwapTerms,
): UnsignedTransaction {
  const { units, recipient } = terms
  const fromNative = sold.kind === 'native'
  const toNative = bought.kind === 'native'
  const exchange = encodeFunctionData({
    abi: routerAbi,
    functionName: 'exactInput',
    args: [
      {
        path: encodePath(route),
        recipient: toNative ? routerItself : recipient,
        deadline: terms.deadline,
        amountIn: terms.amountIn,
        amountOutMinimum: terms.minimumReceived,
      },
    ],
  })
  const calls = [
    exchange,
    ...(toNative ? [unwrap(terms.minimumReceived, recipient)] : []),
    ...(fromNative ? [refund] : []),
  ]
  return {
    type: 'swap',
    to: contracts.router,
    data:
      calls.length === 1 ? exchange : encodeFunctionData({ abi: routerAbi, functionName: 'multicall', args: [calls] }),
    value: fromNative ? units : 0n,
    gas: route.gas + 110_000n + (calls.length > 1 ? 40_000n : 0n),
  }
}

/** The zero address as recipient makes the router keep the output for its next call. */
const routerItself = '0x0000000000000000000000000000000000000000'

const refund = encodeFunctionData({ abi: routerAbi, functionName: 'refundETH' })

function unwrap(minimum: bigint, recipient: Address): Hex {
  return encodeFunctionData({ abi: routerAbi, functionName: 'unwrapWETH9', args: [minimum, recipient] })
}
