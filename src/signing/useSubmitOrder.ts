import { useEffect, useRef } from 'react'
import { whenIdle } from '../api/idle'
import { useServices } from '../components/services'
import type { AnyPlan } from '../guard/plan'
import type { SequencePart } from '../orders/sequence'
import { keepStorage } from '../ui/comforts'

/**
 * Stores a reviewed plan as an order, or in the order that `requested` names, and starts it; resolves to the order's id. The halt state or a destination chain
 * may be read first: closing the review in the meantime cancels. The code for that, and for the progress that follows, is fetched
 * while the person reads.
 */
export function useSubmitOrder(
  onOpened: (orderId: string) => void,
  part?: SequencePart,
): (plan: AnyPlan, requested?: string) => Promise<string> {
  const { orderService, prefetchOrders } = useServices()
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  useEffect(() => {
    // The confirmation fetches failed evidence again, and reports the reason.
    whenIdle(() => void Promise.all([prefetchOrders(), import('./progress/ProgressDialog')]).catch(() => {}))
  }, [prefetchOrders])
  return async (plan, requested) => {
    void keepStorage()
    const isWanted = () => !isClosed.current
    if (requested !== undefined) await orderService.plan(requested, plan, isWanted, part)
    const id = requested ?? (await orderService.open(plan, isWanted, part))
    // The order itself shows its outcome, including a failure to start.
    orderService.act(id, { type: 'start' }).catch(() => {})
    onOpened(id)
    return id
  }
}
