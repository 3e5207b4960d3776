import {
  type AbiParameter,
  type AbiParameterToPrimitiveType,
  decodeAbiParameters,
  type Hex,
  hexToBytes,
  pad,
  slice,
} from 'viem'
import { toBase58 } from '../../../../domain/base58'
import { payingPool, stargatePoolFor } from '../../../../protocol/deployment/stargatePools'
import { native, sameAddress, zeroAddress } from '../address'
import { coinOr, type LifiSwap, lifiDeposit } from '../aggregators'
import type { BridgeTerms, Effect } from '../call'
import type { CallContext, FunctionDecoder } from '../functionDecoder'
import { recipientOnEvm, refundsOthers, shortened, unreadBridge } from './bridgeTerms'
import {
  acrossData,
  acrossV4Data,
  bridgeData,
  laterAcrossData,
  laterAcrossV4Data,
  relayData,
  stargateData,
  swapData,
} from './lifiStructs'
import { depositAt, sendTerms } from './stargate'

/**
 * The LI.FI diamond forwards a deposit to the bridge named by the function, after optional swaps. Functions with
 * explicit chain, token, recipient and minimum are decoded; for the rest only destination chain and recipient are
 * checked.
 */
export const lifi: readonly FunctionDecoder[] = [
  ...facet('AcrossV3', acrossData, viaAcross),
  ...facet('AcrossV4', acrossV4Data, viaAcrossV4),
  ...facet('AcrossV3', laterAcrossData, (bridge, across, ...rest) => viaAcrossV4(bridge, inWords(across), ...rest)),
  ...facet('AcrossV4', laterAcrossV4Data, viaAcrossV4),
  ...facet('Stargate', stargateData, viaStargate),
  ...facet('Relay', relayData, (bridge, { nonEVMReceiver }) =>
    unreadBridge(viaName, bridgeTerms({ ...bridge, receiver: receiverOf(bridge, nonEVMReceiver) })),
  ),
]

/** The two functions of a bridge: to deposit, and to swap before. `swaps` is absent for the first. */
function facet<const data extends AbiParameter>(
  name: string,
  data: data,
  read: (
    bridge: BridgeData,
    said: AbiParameterToPrimitiveType<data>,
    context: CallContext,
    swaps?: readonly LifiSwap[],
  ) => Effect,
): readonly FunctionDecoder[] {
  const decoder = (start: string, inputs: readonly AbiParameter[]): FunctionDecoder => ({
    item: { type: 'function', stateMutability: 'payable', outputs: [], name: `${start}BridgeTokensVia${name}`, inputs },
    read: (values, context) => {
      // The values were decoded by the same item.
      const [bridge, swaps] = values as [BridgeData, readonly LifiSwap[]]
      const said = values.at(-1) as AbiParameterToPrimitiveType<data>
      return read(bridge, said, context, ...(values.length > 2 ? [swaps] : []))
    },
  })
  return [decoder('start', [bridgeData, data]), decoder('swapAndStart', [bridgeData, swapData, data])]
}

/**
 * Destination chain and recipient of a deposit through a function that is not in the list: LI.FI has dozens, and all
 * begin with the same words. `undefined` if the arguments do not.
 */
export function lifiTerms(body: Hex): BridgeTerms | undefined {
  try {
    const [bridge] = decodeAbiParameters([bridgeData], body)
    const start = Number(BigInt(slice(body, 0, wordBytes)))
    const words = addressWords.map((index) => slice(body, start + index * wordBytes, start + (index + 1) * wordBytes))
    // Contracts reject addresses with non-zero padding.
    return words.every((word) => shortened(word) !== undefined) ? bridgeTerms(bridge) : undefined
  } catch {
    // viem throws on truncated data, out-of-range offsets and invalid booleans: then this is another function's data.
    return undefined
  }
}

const wordBytes = 32
/** Word indexes of referrer, token and receiver. */
const addressWords = [3, 4, 5]

const viaName = 'LI.FI bridge'

/** A receiver on a chain of another kind is not in hexadecimal. */
type BridgeData = Omit<AbiParameterToPrimitiveType<typeof bridgeData>, 'receiver'> & { readonly receiver: string }
type AcrossData = Pick<
  AbiParameterToPrimitiveType<typeof acrossData>,
  'receivingAssetId' | 'outputAmount' | 'fillDeadline' | 'message'
>

/** The diamond deposits at Across in the receiver's name, who also gets the refund, and the coin as the wrapped one. */
function viaAcross(
  bridge: BridgeData,
  { receivingAssetId, outputAmount, fillDeadline, message }: AcrossData,
  { value }: CallContext,
  swaps: readonly LifiSwap[] = [],
): Effect {
  const paid = paidFor(bridge, swaps, value)
  const isPlain = message === '0x' && !bridge.hasDestinationCall && bridge.hasSourceSwaps === swaps.length > 0
  // The diamond measures the token of the last swap, and hands on the bridge's.
  const last = swaps.at(-1)?.receivingAssetId ?? bridge.sendingAssetId
  const isOne = sameAddress(coinOr(last), coinOr(bridge.sendingAssetId))
  const isEvm = !hasOwnAccounts(bridge.destinationChainId)
  if (!paid || !isPlain || !isOne || !isEvm || sameAddress(receivingAssetId, zeroAddress))
    return unreadBridge(
      viaName,
      bridgeTerms({ ...bridge, hasDestinationCall: bridge.hasDestinationCall || message !== '0x' }),
    )
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

/** `sendingAssetId`: the input of Across, in versions that name it in addition to the diamond's own. */
type AcrossV4Data = AbiParameterToPrimitiveType<typeof acrossV4Data> & { readonly sendingAssetId?: Hex }
type LaterAcrossData = AbiParameterToPrimitiveType<typeof laterAcrossData>

/** The older facet's later versions say the same with addresses, and count a share in other units. */
function inWords({ receiverAddress, refundAddress, receivingAssetId, outputAmountPercent, ...rest }: LaterAcrossData) {
  const wordOf = (address: Hex) => pad(address, { size: wordBytes })
  return {
    ...rest,
    ...{ receiverAddress: wordOf(receiverAddress), refundAddress: wordOf(refundAddress) },
    receivingAssetId: wordOf(receivingAssetId),
    outputAmountMultiplier: (outputAmountPercent * multiplierUnit) / percentUnit,
  }
}

/**
 * The later facet names recipient and refund address itself. On any chain it compares the recipient with the diamond's
 * receiver only without a message, and if that is not the placeholder for receivers on chains of another kind.
 */
function viaAcrossV4(
  bridge: BridgeData,
  { receiverAddress, refundAddress, receivingAssetId, outputAmount, outputAmountMultiplier, ...across }: AcrossV4Data,
  context: CallContext,
  swaps: readonly LifiSwap[] = [],
): Effect {
  if (!sameAddress(shortened(refundAddress), context.caller)) return refundsOthers
  const token = shortened(receivingAssetId)
  const hasMessage = bridge.hasDestinationCall || across.message !== '0x'
  const isEvm = !hasOwnAccounts(bridge.destinationChainId)
  const receiver = isEvm ? recipientOnEvm(receiverAddress) : receiverOf(bridge, receiverAddress)
  // Two different receivers: at least one of them is not the person's.
  if (isEvm && !hasMessage && bridge.receiver !== otherKind && !sameAddress(bridge.receiver, receiver))
    return unreadBridge(viaName, { toChain: bridge.destinationChainId, recipient: receiverAddress })
  const named = { ...bridge, receiver, hasDestinationCall: hasMessage }
  if (token === undefined || !isGiven(bridge, across.sendingAssetId, context))
    return unreadBridge(viaName, bridgeTerms(named))
  // After swaps it asks for as much of what they bring, at least their minimum.
  const minimum = swaps.length > 0 ? (bridge.minAmount * outputAmountMultiplier) / multiplierUnit : outputAmount
  return viaAcross(named, { ...across, receivingAssetId: token, outputAmount: minimum }, context, swaps)
}

/** Whether Across is given what the diamond is, a coin as the wrapped one. */
function isGiven({ sendingAssetId }: BridgeData, word: Hex | undefined, { wrapped }: CallContext): boolean {
  if (word === undefined) return true
  const token = coinOr(sendingAssetId) === native ? wrapped : sendingAssetId
  return sameAddress(shortened(word), token)
}

/** LI.FI's multipliers of amounts count decimals of both tokens, too. */
const multiplierUnit = 10n ** 30n
const percentUnit = 10n ** 18n

type StargateData = AbiParameterToPrimitiveType<typeof stargateData>

function viaStargate(
  bridge: BridgeData,
  { assetId, sendParams, fee, refundAddress }: StargateData,
  { caller, chainId, value }: CallContext,
  swaps?: readonly LifiSwap[],
): Effect {
  if (!sameAddress(refundAddress, caller)) return refundsOthers
  const unread = unreadBridge(viaName, viaStargateTerms(bridge, sendParams))
  if (swaps) return unread
  const paid = paidFor(bridge, [], value)
  const pool = stargatePoolFor(chainId, tokenOf(bridge.sendingAssetId))
  // The diamond replaces the amount by what it was given; chain and receiver are in both places.
  const read = pool && depositAt(pool, { ...sendParams, amountLD: bridge.minAmount })
  const isSame =
    pool?.assetId === assetId &&
    payingPool(sendParams.dstEid, assetId)?.chainId === Number(bridge.destinationChainId) &&
    sameAddress(read?.recipient, bridge.receiver)
  if (!paid || !read || !isSame || fee.lzTokenFee > 0n || bridge.hasDestinationCall || bridge.hasSourceSwaps)
    return unread
  return { ...read, ...paid }
}

/**
 * The diamond compares neither its chain nor, with a destination call, its receiver with those given to Stargate. Stargate uses
 * its own.
 */
function viaStargateTerms(bridge: BridgeData, sendParams: StargateData['sendParams']): BridgeTerms {
  const { recipient, handler = recipient, toChain } = sendTerms(sendParams)
  return {
    ...bridgeTerms(bridge),
    ...(toChain === undefined ? {} : { toChain }),
    ...(bridge.hasDestinationCall && handler !== undefined ? { handler } : {}),
  }
}

/** The user's input, for the bridge or for the swaps before it; `undefined` unless it is one token. */
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
  const isUnnamed = receiver === otherKind && hasOwnAccounts(destinationChainId)
  return {
    ...(destinationChainId < firstOfOtherKind && { toChain: destinationChainId }),
    ...(destinationChainId === solana && { toChain: 'solana' }),
    ...(!isUnnamed && { [hasDestinationCall ? 'handler' : 'recipient']: receiver }),
  }
}

/** The receiver, where the stand-in leaves the word of a facet to name an account on Solana. */
function receiverOf({ receiver, destinationChainId }: BridgeData, word: Hex): string {
  return receiver === otherKind && destinationChainId === solana ? toBase58(hexToBytes(word)) : receiver
}

/** On an EVM chain the stand-in is an address like others, that no one holds. */
function hasOwnAccounts(chainId: bigint): boolean {
  return chainId >= firstOfOtherKind
}

function tokenOf(asset: string): string | undefined {
  const token = coinOr(asset)
  return token === native ? undefined : token
}

/** Placeholder for a receiver on a chain of another kind, which another field names. */
const otherKind = '0x11f111f111f111F111f111f111F111f111f111F1'
/** Chains of another kind have numbers of LI.FI's own. */
const firstOfOtherKind = 1_000_000_000_000n
const solana = 1_151_111_081_099_710n
