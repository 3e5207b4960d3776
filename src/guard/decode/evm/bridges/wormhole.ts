import type { Hex } from 'viem'
import { undecoded } from '../call'
import { decoders, type FunctionDecoder } from '../functionDecoder'
import { recipientOnEvm, shortened, termsOf } from './bridgeTerms'

/**
 * Wormhole's token bridge pays out its own copy of a token, whose address only the destination chain knows: a
 * transfer is never read as a whole. Its chain, its recipient and its fee are judged.
 */
export const wormhole: readonly FunctionDecoder[] = decoders(
  ({ amount, recipientChain, recipient, arbiterFee: fee = 0n, payload }, { value }) => {
    const toChain = recipientChain === solana ? 'solana' : evmChains.get(recipientChain)
    const to = recipientOn(toChain, recipient)
    const sent = amount ?? value
    return undecoded({
      ...termsOf(toChain, to, payload !== undefined),
      ...(fee > 0n ? { feeBps: sent === 0n ? 10_000n : (fee * 10_000n + sent - 1n) / sent } : {}),
    })
  },
  'function transferTokens(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
  'function wrapAndTransferETH(uint16 recipientChain, bytes32 recipient, uint256 arbiterFee, uint32 nonce)',
  // A transfer with payload can only be redeemed by the recipient contract; the final payee is not decoded.
  'function transferTokensWithPayload(address token, uint256 amount, uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
  'function wrapAndTransferETHWithPayload(uint16 recipientChain, bytes32 recipient, uint32 nonce, bytes payload)',
)

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
