import { type Json, numberText } from '../../../protocol/json/json'

/** The time until which a payment may be sent, in milliseconds since the epoch. `isSaid`: given by the service. */
export type Deadline = { readonly until: number; readonly isSaid: boolean }

/** How long a price is assumed to hold when the service gives no deadline, in milliseconds. */
export const defaultQuoteLifetime = 30 * 60_000

const names = ['expiresAt', 'expiry', 'expiration', 'validUntil', 'deadline']

/** The deadline in one of the usual members, as seconds, milliseconds or a date; else the default. */
export function readDeadline(rest: { readonly [name: string]: Json }, receivedAt: number): Deadline {
  const said = names.map((name) => instantOf(rest[name])).find((instant) => instant !== undefined)
  const isUsable = said !== undefined && said < receivedAt + maxHold
  return isUsable ? { until: said, isSaid: true } : { until: receivedAt + defaultQuoteLifetime, isSaid: false }
}

/** A later deadline is not plausible: the number means something else. */
const maxHold = 7 * 24 * 60 * 60_000

function instantOf(said: Json | undefined): number | undefined {
  if (said === undefined) return undefined
  const digits = numberText(said) ?? (typeof said === 'string' && /^\d{9,14}$/.test(said) ? said : undefined)
  if (digits !== undefined) {
    const number = Number(digits)
    if (number < 1e9) return undefined
    return number < 1e11 ? number * 1_000 : number
  }
  const date = typeof said === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}
