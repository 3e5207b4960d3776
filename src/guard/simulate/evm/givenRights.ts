import { encodeEventTopics, getAddress, pad, parseAbi, toEventSelector } from 'viem'
import { eventsIn, logsIn } from '../../../chain/logs'
import type { RpcPort } from '../../../chain/rpc'
import { zeroAddress } from '../../decode/evm/address'
import { readTogether } from './simulationContract'
import { balanceRead } from './trackedAccounts'

const abi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 indexed tokenId)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool isApproved)',
])

/** Contracts by whose logs an account gave rights over what it has there, and those where it has something now. */
export type GivenRights = {
  readonly contracts: readonly string[]
  readonly held: readonly string[]
  /** Who may move which of them, where each is worth something else: single tokens, and all of a collection. */
  readonly singles: readonly { readonly contract: string; readonly spender: string; readonly id: 'all' | bigint }[]
}

/**
 * ERC-20 allowances (Permit2 needs one as well), single tokens and operators of collections, by the logs of the chain
 * from its first block. `undefined` where an operated collection has no balance to read (ERC-1155). Rejects where the
 * node does not answer.
 */
export async function readGivenRights(owner: string, ask: RpcPort): Promise<GivenRights | undefined> {
  const account = getAddress(owner)
  const topics = [[...new Set(abi.map(toEventSelector))], pad(account).toLowerCase()]
  const logs = logsIn(await ask('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }]))
  const contracts = [...new Set(logs.map(({ address }) => getAddress(address)))]
  const balances = await readTogether(
    contracts.map((contract) => balanceRead(contract, account)),
    owner,
    ask,
  )
  const singles = singlesIn(eventsIn(abi, logs))
  const isOperated = (contract: string) => singles.some((one) => one.contract === contract && one.id === 'all')
  if (contracts.some((contract, index) => balances[index] === undefined && isOperated(contract))) return undefined
  return { contracts, held: contracts.filter((_, index) => (balances[index] ?? 0n) > 0n), singles }
}

/** Who may move every token of a collection that the account has or gets. Rejects where the node does not answer. */
export async function readOperators(owner: string, collection: string, ask: RpcPort): Promise<readonly string[]> {
  const topics = encodeEventTopics({ abi, eventName: 'ApprovalForAll', args: { owner: getAddress(owner) } })
  const logs = await ask('eth_getLogs', [{ address: collection, fromBlock: '0x0', toBlock: 'latest', topics }])
  return singlesIn(eventsIn(abi, logs)).map(({ spender }) => spender)
}

/** Of each operator, and of each single token, the last log counts. */
function singlesIn(events: ReturnType<typeof eventsIn<typeof abi>>): GivenRights['singles'] {
  const last = new Map<string, GivenRights['singles'][number] & { readonly isGiven: boolean }>()
  for (const { address, eventName, args } of events) {
    const contract = getAddress(address)
    if (eventName === 'ApprovalForAll')
      last.set(`${contract} ${args.operator}`, {
        contract,
        spender: args.operator,
        id: 'all',
        isGiven: args.isApproved,
      })
    else if ('tokenId' in args) {
      const { spender, tokenId: id } = args
      last.set(`${contract} ${id}`, { contract, spender, id, isGiven: spender !== zeroAddress })
    }
  }
  return [...last.values()].filter(({ isGiven }) => isGiven)
}
