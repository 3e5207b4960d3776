import { useQuery } from '@tanstack/react-query'
import type { Chain } from '../../domain/chain'
import { useServices } from '../services'

/** The address of a typed name. Resolved once per visit: an address never changes under a filled form. */
export function useName(typed: string, chain?: Chain) {
  const services = useServices()
  return useQuery({
    queryKey: ['address of', typed, chain?.chainId],
    // Most people type no name: the lookup code is loaded with the first one.
    queryFn: async () => (await import('./names')).lookUp(services, typed, chain),
    enabled: typed.includes('.'),
    staleTime: 1 / 0,
  })
}

/** The address of a typed name; `undefined` while it is looked up, the text itself if it is no name or has none. */
export function useNamedAddress(typed: string | undefined, chain?: Chain): string | undefined {
  const { data, isLoading } = useName(typed ?? '', chain)
  if (isLoading) return undefined
  return data?.is === 'found' ? data.address : typed
}
