import { useEffect, useSyncExternalStore } from 'react'
import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { useServices } from '../services'

/** Deposits requested from the service, from this browser's journal, newest first. */
export function usePendingDeposits(): readonly PendingDeposit[] {
  const { deposits } = useServices()
  useEffect(() => {
    // An entry that cannot be read now is read with the next visit; nothing is lost by it.
    deposits.load().catch(() => {})
  }, [deposits])
  return useSyncExternalStore(deposits.subscribe, deposits.getSnapshot).deposits
}
