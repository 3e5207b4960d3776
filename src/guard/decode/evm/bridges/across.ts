import { native, sameAddress, zeroAddress } from '../address'
import { type Effect, undecoded } from '../call'
import { type CallContext, decoders, type FunctionDecoder, type NamedArguments } from '../functionDecoder'
import { refundsOthers, shortened } from './bridgeTerms'

const depositV3 =
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)'

/** Across (`SpokePool`): a deposit names token, amount, chain, recipient, minimum and deadline. */
export const across: readonly FunctionDecoder[] = [
  ...decoders(deposited, depositV3),
  ...decoders((deposit, context) => {
    const { depositor, recipient, inputToken, outputToken, destinationChainId: toChain } = deposit
    const [from, to, sold, bought] = [depositor, recipient, inputToken, outputToken].map(shortened)
    if (!from || !to || !sold || !bought) return undecoded(name, { toChain })
    return deposited({ ...deposit, depositor: from, recipient: to, inputToken: sold, outputToken: bought }, context)
  }, 'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)'),
]

/**
 * Across (`SpokePool`) refunds the depositor, so that has to be the caller. A message is executed by the recipient's
 * code, and with a zero output token the relayer chooses it: neither is decoded. Native coins are bridged wrapped.
 */
function deposited(deposit: NamedArguments<typeof depositV3>, { caller, value, wrapped }: CallContext): Effect {
  const { inputToken, inputAmount: amount, outputToken: tokenOut, destinationChainId: toChain, recipient } = deposit
  if (!sameAddress(deposit.depositor, caller)) return refundsOthers
  // With a message the recipient is a contract that passes on what it gets, or keeps it where it has no code.
  if (deposit.message !== '0x') return undecoded(name, { toChain, handler: recipient })
  const isOtherCoin = value > 0n && (!sameAddress(inputToken, wrapped) || value !== amount)
  if (isOtherCoin || sameAddress(tokenOut, zeroAddress)) return undecoded(name, { toChain, recipient })
  return {
    ...{ does: 'bridge', token: value > 0n ? native : inputToken, amount, toChain, tokenOut, recipient },
    ...{ minimumReceived: deposit.outputAmount, deadline: BigInt(deposit.fillDeadline), unwrapsForAccounts: true },
  }
}

const name = 'Across deposit'
