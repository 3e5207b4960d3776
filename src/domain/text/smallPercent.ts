import { percentText } from './figure'

/** Basis points as percent; a share that is there is never written as none: `<0.01%`. */
export function smallPercentText(bps: number): string {
  return bps > 0 && bps < 0.5 ? `<${percentText(1)}` : percentText(bps)
}
