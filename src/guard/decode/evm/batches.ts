import type { ContractCall, Effect } from './call'
import { type CallContext, type FunctionDecoder, functionDecoder } from './functionDecoder'

/** Several calls in one: routers with `multicall`, and Multicall3. */
export const batches: readonly FunctionDecoder[] = [
  functionDecoder('function multicall(bytes[] data)', ([data], context) => itself(data, context)),
  functionDecoder('function multicall(uint256 deadline, bytes[] data)', ([deadline, data], context) =>
    itself(data, context, deadline),
  ),
  functionDecoder('function multicall(bytes32 previousBlockhash, bytes[] data)', ([, data], context) =>
    itself(data, context),
  ),
  functionDecoder(
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
    ([calls], context) =>
      batch(
        calls.map(({ target, callData }) => other(target, callData, 0n, context)),
        calls.every(({ allowFailure }) => !allowFailure),
      ),
  ),
  functionDecoder(
    'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
    ([calls], context) =>
      batch(
        calls.map(({ target, value, callData }) => other(target, callData, value, context)),
        calls.every(({ allowFailure }) => !allowFailure),
      ),
  ),
  functionDecoder('function aggregate((address target, bytes callData)[] calls)', ([calls], context) =>
    batch(calls.map(({ target, callData }) => other(target, callData, 0n, context))),
  ),
  functionDecoder(
    'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
    (values, context) =>
      batch(
        values[1].map(({ target, callData }) => other(target, callData, 0n, context)),
        values[0],
      ),
  ),
]

/** The contract calls itself by delegatecall: `msg.sender` and `msg.value` stay the same. */
function itself(data: readonly string[], { to, caller, inner }: CallContext, deadline?: bigint): Effect {
  const calls = data.map((data) => inner({ to, caller, value: 0n, data }))
  return { does: 'batch', calls, deadline, isAtomic: true }
}

function other(target: string, data: string, value: bigint, { to, inner }: CallContext): ContractCall {
  return inner({ to: target, caller: to, value, data })
}

function batch(calls: readonly ContractCall[], isAtomic = true): Effect {
  return { does: 'batch', calls, deadline: undefined, isAtomic }
}
