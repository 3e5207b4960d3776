import { type JsonObject, jsonNumber } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import { plainNumber } from '../decimalText'
import { type ListedToken, type LocalEvmExchange, nativeToken } from '../evm/localEvmExchange'
import { usdValue } from '../market/prices'
import type { Gas } from './gas'
import type { UnsignedTransaction } from './unsignedTransaction'

/** Steps as the service writes them, in the order in which they are to be signed. */
export function transactionRecords(
  evm: LocalEvmExchange,
  context: ExchangeContext,
  steps: readonly UnsignedTransaction[],
  gas: Gas,
): JsonObject[] {
  const native = nativeToken(evm)
  return steps.map(({ type, to, data, value }, order) => ({
    type,
    data,
    order,
    value: jsonNumber(value.toString()),
    gasAmount: jsonNumber(gas.amounts[order]!.toString()),
    gasUsd: jsonNumber(cost(native, context, gas.amounts[order]! * gas.price)),
    to,
    chainType: 'EVM',
    rpcUrl: context.rpcUrl(evm.chain.listing.chainId),
  }))
}

function cost(native: ListedToken, context: ExchangeContext, units: bigint): string {
  return plainNumber(usdValue(context.prices(), native, units), 6)
}
