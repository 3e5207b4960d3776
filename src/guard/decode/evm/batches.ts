import type { Effect } from './call'
import { type CallContext, decoders, type FunctionDecoder } from './functionDecoder'

/** Several calls in one: routers with `multicall`, and Multicall3. */
export const batches: readonly FunctionDecoder[] = [
  // The contract calls itself by delegatecall: `msg.sender` and `msg.value` stay the same.
  ...decoders(
    ({ data, deadline }, { to, caller, inner }) => {
      const calls = data.map((data) => inner({ to, caller, value: 0n, data }))
      return { does: 'batch', calls, deadline, isAtomic: true }
    },
    'function multicall(bytes[] data)',
    'function multicall(uint256 deadline, bytes[] data)',
    'function multicall(bytes32 previousBlockhash, bytes[] data)',
  ),
  ...decoders(
    ({ calls, requireSuccess = true }, context) => batchOf(calls, requireSuccess, context),
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    'function aggregate((address target, bytes callData)[] calls)',
    'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  ),
]

type OtherCall = {
  readonly target: string
  readonly callData: string
  readonly value?: bigint
  readonly allowFailure?: boolean
}

function batchOf(calls: readonly OtherCall[], isAtomic: boolean, { to: caller, inner }: CallContext): Effect {
  return {
    does: 'batch',
    calls: calls.map(({ target: to, callData: data, value = 0n }) => inner({ to, caller, value, data })),
    deadline: undefined,
    isAtomic: isAtomic && calls.every(({ allowFailure }) => !allowFailure),
  }
}
