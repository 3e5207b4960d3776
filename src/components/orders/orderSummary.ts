import { addressKey } from '../../domain/address'
import type { Amount } from '../../domain/amount'
import { destinationChainOf, givenIn, type Intent, sourceChainOf, tokensIn } from '../../guard/intent'
import { isPaymentStep, isRevocation, type Step } from '../../guard/plan'
import { isAllowanceStep, type Order, type Task } from '../../orders/order'
import { isCancelled, orderPhase } from '../../orders/orderPhase'
import { type NetworkCost, type StepReceipt, transactionHashOf } from '../../orders/progress'
import { netOf } from '../../orders/receipt'
import { hashOfOutcome, unexpectedTransactions } from '../../orders/requests/unsettledRequests'
import { type MovedAmounts, movedAmounts, movedBy } from './movedAmounts'

/** An order for lists, search and exports: its request, its outcome, its cost. */
export type OrderSummary = ReturnType<typeof summaryOf>

/** One transaction of an order that is known by a hash. */
export type Transaction = OrderSummary['transactions'][number]

/** Cached per order object: lists of thousands are rendered again with every letter of a search. */
export function summarizeOrder(order: Order): OrderSummary {
  const summary = summaries.get(order) ?? summaryOf(order)
  summaries.set(order, summary)
  return summary
}

const summaries = new WeakMap<Order, OrderSummary>()

function summaryOf(order: Order) {
  const { intent, quote } = order.plan
  const isRevoking = isRevocation(order.plan)
  return {
    id: order.id,
    /** A revocation takes an allowance back and trades nothing; a collection takes fees and no liquidity. */
    kind: isRevoking ? ('revocation' as const) : kindOf(intent),
    order,
    openedAt: order.openedAt,
    changedAt: order.changedAt,
    phase: orderPhase(order),
    /** It is stopped because the person ended it, not because it failed. */
    isCancelled: isCancelled(order),
    /** The most that is sold; for liquidity already in the pool, the amounts in the logs. */
    given: isRevoking ? [] : paidIn(order),
    tokens: tokensIn(intent),
    sourceChain: sourceChainOf(intent),
    destinationChain: destinationChainOf(intent),
    expected: quote.expectedOut,
    minimumReceived: quote.minimumReceived,
    received: receivedOf(order),
    leastReceived: minReceivedOf(order),
    /** The payout of a withdrawal, from its logs: up to two tokens. Empty for swaps and until it is done. */
    withdrawn: intent.kind === 'withdraw' && !isRevoking ? movedAmounts(order).arrived : [],
    position: isRevoking ? undefined : positionOf(order),
    transactions: [...order.tasks.flatMap((task) => transactionsOf(task, order)), ...lateTransactionsOf(order)],
  }
}

/** The bought token received in all steps together; `undefined` when no log shows any, or not how much. */
export function receivedOf({ tasks, plan, destination }: Order): Amount | undefined {
  const delivery = destination?.delivery
  if (delivery?.at === 'filled' && plan.intent.kind === 'swap')
    return delivery.isAtLeast ? undefined : { token: plan.intent.buy, units: delivery.units }
  if (plan.intent.kind !== 'swap') return undefined
  const receipts = tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : []))
  const units = netOf(receipts, plan.intent.buy, plan.intent.recipient)
  return units > 0n ? { token: plan.intent.buy, units } : undefined
}

/** The minimum received, if native coins of two orders arrived together and cannot be attributed. */
export function minReceivedOf({ plan: { intent }, destination }: Order): Amount | undefined {
  const delivery = destination?.delivery
  if (delivery?.at !== 'filled' || !delivery.isAtLeast || intent.kind !== 'swap') return undefined
  return { token: intent.buy, units: delivery.units }
}

/** A deposit takes at most the typed amounts; its logs contain the taken ones. */
export function paidIn(order: Order): readonly Amount[] {
  const { intent } = order.plan
  const { left } = movedAmounts(order)
  return intent.kind !== 'swap' && left.length > 0 ? left : givenIn(intent)
}

/** The position an order is about; of a new one, only its logs know the number. */
export function positionOf({ plan: { intent }, tasks, request }: Order): bigint | undefined {
  if (intent.kind === 'increase' || intent.kind === 'withdraw') return intent.position
  const [grown] = tasks.flatMap(({ progress }) => (progress.at === 'done' ? (progress.receipt.grown ?? []) : []))
  const seen = request?.progress.at === 'seen' ? request.progress.position : undefined
  return grown?.position ?? (seen !== undefined && /^\d+$/.test(seen) ? BigInt(seen) : undefined)
}

function kindOf(intent: Intent): Intent['kind'] | 'collect' {
  return intent.kind === 'withdraw' && intent.liquidity === 0n ? 'collect' : intent.kind
}

/** The network cost on each chain, in base units of its native coin. */
export function feesOf({ transactions }: Pick<OrderSummary, 'transactions'>): ReadonlyMap<number, bigint> {
  const fees = new Map<number, bigint>()
  for (const { chainId, fee } of transactions) if (fee !== undefined) fees.set(chainId, (fees.get(chainId) ?? 0n) + fee)
  return fees
}

/** Whether every search word matches a field that a person would remember. */
export function matchesSearch(summary: OrderSummary, typed: string): boolean {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const { tokens, transactions, order, id, position } = summary
  const { sender, recipient } = order.plan.intent
  const names = tokens.flatMap(({ symbol, name, chain }) => [symbol, name, chain.name])
  const text = [...names, ...transactions.map(({ hash }) => hash), sender, recipient, id, `#${position ?? ''}`]
    .join(' ')
    .toLowerCase()
  return terms.every((word) => text.includes(word))
}

/** Transactions of this order in addition to its steps: an older request confirmed late, a step that failed first. */
function lateTransactionsOf(order: Order) {
  return unexpectedTransactions(order).map(({ step, outcome }) => {
    const hash = hashOfOutcome(outcome)
    const seenAt = order.history.findLast(({ note }) => note === hash)?.when
    const cost = outcome.is === 'reverted' ? outcome.cost : undefined
    return { ...known(order, step, outcome.is === 'done' ? outcome.receipt : undefined, cost), hash, seenAt }
  })
}

function transactionsOf({ step, progress }: Task, order: Order) {
  const hash = transactionHashOf(progress)
  if (hash === undefined) return []
  const seenAt = order.history.findLast(({ what, note }) => what === 'confirmed' && note === hash)?.when
  const cost = progress.at === 'reverted' ? progress.cost : undefined
  return [{ ...known(order, step, progress.at === 'done' ? progress.receipt : undefined, cost), hash, seenAt }]
}

function known(order: Order, step: Step, receipt: StepReceipt | undefined, cost: NetworkCost | undefined) {
  const { chainId, purpose } = step
  const { intent } = order.plan
  const approved = 'token' in purpose ? addressKey(purpose.token) : undefined
  return {
    chainId,
    does: purpose.does,
    /** The approved token, if it is part of the order. */
    approves: tokensIn(intent).find(({ address, isNative }) => !isNative && addressKey(address) === approved),
    moved: receipt ? movedIn(order, step, receipt) : { left: [], arrived: [] },
    isDone: receipt !== undefined,
    // The fee of a manual payment is unknown, because its wallet is not connected.
    fee: isPaymentStep(step) ? undefined : (receipt ?? cost)?.fee,
    /** The block's time in milliseconds since the epoch; `undefined` where no node named it. */
    minedAt: (receipt ?? cost)?.minedAt,
  }
}

/** A receipt without balance changes is of a manual payment, unless another step of its batch has them. */
function movedIn({ plan: { intent }, tasks }: Order, step: Step, receipt: StepReceipt): MovedAmounts {
  const { hash, changes, spent, received } = receipt
  if (changes) return movedBy(intent, changes)
  const isOfBatch = tasks.some(
    ({ progress }) => progress.at === 'done' && progress.hash === hash && progress.receipt.changes,
  )
  const isTrade = intent.kind === 'swap' && !isAllowanceStep(step) && step.purpose.does !== 'reclaim' && !isOfBatch
  return { left: spent ? [spent] : isTrade ? givenIn(intent) : [], arrived: received ? [received] : [] }
}
