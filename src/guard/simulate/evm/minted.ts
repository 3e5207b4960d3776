import { getAddress, toEventSelector } from 'viem'
import { word } from '../../../chain/rpc'
import type { MintedPositions } from '../../checkInputs'
import { zeroAddress } from '../../decode/evm/address'

export type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

const transferred = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 indexed id)')
/** The mint events of Uniswap v3 and Algebra pools: the manager owns the liquidity there. */
const minted = toEventSelector(
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 liquidity, uint256 amount0, uint256 amount1)',
)

/** The logs of managers and pools about new positions. */
export function mintedIn(logs: readonly Log[]): MintedPositions {
  return { tokens: logs.flatMap(tokenIn), liquidity: logs.flatMap(liquidityIn) }
}

/** A new position is an NFT transferred from the zero address. */
function tokenIn({ address, topics: [kind, from = '', to = '', id] }: Log): MintedPositions['tokens'] {
  if (kind !== transferred || id === undefined || topicAddress(from) !== zeroAddress) return []
  return [{ manager: getAddress(address), owner: topicAddress(to) }]
}

function liquidityIn({ address, topics: [kind, owner = '', lower, upper], data }: Log): MintedPositions['liquidity'] {
  if (kind !== minted || lower === undefined || upper === undefined || data.length < 2 + 2 * 64) return []
  const [tickLower, tickUpper] = [tickOf(lower), tickOf(upper)]
  // The first word is the sender.
  const liquidity = word(`0x${data.slice(2 + 64)}`)
  return [{ pool: getAddress(address), owner: topicAddress(owner), tickLower, tickUpper, liquidity }]
}

export function topicAddress(topic: string): string {
  return getAddress(`0x${topic.slice(-40)}`)
}

function tickOf(topic: string): number {
  return Number(BigInt.asIntN(24, BigInt(topic)))
}
