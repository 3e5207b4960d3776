import { getAddress, type Hex, hexToBytes, size } from 'viem'
import { isBitcoinAddress } from '../../../../domain/address'
import { toBase58 } from '../../../../domain/encodings'
import { native, sameAddress } from '../address'
import { disguised, type Effect } from '../call'
import { decoders, type FunctionDecoder, type ValueOf } from '../functionDecoder'
import { pathEnds } from '../packedPath'

const destination = '(uint256 chain, bytes token, bytes recipient, uint256 minOut, uint64 deadline)'

/** The escrow of a cross-chain swap: the source side is a call, the destination side is encoded in its arguments. */
export const bridges: readonly FunctionDecoder[] = [
  ...decoders(
    (said) => bridge(said.token, said.amount, said),
    `function deposit(address token, uint256 amount, ${destination} destination)`,
  ),
  ...decoders(
    ({ tokenIn = native, midToken: token, minMid: minimum, ...said }, { value }) =>
      endsIn(said.path, token)
        ? { ...bridge(tokenIn, said.amountIn ?? value, said), onTheWay: { token, minimum } }
        : disguised,
    `function swapAndDeposit(address tokenIn, uint256 amountIn, bytes path, uint256 minMid, address midToken, ${destination} destination)`,
    `function swapNativeAndDeposit(bytes path, uint256 minMid, address midToken, ${destination} destination)`,
  ),
  ...decoders(({ id }) => ({ does: 'reclaim', id }), 'function refund(uint256 id)'),
]

/** Whether a swap path, packed as Uniswap packs it, ends in the token that the bridge keeps. */
function endsIn(path: Hex, token: string): boolean {
  return (size(path) - 20) % 23 === 0 && sameAddress(pathEnds(path)?.tokenOut, token)
}

type Destination = Omit<ValueOf<typeof destination>, 'token'> & { readonly 'destination.token': Hex }

function bridge(token: string, amount: bigint, to: Destination): Extract<Effect, { does: 'bridge' }> {
  const [tokenOut, recipient] = [addressOf(to['destination.token']), addressOf(to.recipient)]
  return {
    ...{ does: 'bridge', token, amount, toChain: to.chain, tokenOut, recipient },
    ...{ minimumReceived: to.minOut, deadline: to.deadline },
  }
}

/**
 * Twenty bytes are an EVM address, thirty-two a Solana address, zeros or no bytes the native coin; a Bitcoin address is
 * encoded as text. Others stay hex.
 */
export function addressOf(bytes: Hex): string {
  const raw = hexToBytes(bytes)
  if (raw.every((byte) => byte === 0)) return native
  if (raw.length === 20) return getAddress(bytes)
  const text = String.fromCharCode(...raw.slice(0, maxAddressBytes))
  if (isBitcoinAddress(text) && raw.length === text.length) return text
  return raw.length === 32 ? toBase58(raw) : bytes
}

const maxAddressBytes = 100
