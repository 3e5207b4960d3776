import { useSearchParams } from 'wouter'

/** The network a view of the inspector looks at; it stands in the address. */
export function useNetworkParam(): readonly [string | undefined, (network: string) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (network: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('network', network)
        return next
      },
      { replace: true },
    )
  return [params.get('network') || undefined, choose]
}
