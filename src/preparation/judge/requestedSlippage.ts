import type { Deployment } from '../../protocol/deployment/deployment'

/** The tolerance in basis points that a request asks for; the inverse of `rawSlippage`. */
export function slippageBpsOf(raw: number, unit: Deployment['slippageUnit']): number {
  if (typeof unit === 'number') return Number(((raw / unit) * 100).toPrecision(12))
  switch (unit) {
    case 'basis points':
      return raw
    case 'per mille':
      return raw * 10
    case 'percent':
      return raw * 100
  }
}
