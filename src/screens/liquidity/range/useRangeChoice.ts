import { useMemo } from 'react'
import type { PositionTarget } from '../../../components/positions/usePositionTarget'
import { defaultPreset } from '../../../domain/liquidity/defaultRange'
import { fittedRange, isUsableRange, presetRange, type Range, type RangeState } from '../../../domain/liquidity/range'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { useFirst } from '../../../ui/hooks/useFirst'

/**
 * The range of the position to increase; else the chosen one. `isFitted`: it was chosen for another tick spacing, and is
 * snapped. Until one is chosen it is a default around the first known price, which does not follow the price.
 */
export function useRangeChoice(
  chosen: Range | undefined,
  target: PositionTarget,
  pool: LiquidityPool | undefined,
  inverted: boolean,
) {
  const spacing = pool?.spacing
  const key = pool && `${pool.address ?? pool.sqrtPriceX96} ${pool.token0.id} ${pool.token1.id} ${spacing}`
  const usual = useFirst(key, () => pool && presetRange(defaultPreset(pool), pool, inverted))
  const isOwn = target.is === 'position'
  const wanted = isOwn ? target.position : (chosen ?? (pool && usual))
  const { tickLower, tickUpper } = wanted ?? nowhere
  const isFitted = !isOwn && spacing !== undefined && chosen !== undefined && !isUsableRange(chosen, spacing)
  // The same range while its ticks are unchanged.
  const range = useMemo(() => {
    if (tickLower === undefined || tickUpper === undefined) return undefined
    const range = { tickLower, tickUpper }
    return isFitted ? fittedRange(range, spacing) : range
  }, [tickLower, tickUpper, isFitted, spacing])
  return { range: pool || isOwn ? range : undefined, isFitted }
}

const nowhere = { tickLower: undefined, tickUpper: undefined }

/** How the price has moved relative to the range since the range was first shown. */
export function useRangeMove(
  range: Range | undefined,
  state: RangeState | undefined,
  pool: string | undefined,
): 'out' | 'edge' | 'back' | undefined {
  const key = range && `${pool} ${range.tickLower} ${range.tickUpper}`
  const first = useFirst(state === undefined ? undefined : key, () => state)
  if (first === undefined || state === undefined || state === first) return undefined
  if (state === 'edge') return 'edge'
  return state === 'earning' ? 'back' : 'out'
}
