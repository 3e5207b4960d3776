import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useServices } from '../../components/services'
import { errorMessage } from '../../domain/text/errorMessage'

/** The orders of this browser, live; loads the journal on first use. `problem`: why it could not be read. */
export function useOrders() {
  const { orderService } = useServices()
  const snapshot = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const { error, refetch } = useQuery({
    queryKey: ['journal'],
    queryFn: () => orderService.load().then(() => null),
    enabled: !snapshot.isLoaded,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return { ...snapshot, problem: error ? errorMessage(error) : undefined, retry: () => void refetch() }
}
