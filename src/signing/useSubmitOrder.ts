import { useEffect, useRef } from 'react'
import { useServices } from '../components/services'
import type { AnyPlan } from '../guard/plan'

/**
 * Stores a reviewed plan as an order and starts it; resolves to the order's id. The halt state or a destination chain
 * may be read first: closing the review meanwhile cancels.
 */
export function useSubmitOrder(onOpened: (orderId: string) => void): (plan: AnyPlan) => Promise<string> {
  const { orderService } = useServices()
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  return async (plan) => {
    const id = await orderService.open(plan, () => !isClosed.current)
    // The order itself shows its outcome, including a failure to start.
    orderService.act(id, { type: 'start' }).catch(() => {})
    onOpened(id)
    return id
  }
}
