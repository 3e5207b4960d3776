import type { SlippageUnit } from '../protocol/deployment/deployment'

/** The service takes no less than 10 basis points; a tolerance above half of the trade invites sandwich attacks. */
export const slippageLimits = { lowest: 10, low: 20, high: 300, highest: 5_000 }

/** The slippage tolerance as the service is sent it: basis points, converted to the unit that the deployment names. */
export function rawSlippage(bps: number, unit: SlippageUnit): number {
  return withoutRoundingError((bps * unitsPerPercent(unit)) / 100)
}

/** The slippage tolerance of a request, in basis points: the inverse of `rawSlippage`. */
export function slippageBpsOf(raw: number, unit: SlippageUnit): number {
  return withoutRoundingError((raw / unitsPerPercent(unit)) * 100)
}

/** How many of a slippage unit are one percent. */
export function unitsPerPercent(unit: SlippageUnit): number {
  return typeof unit === 'number' ? unit : { 'basis points': 100, 'per mille': 10, percent: 1 }[unit]
}

/** 57 instead of 56.99999999999999. */
function withoutRoundingError(number: number): number {
  return Number(number.toPrecision(12))
}
