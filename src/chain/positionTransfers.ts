import { getAddress, type Hex, pad } from 'viem'
import { listOf, memberOf, quantity, type RpcPort } from './rpc'

/** A position that came to an owner or left them; made and burned ones come from and go to no one. */
export type PositionTransfer = {
  readonly does: 'opened' | 'closed' | 'received' | 'sent'
  readonly position: bigint
  readonly block: bigint
  readonly logIndex: number
  readonly hash: string
}

/** `Transfer(address indexed, address indexed, uint256 indexed)` of ERC-721. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The transfers of an owner's positions at one manager, the latest first. Rejects when the node does not return them. */
export async function readPositionTransfers(
  ask: RpcPort,
  manager: string,
  owner: string,
): Promise<readonly PositionTransfer[]> {
  const address = getAddress(manager)
  const account = pad(getAddress(owner)).toLowerCase()
  const read = async (topics: readonly (string | null)[]) =>
    listOf(await ask('eth_getLogs', [{ address, topics, fromBlock: '0x0', toBlock: 'latest' }]))
  const [left, came] = await Promise.all([read([transfer, account]), read([transfer, null, account])])
  return [...left.flatMap((log) => readLog(log, 'left')), ...came.flatMap((log) => readLog(log, 'came'))].toSorted(
    (a, b) => (a.block === b.block ? b.logIndex - a.logIndex : a.block < b.block ? 1 : -1),
  )
}

function readLog(log: unknown, way: 'left' | 'came'): readonly PositionTransfer[] {
  const [, from, to, id] = listOf(memberOf(log, 'topics')).map(String)
  if (from === undefined || to === undefined || !isWord(id)) return []
  const isNobody = BigInt(way === 'left' ? to : from) === 0n
  return [
    {
      does: way === 'left' ? (isNobody ? 'closed' : 'sent') : isNobody ? 'opened' : 'received',
      position: BigInt(id),
      block: quantity(memberOf(log, 'blockNumber')),
      logIndex: Number(quantity(memberOf(log, 'logIndex'))),
      hash: String(memberOf(log, 'transactionHash')),
    },
  ]
}

function isWord(text: string | undefined): text is Hex {
  return text !== undefined && /^0x[0-9a-f]{64}$/i.test(text)
}
