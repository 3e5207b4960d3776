import { useState, useSyncExternalStore } from 'react'
import { openSequence, openSequences, subscribeToSequences } from '../../components/sequences/sequenceStore'
import type { Sequence } from '../../preparation/liquidity/sequenceCodec'
import type { AddLiquidity } from './useAddLiquidity'

/** What lies over the form. */
export type Overlay =
  | { readonly is: 'none' }
  /** `of`: the deposit when the review was opened; later changes of the form do not affect it. */
  | { readonly is: 'review'; readonly of: 'deposit' | 'increase'; readonly sequence?: string }
  | { readonly is: 'progress'; readonly id: string }
  /** The next step of a deposit that takes several orders. */
  | { readonly is: 'sequence'; readonly id: string }

export type OverlayControl = {
  readonly overlay: Overlay
  readonly show: (overlay: Overlay) => void
  readonly showProgress: (orderId: string) => void
  readonly close: () => void
  /** The deposits of this browser that take several orders and are not finished, and the one whose step is shown. */
  readonly open: readonly Sequence[]
  readonly sequence: Sequence | undefined
  readonly begin: (sequence: Sequence) => void
  /** Shows the order of a sequence that is in progress, else the form and its next step. */
  readonly goOn: (sequence: Sequence, orderId?: string) => void
}

export function useOverlay(liquidity: AddLiquidity): OverlayControl {
  const [overlay, show] = useState<Overlay>({ is: 'none' })
  const open = useSyncExternalStore(subscribeToSequences, openSequences)
  const showProgress = (id: string) => show({ is: 'progress', id })
  const goOn = (sequence: Sequence, orderId?: string) => {
    if (orderId !== undefined) return showProgress(orderId)
    liquidity.actions.change(formOf(sequence, liquidity))
    show({ is: 'sequence', id: sequence.id })
  }
  return {
    ...{ overlay, show, showProgress, open, goOn },
    close: () => show({ is: 'none' }),
    sequence: open.find(
      ({ id, orders }) =>
        (overlay.is === 'sequence' && id === overlay.id) || (overlay.is === 'progress' && hasOrder(orders, overlay.id)),
    ),
    begin: (sequence) => {
      openSequence(sequence)
      goOn(sequence)
    },
  }
}

/** The form as a sequence was begun with: a tolerance that is the automatic one stays automatic. */
function formOf({ chainId, pool, range, position, paysCoin, toleranceBps }: Sequence, { deposit, form }: AddLiquidity) {
  const tolerance = toleranceBps === deposit.toleranceBps ? form.tolerance : String(toleranceBps / 100)
  const named = { pool: { chainId, address: pool }, pair: undefined, position: undefined, move: position }
  return { ...named, chainId, range, paysCoin, tolerance, amount: '' }
}

function hasOrder(orders: Sequence['orders'], id: string): boolean {
  return Object.values(orders).includes(id)
}
