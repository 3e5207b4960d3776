import type { Hex } from 'viem'
import {
  chainOfEndpoint,
  payingPool,
  type StargatePool,
  stargatePoolAt,
} from '../../../../protocol/deployment/stargatePools'
import { native, sameAddress } from '../address'
import { type BridgeTerms, type Effect, undecoded } from '../call'
import { decoders, type FunctionDecoder, type ValueOf } from '../functionDecoder'
import { recipientOnEvm, refundsOthers, shortened, termsOf } from './bridgeTerms'

export const sendParam =
  '(uint32 dstEid, bytes32 to, uint256 amountLD, uint256 minAmountLD, bytes extraOptions, bytes composeMsg, bytes oftCmd)'

/**
 * Stargate v2 has the functions of every LayerZero OFT: only the pool contract identifies its token, so only pools of
 * the list are decoded. The pool enforces the minimum on the source chain, in steps of six decimals, and owes its input
 * minus its fee.
 */
export const stargate: readonly FunctionDecoder[] = [
  ...decoders(
    (said, { to, caller, chainId, value }) => {
      const pool = stargatePoolAt(chainId, to)
      // The unused part of the message fee is refunded to an address of the call.
      if (!sameAddress(said.refundAddress, caller)) return refundsOthers
      const isPaid = said.lzTokenFee === 0n && (pool?.token !== undefined || value >= said.amountLD)
      return (isPaid && pool && depositAt(pool, said)) || undecoded(sendTerms(said))
    },
    `function send(${sendParam} sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)`,
    `function sendToken(${sendParam} sendParam, (uint256 nativeFee, uint256 lzTokenFee) fee, address refundAddress)`,
  ),
  // Version 1 numbers its pools, and the token of a number differs between chains. It pays the first twenty bytes of
  // the recipient, so that a longer one matches no one.
  ...decoders(
    ({ dstChainId, refundAddress, to, toAddress }, { caller }) =>
      sameAddress(refundAddress, caller)
        ? undecoded(termsOf(firstEndpoints.get(dstChainId), to ?? toAddress ?? ''))
        : refundsOthers,
    'function swap(uint16 dstChainId, uint256 srcPoolId, uint256 dstPoolId, address refundAddress, uint256 amountLD, uint256 minAmountLD, (uint256 dstGasForCall, uint256 dstNativeAmount, bytes dstNativeAddr) lzTxParams, bytes to, bytes payload)',
    'function swapETH(uint16 dstChainId, address refundAddress, bytes toAddress, uint256 amountLD, uint256 minAmountLD)',
  ),
]

type SendParam = ValueOf<typeof sendParam>

/** A deposit at a pool; `undefined` if part of it cannot be read: a message, options, an unlisted destination chain. */
export function depositAt(
  pool: StargatePool,
  { dstEid, to, amountLD, minAmountLD, extraOptions, composeMsg, oftCmd }: SendParam,
): Extract<Effect, { does: 'bridge' }> | undefined {
  const far = payingPool(dstEid, pool.assetId)
  const recipient = shortened(to)
  if (!far || recipient === undefined) return undefined
  if (composeMsg !== '0x' || !plainOptions.includes(extraOptions) || !modes.includes(oftCmd)) return undefined
  return {
    ...{ does: 'bridge', token: pool.token ?? native, amount: amountLD, deadline: undefined },
    ...{ toChain: BigInt(far.chainId), tokenOut: far.token ?? native, recipient },
    minimumReceived: (minAmountLD / scaleOf(pool)) * scaleOf(far),
  }
}

/** The destination that a deposit names. With a message the recipient is a contract, which carries it out. */
export function sendTerms({ dstEid, to, composeMsg }: SendParam): BridgeTerms {
  const toChain = chainOfEndpoint(dstEid)
  // An unlisted chain may write accounts differently.
  const named = toChain === undefined ? shortened(to) : recipientOnEvm(to)
  return termsOf(toChain, named, composeMsg !== '0x')
}

/** Amounts cross in units of six decimals. */
function scaleOf({ decimals }: StargatePool): bigint {
  return 10n ** BigInt(decimals - sharedDecimals)
}

const sharedDecimals = 6
/** None, and the header of options without any. */
const plainOptions: readonly Hex[] = ['0x', '0x0003']
/** A message of its own, or one for several deposits. */
const modes: readonly Hex[] = ['0x', '0x00']

/** LayerZero's numbers of chains in its first version. */
const firstEndpoints: ReadonlyMap<number, number> = new Map([
  [101, 1],
  [102, 56],
  [106, 43_114],
  [109, 137],
  [110, 42_161],
  [111, 10],
  [112, 250],
  [184, 8453],
])
