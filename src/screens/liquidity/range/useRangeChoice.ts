import { useMemo, useState } from 'react'
import type { PositionTarget } from '../../../components/positions/usePositionTarget'
import { defaultPreset } from '../../../domain/liquidity/defaultRange'
import { fittedRange, isUsableRange, presetRange, type Range, type RangeState } from '../../../domain/liquidity/range'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'

/** The chosen price range. */
export type RangeChoice = {
  readonly range: Range | undefined
  /** The requested range does not fit this pool's tick spacing; this is the nearest that does. */
  readonly isFitted: boolean
}

/** The range of the position to increase; else the chosen one, or a default around the price. */
export function useRangeChoice(
  chosen: Range | undefined,
  target: PositionTarget,
  pool: LiquidityPool | undefined,
  inverted: boolean,
): RangeChoice {
  const own = useOwnRange(target)
  const choice = useChosenRange(chosen, pool, inverted)
  return own ? { range: own, isFitted: false } : choice
}

/**
 * The range the person chose, snapped if it was chosen for another tick spacing; until then a default around the first
 * known price, which does not follow the price.
 */
function useChosenRange(chosen: Range | undefined, pool: LiquidityPool | undefined, inverted: boolean): RangeChoice {
  const spacing = pool?.spacing
  const key = pool && `${pool.address ?? pool.sqrtPriceX96} ${pool.token0.id} ${pool.token1.id} ${pool.spacing}`
  const [first, setFirst] = useState<{ readonly key: string; readonly range: Range }>()
  if (pool && key !== undefined && first?.key !== key)
    setFirst({ key, range: presetRange(defaultPreset(pool), pool, inverted) })
  const isFitted = pool !== undefined && chosen !== undefined && !isUsableRange(chosen, pool.spacing)
  const fitted = useMemo(
    () => (isFitted && chosen && spacing !== undefined ? fittedRange(chosen, spacing) : undefined),
    [isFitted, chosen, spacing],
  )
  if (!pool) return { range: undefined, isFitted: false }
  return { range: fitted ?? chosen ?? (first?.key === key ? first?.range : undefined), isFitted }
}

/** The range of the position to increase, referentially stable while its ticks are unchanged. */
function useOwnRange(target: PositionTarget): Range | undefined {
  const { tickLower, tickUpper } = target.is === 'position' ? target.position : nowhere
  return useMemo(
    () => (tickLower === undefined || tickUpper === undefined ? undefined : { tickLower, tickUpper }),
    [tickLower, tickUpper],
  )
}

const nowhere = { tickLower: undefined, tickUpper: undefined }

/** How the price has moved relative to the range since the range was first shown. */
export function useRangeMove(
  range: Range | undefined,
  state: RangeState | undefined,
  pool: string | undefined,
): 'out' | 'edge' | 'back' | undefined {
  const key = range && `${pool} ${range.tickLower} ${range.tickUpper}`
  const [first, setFirst] = useState<{ readonly key: string; readonly state: RangeState }>()
  if (key !== undefined && state !== undefined && first?.key !== key) setFirst({ key, state })
  if (!first || first.key !== key || state === undefined || state === first.state) return undefined
  if (state === 'edge') return 'edge'
  return state === 'earning' ? 'back' : 'out'
}
