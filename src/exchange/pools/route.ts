import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../domain/liquidity/tick'
import { quoterAbi } from '../evm/contracts'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import { isRevert } from '../evm/revert'
import { encodePath, type Path } from './path'

/** A path with its quote. */
export type Route = Path & { readonly amountOut: bigint; readonly gas: bigint }

/** The path with the highest output after network cost; `costOf` converts gas to units of the bought token. */
export async function bestRoute(
  evm: LocalEvmExchange,
  paths: readonly Path[],
  amountIn: bigint,
  costOf: (gas: bigint) => bigint,
): Promise<Route | undefined> {
  const quotes = await Promise.all(paths.map((path) => quote(evm, path, amountIn)))
  const value = ({ amountOut, gas }: Route) => amountOut - costOf(gas)
  return quotes
    .filter((route) => route !== undefined)
    .reduce<Route | undefined>((best, route) => (best && value(best) >= value(route) ? best : route), undefined)
}

/** `undefined` when the pools cannot take that much: the price of a drained pool stops at the end of its range. */
async function quote({ chain, contracts }: LocalEvmExchange, path: Path, amountIn: bigint): Promise<Route | undefined> {
  const call = { address: contracts.quoter, abi: quoterAbi, functionName: 'quoteExactInput' } as const
  try {
    const { result } = await chain.client.simulateContract({ ...call, args: [encodePath(path), amountIn] })
    const [amountOut, pricesAfter, , gas] = result
    const isDrained = pricesAfter.some((price) => price <= minSqrtPriceX96 + 1n || price >= maxSqrtPriceX96 - 1n)
    return isDrained || amountOut === 0n ? undefined : { ...path, amountOut, gas }
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}
