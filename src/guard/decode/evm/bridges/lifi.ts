import type { AbiParameter, Hex } from 'viem'
import { payingPool, stargatePoolFor } from '../../../../protocol/deployment/stargatePools'
import { native, sameAddress, zeroAddress } from '../address'
import { coinOr, type LifiSwap, lifiDeposit } from '../aggregators'
import type { BridgeTerms, Effect } from '../call'
import { abiDecoder, type CallContext, type FunctionDecoder } from '../functionDecoder'
import { refundsOthers, unreadBridge } from './bridgeTerms'
import { depositAt } from './stargate'

const bridgeData = {
  type: 'tuple',
  name: 'bridgeData',
  components: [
    { type: 'bytes32', name: 'transactionId' },
    { type: 'string', name: 'bridge' },
    { type: 'string', name: 'integrator' },
    { type: 'address', name: 'referrer' },
    { type: 'address', name: 'sendingAssetId' },
    { type: 'address', name: 'receiver' },
    { type: 'uint256', name: 'minAmount' },
    { type: 'uint256', name: 'destinationChainId' },
    { type: 'bool', name: 'hasSourceSwaps' },
    { type: 'bool', name: 'hasDestinationCall' },
  ],
} as const

const swapData = {
  type: 'tuple[]',
  name: 'swapData',
  components: [
    { type: 'address', name: 'callTo' },
    { type: 'address', name: 'approveTo' },
    { type: 'address', name: 'sendingAssetId' },
    { type: 'address', name: 'receivingAssetId' },
    { type: 'uint256', name: 'fromAmount' },
    { type: 'bytes', name: 'callData' },
    { type: 'bool', name: 'requiresDeposit' },
  ],
} as const

const acrossData = {
  type: 'tuple',
  name: 'acrossData',
  components: [
    { type: 'address', name: 'receivingAssetId' },
    { type: 'uint256', name: 'outputAmount' },
    { type: 'uint32', name: 'quoteTimestamp' },
    { type: 'uint32', name: 'fillDeadline' },
    { type: 'bytes', name: 'message' },
  ],
} as const

const stargateData = {
  type: 'tuple',
  name: 'stargateData',
  components: [
    { type: 'uint16', name: 'assetId' },
    {
      type: 'tuple',
      name: 'sendParams',
      components: [
        { type: 'uint32', name: 'dstEid' },
        { type: 'bytes32', name: 'to' },
        { type: 'uint256', name: 'amountLD' },
        { type: 'uint256', name: 'minAmountLD' },
        { type: 'bytes', name: 'extraOptions' },
        { type: 'bytes', name: 'composeMsg' },
        { type: 'bytes', name: 'oftCmd' },
      ],
    },
    {
      type: 'tuple',
      name: 'fee',
      components: [
        { type: 'uint256', name: 'nativeFee' },
        { type: 'uint256', name: 'lzTokenFee' },
      ],
    },
    { type: 'address', name: 'refundAddress' },
  ],
} as const

const relayData = {
  type: 'tuple',
  name: 'relayData',
  components: [
    { type: 'bytes32', name: 'requestId' },
    { type: 'bytes32', name: 'nonEVMReceiver' },
    { type: 'bytes32', name: 'receivingAssetId' },
    { type: 'bytes', name: 'signature' },
  ],
} as const

function bridging<const name extends string, const inputs extends readonly AbiParameter[]>(name: name, inputs: inputs) {
  return { type: 'function', stateMutability: 'payable', outputs: [], name, inputs } as const
}

/**
 * LI.FI's diamond hands a deposit on to the bridge that its function names, after swaps of its own. Those that name
 * chain, token, recipient and minimum plainly are read; of the others, who is paid where is judged.
 */
export const lifi: readonly FunctionDecoder[] = [
  abiDecoder(bridging('startBridgeTokensViaAcrossV3', [bridgeData, acrossData]), ([bridge, across], context) =>
    viaAcross(bridge, [], across, context),
  ),
  abiDecoder(
    bridging('swapAndStartBridgeTokensViaAcrossV3', [bridgeData, swapData, acrossData]),
    ([bridge, swaps, across], context) => viaAcross(bridge, swaps, across, context),
  ),
  abiDecoder(bridging('startBridgeTokensViaStargate', [bridgeData, stargateData]), ([bridge, stargate], context) =>
    viaStargate(bridge, stargate, context),
  ),
  abiDecoder(
    bridging('swapAndStartBridgeTokensViaStargate', [bridgeData, swapData, stargateData]),
    ([bridge, , stargate], { caller }) =>
      sameAddress(stargate.refundAddress, caller) ? unreadBridge(viaName, bridgeTerms(bridge)) : refundsOthers,
  ),
  abiDecoder(bridging('startBridgeTokensViaRelay', [bridgeData, relayData]), ([bridge]) =>
    unreadBridge(viaName, bridgeTerms(bridge)),
  ),
  abiDecoder(bridging('swapAndStartBridgeTokensViaRelay', [bridgeData, swapData, relayData]), ([bridge]) =>
    unreadBridge(viaName, bridgeTerms(bridge)),
  ),
]

const viaName = 'LI.FI bridge'

type BridgeData = {
  readonly sendingAssetId: string
  readonly receiver: string
  readonly minAmount: bigint
  readonly destinationChainId: bigint
  readonly hasSourceSwaps: boolean
  readonly hasDestinationCall: boolean
}

type AcrossData = {
  readonly receivingAssetId: string
  readonly outputAmount: bigint
  readonly fillDeadline: number
  readonly message: Hex
}

/** The diamond deposits at Across in the receiver's name, who also gets the refund, and the coin as the wrapped one. */
function viaAcross(
  bridge: BridgeData,
  swaps: readonly LifiSwap[],
  { receivingAssetId, outputAmount, fillDeadline, message }: AcrossData,
  { value }: CallContext,
): Effect {
  const paid = paidFor(bridge, swaps, value)
  const isPlain = message === '0x' && !bridge.hasDestinationCall && bridge.hasSourceSwaps === swaps.length > 0
  // The diamond measures the token of the last swap, and hands on the bridge's.
  const last = swaps.at(-1)?.receivingAssetId ?? bridge.sendingAssetId
  const isOne = sameAddress(coinOr(last), coinOr(bridge.sendingAssetId))
  if (!paid || !isPlain || !isOne || bridge.receiver === otherKind || sameAddress(receivingAssetId, zeroAddress))
    return unreadBridge(viaName, bridgeTerms(bridge))
  return {
    does: 'bridge',
    ...paid,
    toChain: bridge.destinationChainId,
    tokenOut: receivingAssetId,
    minimumReceived: outputAmount,
    recipient: bridge.receiver,
    deadline: BigInt(fillDeadline),
    ...(swaps.length > 0 && { onTheWay: { token: coinOr(bridge.sendingAssetId), minimum: bridge.minAmount } }),
    unwrapsForAccounts: true,
  }
}

type StargateData = {
  readonly assetId: number
  readonly sendParams: Parameters<typeof depositAt>[1]
  readonly fee: { readonly lzTokenFee: bigint }
  readonly refundAddress: string
}

function viaStargate(
  bridge: BridgeData,
  { assetId, sendParams, fee, refundAddress }: StargateData,
  { caller, chainId, value }: CallContext,
): Effect {
  if (!sameAddress(refundAddress, caller)) return refundsOthers
  const unread = unreadBridge(viaName, bridgeTerms(bridge))
  const paid = paidFor(bridge, [], value)
  const pool = stargatePoolFor(chainId, tokenOf(bridge.sendingAssetId))
  // The diamond replaces the amount by what it was given; chain and receiver stand in both places.
  const read = pool && depositAt(pool, { ...sendParams, amountLD: bridge.minAmount })
  const isSame =
    pool?.assetId === assetId &&
    payingPool(sendParams.dstEid, assetId)?.chainId === Number(bridge.destinationChainId) &&
    sameAddress(read?.recipient, bridge.receiver)
  if (!paid || !read || !isSame || fee.lzTokenFee > 0n || bridge.hasDestinationCall || bridge.hasSourceSwaps)
    return unread
  return { ...read, ...paid }
}

/** What the person gives, for the bridge or for the swaps before it; `undefined` where that is not one token. */
function paidFor(
  { sendingAssetId, minAmount }: BridgeData,
  swaps: readonly LifiSwap[],
  value: bigint,
): { readonly token: string; readonly amount: bigint } | undefined {
  if (swaps.length > 0) return lifiDeposit(swaps, value)
  const token = coinOr(sendingAssetId)
  return token === native && value < minAmount ? undefined : { token, amount: minAmount }
}

function bridgeTerms({ destinationChainId, receiver, hasDestinationCall }: BridgeData): BridgeTerms {
  const isRead = receiver !== otherKind && !hasDestinationCall
  // Chains of another kind have numbers of LI.FI's own.
  return {
    ...(destinationChainId < firstOfOtherKind && { toChain: destinationChainId }),
    ...(isRead && { recipient: receiver }),
  }
}

function tokenOf(asset: string): string | undefined {
  const token = coinOr(asset)
  return token === native ? undefined : token
}

/** Stands for a receiver on a chain of another kind, who is named elsewhere. */
const otherKind = '0x11f111f111f111F111f111f111F111f111f111F1'
const firstOfOtherKind = 1_000_000_000_000n
