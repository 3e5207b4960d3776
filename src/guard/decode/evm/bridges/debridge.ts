import { getAddress, type Hex, hexToBytes, size, slice } from 'viem'
import { toBase58 } from '../../../../domain/encodings'
import { coin, native, sameAddress, zeroAddress } from '../address'
import { undecoded } from '../call'
import { decoders, type FunctionDecoder, type ValueOf } from '../functionDecoder'
import { refundsOthers, termsOf } from './bridgeTerms'

const order =
  '(address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc)'

/**
 * deBridge (`DlnSource`): an order names what it gives and takes, and who may lower or cancel it on the destination
 * chain. It has no deadline: until someone fills it, only that authority gets a refund.
 */
export const debridge: readonly FunctionDecoder[] = decoders(
  (said, { caller, value }) => {
    const { giveTokenAddress, giveAmount: amount, takeAmount, receiverDst, takeTokenAddress } = said
    if (!isOwn(said, caller)) return refundsOthers
    const toChain = chainOf(said.takeChainId)
    const fee = affiliateFee(said.affiliateFee, amount)
    // A single named taker may never fill the order; a call on the destination chain is not decoded.
    const isPlain = [said.allowedTakerDst, said.externalCall, said.permitEnvelope].every((bytes) => bytes === '0x')
    const isEvm = size(receiverDst) === 20 && size(takeTokenAddress) === 20
    const isCoin = giveTokenAddress === zeroAddress
    const isPaid = !isCoin || value >= amount
    if (!isPlain || !isEvm || !isPaid || fee === 'unread' || toChain === undefined || toChain === 'solana')
      // A receiver of another length is no account on the destination chain, so it never equals the one asked for.
      return undecoded(termsOf(toChain, receiverIn(receiverDst), said.externalCall !== '0x'))
    return {
      ...{ does: 'bridge', token: isCoin ? native : giveTokenAddress, amount, toChain, deadline: undefined },
      ...{
        tokenOut: coin(getAddress(takeTokenAddress)),
        minimumReceived: takeAmount,
        recipient: getAddress(receiverDst),
      },
      ...(fee && { fee }),
    }
  },
  `function createOrder(${order} orderCreation, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope)`,
  `function createSaltedOrder(${order} orderCreation, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata)`,
)

type Order = ValueOf<typeof order>

/**
 * Only the user may change the give amount; the user or recipient may change the take amount; cancelled orders are
 * refunded to the user only.
 */
function isOwn(order: Order, caller: string): boolean {
  const authority = order.orderAuthorityAddressDst
  const beneficiary = order.allowedCancelBeneficiarySrc
  const isTheirs = sameAddress(authority, order.receiverDst) || sameAddress(authority, caller)
  const isGivers = sameAddress(order.givePatchAuthoritySrc, caller)
  return isTheirs && isGivers && (beneficiary === '0x' || sameAddress(beneficiary, caller))
}

/** The chain id behind deBridge's number: the same for most EVM chains, its own for Solana and later ones. */
function chainOf(id: bigint): bigint | 'solana' | undefined {
  if (id === solana) return 'solana'
  return id < firstOwnNumber ? id : ownNumbers.get(id)
}

function receiverIn(bytes: Hex): string {
  if (size(bytes) === 20) return getAddress(bytes)
  return size(bytes) === 32 ? toBase58(hexToBytes(bytes)) : bytes
}

/** A packed pair of an address and an amount of the give token. */
function affiliateFee(packed: Hex, given: bigint): { bps: bigint; recipient: string } | 'unread' | undefined {
  if (packed === '0x') return undefined
  if (size(packed) !== 52 || given === 0n) return 'unread'
  const amount = BigInt(slice(packed, 20))
  return { bps: (amount * 10_000n + given - 1n) / given, recipient: getAddress(slice(packed, 0, 20)) }
}

const solana = 7_565_164n
const firstOwnNumber = 100_000_000n
/** By deBridge's list of supported chains. */
const ownNumbers: ReadonlyMap<bigint, bigint> = new Map([
  [100_000_002n, 100n],
  [100_000_008n, 32_769n],
  [100_000_009n, 747n],
  [100_000_013n, 1514n],
  [100_000_019n, 25n],
  [100_000_021n, 60_808n],
  [100_000_022n, 999n],
  [100_000_023n, 5000n],
  [100_000_027n, 1329n],
  [100_000_029n, 1776n],
  [100_000_030n, 143n],
  [100_000_031n, 4326n],
])
