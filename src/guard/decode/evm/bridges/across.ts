import { native, sameAddress, zeroAddress } from '../address'
import { undecoded } from '../call'
import { decoders, type FunctionDecoder } from '../functionDecoder'
import { refundsOthers, shortened } from './bridgeTerms'

/**
 * Across (`SpokePool`): a deposit names token, amount, chain, recipient, minimum and deadline. It refunds the depositor, so
 * that has to be the caller. A message is executed by the recipient's code, and with a zero output token the relayer chooses
 * it: neither is decoded. Native coins are bridged wrapped.
 */
export const across: readonly FunctionDecoder[] = decoders(
  ({ destinationChainId: toChain, amountIn: amount, minimum, message, fillDeadline, ...said }, context) => {
    const { caller, value, wrapped } = context
    const { depositor, recipient: to, tokenIn: sold, tokenOut: bought } = said
    const [from, recipient, token, tokenOut] = [depositor, to, sold, bought].map(shortened)
    if (!from || !recipient || !token || !tokenOut) return undecoded({ toChain })
    if (!sameAddress(from, caller)) return refundsOthers
    // With a message the recipient is a contract that passes on what it gets, or keeps it where it has no code.
    if (message !== '0x') return undecoded({ toChain, handler: recipient })
    const isOtherCoin = value > 0n && (!sameAddress(token, wrapped) || value !== amount)
    if (isOtherCoin || tokenOut === zeroAddress) return undecoded({ toChain, recipient })
    return {
      ...{ does: 'bridge', token: value > 0n ? native : token, amount, toChain, tokenOut, recipient },
      ...{ minimumReceived: minimum, deadline: BigInt(fillDeadline), unwrapsForAccounts: true },
    }
  },
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
)
