import { encodeAbiParameters, type Hex, isHex, keccak256, parseAbiParameters, zeroAddress } from 'viem'
import { hex, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { errorClass } from '../../domain/errorClass'
import type { EvmStep } from '../../guard/plan'
import type { StatusQuery } from './receipt'
import { executionsIn } from './smartAccount'

/*
 * A Safe numbers its transactions itself. One that waits in its queue can never be executed once another one with its
 * number was: the owners rejected or replaced it there, and no event names it.
 */

/** `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,…,uint256 nonce)`, since version 1.0. */
const typeHash = '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8'
/** `nonce()` and `domainSeparator()`. */
const [nonceCall, domainCall] = ['0xaffed0e0', '0xf698da25']

/** How far below the next number the queued transaction is looked for. */
const maxNumbers = 500

/**
 * Whether the Safe executed another transaction under the number of the one with this `safeTxHash`. `false` whenever that is
 * not certain: another kind of account, a hash that the step does not lead to, a number that is still to come.
 */
export async function isPassedOver(query: StatusQuery, safeTxHash: string): Promise<boolean> {
  const { node, anchor, chain, step } = query
  const latest = quantity(await node.ask('eth_blockNumber', []))
  // A number that was taken in a block that may still be replaced is not mistaken for good.
  const settled = latest - BigInt(Math.max(1, chain.confirmations)) + 1n
  if (settled <= anchor.block) return false
  const read = (data: string) => node.ask('eth_call', [{ to: anchor.account, data }, hex(settled)])
  const [next, domain] = await Promise.all([read(nonceCall), read(domainCall)])
  if (!isWord(next) || !isWord(domain)) return false
  const number = numberOf(step, safeTxHash, { next: BigInt(next), domain })
  if (number === undefined || number >= BigInt(next)) return false
  const executed = await executedSince(query, latest)
  // Each number from this one on is an execution that is logged. A Safe of version 1.0 logs none that succeeds.
  return !executed.has(safeTxHash.toLowerCase()) && BigInt(executed.size) >= BigInt(next) - number
}

/** The number that gives this hash, among those already taken. */
function numberOf(step: EvmStep, safeTxHash: string, safe: { readonly next: bigint; readonly domain: Hex }) {
  const content = hashedContent(step)
  if (!content) return undefined
  const lowest = safe.next > BigInt(maxNumbers) ? safe.next - BigInt(maxNumbers) : 0n
  for (let number = safe.next - 1n; number >= lowest; number--) {
    const struct = keccak256(encodeAbiParameters(safeTx, [typeHash, ...content, number]))
    if (isSameAddress(keccak256(`0x1901${safe.domain.slice(2)}${struct.slice(2)}`), safeTxHash)) return number
  }
  return undefined
}

const safeTx = parseAbiParameters(
  'bytes32, address, uint256, bytes32, uint8, uint256, uint256, uint256, address, address, uint256',
)

/** A plain call without a refund of gas, as Safe wallets create it from a request of a page. */
function hashedContent({ to, value, data }: EvmStep) {
  if (!isHex(to) || !isHex(data)) return undefined
  return [to, value, keccak256(data), 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
}

/** The hashes of what the Safe logged as executed since the request. Rejects where the node may not have all blocks. */
async function executedSince({ node, anchor }: StatusQuery, latest: bigint): Promise<ReadonlySet<string>> {
  const filter = { address: anchor.account, fromBlock: hex(anchor.block), toBlock: hex(latest) }
  const [logs, head] = await node.askAll([
    { method: 'eth_getLogs', params: [filter] },
    { method: 'eth_blockNumber', params: [] },
  ])
  if (logs instanceof Error) throw logs
  // For blocks that it does not have yet, a node returns no logs instead of an error.
  if (quantity(head) < latest) throw new NodeBehind(latest)
  return new Set(executionsIn(logs, anchor.account).map(({ own }) => own.toLowerCase()))
}

function isWord(answer: unknown): answer is Hex {
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)
}

/** Logs were asked of a node that is behind the one that answered with the latest block. */
const NodeBehind = errorClass('NodeBehind', (block: bigint) => `The node does not have block ${block} yet.`)
