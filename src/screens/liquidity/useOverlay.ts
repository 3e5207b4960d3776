import { useState } from 'react'
import { useSequences } from '../../components/sequences/useSequences'
import { useServices } from '../../components/services'
import type { Sequence, SequenceGoal } from '../../orders/sequence'
import type { ChosenSequence } from './sequence/forecast'
import type { AddLiquidity } from './useAddLiquidity'

/** The overlay of the form. */
export type Overlay =
  | { readonly is: 'none' }
  | { readonly is: 'review'; readonly sequence?: Sequence }
  | { readonly is: 'progress'; readonly id: string }
  /** The next step of a deposit that takes several orders. `amount`: the typed one, from before it began. */
  | { readonly is: 'sequence'; readonly goal: SequenceGoal; readonly amount: string }

export type OverlayControl = ReturnType<typeof useOverlay>

export function useOverlay(liquidity: AddLiquidity) {
  const [overlay, show] = useState<Overlay>({ is: 'none' })
  const sequences = useSequences()
  const { newId } = useServices()
  const showProgress = (id: string) => show({ is: 'progress', id })
  const begin = (goal: SequenceGoal) => {
    liquidity.actions.change(formOf(goal, liquidity))
    show({ is: 'sequence', goal, amount: liquidity.form.amount })
  }
  /** Begins a sequence into the chosen pool. */
  const start = (chosen: ChosenSequence) => {
    const { pool } = liquidity.choice
    if (pool?.address === undefined) return
    const { chain, address, token0, token1 } = pool
    const tokens = [token0.address, token1.address] as const
    const symbols = [token0.symbol, token1.symbol] as const
    begin({ ...chosen, id: newId(), chainId: chain.chainId, pool: address, tokens, symbols })
  }
  const close = () => {
    if (overlay.is === 'sequence') liquidity.actions.change({ amount: overlay.amount })
    show({ is: 'none' })
  }
  return {
    ...{ overlay, show, showProgress, start, close },
    /** The deposits of this browser that take several orders and are not finished, and the one whose step is shown. */
    open: sequences.filter(({ isOver }) => !isOver),
    sequence: sequenceOf(overlay, sequences),
    /** Shows the order of a sequence that is in progress, else the form and its next step. */
    goOn: ({ goal }: Sequence, orderId?: string) => (orderId === undefined ? begin(goal) : showProgress(orderId)),
  }
}

/** One that has just begun has no order yet. */
function sequenceOf(overlay: Overlay, sequences: readonly Sequence[]): Sequence | undefined {
  if (overlay.is === 'progress') return sequences.find(({ orders }) => Object.values(orders).includes(overlay.id))
  if (overlay.is !== 'sequence') return undefined
  const { goal } = overlay
  return sequences.find(({ goal: { id } }) => id === goal.id) ?? { goal, orders: {}, isOver: false }
}

/** The form as a sequence was begun with: a tolerance that is the automatic one stays automatic. */
function formOf(goal: SequenceGoal, { deposit, form }: AddLiquidity) {
  const { chainId, pool, range, position, paysCoin, toleranceBps } = goal
  const tolerance = toleranceBps === deposit.toleranceBps ? form.tolerance : String(toleranceBps / 100)
  const named = { pool: { chainId, address: pool }, pair: undefined, position: undefined, move: position }
  return { ...named, chainId, range, paysCoin, tolerance, amount: '' }
}
