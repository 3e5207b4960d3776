import type { BalanceChange } from '../../guard/forecast'
import type { EvmStep } from '../../guard/plan'
import type { LiquidityAdded } from '../../guard/plan/liquidityAdded'
import { readRollupFees } from '../../guard/simulate/evm/dataFee'
import { listOf, memberOf, quantity, quantityOrNone } from '../../guard/simulate/rpc'
import type { NetworkCost, StepReceipt } from '../../orders/progress'
import { isSameAddress, toHex } from './hex'
import type { EvmNode } from './node'
import type { StatusQuery } from './statusQuery'

const coin = 'native'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `Deposit(address dst, uint256 wad)` and `Withdrawal(address src, uint256 wad)` of wrapped coins. */
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/** `IncreaseLiquidity(uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)` of position managers. */
const increase = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'

/** The mined transaction, and the node to ask about it. */
type ReceiptQuery = Pick<StatusQuery, 'node' | 'step' | 'chain' | 'accounts'>

type Log = { readonly emitter: string; readonly topics: readonly string[]; readonly units: bigint }

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
  const byLogs = coinChangeByLogs(query, logsOf(receipt), step.from, people) - gained
  const least = price === undefined ? byLogs : -step.value - gained
  if (least >= stated) return least
  const estimated = await readRollupFees(step.data, node.ask, gas)
  const left = estimated.forOperator + (forData === undefined ? estimated.forData : 0n)
  const isLikely = byLogs > stated + left / 2n && byLogs < stated + left * 2n
  return isLikely ? byLogs : stated + left
}

/** What a failed transaction cost its sender: it sent no value. A node that cannot say does not hold up the order. */
export async function costOfFailed(
  query: ReceiptQuery,
  receipt: unknown,
  sent: unknown,
  block: bigint,
): Promise<{ readonly cost?: NetworkCost }> {
  try {
    const fee = await feeIn({ ...query, step: { ...query.step, value: 0n } }, receipt, sent, block)
    return { cost: { fee, ...(await blockTime(query.node.ask, toHex(block))) } }
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
  const logs = logsOf(receipt)
  const tokens = people.flatMap((account) => tokenChanges(logs, account, chain.wrappedNative))
  const coins = await Promise.all(
    people.map(async (account) => {
      const delta = await coinChange(query, account, block, fee)
      if (delta !== undefined) return { account, token: coin, delta }
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
    blockTime(query.node.ask, toHex(mined.block)),
  ])
  return { ...mined, ...time, received: undefined, spent: undefined, changes, ...grownIn(receipt, query.step) }
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
  const reported = listOf(memberOf(receipt, 'logs')).filter(
    (log) =>
      isSameAddress(memberOf(log, 'address'), to) &&
      String(listOf(memberOf(log, 'topics'))[0]).toLowerCase() === increase,
  )
  const [position, data] = [listOf(memberOf(reported[0], 'topics') ?? [])[1], memberOf(reported[0], 'data')]
  if (reported.length !== 1 || typeof position !== 'string' || typeof data !== 'string') return {}
  const [id, figures] = [/^0x[0-9a-f]{64}$/i.exec(position), /^0x(?:[0-9a-f]{64}){3}$/i.exec(data)]
  if (!id || !figures) return {}
  const at = (index: number) => BigInt(`0x${data.slice(2 + 64 * index, 66 + 64 * index)}`)
  return { grown: { position: BigInt(position), liquidity: at(0), amount0: at(1), amount1: at(2) } }
}

/** Whether the called contract logged that something happened to the position which the call names. */
export function isPositionIn(receipt: unknown, { to, data }: Pick<EvmStep, 'to' | 'data'>): boolean {
  return logsOf(receipt).some(
    ({ emitter, topics: [kind, position] }) =>
      isSameAddress(emitter, to) &&
      // The first topic of a transfer is an account; of a new position, zero.
      kind !== transfer &&
      position !== undefined &&
      data.toLowerCase().includes(position.slice(2)),
  )
}

/** How many more tokens of an ERC-721 contract an account has afterwards: each transfer names one, as a topic. */
export function tokensGained(receipt: unknown, contract: string, account: string): number {
  const transfers = logsOf(receipt).filter(
    ({ emitter, topics }) => isSameAddress(emitter, contract) && topics[0] === transfer && topics.length === 4,
  )
  return transfers.reduce(
    (sum, { topics: [, from, to] }) => sum + Number(isIn(to, account)) - Number(isIn(from, account)),
    0,
  )
}

type Change = Omit<BalanceChange, 'chainId'>

function tokenChanges(logs: readonly Log[], account: string, wrapped: string | undefined): readonly Change[] {
  const changes = new Map<string, bigint>()
  const add = (token: string, delta: bigint) => changes.set(token, (changes.get(token) ?? 0n) + delta)
  // Some wrapped coins also log a `Transfer` when wrapping, older ones do not.
  const isReported = logs.some(({ emitter, topics }) => topics[0] === transfer && isSameAddress(emitter, wrapped))
  for (const { emitter, topics, units } of logs) {
    const [kind, first, second] = topics
    if (kind === transfer && topics.length === 3) {
      if (isIn(first, account)) add(emitter, -units)
      if (isIn(second, account)) add(emitter, units)
    }
    if (isReported || !isSameAddress(emitter, wrapped) || !isIn(first, account)) continue
    if (kind === deposit) add(emitter, units)
    if (kind === withdrawal) add(emitter, -units)
  }
  return [...changes].map(([token, delta]) => ({ account, token, delta }))
}

/** The native coins an account gained in a block, with the fee added back. */
async function coinChange(
  query: ReceiptQuery,
  account: string,
  block: bigint,
  fee: bigint,
): Promise<bigint | undefined> {
  const gained = await coinsGained(query, account, block)
  return gained === undefined || !isSameAddress(account, query.step.from) ? gained : gained + fee
}

/**
 * The native coins an account gained in a block. `undefined` if the node has pruned that state, or the account did more
 * in that block than this transaction.
 */
async function coinsGained({ node, step }: ReceiptQuery, account: string, block: bigint): Promise<bigint | undefined> {
  const at = toHex(block)
  const before = toHex(block - 1n)
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
  logs: readonly Log[],
  account: string,
  people: readonly string[],
): bigint {
  const handler = isSameAddress(step.to, chain.wrappedNative) ? step.from : step.to
  const unwrapped = logs
    .filter(
      ({ emitter, topics }) =>
        isSameAddress(emitter, chain.wrappedNative) && topics[0] === withdrawal && isIn(topics[1], handler),
    )
    .reduce((sum, { units }) => sum + units, 0n)
  const gained = isSameAddress(account, people.at(-1)) ? unwrapped : 0n
  return gained - (isSameAddress(account, step.from) ? step.value : 0n)
}

function logsOf(receipt: unknown): readonly Log[] {
  return listOf(memberOf(receipt, 'logs')).map((log) => ({
    emitter: String(memberOf(log, 'address')),
    topics: listOf(memberOf(log, 'topics')).map((topic) => String(topic).toLowerCase()),
    units: unitsIn(memberOf(log, 'data')),
  }))
}

function unitsIn(data: unknown): bigint {
  return typeof data === 'string' && /^0x[0-9a-f]{64}/i.test(data) ? BigInt(data.slice(0, 66)) : 0n
}

function isIn(topic: string | undefined, account: string): boolean {
  return topic !== undefined && isSameAddress(`0x${topic.slice(-40)}`, account)
}
