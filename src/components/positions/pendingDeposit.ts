import { addressKey } from '../../domain/address'
import type { Range } from '../../domain/range'
import type { Position } from './position'

/**
 * A deposit that the service accepted without telling how it reaches the chain, or whose answer was lost. It is only
 * ever watched: asking again could deposit twice.
 */
export type Landing = Range & {
  readonly id: string
  readonly chainId: number
  /** Addresses of the pool's tokens, in its order. */
  readonly tokens: readonly [string, string]
  readonly symbols: readonly [string, string]
  readonly recipient: string
  /** Whether the service said yes, or nothing was heard. */
  readonly said: 'yes' | 'nothing'
  /** What the recipient had in this range before, and what should be added: liquidity, as digits. */
  readonly before: string
  readonly expected: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly seen: Seen | undefined
}

/** What of it was seen in the pool's record. */
export type Seen = { readonly at: number; readonly added: string; readonly position: string | undefined }

export type Waiting = 'seen' | 'waiting' | 'late' | 'unknown'

/** After a minute it is late, after ten nobody can say. */
export function waitingOf({ at, seen }: Landing, now: number): Waiting {
  if (seen) return 'seen'
  const age = now - at
  if (age > 10 * 60_000) return 'unknown'
  return age > 60_000 ? 'late' : 'waiting'
}

/** The recipient's liquidity in one range of one pool, all positions together. */
export function heldIn(
  positions: readonly Position[],
  { tokens, recipient, tickLower, tickUpper }: Pick<Landing, 'tokens' | 'recipient' | 'tickLower' | 'tickUpper'>,
): { readonly liquidity: bigint; readonly newest: string | undefined } {
  const own = positions.filter(
    ({ pool, owner, ...range }) =>
      addressKey(pool.token0.address) === addressKey(tokens[0]) &&
      addressKey(pool.token1.address) === addressKey(tokens[1]) &&
      addressKey(owner) === addressKey(recipient) &&
      range.tickLower === tickLower &&
      range.tickUpper === tickUpper,
  )
  return {
    liquidity: own.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    newest: own.at(-1)?.id,
  }
}

/** What the record proves: more liquidity than before, in this very range, of this very owner. No less, and no more. */
export function proofOf(landing: Landing, positions: readonly Position[], now: number): Seen | undefined {
  const { liquidity, newest } = heldIn(positions, landing)
  const added = liquidity - BigInt(landing.before)
  return added > 0n ? { at: now, added: `${added}`, position: newest } : undefined
}

/** A deposit into the same range that is still waited for: asking once more could deposit twice. */
export function isUnderWay(
  landings: readonly Landing[],
  asked: Pick<Landing, 'tokens' | 'recipient' | 'tickLower' | 'tickUpper'>,
  now: number,
): boolean {
  return landings.some((landing) => {
    const isSame =
      landing.tickLower === asked.tickLower &&
      landing.tickUpper === asked.tickUpper &&
      addressKey(landing.recipient) === addressKey(asked.recipient) &&
      landing.tokens.every((token, index) => addressKey(token) === addressKey(asked.tokens[index] ?? ''))
    const waiting = waitingOf(landing, now)
    return isSame && (waiting === 'waiting' || waiting === 'late')
  })
}

/** How much of what was expected was seen, in percent. */
export function shareSeen({ expected }: Landing, { added }: Seen): number {
  return BigInt(expected) === 0n ? 100 : Number((BigInt(added) * 1000n) / BigInt(expected)) / 10
}

/** Stored text may be old or somebody else's: what is not a landing is left out. */
export function readLandings(text: string | null): readonly Landing[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter(isLanding) : []
  } catch {
    return []
  }
}

function isLanding(value: unknown): value is Landing {
  if (typeof value !== 'object' || value === null) return false
  const { id, chainId, tokens, symbols, recipient, said, before, expected, at, tickLower, tickUpper, seen } =
    value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof recipient === 'string' &&
    isPair(tokens) &&
    isPair(symbols) &&
    (said === 'yes' || said === 'nothing') &&
    isDigits(before) &&
    isDigits(expected) &&
    [chainId, at, tickLower, tickUpper].every((number) => Number.isFinite(number)) &&
    (seen === undefined || isSeen(seen))
  )
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null) return false
  const { at, added } = value as Record<string, unknown>
  return Number.isFinite(at) && isDigits(added)
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,60}$/.test(value)
}
