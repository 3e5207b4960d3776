import type { ChainKind } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { type SwapIntent, sourceChainOf } from '../../guard/intent'
import { type AnyPlan, isLiquidity } from '../../guard/plan'
import {
  bitcoinDeliveryTimeout,
  type DeliveryStatus,
  type DeliveryTracker,
  type DestinationBaseline,
  deliveryTimeout,
  type PaidOrder,
} from '../../orders/delivery'
import type { Deployment } from '../../protocol/deployment/deployment'
import { readBalances } from '../balances'
import { withTimeout } from '../waiting'
import type { Rpc, Wallets } from '../wallets'
import { type Arrival, arrivalsOnEvm, blockOnEvm, escrowOf, returnsOnEvm } from './evm'
import {
  type AccountMovements,
  arrivalsOnSolana,
  createHistoryCache,
  deadlineOnSolana,
  returnsOnSolana,
  slotOnSolana,
} from './solana'

/** Milliseconds for the destination chain to answer before the wallet is asked. */
const timeout = 4_000

/** Tracks deliveries of bridges by reading only the chains: deposits to the recipient, and refunds. */
export function createDeliveryTracker(wallets: Wallets, { chains }: Deployment, now: () => number): DeliveryTracker {
  const historyCache = createHistoryCache()
  return { readBaseline, getStatus }

  async function readBaseline(plan: AnyPlan): Promise<DestinationBaseline | undefined> {
    if (isLiquidity(plan)) return undefined
    const { buy, recipient } = plan.intent
    const far = destinations[buy.chain.kind]
    if (!far) return undefined
    const reading = Promise.all([far.block(wallets.rpc(buy.chain.chainId)), readBalances(wallets, recipient, [buy])])
    const read = await withTimeout(timeout, reading, () => undefined)
    if (!read) return undefined
    const [block, [held]] = read
    return held && { block, balance: held.units }
  }

  async function getStatus(paid: PaidOrder, claimed: ReadonlySet<string>): Promise<DeliveryStatus> {
    const far = await arrival(paid, claimed).catch(unseen)
    if (far.filled) return far.filled
    const back = await comeBack(paid).catch(unseen)
    const returned = back.arrivals.find(({ hash }) => !claimed.has(hash))
    if (returned) return { at: 'refunded', ...returned }
    const partly = far.isPartial || back.isPartial ? ({ isPartial: true } as const) : {}
    const silent = [far, back].find((side) => 'why' in side)
    const parts = { ...(far.short > 0n && { short: far.short }), ...partly }
    const { isOver, escrow } = await timeOf(paid)
    // An escrow that still holds the deposit after its deadline has not paid out, regardless of the destination.
    if (isOver && escrow) return { at: 'late', escrow, ...parts }
    if (!isLiquidity(paid.plan) && !chainKinds[paid.plan.intent.buy.chain.kind].isReadable) return { at: 'unknown' }
    // Without the destination's earlier balance, new arrivals cannot be distinguished from old ones.
    if (!isLiquidity(paid.plan) && !paid.destination?.since) return { at: 'unknown' }
    // An empty escrow may have paid out: report nothing until the chain has been read.
    if (silent) throw silent.why
    if (isOver) return { at: 'late', escrow, ...parts }
    return { at: 'awaited', ...partly }
  }

  async function arrival(paid: PaidOrder, claimed: ReadonlySet<string>): Promise<Arrived> {
    const { plan, destination, minimumReceived, counted } = paid
    const since = destination?.since
    if (isLiquidity(plan) || !since) return nothing
    const { buy, recipient } = plan.intent
    const far = destinations[buy.chain.kind]
    if (!far) return nothing
    const ask = wallets.rpc(buy.chain.chainId)
    const context = { historyCache, trusted: trustedOn(buy.chain.chainId) }
    const { arrivals, isPartial } = await far.arrivals(ask, plan.intent, since.block, context)
    const news = arrivals.filter(({ hash }) => !claimed.has(hash))
    const found = news.find(({ units }) => units >= minimumReceived)
    if (found) return { filled: { at: 'filled', units: found.units, hash: found.hash }, short: 0n, isPartial }
    const short = news
      .filter(({ units }) => units * dust >= minimumReceived)
      .reduce((sum, { units }) => sum + units, 0n)
    if (!buy.isNative || !far.isNativeUnlogged) return { filled: undefined, short, isPartial }
    // Without a log or a bridge event, the balance decides.
    const [held] = await readBalances(wallets, recipient, [buy])
    const gain = (held?.units ?? 0n) - since.balance - counted
    return {
      filled: gain >= minimumReceived ? { at: 'filled', units: gain, hash: undefined } : undefined,
      short,
      isPartial,
    }
  }

  async function comeBack({ plan, payment }: PaidOrder): Promise<AccountMovements> {
    if (isLiquidity(plan) || !chainKinds[plan.intent.sell.token.chain.kind].isReadable) return whole([])
    const ask = wallets.rpc(payment.chainId)
    return payment.to === undefined
      ? returnsOnSolana(ask, plan.intent.sender, payment, trustedOn(payment.chainId), historyCache)
      : whole(await returnsOnEvm(ask, plan.intent, { ...payment, to: payment.to }))
  }

  async function timeOf({ plan, payment, age }: PaidOrder) {
    if (!chainKinds[sourceChainOf(plan.intent).kind].isReadable)
      return { isOver: age > bitcoinDeliveryTimeout, escrow: undefined }
    const ask = wallets.rpc(payment.chainId)
    if (payment.to === undefined) {
      const deadline = await deadlineOnSolana(ask, payment.hash)
      const isOver = deadline === undefined ? age > deliveryTimeout : now() > deadline * 1_000
      return { isOver, escrow: undefined }
    }
    const kept = await escrowOf(ask, { ...payment, to: payment.to }, Math.floor(now() / 1_000))
    if (!kept) return { isOver: age > deliveryTimeout, escrow: undefined }
    const escrow = kept.isOpen ? { contract: payment.to, id: kept.id } : undefined
    return { isOver: kept.isOver, escrow }
  }

  function trustedOn(chainId: number): readonly string[] {
    return chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
  }
}

/** The arrivals that one chain kind can detect. */
type Destination = {
  /** The newest block or slot. */
  readonly block: (ask: Rpc) => Promise<bigint>
  readonly arrivals: (ask: Rpc, intent: SwapIntent, since: bigint, context: ArrivalContext) => Promise<AccountMovements>
  /** Whether native coins arrive without a log. */
  readonly isNativeUnlogged: boolean
}

type ArrivalContext = {
  readonly historyCache: ReturnType<typeof createHistoryCache>
  readonly trusted: readonly string[]
}

/** `undefined` for kinds whose nodes cannot be asked. */
const destinations: Readonly<Record<ChainKind, Destination | undefined>> = {
  evm: {
    block: blockOnEvm,
    arrivals: async (ask, intent, since, { trusted }) => whole(await arrivalsOnEvm(ask, intent, since, trusted)),
    isNativeUnlogged: true,
  },
  solana: {
    block: slotOnSolana,
    arrivals: (ask, { buy, recipient }, since, { historyCache }) =>
      arrivalsOnSolana(ask, buy, recipient, since, historyCache),
    isNativeUnlogged: false,
  },
  bitcoin: undefined,
  unknown: undefined,
}

/** The arrivals: the full delivery, or parts of it. */
type Arrived = { readonly filled: DeliveryStatus | undefined; readonly short: bigint; readonly isPartial: boolean }

const nothing: Arrived = { filled: undefined, short: 0n, isPartial: false }

/** Keeps the error of an unreachable chain, which must not hide the deadline of an escrow. */
function unseen(why: unknown) {
  return { ...nothing, arrivals: [], why }
}

/** On EVM chains one request returns all logs, so the result is complete. */
function whole(arrivals: readonly Arrival[]): AccountMovements {
  return { arrivals, isPartial: false }
}

/** Less than a hundredth of the promised amount is no delivery: anyone can send dust. */
const dust = 100n
