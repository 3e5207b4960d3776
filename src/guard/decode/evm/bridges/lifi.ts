import { decodeAbiParameters, type Hex, hexToBytes, pad, parseAbiParameter, slice } from 'viem'
import { toBase58 } from '../../../../domain/encodings'
import { payingPool, stargatePoolFor } from '../../../../protocol/deployment/stargatePools'
import { native, sameAddress, zeroAddress } from '../address'
import { coinOr, type LifiSwap, lifiDeposit, lifiSwap } from '../aggregators'
import { type BridgeTerms, type Effect, undecoded } from '../call'
import { type CallContext, decoders, type FunctionDecoder, type ValueOf } from '../functionDecoder'
import { recipientOnEvm, refundsOthers, shortened, termsOf } from './bridgeTerms'
import { depositAt, sendParam, sendTerms } from './stargate'

/* The arguments of LI.FI's diamond, as its contracts declare them. */
const bridge =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData'
/** Its deposit is in the receiver’s name. */
const across =
  '(address receivingAssetId, uint256 outputAmount, uint32 quoteTimestamp, uint32 fillDeadline, bytes message) acrossData'
/** Of later versions of the same facet. */
const laterAcross =
  '(address receiverAddress, address refundAddress, address receivingAssetId, uint256 outputAmount, uint64 outputAmountPercent, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData'
/** The later facet has words for addresses. */
const acrossV4 =
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData'
const laterAcrossV4 =
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData'
const stargate =
  `(uint16 assetId, ${sendParam} sendParams, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) stargateData` as const
const relay = '(bytes32 requestId, bytes32 nonEVMReceiver, bytes32 receivingAssetId, bytes signature) relayData'

/** The two functions of a bridge: to deposit, and to swap before. */
const via = <const name extends string, const data extends string>(name: name, data: data) =>
  [
    `function startBridgeTokensVia${name}(${bridge}, ${data})`,
    `function swapAndStartBridgeTokensVia${name}(${bridge}, ${lifiSwap}[] swapData, ${data})`,
  ] as const

/**
 * The LI.FI diamond forwards a deposit to the bridge named by the function, after optional swaps. Functions with
 * explicit chain, token, recipient and minimum are decoded; for the rest only destination chain and recipient are
 * checked.
 */
export const lifi: readonly FunctionDecoder[] = [
  ...decoders(viaAcross, ...via('AcrossV3', across)),
  ...decoders(
    viaAcrossV4,
    ...[...via('AcrossV4', acrossV4), ...via('AcrossV4', laterAcrossV4), ...via('AcrossV3', laterAcross)],
  ),
  ...decoders(viaStargate, ...via('Stargate', stargate)),
  ...decoders(
    (said) => undecoded(bridgeTerms({ ...said, receiver: receiverOf(said, said.nonEVMReceiver) })),
    ...via('Relay', relay),
  ),
]

/**
 * Destination chain and recipient of a deposit through a function that is not in the list: LI.FI has dozens, and all
 * begin with the same words. `undefined` if the arguments do not.
 */
export function lifiTerms(body: Hex): BridgeTerms | undefined {
  try {
    const [bridgeData] = decodeAbiParameters([parseAbiParameter(bridge)], body)
    const start = Number(BigInt(slice(body, 0, wordBytes)))
    const words = addressWords.map((index) => slice(body, start + index * wordBytes, start + (index + 1) * wordBytes))
    // Contracts reject addresses with non-zero padding.
    return words.every((word) => shortened(word) !== undefined) ? bridgeTerms(bridgeData) : undefined
  } catch {
    // viem throws on truncated data, out-of-range offsets and invalid booleans: then this is another function's data.
    return undefined
  }
}

const wordBytes = 32
/** Word indexes of referrer, token and receiver. */
const addressWords = [3, 4, 5]

type BridgeData = Omit<ValueOf<typeof bridge>, 'receiver'> & {
  /** On a chain of another kind it is not in hexadecimal. */
  readonly receiver: string
  readonly swapData?: readonly LifiSwap[]
}
type AcrossData = Pick<ValueOf<typeof across>, 'receivingAssetId' | 'outputAmount' | 'fillDeadline' | 'message'>

/** The diamond deposits at Across in the receiver's name, who also gets the refund, and the coin as the wrapped one. */
function viaAcross(said: BridgeData & AcrossData, { value }: CallContext): Effect {
  const { receivingAssetId: tokenOut, outputAmount: minimumReceived, message, swapData: swaps = [] } = said
  const paid = paidFor(said, swaps, value)
  const hasMessage = message !== '0x' || said.hasDestinationCall
  // The diamond measures the token of the last swap, and hands on the bridge's.
  const last = swaps.at(-1)?.receivingAssetId ?? said.sendingAssetId
  const token = coinOr(said.sendingAssetId)
  const isOne = sameAddress(coinOr(last), token) && said.hasSourceSwaps === swaps.length > 0
  const isEvm = !hasOwnAccounts(said.destinationChainId) && tokenOut !== zeroAddress
  if (!paid || hasMessage || !isOne || !isEvm)
    return undecoded(bridgeTerms({ ...said, hasDestinationCall: hasMessage }))
  return {
    ...{ does: 'bridge', ...paid, toChain: said.destinationChainId, tokenOut, minimumReceived },
    ...{ recipient: said.receiver, deadline: BigInt(said.fillDeadline), unwrapsForAccounts: true },
    ...(swaps.length > 0 && { onTheWay: { token, minimum: said.minAmount } }),
  }
}

/** The later version of the older facet has addresses instead of words, and counts a share in other units. */
type AcrossV4Data = AcrossData & {
  readonly receiverAddress: Hex
  readonly refundAddress: Hex
  readonly outputAmountMultiplier?: bigint
  readonly outputAmountPercent?: bigint
  /** The input of Across, in versions that name it in addition to the diamond's own. */
  readonly 'acrossData.sendingAssetId'?: Hex
}

/**
 * The later facet names recipient and refund address itself. On any chain it compares the recipient with the diamond's
 * receiver only without a message, and if that is not the placeholder for receivers on chains of another kind.
 */
function viaAcrossV4(said: BridgeData & AcrossV4Data, context: CallContext): Effect {
  const { destinationChainId: toChain, outputAmountPercent = 0n } = said
  if (!sameAddress(shortened(said.refundAddress), context.caller)) return refundsOthers
  const token = shortened(said.receivingAssetId)
  const hasMessage = said.hasDestinationCall || said.message !== '0x'
  const isEvm = !hasOwnAccounts(toChain)
  const word = pad(said.receiverAddress, { size: wordBytes })
  const receiver = isEvm ? recipientOnEvm(word) : receiverOf(said, word)
  // Two different receivers: at least one of them is not the person's.
  if (isEvm && !hasMessage && said.receiver !== otherKind && !sameAddress(said.receiver, receiver))
    return undecoded({ toChain, recipient: word })
  const named = { ...said, receiver, hasDestinationCall: hasMessage }
  // Across must be given the same input as the diamond, and native coins as the wrapped token.
  const given = said['acrossData.sendingAssetId']
  const sold = coinOr(said.sendingAssetId) === native ? context.wrapped : said.sendingAssetId
  if (token === undefined || (given !== undefined && !sameAddress(shortened(given), sold)))
    return undecoded(bridgeTerms(named))
  // After swaps it asks for as much of what they bring, at least their minimum.
  const multiplier = said.outputAmountMultiplier ?? (outputAmountPercent * multiplierUnit) / percentUnit
  const outputAmount = said.swapData?.length ? (said.minAmount * multiplier) / multiplierUnit : said.outputAmount
  return viaAcross({ ...named, receivingAssetId: token, outputAmount }, context)
}

/** LI.FI's multipliers of amounts count decimals of both tokens, too. */
const multiplierUnit = 10n ** 30n
const percentUnit = 10n ** 18n

type StargateData = ValueOf<typeof sendParam> & {
  readonly assetId: number
  readonly lzTokenFee: bigint
  readonly refundAddress: string
}

function viaStargate(said: BridgeData & StargateData, { caller, chainId, value }: CallContext): Effect {
  if (!sameAddress(said.refundAddress, caller)) return refundsOthers
  const paid = paidFor(said, [], value)
  const token = coinOr(said.sendingAssetId)
  const pool = stargatePoolFor(chainId, token === native ? undefined : token)
  // The diamond replaces the amount by what it was given; chain and receiver are in both places.
  const read = pool && depositAt(pool, { ...said, amountLD: said.minAmount })
  const isSame =
    pool?.assetId === said.assetId &&
    payingPool(said.dstEid, said.assetId)?.chainId === Number(said.destinationChainId) &&
    sameAddress(read?.recipient, said.receiver)
  const isPlain = !said.swapData && said.lzTokenFee === 0n && !said.hasDestinationCall && !said.hasSourceSwaps
  if (paid && read && isSame && isPlain) return { ...read, ...paid }
  // The diamond compares neither its chain nor, with a destination call, its receiver with those given to Stargate, which
  // uses its own.
  const { recipient, handler = recipient, toChain } = sendTerms(said)
  const own = { ...(toChain && { toChain }), ...(said.hasDestinationCall && handler && { handler }) }
  return undecoded({ ...bridgeTerms(said), ...own })
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

function bridgeTerms({ destinationChainId: chainId, receiver, hasDestinationCall }: BridgeData): BridgeTerms {
  const isOther = hasOwnAccounts(chainId)
  const named = isOther && receiver === otherKind ? undefined : receiver
  return termsOf(chainId === solana ? 'solana' : isOther ? undefined : chainId, named, hasDestinationCall)
}

/** The receiver, where the stand-in leaves the word of a facet to name an account on Solana. */
function receiverOf({ receiver, destinationChainId }: BridgeData, word: Hex): string {
  return receiver === otherKind && destinationChainId === solana ? toBase58(hexToBytes(word)) : receiver
}

/** On an EVM chain the stand-in is an address like others, that no one holds. */
function hasOwnAccounts(chainId: bigint): boolean {
  return chainId >= firstOfOtherKind
}

/** Placeholder for a receiver on a chain of another kind, which another field names. */
const otherKind = '0x11f111f111f111F111f111f111F111f111f111F1'
/** Chains of another kind have numbers of LI.FI's own. */
const firstOfOtherKind = 1_000_000_000_000n
const solana = 1_151_111_081_099_710n
