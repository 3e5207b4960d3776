import { getAddress, type Hex, hexToBytes } from 'viem'
import { isBitcoinAddress } from '../../../domain/address'
import { toBase58 } from '../../../domain/base58'
import { reason } from '../../findings/reason'
import { native, sameAddress, zeroAddress } from './address'
import type { Effect } from './call'
import { type CallContext, type FunctionDecoder, functionDecoder } from './functionDecoder'
import { pathEnds } from './packedPath'

/** The escrow of a cross-chain swap: the source side is a call, the destination side is encoded in its arguments. */
export const bridges: readonly FunctionDecoder[] = [
  functionDecoder(
    'function deposit(address token, uint256 amount, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
    ([token, amount, destination]) => bridge(token, amount, destination),
  ),
  functionDecoder(
    'function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
    ([tokenIn, amountIn, path, minimum, midToken, destination]) =>
      endsIn(path, midToken)
        ? { ...bridge(tokenIn, amountIn, destination), onTheWay: { token: midToken, minimum } }
        : badPath,
  ),
  functionDecoder(
    'function swapNativeAndDeposit(bytes path, uint256 minMid, address midToken, (uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline) destination)',
    ([path, minimum, midToken, destination], { value }) =>
      endsIn(path, midToken)
        ? { ...bridge(native, value, destination), onTheWay: { token: midToken, minimum } }
        : badPath,
  ),
  functionDecoder('function refund(uint256 id)', ([id]) => ({ does: 'reclaim', id })),
  functionDecoder(
    'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
    (
      [
        depositor,
        recipient,
        token,
        tokenOut,
        amount,
        minimumReceived,
        toChain,
        _relayer,
        _quoted,
        deadline,
        _alone,
        message,
      ],
      context,
    ) =>
      across({ depositor, recipient, token, tokenOut, amount, minimumReceived, toChain, deadline, message }, context),
  ),
  functionDecoder(
    'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
    (
      [
        depositor,
        recipient,
        token,
        tokenOut,
        amount,
        minimumReceived,
        toChain,
        _relayer,
        _quoted,
        deadline,
        _alone,
        message,
      ],
      context,
    ) => {
      const [from, to, sold, bought] = [depositor, recipient, token, tokenOut].map(shortened)
      if (!from || !to || !sold || !bought) return unreadable
      const parties = { depositor: from, recipient: to, token: sold, tokenOut: bought }
      return across({ ...parties, amount, minimumReceived, toChain, deadline, message }, context)
    },
  ),
]

type AcrossDeposit = {
  readonly depositor: string
  readonly recipient: string
  readonly token: string
  readonly tokenOut: string
  readonly amount: bigint
  readonly minimumReceived: bigint
  readonly toChain: bigint
  readonly deadline: number
  readonly message: Hex
}

/**
 * Across (`SpokePool`) refunds the depositor, so that has to be the caller. A message is carried out by the recipient's
 * code, and a token of zeros is chosen by whoever fills: neither is read. Coins are sent as the wrapped one.
 */
function across({ depositor, message, deadline, ...deposit }: AcrossDeposit, { caller, value, wrapped }: CallContext) {
  if (!sameAddress(depositor, caller)) return refundsOthers
  if (message !== '0x' || sameAddress(deposit.tokenOut, zeroAddress)) return unreadable
  if (value > 0n && (!sameAddress(deposit.token, wrapped) || value !== deposit.amount)) return unreadable
  const token = value > 0n ? native : deposit.token
  return { ...deposit, does: 'bridge', token, deadline: BigInt(deadline), unwrapsForAccounts: true } satisfies Effect
}

const refundsOthers: Effect = { does: 'forbidden', what: reason('forbidden.sends-tokens', {}) }
const unreadable: Effect = { does: 'unknown', why: reason('call.named', { name: 'Across deposit' }) }

/** The EVM address in a word; `undefined` for an address of another kind of chain. */
function shortened(word: Hex): string | undefined {
  return /^0x0{24}/.test(word) ? getAddress(`0x${word.slice(26)}`) : undefined
}

/** Whether a swap path ends in the token that the bridge keeps. */
function endsIn(path: Hex, token: string): boolean {
  const ends = pathEnds(path)
  return ends !== undefined && sameAddress(ends.tokenOut, token)
}

const badPath: Effect = { does: 'unknown', why: reason('call.bad-path', {}), isDisguised: true }

type Destination = {
  readonly chain: bigint
  readonly token: Hex
  readonly recipient: Hex
  readonly minOut: bigint
  readonly deadline: bigint
}

function bridge(token: string, amount: bigint, destination: Destination): Extract<Effect, { does: 'bridge' }> {
  return {
    does: 'bridge',
    token,
    amount,
    toChain: destination.chain,
    tokenOut: addressOf(destination.token),
    minimumReceived: destination.minOut,
    recipient: addressOf(destination.recipient),
    deadline: destination.deadline,
  }
}

/**
 * Twenty bytes are an EVM address, thirty-two a Solana address, zeros or no bytes the native coin; a Bitcoin address is
 * encoded as text. Others stay hex.
 */
function addressOf(bytes: Hex): string {
  const raw = hexToBytes(bytes)
  if (raw.every((byte) => byte === 0)) return native
  if (raw.length === 20) return getAddress(bytes)
  const text = String.fromCharCode(...raw.slice(0, longestAddress))
  if (isBitcoinAddress(text) && raw.length === text.length) return text
  return raw.length === 32 ? toBase58(raw) : bytes
}

const longestAddress = 100
