import { useEffect, useRef } from 'react'
import { useServices } from '../components/services'
import type { AnyPlan } from '../guard/plan'

/**
 * Writes a reviewed plan down as an order and carries it out; resolves to the order's id. Others may have to be asked
 * before (the operator, a destination chain): a review that is closed meanwhile counts as a no.
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
    // What it comes to is told by the order itself; a failure to begin is among it.
    orderService.act(id, { type: 'start' }).catch(() => {})
    onOpened(id)
    return id
  }
}
