import type { Deployment } from '../protocol/deployment/deployment'

/** The service takes no less than 10 basis points; a tolerance above half of the trade invites sandwich attacks. */
export const slippageLimits = { lowest: 10, low: 20, high: 300, highest: 5_000 }

/** The number that the service is sent for a tolerance. */
export function rawSlippage(bps: number, unit: Deployment['slippageUnit']): number {
  if (typeof unit === 'number') return Number(((bps * unit) / 100).toPrecision(12))
  switch (unit) {
    case 'basis points':
      return bps
    case 'per mille':
      return bps / 10
    case 'percent':
      return bps / 100
  }
}
