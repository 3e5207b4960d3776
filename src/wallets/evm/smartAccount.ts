import { erc20Abi, parseAbi, toEventSelector } from 'viem'
import { eventsIn } from '../../chain/logs'
import { hex, listOf, memberOf, quantity } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import { native } from '../../guard/decode/evm/address'
import type { BalanceChange } from '../../guard/forecast'
import type { TransactionStatus } from '../../orders/executor'
import { isHash, wordOf } from './hex'
import type { EvmNode } from './node'
import { confirmationsOf, receiptOf, type StatusQuery } from './receipt'

/*
 * Contract accounts do not send transactions: a bundler, a relayer or an owner sends one that makes the account act,
 * maybe days later. Until then the hash from the wallet is a `safeTxHash` or a user operation hash, which no node can
 * find. Events of the account and of its entry point contain both hashes.
 */

/** Of a Safe, newer ones of which index the hash, and of an entry point (ERC-4337). */
const abi = parseAbi([
  'event ExecutionSuccess(bytes32 txHash, uint256 payment)',
  'event ExecutionSuccess(bytes32 indexed txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
  'event ExecutionFailure(bytes32 indexed txHash, uint256 payment)',
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])
const [succeeded, , failed, , operated] = abi.map(toEventSelector)

/**
 * The ERC-4337 entry points, versions 0.6 to 0.8, on every chain. Events of other contracts must be confirmed by
 * balances.
 */
const entryPoints = [
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
]

/** Kind of account. `delegated` is an EOA that also acts through a contract (EIP-7702). */
export type AccountKind = 'key' | 'contract' | 'delegated'

export async function accountKind(node: EvmNode, account: string): Promise<AccountKind> {
  const code = String(await node.ask('eth_getCode', [account, 'latest'])).toLowerCase()
  if (!/^0x[0-9a-f]+$/.test(code)) return 'key'
  return code.startsWith('0xef0100') ? 'delegated' : 'contract'
}

/** An execution by the account: its own hash, the transaction it was in, and whether the inner call succeeded. */
type Execution = { readonly own: string; readonly hash: string; readonly isDone: boolean; readonly isTrusted: boolean }

/**
 * Finds the transaction in which a `safeTxHash` or user operation was executed; `undefined` if it is not executed yet.
 */
export async function findExecution(query: StatusQuery, own: string): Promise<TransactionStatus | undefined> {
  const executions = await executionsSince(query, own)
  return statusOfFirst(
    query,
    executions.filter((execution) => isSameAddress(execution.own, own)),
  )
}

/** Finds the account's call by the contents of transactions, for wallets that never returned a hash. */
export async function findCall(query: StatusQuery): Promise<TransactionStatus | undefined> {
  const executions = await executionsSince(query, null)
  const holding: Execution[] = []
  for (const execution of executions.filter(({ hash }) => !query.claimed.has(hash)))
    if (await isCallIn(query, execution.hash)) holding.push(execution)
  return statusOfFirst(query, holding)
}

/**
 * Anyone can emit an event that looks like an operation. Events of the account and of a known entry point come first;
 * any other counts only if its transaction did what the step asks for.
 */
async function statusOfFirst(
  query: StatusQuery,
  executions: readonly Execution[],
): Promise<TransactionStatus | undefined> {
  const trusted = executions.find(({ isTrusted }) => isTrusted)
  if (trusted) return statusOfExecution(query, trusted)
  const claims = new Map(executions.filter(({ isDone }) => isDone).map((claim) => [claim.hash, claim]))
  for (const claim of claims.values()) {
    const status = await statusOfExecution(query, claim)
    if (status.is === 'done' || status.is === 'pending') return status
  }
  return undefined
}

/** Status of a transaction that someone else sent and that makes the account act; `undefined` if it does not. */
export async function statusOfRelayed(
  query: StatusQuery,
  hash: string,
  sent: unknown,
): Promise<TransactionStatus | undefined> {
  const receipt = await query.node.ask('eth_getTransactionReceipt', [hash])
  if (receipt === null) return holdsCall(query, sent) ? { is: 'pending', hash, confirmations: 0 } : undefined
  const executions = executionsIn(memberOf(receipt, 'logs'), query.anchor.account)
  if (executions.length === 0 && !holdsCall(query, sent)) return undefined
  const trusted = executions.filter((execution) => execution.isTrusted)
  const isTrusted = trusted.length > 0
  const isMined = quantity(memberOf(receipt, 'status')) === 1n
  // Without a trusted event, the effects of the transaction decide.
  const isDone = isMined && trusted.every((execution) => execution.isDone)
  return statusOfExecution(query, { own: hash, hash, isDone, isTrusted })
}

async function statusOfExecution(
  query: StatusQuery,
  { hash, isDone, isTrusted }: Execution,
): Promise<TransactionStatus> {
  const { node, chain, step, accounts } = query
  if (!isTrusted && !isDone) return { is: 'queued' }
  const receipt = await node.ask('eth_getTransactionReceipt', [hash])
  if (receipt === null) return isTrusted ? { is: 'pending', hash, confirmations: 0 } : { is: 'queued' }
  if (!isSameAddress(memberOf(receipt, 'transactionHash'), hash)) return { is: 'undecided' }
  const block = quantity(memberOf(receipt, 'blockNumber'))
  const confirmations = await confirmationsOf(node, block)
  const pending = { is: 'pending', hash, confirmations } as const
  const isDeep = confirmations >= chain.confirmations
  if (isTrusted && !isDeep) return pending
  if (!isDone) return { is: 'reverted', hash, why: undefined }
  // The sender of the transaction paid its fee.
  const from = String(memberOf(receipt, 'from'))
  const people = accounts.length > 0 ? accounts : [step.from]
  const own = { node, chain, accounts: people, step: { ...step, from } }
  const done = await receiptOf(own, receipt, { hash, block, fee: 0n })
  if (!isTrusted && !(await didStep(query, receipt, hash, done.changes))) return { is: 'queued' }
  return isDeep ? { is: 'done', receipt: done } : pending
}

/**
 * Whether the effects of a transaction prove that the account made the call. No one else can spend the account's tokens
 * or approve in its name; any other balance change counts only if the sent bytes contain the call.
 */
async function didStep(
  query: StatusQuery,
  receipt: unknown,
  hash: string,
  changes: readonly BalanceChange[],
): Promise<boolean> {
  if (changes.some((change) => isSpending(query, change)) || isApproved(receipt, query)) return true
  return changes.length > 0 && (await isCallIn(query, hash))
}

/** The account paid a token of the step, or the native coins that the step sends. */
function isSpending({ anchor, step }: StatusQuery, { account, token, delta }: BalanceChange): boolean {
  if (!isSameAddress(account, anchor.account) || delta >= 0n) return false
  if (token === native) return step.value > 0n && -delta >= step.value
  return isSameAddress(token, step.to) || step.data.toLowerCase().includes(token.slice(2).toLowerCase())
}

/** The called contract logged an approval by the account, which moves no balance. */
function isApproved(receipt: unknown, { anchor, step }: StatusQuery): boolean {
  return eventsIn(erc20Abi, memberOf(receipt, 'logs')).some(
    ({ eventName, args, address }) =>
      eventName === 'Approval' && isSameAddress(args.owner, anchor.account) && isSameAddress(address, step.to),
  )
}

async function isCallIn(query: StatusQuery, hash: string): Promise<boolean> {
  return holdsCall(query, await query.node.ask('eth_getTransactionByHash', [hash]))
}

function holdsCall({ step }: StatusQuery, sent: unknown): boolean {
  return step.data.length > 2 && holdsAll(sent, [step.data])
}

/** Accounts wrap calls in many ways; nearly all contain the original calldata unchanged, and in order. */
export function holdsAll(sent: unknown, calls: readonly string[]): boolean {
  const input = String(memberOf(sent, 'input') ?? memberOf(sent, 'data') ?? '').toLowerCase()
  let end = 0
  return calls.every((data) => {
    const call = data.slice(2).toLowerCase()
    const start = input.indexOf(call, end)
    end = start + call.length
    return start >= 0
  })
}

/** The executions by the account, by its logs, with success or without. */
export function executionsIn(logs: unknown, account: string): readonly Execution[] {
  return eventsIn(abi, logs).flatMap(({ eventName, args, address, transactionHash }): Execution[] => {
    if (!isHash(transactionHash)) return []
    const hash = transactionHash.toLowerCase()
    if (eventName === 'UserOperationEvent') {
      const isTrusted = entryPoints.some((entryPoint) => isSameAddress(entryPoint, address))
      return isSameAddress(args.sender, account)
        ? [{ own: args.userOpHash, hash, isDone: args.success, isTrusted }]
        : []
    }
    const isDone = eventName === 'ExecutionSuccess'
    return isSameAddress(address, account) ? [{ own: args.txHash, hash, isDone, isTrusted: true }] : []
  })
}

/** Logged executions since the anchor: the one with this own hash, or all. */
async function executionsSince({ node, anchor }: StatusQuery, own: string | null): Promise<readonly Execution[]> {
  const range = { fromBlock: hex(anchor.block), toBlock: hex(quantity(await node.ask('eth_blockNumber', []))) }
  const logs = await Promise.all(
    [
      { address: anchor.account, topics: [[succeeded, failed]] },
      { topics: [operated, own, `0x${wordOf(anchor.account)}`] },
    ].map(async (filter) => listOf(await node.ask('eth_getLogs', [{ ...filter, ...range }]))),
  )
  return executionsIn(logs.flat(), anchor.account)
}
