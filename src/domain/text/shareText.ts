import { type Fraction, toNumber } from '../fraction'
import { percentText } from './figure'

/** A share such as 0.468 as percent: `46.8%`. Large ones lose their decimals. */
export function shareText(share: Fraction): string {
  const bps = toNumber(share) * 10_000
  return percentText(Math.abs(bps) >= 100_000 ? Math.round(bps / 100) * 100 : bps)
}
