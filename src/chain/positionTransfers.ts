import { encodeEventTopics, getAddress, type Hex, parseAbi, zeroAddress } from 'viem'
import { eventsIn } from './logs'
import type { RpcPort } from './rpc'

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'])

/**
 * The transfers of an owner's positions at one manager, the latest first; made and burned ones come from and go to no one.
 * Rejects when the node does not return them.
 */
export async function readPositionTransfers(ask: RpcPort, manager: string, owner: string) {
  const address = getAddress(manager)
  const account = getAddress(owner)
  const read = async (args: { readonly from: Hex } | { readonly to: Hex }) => {
    const topics = encodeEventTopics({ abi, eventName: 'Transfer', args })
    return eventsIn(abi, await ask('eth_getLogs', [{ address, topics, fromBlock: '0x0', toBlock: 'latest' }]))
  }
  const [left, came] = await Promise.all([read({ from: account }), read({ to: account })])
  const transfers = [
    ...left.map((log) => ({ ...log, does: log.args.to === zeroAddress ? 'closed' : 'sent' }) as const),
    ...came.map((log) => ({ ...log, does: log.args.from === zeroAddress ? 'opened' : 'received' }) as const),
  ]
  return transfers
    .map(({ does, args, blockNumber, logIndex, transactionHash }) => {
      return { does, position: args.tokenId, block: blockNumber, logIndex, hash: transactionHash }
    })
    .toSorted((a, b) => (a.block === b.block ? b.logIndex - a.logIndex : a.block < b.block ? 1 : -1))
}
