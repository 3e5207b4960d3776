import type { Token } from '../../../domain/token'
import { decodeCall } from '../../../guard/decode/evm/decodeCall'
import { type DecodedRoute, routeOf } from '../../../guard/decode/routeHops'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import type { SwapAnswer } from '../../../protocol/serviceMessages'

/** The route in the calldata of a quote; empty where it cannot be read, as on Solana. Display only. */
export function decodedRoute(
  transactions: SwapAnswer['transactions'],
  { chain }: Token,
  chains: readonly DeploymentChain[],
): DecodedRoute {
  const wrapped = chains.find(({ chainId }) => chainId === chain.chainId)?.wrappedNative
  if (chain.kind !== 'evm') return { hops: [], crossesBridge: false }
  return routeOf(
    transactions.flatMap(({ to, data }) =>
      to !== undefined && typeof data === 'string'
        ? [decodeCall({ to, caller: nobody, value: 0n, data }, { user: nobody, wrapped })]
        : [],
    ),
  )
}

/** The sender makes no difference to the pools on the way. */
const nobody = '0x000000000000000000000000000000000000dEaD'
