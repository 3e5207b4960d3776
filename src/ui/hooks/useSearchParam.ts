import { useSearchParams } from 'wouter'

/** State kept in a search parameter, so that a shared link shows the same. */
export function useSearchParam(name: string): readonly [string | undefined, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const change = (value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [params.get(name) || undefined, change]
}
