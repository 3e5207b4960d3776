import { parseAbiParameters } from 'viem'

/* The arguments of LI.FI's diamond, as its contracts declare them. */

/** First argument of every bridge function of the diamond. */
export const [bridgeData] = parseAbiParameters(
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall) bridgeData',
)

/** Swaps before a bridge. */
export const [swapData] = parseAbiParameters(
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)[] swapData',
)

/** For Across, whose deposit is in the receiver’s name. */
export const [acrossData] = parseAbiParameters(
  '(address receivingAssetId, uint256 outputAmount, uint32 quoteTimestamp, uint32 fillDeadline, bytes message) acrossData',
)

/** Of later versions of the same facet. */
export const [laterAcrossData] = parseAbiParameters(
  '(address receiverAddress, address refundAddress, address receivingAssetId, uint256 outputAmount, uint64 outputAmountPercent, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData',
)

/** For Across by its later facet, with words for addresses. */
export const [acrossV4Data] = parseAbiParameters(
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData',
)

/** Of later versions of that facet. */
export const [laterAcrossV4Data] = parseAbiParameters(
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) acrossData',
)

/** For Stargate, version 2. */
export const [stargateData] = parseAbiParameters(
  '(uint16 assetId, (uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd) sendParams, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress) stargateData',
)

/** For Relay. */
export const [relayData] = parseAbiParameters(
  '(bytes32 requestId, bytes32 nonEVMReceiver, bytes32 receivingAssetId, bytes signature) relayData',
)
