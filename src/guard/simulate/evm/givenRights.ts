import { getAddress, pad, toEventSelector } from 'viem'
import { listOf, type RpcPort } from '../../../chain/rpc'
import type { Log } from './minted'
import { readLog } from './simulate'
import { readTogether } from './simulationContract'
import { balanceRead } from './trackedAccounts'

const approval = toEventSelector('Approval(address,address,uint256)')
const approvalForAll = toEventSelector('ApprovalForAll(address,address,bool)')

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
  const topics = [[approval, approvalForAll], pad(account).toLowerCase()]
  const logs = listOf(await ask('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }])).map(readLog)
  const contracts = [...new Set(logs.map(({ address }) => getAddress(address)))]
  const balances = await readTogether(
    contracts.map((contract) => balanceRead(contract, account)),
    owner,
    ask,
  )
  const singles = singlesIn(logs)
  const isOperated = (contract: string) => singles.some((one) => one.contract === contract && one.id === 'all')
  if (contracts.some((contract, index) => balances[index] === undefined && isOperated(contract))) return undefined
  return { contracts, held: contracts.filter((_, index) => (balances[index] ?? 0n) > 0n), singles }
}

/** Who may move every token of a collection that the account has or gets. Rejects where the node does not answer. */
export async function readOperators(owner: string, collection: string, ask: RpcPort): Promise<readonly string[]> {
  const topics = [approvalForAll, pad(getAddress(owner)).toLowerCase()]
  const logs = await ask('eth_getLogs', [{ address: collection, fromBlock: '0x0', toBlock: 'latest', topics }])
  return singlesIn(listOf(logs).map(readLog)).map(({ spender }) => spender)
}

/** Of each operator, and of each single token, the last log counts. */
function singlesIn(logs: readonly Log[]): GivenRights['singles'] {
  const last = new Map<string, GivenRights['singles'][number] & { readonly isGiven: boolean }>()
  for (const { address, topics, data } of logs) {
    const [kind = '', , spender = '0x', id] = topics.map((topic) => topic.toLowerCase())
    const given = { contract: getAddress(address), spender: `0x${spender.slice(-40)}` }
    if (kind === approvalForAll)
      last.set(`${given.contract} ${spender}`, { ...given, id: 'all', isGiven: BigInt(data) !== 0n })
    else if (id !== undefined)
      last.set(`${given.contract} ${id}`, { ...given, id: BigInt(id), isGiven: BigInt(spender) !== 0n })
  }
  return [...last.values()].filter(({ isGiven }) => isGiven)
}
