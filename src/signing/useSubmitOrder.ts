import { useEffect, useRef } from 'react'
import { useServices } from '../components/services'
import type { AnyPlan } from '../guard/plan'

/**
 * What the click that confirms a review does: the plan is written down as an order, and carried out. Others may have
 * to be asked before; a review that is closed meanwhile is taken for a no.
 */
export function useSubmitOrder(onOpened: (orderId: string) => void): (plan: AnyPlan) => Promise<void> {
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
    // What it comes to is told by the order itself; a failure to begin is among it.
    orderService.act(id, { type: 'start' }).catch(() => {})
    onOpened(id)
  }
}
