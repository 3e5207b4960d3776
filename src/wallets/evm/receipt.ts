import { encodeEventTopics, parseAbi } from 'viem'
import { readRollupFees } from '../../chain/dataFee'
import { eventsIn, logsIn } from '../../chain/logs'
import { hex, memberOf, quantity, quantityOrNone } from '../../chain/rpc'
import { isSameAddress } from '../../domain/address'
import type { BalanceChange } from '../../guard/forecast'
import type { LiquidityAdded } from '../../guard/liquidityAdded'
import type { EvmStep } from '../../guard/plan'
import type { NetworkCost, StepReceipt } from '../../orders/progress'
import type { EvmAnchor } from '../../orders/requests/transactionAnchor'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { EvmNode } from './node'

const coin = 'native'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  // Of wrapped coins.
  'event Deposit(address indexed account, uint256 units)',
  'event Withdrawal(address indexed account, uint256 units)',
  // Of position managers.
  'event IncreaseLiquidity(uint256 indexed position, uint128 liquidity, uint256 amount0, uint256 amount1)',
])
const [transfer] = encodeEventTopics({ abi, eventName: 'Transfer' })

/** The mined transaction, and the node to ask about it. */
type ReceiptQuery = Pick<StatusQuery, 'node' | 'step' | 'chain' | 'accounts'>

type Events = ReturnType<typeof eventsOf>

/**
 * The network cost of the sender: gas, and the additional fee of a rollup. Nodes leave some of it out of receipts. An
 * account loses no more than the value it sends and fees, so its balance shows the rest. If native coins came in as
 * well, the logs show them, within the estimate of the rollup's oracle.
 */
export async function feeIn(query: ReceiptQuery, receipt: unknown, sent: unknown, block: bigint): Promise<bigint> {
  const { node, step, accounts } = query
  const price = quantityOrNone(memberOf(receipt, 'effectiveGasPrice')) ?? quantityOrNone(memberOf(sent, 'gasPrice'))
  const gas = quantityOrNone(memberOf(receipt, 'gasUsed')) ?? 0n
  const forData = quantityOrNone(memberOf(receipt, 'l1Fee'))
  const stated = gas * (price ?? 0n) + (forData ?? 0n)
  const gained = await coinsGained(query, step.from, block)
  if (gained === undefined) return stated
  const people = accounts.length > 0 ? accounts : [step.from]
  const byLogs = coinChangeByLogs(query, eventsOf(receipt), step.from, people) - gained
  const least = price === undefined ? byLogs : -step.value - gained
  if (least >= stated) return least
  const estimated = await readRollupFees(step.data, node.ask, gas)
  const left = estimated.forOperator + (forData === undefined ? estimated.forData : 0n)
  const isLikely = byLogs > stated + left / 2n && byLogs < stated + left * 2n
  return isLikely ? byLogs : stated + left
}

/** The cost of a failed transaction for its sender: it sent no value. A node that cannot say does not hold up the order. */
export async function costOfFailed(
  query: ReceiptQuery,
  receipt: unknown,
  sent: unknown,
  block: bigint,
): Promise<{ readonly cost?: NetworkCost }> {
  try {
    const fee = await feeIn({ ...query, step: { ...query.step, value: 0n } }, receipt, sent, block)
    return { cost: { fee, ...(await blockTime(query.node.ask, hex(block))) } }
  } catch {
    return {}
  }
}

/** Balance changes of a mined transaction for the accounts of the plan: tokens by logs, native coins by balances. */
export async function changesIn(
  query: ReceiptQuery,
  receipt: unknown,
  block: bigint,
  fee: bigint,
): Promise<readonly BalanceChange[]> {
  const { step, chain, accounts } = query
  const people = accounts.length > 0 ? accounts : [step.from]
  const logs = eventsOf(receipt)
  const tokens = people.flatMap((account) => tokenChanges(logs, account, chain.wrappedNative))
  const coins = await Promise.all(
    people.map(async (account) => {
      const gained = await coinsGained(query, account, block)
      if (gained !== undefined)
        return { account, token: coin, delta: isSameAddress(account, step.from) ? gained + fee : gained }
      const assumed = coinChangeByLogs(query, logs, account, people)
      return { account, token: coin, delta: assumed, ...(assumed > 0n && { isAssumed: true as const }) }
    }),
  )
  return [...tokens, ...coins]
    .filter(({ delta }) => delta !== 0n)
    .map((change) => ({ ...change, chainId: chain.chainId }))
}

/** The receipt of a mined transaction, with its block's time and what it moved. */
export async function receiptOf(
  query: ReceiptQuery,
  receipt: unknown,
  mined: Pick<StepReceipt, 'hash' | 'block' | 'fee'>,
): Promise<StepReceipt & { readonly changes: readonly BalanceChange[] }> {
  const [changes, time] = await Promise.all([
    changesIn(query, receipt, mined.block, mined.fee),
    blockTime(query.node.ask, hex(mined.block)),
  ])
  return { ...mined, ...time, received: undefined, spent: undefined, changes, ...grownIn(receipt, query.step) }
}

/** The blocks since a transaction, with its own: a receipt proves that block, even if the node names an older head. */
export async function confirmationsOf({ ask }: Pick<EvmNode, 'ask'>, block: bigint): Promise<number> {
  const head = quantity(await ask('eth_blockNumber', []))
  return head < block ? 1 : Number(head - block) + 1
}

/** When a block was mined. A node that cannot say when does not hold up the order. */
export async function blockTime(ask: EvmNode['ask'], block: string): Promise<Pick<StepReceipt, 'minedAt'>> {
  try {
    const seconds = quantity(memberOf(await ask('eth_getBlockByNumber', [block, false]), 'timestamp'))
    return { minedAt: Number(seconds) * 1_000 }
  } catch {
    return {}
  }
}

/** The liquidity that the called contract logged as added to a position; empty if it logged none, or more than one. */
export function grownIn(receipt: unknown, { to }: Pick<EvmStep, 'to'>): { readonly grown?: LiquidityAdded } {
  const reported = eventsOf(receipt).flatMap((log) =>
    log.eventName === 'IncreaseLiquidity' && isSameAddress(log.address, to) ? [log.args] : [],
  )
  return reported.length === 1 && reported[0] ? { grown: reported[0] } : {}
}

/** Whether the called contract logged that something happened to the position which the call names. */
export function isPositionIn(receipt: unknown, { to, data }: Pick<EvmStep, 'to' | 'data'>): boolean {
  return logsIn(memberOf(receipt, 'logs')).some(
    ({ address, topics: [kind, position] }) =>
      isSameAddress(address, to) &&
      // The first topic of a transfer is an account; of a new position, zero.
      kind !== transfer &&
      position !== undefined &&
      data.toLowerCase().includes(position.slice(2).toLowerCase()),
  )
}

/** How many more tokens of an ERC-721 contract an account has afterwards: each transfer names one, as a topic. */
export function tokensGained(receipt: unknown, contract: string, account: string): number {
  return eventsOf(receipt).reduce((sum, { address, args }) => {
    if (!('tokenId' in args) || !isSameAddress(address, contract)) return sum
    return sum + Number(isSameAddress(args.to, account)) - Number(isSameAddress(args.from, account))
  }, 0)
}

type Change = Omit<BalanceChange, 'chainId'>

function tokenChanges(events: Events, account: string, wrapped: string | undefined): readonly Change[] {
  const changes = new Map<string, bigint>()
  const add = (token: string, delta: bigint) => changes.set(token, (changes.get(token) ?? 0n) + delta)
  // Some wrapped coins also log a `Transfer` when wrapping, older ones do not.
  const isReported = events.some(
    ({ address, eventName }) => eventName === 'Transfer' && isSameAddress(address, wrapped),
  )
  for (const { address, eventName, args } of events) {
    if ('value' in args) {
      if (isSameAddress(args.from, account)) add(address, -args.value)
      if (isSameAddress(args.to, account)) add(address, args.value)
    }
    if (!('units' in args) || isReported || !isSameAddress(address, wrapped) || !isSameAddress(args.account, account))
      continue
    add(address, eventName === 'Deposit' ? args.units : -args.units)
  }
  return [...changes].map(([token, delta]) => ({ account, token, delta }))
}

/**
 * The native coins an account gained in a block. `undefined` if the node has pruned that state, or the account did more
 * in that block than this transaction.
 */
async function coinsGained({ node, step }: ReceiptQuery, account: string, block: bigint): Promise<bigint | undefined> {
  const at = hex(block)
  const before = hex(block - 1n)
  try {
    const answers = await node.askAll([
      { method: 'eth_getBalance', params: [account, before] },
      { method: 'eth_getBalance', params: [account, at] },
      { method: 'eth_getTransactionCount', params: [account, before] },
      { method: 'eth_getTransactionCount', params: [account, at] },
    ])
    const [had, has, countBefore, countAfter] = answers.map(quantity)
    if (had === undefined || has === undefined || countBefore === undefined || countAfter === undefined)
      return undefined
    if (countAfter - countBefore !== (isSameAddress(account, step.from) ? 1n : 0n)) return undefined
    return has - had
  } catch {
    // Archive state is optional; the logs show most of it.
    return undefined
  }
}

/**
 * Native coins by logs: the sender paid the transaction's value; native coins that the called contract unwrapped went
 * to the last account.
 */
function coinChangeByLogs(
  { step, chain }: ReceiptQuery,
  events: Events,
  account: string,
  people: readonly string[],
): bigint {
  const handler = isSameAddress(step.to, chain.wrappedNative) ? step.from : step.to
  const unwrapped = events.reduce((sum, { address, eventName, args }) => {
    const isOwn = eventName === 'Withdrawal' && isSameAddress(address, chain.wrappedNative)
    return isOwn && isSameAddress(args.account, handler) ? sum + args.units : sum
  }, 0n)
  const gained = isSameAddress(account, people.at(-1)) ? unwrapped : 0n
  return gained - (isSameAddress(account, step.from) ? step.value : 0n)
}

function eventsOf(receipt: unknown) {
  return eventsIn(abi, memberOf(receipt, 'logs'))
}

/** The facts by which a step is found on chain. */
export type StatusQuery = {
  readonly node: EvmNode
  readonly chain: DeploymentChain
  readonly step: EvmStep
  readonly anchor: EvmAnchor
  readonly accounts: readonly string[]
  /** Hashes of transactions that belong to other steps. */
  readonly claimed: ReadonlySet<string>
}
