import { encodeFunctionData, erc20Abi, getAddress, pad, toEventSelector } from 'viem'
import { bytes, listOf, memberOf, type RpcPort } from '../../../chain/rpc'
import { readTogether } from './simulationContract'

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
  const logs = listOf(await ask('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }]))
  const given = logs.map((log) => {
    const [kind, , spender = '', id] = listOf(memberOf(log, 'topics')).map((topic) => String(topic).toLowerCase())
    return {
      contract: getAddress(String(memberOf(log, 'address'))),
      kind,
      spender,
      id,
      data: bytes(memberOf(log, 'data')),
    }
  })
  const contracts = [...new Set(given.map(({ contract }) => contract))]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const balances = await readTogether(
    contracts.map((to) => ({ to, data })),
    owner,
    ask,
  )
  const singles = singlesIn(given)
  const isOperated = (contract: string) => singles.some((one) => one.contract === contract && one.id === 'all')
  if (contracts.some((contract, index) => balances[index] === undefined && isOperated(contract))) return undefined
  return { contracts, held: contracts.filter((_, index) => (balances[index] ?? 0n) > 0n), singles }
}

type Given = {
  readonly contract: string
  readonly kind: string | undefined
  readonly spender: string
  readonly id: string | undefined
  readonly data: string
}

/** Of each operator, and of each single token, the last log counts. */
function singlesIn(given: readonly Given[]): GivenRights['singles'] {
  const last = new Map<string, Given>()
  for (const one of given)
    if (one.kind === approvalForAll) last.set(`${one.contract} ${one.spender}`, one)
    else if (one.id !== undefined) last.set(`${one.contract} ${one.id}`, one)
  return [...last.values()].flatMap(({ contract, kind, spender, id = '0x0', data }) => {
    const isGiven = kind === approvalForAll ? BigInt(data) !== 0n : BigInt(spender) !== 0n
    const right = {
      contract,
      spender: `0x${spender.slice(-40)}`,
      id: kind === approvalForAll ? 'all' : BigInt(id),
    } as const
    return isGiven ? [right] : []
  })
}
