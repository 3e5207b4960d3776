import { useMemo, useState } from 'react'
import { useLiquidityAccount } from '../../components/accounts/useAccounts'
import { proposalOf, tokenAmounts } from '../../components/positions/proposal'
import { useManager } from '../../components/positions/useManager'
import { type PositionTarget, usePositionTarget } from '../../components/positions/usePositionTarget'
import { useNow } from '../../components/useNow'
import { useStorageProblem } from '../../components/useStorageProblem'
import type { PoolSide } from '../../domain/liquidity/liquidity'
import {
  defaultPreset,
  fittedRange,
  isUsableRange,
  presetRange,
  type Range,
  type RangeState,
} from '../../domain/liquidity/range'
import { baseToleranceBps, readTolerance } from '../../domain/liquidity/tolerance'
import { type LiquidityPool, toleranceFor } from '../../preparation/liquidity/liquidityPool'
import { useFirst } from '../../ui/hooks/useFirst'
import { useOnline } from '../../ui/hooks/useOnline'
import { maxDepositOf, useDepositFunds } from './amounts/useDepositFunds'
import { depositRequestOf } from './depositRequest'
import { depositFormIssues } from './formIssues'
import { usePoolChoice } from './pool/usePoolChoice'
import { usePoolMarket } from './pool/usePoolMarket'
import { type DepositForm, useDepositForm } from './useDepositForm'
import { useDepositNetwork } from './useDepositNetwork'

export type AddLiquidity = ReturnType<typeof useAddLiquidity>

/** A deposit as it is filled in. */
export function useAddLiquidity() {
  const isOnline = useOnline()
  const now = useNow(10_000)
  const [form, change] = useDepositForm()
  const [isHeld, hold] = useState(false)
  const network = useDepositNetwork(form.chainId, isHeld)
  const choice = usePoolChoice(form, change, network, now)
  const { pool, inverted } = choice
  const existing = pool?.address === undefined ? undefined : pool
  const market = usePoolMarket(choice, network.list.pools)

  const account = useLiquidityAccount()
  const manager = useManager(pool)
  const isMove = form.move !== undefined
  const target = usePositionTarget(choice.lost || isMove ? undefined : form.position, existing, manager, account)
  const moving = usePositionTarget(choice.lost ? undefined : form.move, existing, manager, account)
  const range = useRangeChoice(form.range, target, pool, inverted)
  const funds = useDepositFunds(pool, account, network, form)
  const { given, amount, tolerance } = form
  const chosen = range.range
  const typed = tolerance === undefined ? undefined : readTolerance(tolerance)
  const toleranceBps = typed ?? (pool ? toleranceFor(pool, chosen).bps : baseToleranceBps(false))
  const proposal = useMemo(
    () => (pool && chosen ? proposalOf(pool, { range: chosen, given, typed: amount, toleranceBps }) : undefined),
    [pool, chosen, given, amount, toleranceBps],
  )
  const moved = useRangeMove(range.range, proposal?.state, pool?.address)
  const storage = useStorageProblem(proposal !== undefined)
  const { paid, balances } = funds
  /** Writes the pool shown by default into the form. */
  const named: Partial<DepositForm> =
    existing?.address === undefined || form.pair
      ? {}
      : { pool: { chainId: existing.chain.chainId, address: existing.address } }
  const most = maxDepositOf(funds, pool, chosen)
  const pay = paid && proposal?.deposit && tokenAmounts(paid, proposal.deposit)

  return {
    form,
    network,
    choice,
    market,
    /** Whether a new position is created or an existing one is increased. */
    target,
    /** A named position is increased, or still loads: its pool and range cannot be chosen. */
    hasTarget: network.list.at !== 'failed' && ['position', 'looking', 'silent'].includes(target.is),
    /** The position that is moved into the chosen range; `new` where none is. */
    moving,
    range,
    funds,
    deposit: {
      proposal,
      toleranceBps,
      /** The position manager that deposits into the pool; `undefined` when neither deployment nor record names one. */
      manager,
      /** The amounts to deposit, in the pool's order. */
      pay,
      request:
        pool && proposal && pay && target.is !== 'position'
          ? depositRequestOf(pool, { pay, range: proposal.range, recipient: account ?? '' })
          : undefined,
      /** How the price has moved relative to the range since the person chose it. */
      moved,
      /** When it was computed, in milliseconds since the epoch. */
      now,
    },
    issues: depositFormIssues({
      isOnline,
      storage,
      pool,
      start: choice.pair && !existing ? choice.start.is : 'price',
      proposal,
      hasTolerance: tolerance === undefined || typed !== undefined,
      account,
      target,
      sides: pay?.map((amount, place) => ({ ...amount, balance: balances[place === 0 ? 'amount0' : 'amount1'] })) ?? [],
      age: pool ? Math.max(0, now - pool.liveAt) : 0,
    }),
    actions: {
      /** Freezes pools and prices while a handle of the chart is held. */
      hold,
      change,
      setRange: (range: Range) => change({ ...named, range, position: undefined }),
      /** Switches from increasing a position to creating a new one. */
      leavePosition: () => change({ range: chosen, position: undefined }),
      type: (side: PoolSide, amount: string) => change({ ...named, given: side, amount }),
      /** Fills in the largest deposit that both balances allow; `undefined` if they allow none. */
      fillUp: most && (() => change(most)),
    },
  }
}

/**
 * The range of the position to increase; else the chosen one. `isFitted`: it was chosen for another tick spacing, and is
 * snapped. Until one is chosen it is a default around the first known price, which does not follow the price.
 */
function useRangeChoice(
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
function useRangeMove(
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
