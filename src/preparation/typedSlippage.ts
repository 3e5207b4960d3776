import { readTypedPercent } from '../domain/typedNumber'
import { slippageLimits } from './slippage'

/** A typed percentage as a tolerance in basis points, or the reason why it is invalid. */
export type TypedSlippage = ReturnType<typeof readSlippage>

/** `0.5`, `0,5` and `0.5%` are 50 basis points; a hundredth of a percent is the finest. */
export function readSlippage(typed: string) {
  const read = readTypedPercent(typed)
  if (read.is === 'empty') return { is: 'invalid', why: 'not a number', character: undefined } as const
  if (read.is === 'invalid') return read
  const { bps } = read
  if (bps > slippageLimits.highest) return { is: 'invalid', why: 'too high' } as const
  if (bps < slippageLimits.lowest) return { is: 'invalid', why: 'too low' } as const
  return { is: 'slippage', bps, level: levelOf(bps) } as const
}

function levelOf(bps: number): 'usual' | 'tight' | 'loose' {
  if (bps < slippageLimits.low) return 'tight'
  return bps > slippageLimits.high ? 'loose' : 'usual'
}
