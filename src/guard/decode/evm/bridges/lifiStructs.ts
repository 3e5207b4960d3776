import type { AbiParameter } from 'viem'

/* The arguments of LI.FI's diamond, as its contracts declare them. */

/** First argument of every bridge function of the diamond. */
export const bridgeData = {
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

/** Swaps before a bridge. */
export const swapData = {
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

/** For Across, whose deposit is in the receiver’s name. */
export const acrossData = {
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

/** Of later versions of the same facet. */
export const laterAcrossData = {
  type: 'tuple',
  name: 'acrossData',
  components: [
    { type: 'address', name: 'receiverAddress' },
    { type: 'address', name: 'refundAddress' },
    { type: 'address', name: 'receivingAssetId' },
    { type: 'uint256', name: 'outputAmount' },
    { type: 'uint64', name: 'outputAmountPercent' },
    { type: 'address', name: 'exclusiveRelayer' },
    { type: 'uint32', name: 'quoteTimestamp' },
    { type: 'uint32', name: 'fillDeadline' },
    { type: 'uint32', name: 'exclusivityDeadline' },
    { type: 'bytes', name: 'message' },
  ],
} as const

/** For Across by its later facet, with words for addresses. */
export const acrossV4Data = {
  type: 'tuple',
  name: 'acrossData',
  components: [
    { type: 'bytes32', name: 'receiverAddress' },
    { type: 'bytes32', name: 'refundAddress' },
    { type: 'bytes32', name: 'receivingAssetId' },
    { type: 'uint256', name: 'outputAmount' },
    { type: 'uint128', name: 'outputAmountMultiplier' },
    { type: 'bytes32', name: 'exclusiveRelayer' },
    { type: 'uint32', name: 'quoteTimestamp' },
    { type: 'uint32', name: 'fillDeadline' },
    { type: 'uint32', name: 'exclusivityDeadline' },
    { type: 'bytes', name: 'message' },
  ],
} as const

const [receiverWord, refundWord, ...restOfV4] = acrossV4Data.components

/** Of later versions of that facet. */
export const laterAcrossV4Data = {
  ...acrossV4Data,
  components: [receiverWord, refundWord, { type: 'bytes32', name: 'sendingAssetId' }, ...restOfV4],
} as const

/** For Stargate, version 2. */
export const stargateData = {
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

/** For Relay. */
export const relayData = {
  type: 'tuple',
  name: 'relayData',
  components: [
    { type: 'bytes32', name: 'requestId' },
    { type: 'bytes32', name: 'nonEVMReceiver' },
    { type: 'bytes32', name: 'receivingAssetId' },
    { type: 'bytes', name: 'signature' },
  ],
} as const

/** A function of the diamond. */
export function bridging<const name extends string, const inputs extends readonly AbiParameter[]>(
  name: name,
  inputs: inputs,
) {
  return { type: 'function', stateMutability: 'payable', outputs: [], name, inputs } as const
}
