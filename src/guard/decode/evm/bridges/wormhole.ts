import type { Hex } from 'viem'
import type { BridgeTerms } from '../call'
import { type FunctionDecoder, functionDecoder } from '../functionDecoder'
import { recipientOnEvm, shortened, unreadBridge } from './bridgeTerms'

/**
 * Wormhole's token bridge pays out its own copy of a token, whose address only the destination chain knows: a
 * transfer is never read as a whole. Its chain, its recipient and its fee are judged.
 */
export const wormhole: readonly FunctionDecoder[] = [
  functionDecoder(
    'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
    ([, amount, chain, recipient, fee]) =>
      unreadBridge('Wormhole transfer', termsOf({ amount, chain, recipient, fee })),
  ),
  functionDecoder(
    'function wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
    ([chain, recipient, fee], { value }) =>
      unreadBridge('Wormhole transfer', termsOf({ amount: value, chain, recipient, fee })),
  ),
  // A transfer with payload can only be redeemed by the recipient contract; the final payee is not decoded.
  functionDecoder(
    'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
    ([, amount, chain, recipient]) => unreadBridge('Wormhole transfer', handedOver({ amount, chain, recipient })),
  ),
  functionDecoder(
    'function wrapAndTransferETHWithPayload(uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
    ([chain, recipient], { value }) =>
      unreadBridge('Wormhole transfer', handedOver({ amount: value, chain, recipient })),
  ),
]

type Transfer = {
  readonly amount: bigint
  readonly chain: number
  readonly recipient: Hex
  /** Relayer fee, paid in the bridged token. */
  readonly fee: bigint
}

function handedOver(transfer: Omit<Transfer, 'fee'>): BridgeTerms {
  const { recipient: handler, ...terms } = termsOf({ ...transfer, fee: 0n })
  return { ...terms, ...(handler === undefined ? {} : { handler }) }
}

function termsOf({ amount, chain, recipient, fee }: Transfer): BridgeTerms {
  const toChain = chain === solana ? 'solana' : evmChains.get(chain)
  const to = recipientOn(toChain, recipient)
  return {
    ...(toChain === undefined ? {} : { toChain: typeof toChain === 'number' ? BigInt(toChain) : toChain }),
    ...(to === undefined ? {} : { recipient: to }),
    ...(fee > 0n ? { feeBps: amount === 0n ? 10_000n : (fee * 10_000n + amount - 1n) / amount } : {}),
  }
}

/** On Solana the recipient is a token account, which is derived from the owner and the copy's address. */
function recipientOn(toChain: number | 'solana' | undefined, word: Hex): string | undefined {
  if (toChain === 'solana') return undefined
  return toChain === undefined ? shortened(word) : recipientOnEvm(word)
}

const solana = 1
/** Wormhole's numbers of EVM chains. */
const evmChains: ReadonlyMap<number, number> = new Map([
  [2, 1],
  [4, 56],
  [5, 137],
  [6, 43_114],
  [10, 250],
  [14, 42_220],
  [16, 1284],
  [23, 42_161],
  [24, 10],
  [25, 100],
  [30, 8453],
])
