import { addressKey } from '../../domain/address'
import type { Range } from '../../domain/liquidity/range'
import type { Order } from '../../orders/order'
import { couldDepositTwice } from './depositPhase'

/**
 * A deposit the service was asked for, as the journal keeps it. Written before the request leaves: after a reload or a
 * crash no one asks a second time without knowing of the first.
 */
export type PendingDeposit = DepositTarget & {
  readonly version: 1
  readonly id: string
  readonly symbols: readonly [string, string]
  /** The requested payment, in whole tokens of the pool's order. */
  readonly amounts: readonly [string, string]
  /** The request, word for word. */
  readonly body: string
  /** Liquidity the recipient had in this range before, and how much should be added. */
  readonly before: bigint
  readonly expected: bigint
  readonly progress: DepositProgress
  /** Hidden by the person; still in the journal, in Activity and watched. */
  readonly isHidden: boolean
  readonly history: readonly DepositMoment[]
  /** Milliseconds since the epoch. */
  readonly openedAt: number
}

/** Where a deposit goes: one range of one pool, for one owner. */
export type DepositTarget = Range & {
  readonly chainId: number
  /** Addresses of the pool's tokens, in its order. */
  readonly tokens: readonly [string, string]
  readonly recipient: string
}

export type DepositProgress =
  /** The request may be on its way. */
  | { readonly at: 'posted' }
  /** No usable answer came: the service may have acted or not. `said`: a word that it answered. */
  | { readonly at: 'unanswered'; readonly said?: string }
  /** The service has accepted and acts by itself. `said`: a hash or a number that it answered. */
  | { readonly at: 'accepted'; readonly said?: string }
  /** The service has accepted; the person's wallet signs transactions of the app, or of the service. */
  | { readonly at: 'to sign'; readonly builtBy: 'app' | 'service' }
  /** An order in the journal carries it out. */
  | { readonly at: 'ordered'; readonly order: string }
  /** The service refused: nothing has happened. */
  | { readonly at: 'refused' }
  /** The pool shows more liquidity of this owner in this range than before. */
  | { readonly at: 'seen'; readonly added: bigint; readonly position: string | undefined }

export type DepositMoment = { readonly when: number; readonly what: 'posted' | PendingDepositEvent['type'] }

export type PendingDepositEvent =
  | { readonly type: 'unanswered'; readonly said?: string }
  | { readonly type: 'accepted'; readonly said?: string }
  | { readonly type: 'to sign'; readonly builtBy: 'app' | 'service' }
  | { readonly type: 'ordered'; readonly order: string }
  | { readonly type: 'refused' }
  | { readonly type: 'seen'; readonly added: bigint; readonly position: string | undefined }
  | { readonly type: 'hidden' }

export type NewDeposit = Omit<PendingDeposit, 'version' | 'id' | 'progress' | 'isHidden' | 'history' | 'openedAt'>

export function postedDeposit(id: string, asked: NewDeposit, when: number): PendingDeposit {
  return {
    ...asked,
    version: 1,
    id,
    progress: { at: 'posted' },
    isHidden: false,
    history: [{ when, what: 'posted' }],
    openedAt: when,
  }
}

/** The deposit after an event. Outdated events are ignored: a late answer does not undo a deposit that was seen. */
export function moveDeposit(deposit: PendingDeposit, event: PendingDepositEvent, when: number): PendingDeposit {
  const moved = event.type === 'hidden' ? hidden(deposit) : progressed(deposit, event)
  return moved === deposit ? deposit : { ...moved, history: [...deposit.history, { when, what: event.type }] }
}

function hidden(deposit: PendingDeposit): PendingDeposit {
  return deposit.isHidden ? deposit : { ...deposit, isHidden: true }
}

function progressed(deposit: PendingDeposit, event: Exclude<PendingDepositEvent, { type: 'hidden' }>): PendingDeposit {
  return follows(deposit.progress, event.type) ? { ...deposit, progress: progressOf(event) } : deposit
}

function progressOf(event: Exclude<PendingDepositEvent, { type: 'hidden' }>): DepositProgress {
  switch (event.type) {
    case 'to sign':
      return { at: 'to sign', builtBy: event.builtBy }
    case 'ordered':
      return { at: 'ordered', order: event.order }
    case 'seen':
      return { at: 'seen', added: event.added, position: event.position }
    case 'accepted':
    case 'unanswered':
      return { at: event.type, ...(event.said === undefined ? {} : { said: event.said }) }
    default:
      return { at: event.type }
  }
}

function follows({ at }: DepositProgress, next: Exclude<PendingDepositEvent['type'], 'hidden'>): boolean {
  switch (next) {
    case 'seen':
      return at === 'posted' || at === 'unanswered' || at === 'accepted'
    case 'unanswered':
      return at === 'posted'
    case 'ordered':
      return at === 'to sign'
    case 'accepted':
    case 'to sign':
    case 'refused':
      return at === 'posted' || at === 'unanswered'
  }
}

/** Deposits to the same place that may still be carried out: asking again could come on top of them. */
export function openDepositsTo(deposits: readonly PendingDeposit[], target: DepositTarget): readonly PendingDeposit[] {
  return deposits.filter((deposit) => couldDepositTwice(deposit) && isSameTarget(deposit, target))
}

/**
 * A deposit to the same place that the service has accepted already and the person's wallet has not signed: it is
 * prepared as it is reviewed now, and the service is not asked again. An acceptance counts for a day.
 */
export function acceptedBefore(
  deposits: readonly PendingDeposit[],
  target: DepositTarget,
  orders: readonly Order[],
  now: number,
): PendingDeposit | undefined {
  return deposits.find(
    (deposit) =>
      deposit.progress.at === 'to sign' &&
      deposit.progress.builtBy === 'app' &&
      now - deposit.openedAt < day &&
      isSameTarget(deposit, target) &&
      !orders.some((order) => isOrderOf(order, deposit)),
  )
}

/** Whether an order opened since carries the deposit out, even if the tab closed before recording the link. */
function isOrderOf({ plan: { intent }, openedAt }: Order, deposit: PendingDeposit): boolean {
  if (intent.kind !== 'deposit' || openedAt < deposit.openedAt) return false
  const { token0, token1 } = intent.pool
  const tokens = [token0.address, token1.address] as const
  return isSameTarget(deposit, { ...intent.range, chainId: token0.chain.chainId, tokens, recipient: intent.recipient })
}

export function isSameTarget(one: DepositTarget, other: DepositTarget): boolean {
  return targetKey(one) === targetKey(other)
}

/** Canonical text for a target, independent of address case: names the lock held while the service is asked. */
export function targetKey({ chainId, tokens, recipient, tickLower, tickUpper }: DepositTarget): string {
  return [chainId, ...tokens.map(addressKey), addressKey(recipient), tickLower, tickUpper].join(' ')
}

/** An owner's liquidity in a range of a pool, from the pool record. */
export type RecordedPosition = DepositTarget & { readonly liquidity: bigint; readonly id: string | undefined }

/** The owner's liquidity in one range of one pool, all positions together. */
export function heldIn(
  positions: readonly RecordedPosition[],
  target: DepositTarget,
): { readonly liquidity: bigint; readonly newest: string | undefined } {
  const own = positions.filter((position) => isSameTarget(position, target))
  return {
    liquidity: own.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    newest: own.at(-1)?.id,
  }
}

/** The proof that a deposit arrived: the record shows more liquidity than before in this range for this owner. */
export function proofOf(
  deposit: PendingDeposit,
  positions: readonly RecordedPosition[],
): PendingDepositEvent | undefined {
  const { liquidity, newest } = heldIn(positions, deposit)
  const added = liquidity - deposit.before
  return added > 0n ? { type: 'seen', added, position: newest } : undefined
}

/** How much of what was expected was seen, in percent. */
export function shareSeen({ expected }: PendingDeposit, added: bigint): number {
  return expected === 0n ? 100 : Number((added * 1000n) / expected) / 10
}

export type Waiting = 'seen' | 'waiting' | 'late' | 'unknown'

/** A deposit that no one has seen is late after a minute, and its outcome unknown after ten. */
export function waitingOf({ openedAt, progress }: PendingDeposit, now: number): Waiting {
  if (progress.at === 'seen') return 'seen'
  const age = now - openedAt
  if (age > 10 * minute) return 'unknown'
  return age > minute ? 'late' : 'waiting'
}

const minute = 60_000
const day = 24 * 60 * minute
