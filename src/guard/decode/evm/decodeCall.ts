import { type Hex, isHex, toFunctionSelector } from 'viem'
import { BoundedMap } from '../../boundedMap'
import { aggregators } from './aggregators'
import { across } from './bridges/across'
import { debridge } from './bridges/debridge'
import { bridges } from './bridges/escrow'
import { lifi, lifiTerms } from './bridges/lifi'
import { stargate } from './bridges/stargate'
import { wormhole } from './bridges/wormhole'
import { type ContractCall, disguised, type Effect, undecoded } from './call'
import { type CallContext, decoders, type FunctionDecoder, readBy } from './functionDecoder'
import { positions } from './positions'
import { routers } from './routers'
import { tokens } from './tokens'
import { universal } from './universalRouter'
import { unoswap } from './unoswap'

/** The deepest nesting that is decoded: no plan needs more, and deeper calls could hide something. */
const deepest = 3
const most = 32

export type DecodeContext = Pick<CallContext, 'wrapped' | 'chainId' | 'tokens'>
type RawCall = { readonly to: string; readonly caller: string; readonly value: bigint; readonly data: string }

/** Decodes the effects of a call from its calldata only. An uncertain effect is `unknown`, with the reason. */
export function decodeCall(call: RawCall, circumstance: DecodeContext): ContractCall {
  const { to, caller, value, data } = call
  const { wrapped, chainId, tokens } = circumstance
  const key = JSON.stringify([to, caller, `${value}`, data, wrapped, chainId, tokens])
  const known = decodedBefore.get(key)
  if (known) return known
  const decoded = decodeAt({ to, caller, value, data }, circumstance, { depth: 0, count: 0 })
  decodedBefore.set(key, decoded)
  return decoded
}

/** One check decodes each of its calls a dozen times, and nothing but call and circumstance decides what they do. */
const decodedBefore = new BoundedMap<ContractCall>(32)

type Nesting = { readonly depth: number; count: number }

function decodeAt(call: RawCall, circumstance: DecodeContext, nesting: Nesting): ContractCall {
  const { data } = call
  const selector = data.slice(0, 10).toLowerCase()
  const reader = readers.get(selector)
  const as = (effect: Effect): ContractCall => ({ ...call, selector, name: reader?.item.name, fields: [], effect })
  if (data === '0x') return as({ does: 'pay' })
  if (!isHex(data) || data.length < 10) return as(undecoded())
  nesting.count += 1
  if (nesting.depth > deepest || nesting.count > most) return as(disguised)

  const body: Hex = `0x${data.slice(10)}`
  if (!reader) return as(undecoded(lifiTerms(body)))
  const inside = { depth: nesting.depth + 1, count: nesting.count }
  const inner = (one: RawCall) => decodeAt(one, circumstance, inside)
  const read = readBy([reader], body, { ...circumstance, ...call, inner })
  if (!read) return as(disguised)
  nesting.count = inside.count
  return { ...call, selector, ...read }
}

/** Several calls in one: routers with `multicall`, and Multicall3. */
const batches: readonly FunctionDecoder[] = [
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

const readers: ReadonlyMap<string, FunctionDecoder> = new Map(
  [
    ...[...tokens, ...routers, ...positions, ...universal, ...aggregators, ...unoswap, ...batches],
    ...[...bridges, ...across, ...stargate, ...debridge, ...wormhole, ...lifi],
  ].map((reader) => [toFunctionSelector(reader.item), reader]),
)

/**
 * The number of known functions.
 * @internal exported for the test that counts the decoders
 */
export const knownFunctions = readers.size
