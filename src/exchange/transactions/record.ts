import { type JsonObject, numeral } from '../../protocol/json'
import type { World } from '../context'
import { plainNumber } from '../decimalText'
import { type ListedToken, nativeOf, type Venue } from '../evm/localEvmExchange'
import { dollars } from '../market/prices'
import type { Gas } from './gas'
import type { Step } from './unsignedTransaction'

/** Steps as the service writes them, in the order in which they are to be signed. */
export function transactionRecords(venue: Venue, world: World, steps: readonly Step[], gas: Gas): JsonObject[] {
  const native = nativeOf(venue)
  return steps.map(({ type, to, data, value }, order) => ({
    type,
    data,
    order,
    value: numeral(value.toString()),
    gasAmount: numeral(gas.amounts[order]!.toString()),
    gasUsd: numeral(cost(native, world, gas.amounts[order]! * gas.price)),
    to,
    chainType: 'EVM',
    rpcUrl: world.rpcUrl(venue.chain.listing.chainId),
  }))
}

function cost(native: ListedToken, world: World, units: bigint): string {
  return plainNumber(dollars(world.prices(), native, units), 6)
}
