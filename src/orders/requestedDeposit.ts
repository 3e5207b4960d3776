import { addressKey } from '../domain/address'
import type { Range } from '../domain/liquidity/range'
import type { DepositIntent } from '../guard/liquidityIntent'
import { isLiquidity, type Plan } from '../guard/plan'
import { openOrder } from './openOrder'
import { isRequested, isWatched, type Order, type RequestedOrder } from './order'
import type { RequestProgress, ServiceRequest } from './serviceRequest'

/** A request, and the intent that it belongs to. */
export type NewRequest = Omit<ServiceRequest, 'progress'> & { readonly plan: Plan<DepositIntent> }

/** Where a deposit goes: one range of one pool, for one owner. */
export type DepositTarget = Range & {
  readonly chainId: number
  /** Addresses of the pool's tokens, in its order. */
  readonly tokens: readonly [string, string]
  readonly recipient: string
}

/** The order of a deposit that the service is asked for. It has no steps. */
export function openRequest(id: string, { plan, ...request }: NewRequest, when: number): Order {
  return { ...openOrder(id, plan, when), request: { ...request, progress: { at: 'posted' } } }
}

/** The event of what became of the request; none where it is old news. */
export function newsOf(order: Order, progress: RequestProgress) {
  return isRequested(order) && isNews(order.request.progress, progress.at)
    ? [{ type: 'request', progress } as const]
    : []
}

/** Whether it is news: a late answer does not undo a deposit that was seen. */
export function isNews({ at }: RequestProgress, next: RequestProgress['at']): boolean {
  return answeredBy[next].includes(at)
}

/** The states that a state can follow. */
const answeredBy: Readonly<Record<RequestProgress['at'], readonly RequestProgress['at'][]>> = {
  posted: [],
  unanswered: ['posted'],
  accepted: ['posted', 'unanswered'],
  'to sign': ['posted', 'unanswered'],
  refused: ['posted', 'unanswered'],
  seen: ['posted', 'unanswered', 'accepted'],
}

export function targetOf({ pool: { token0, token1 }, range, recipient }: TargetedIntent): DepositTarget {
  const { tickLower, tickUpper } = range
  const tokens = [token0.address, token1.address] as const
  return { chainId: token0.chain.chainId, tokens, recipient, tickLower, tickUpper }
}

type TargetedIntent = Pick<DepositIntent, 'range' | 'recipient'> & {
  readonly pool: Pick<DepositIntent['pool'], 'token0' | 'token1'>
}

/** The lock that a tab holds while it asks the service. */
export function requestLockName(target: DepositTarget): string {
  return `tidegate.deposit ${targetKey(target)}`
}

/** Canonical text for a target, independent of address case. */
function targetKey({ chainId, tokens, recipient, tickLower, tickUpper }: DepositTarget): string {
  return [chainId, ...tokens.map(addressKey), addressKey(recipient), tickLower, tickUpper].join(' ')
}

/**
 * Deposits to the same place that may still be carried out: requesting again could come on top of them. One with an unknown
 * outcome counts until the person dismisses it: then they have checked their positions.
 */
export function openDepositsTo(orders: readonly Order[], target: DepositTarget): readonly Order[] {
  return orders.filter((order) => isWatched(order) && !order.isDismissed && isTo(order, target))
}

/**
 * A deposit to the same place that the service has accepted already and the person's wallet has not signed: it is
 * prepared as it is reviewed now, and the service is not asked again. An acceptance counts for a day.
 */
export function acceptedBefore(orders: readonly Order[], target: DepositTarget, now: number): Order | undefined {
  return orders.find((order) => {
    const progress = isRequested(order) ? order.request.progress : undefined
    return progress?.at === 'to sign' && progress.builtBy === 'app' && now - order.openedAt < day && isTo(order, target)
  })
}

function isTo({ plan }: Order, target: DepositTarget): boolean {
  return isLiquidity(plan) && plan.intent.kind === 'deposit' && targetKey(targetOf(plan.intent)) === targetKey(target)
}

/** An owner's liquidity in a range of a pool, from the pool record. */
export type RecordedPosition = DepositTarget & { readonly liquidity: bigint; readonly id: string | undefined }

/** The owner's liquidity in one range of one pool, all positions together. */
export function heldIn(
  positions: readonly RecordedPosition[],
  target: DepositTarget,
): { readonly liquidity: bigint; readonly newest: string | undefined } {
  const key = targetKey(target)
  const own = positions.filter((position) => targetKey(position) === key)
  return {
    liquidity: own.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    newest: own.at(-1)?.id,
  }
}

/** The proof that a deposit arrived: the record shows more liquidity than before in this range for this owner. */
export function proofOf(
  { plan, request }: RequestedOrder,
  positions: readonly RecordedPosition[],
): RequestProgress | undefined {
  if (plan.intent.kind !== 'deposit') return undefined
  const { liquidity, newest } = heldIn(positions, targetOf(plan.intent))
  const added = liquidity - request.before
  return added > 0n ? { at: 'seen', added, position: newest } : undefined
}

/** How much of what was expected was seen, in percent. */
export function shareSeen({ expected }: Pick<ServiceRequest, 'expected'>, added: bigint): number {
  return expected === 0n ? 100 : Number((added * 1000n) / expected) / 10
}

export type Waiting = 'seen' | 'waiting' | 'late' | 'unknown'

/** A deposit that no one has seen is late after a minute, and its outcome unknown after ten. */
export function waitingOf({ openedAt, request }: RequestedOrder, now: number): Waiting {
  if (request.progress.at === 'seen') return 'seen'
  const age = now - openedAt
  if (age > 10 * minute) return 'unknown'
  return age > minute ? 'late' : 'waiting'
}

const minute = 60_000
const day = 24 * 60 * minute
