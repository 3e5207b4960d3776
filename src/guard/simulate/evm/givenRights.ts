import { encodeFunctionData, erc20Abi, getAddress, pad, toEventSelector } from 'viem'
import { bytes, listOf, memberOf, type RpcPort } from '../rpc'
import { readTogether } from './simulationContract'

const approval = toEventSelector('Approval(address,address,uint256)')
const approvalForAll = toEventSelector('ApprovalForAll(address,address,bool)')

/** Contracts by whose logs an account gave rights over what it has there, and those where it has something now. */
export type GivenRights = { readonly contracts: readonly string[]; readonly held: readonly string[] }

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
    const [kind, , spender] = listOf(memberOf(log, 'topics')).map((topic) => String(topic).toLowerCase())
    return { contract: getAddress(String(memberOf(log, 'address'))), kind, spender, data: bytes(memberOf(log, 'data')) }
  })
  const contracts = [...new Set(given.map(({ contract }) => contract))]
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const balances = await readTogether(
    contracts.map((to) => ({ to, data })),
    owner,
    ask,
  )
  const isOperated = (contract: string) => {
    const operators = given.filter((one) => one.contract === contract && one.kind === approvalForAll)
    const latest = new Map(operators.map(({ spender, data }) => [spender, data]))
    return [...latest.values()].some((isApproved) => BigInt(isApproved) !== 0n)
  }
  if (contracts.some((contract, index) => balances[index] === undefined && isOperated(contract))) return undefined
  return { contracts, held: contracts.filter((_, index) => (balances[index] ?? 0n) > 0n) }
}
