import type { Hex } from 'viem'
import { native, sameAddress, zeroAddress } from '../address'
import type { Effect } from '../call'
import { type CallContext, type FunctionDecoder, functionDecoder } from '../functionDecoder'
import { refundsOthers, shortened, unreadBridge } from './bridgeTerms'

/** Across (`SpokePool`): a deposit names token, amount, chain, recipient, minimum and deadline. */
export const across: readonly FunctionDecoder[] = [
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
      deposited(
        { depositor, recipient, token, tokenOut, amount, minimumReceived, toChain, deadline, message },
        context,
      ),
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
      if (!from || !to || !sold || !bought) return unreadBridge(name, { toChain })
      const parties = { depositor: from, recipient: to, token: sold, tokenOut: bought }
      return deposited({ ...parties, amount, minimumReceived, toChain, deadline, message }, context)
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
 * Across (`SpokePool`) refunds the depositor, so that has to be the caller. A message is executed by the recipient's
 * code, and with a zero output token the relayer chooses it: neither is decoded. Native coins are bridged wrapped.
 */
function deposited(
  { depositor, message, deadline, ...deposit }: AcrossDeposit,
  { caller, value, wrapped }: CallContext,
) {
  if (!sameAddress(depositor, caller)) return refundsOthers
  const { toChain, recipient } = deposit
  // With a message the recipient is a contract that passes on what it gets, or keeps it where it has no code.
  if (message !== '0x') return unreadBridge(name, { toChain, handler: recipient })
  const isOtherCoin = value > 0n && (!sameAddress(deposit.token, wrapped) || value !== deposit.amount)
  if (isOtherCoin || sameAddress(deposit.tokenOut, zeroAddress)) return unreadBridge(name, { toChain, recipient })
  const token = value > 0n ? native : deposit.token
  return { ...deposit, does: 'bridge', token, deadline: BigInt(deadline), unwrapsForAccounts: true } satisfies Effect
}

const name = 'Across deposit'
