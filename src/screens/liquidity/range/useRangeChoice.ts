import { useMemo, useState } from 'react'
import type { PositionTarget } from '../../../components/positions/usePositionTarget'
import { fittedRange, isUsableRange, presetRange, type Range, type RangeState } from '../../../domain/range'
import type { LiquidityPool } from '../../../preparation/liquidityPool'

/** Where the position earns. */
export type RangeChoice = {
  readonly range: Range | undefined
  /** The range that was asked for is none of this pool's; this is the nearest. */
  readonly isFitted: boolean
}

/** The range of the position that is to grow; else the chosen one, or one around the price. */
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
 * The range the person chose, fitted where it was meant for another spacing; until then one around the price as it
 * first was, which then stays.
 */
function useChosenRange(chosen: Range | undefined, pool: LiquidityPool | undefined, inverted: boolean): RangeChoice {
  const spacing = pool?.spacing
  const key = pool && `${pool.address ?? pool.sqrtPriceX96} ${pool.token0.id} ${pool.token1.id} ${pool.spacing}`
  const [first, setFirst] = useState<{ readonly key: string; readonly range: Range }>()
  if (pool && key !== undefined && first?.key !== key)
    setFirst({ key, range: presetRange({ kind: 'percent', percent: pool.isMeme ? 20 : 10 }, pool, inverted) })
  const isFitted = pool !== undefined && chosen !== undefined && !isUsableRange(chosen, pool.spacing)
  const fitted = useMemo(
    () => (isFitted && chosen && spacing !== undefined ? fittedRange(chosen, spacing) : undefined),
    [isFitted, chosen, spacing],
  )
  if (!pool) return { range: undefined, isFitted: false }
  return { range: fitted ?? chosen ?? (first?.key === key ? first?.range : undefined), isFitted }
}

/** The range of the position that is to grow: the same value as long as it is the same range. */
function useOwnRange(target: PositionTarget): Range | undefined {
  const { tickLower, tickUpper } = target.is === 'position' ? target.position : nowhere
  return useMemo(
    () => (tickLower === undefined || tickUpper === undefined ? undefined : { tickLower, tickUpper }),
    [tickLower, tickUpper],
  )
}

const nowhere = { tickLower: undefined, tickUpper: undefined }

/** How the price has moved against the range since the range was first shown. */
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
