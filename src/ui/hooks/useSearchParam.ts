import { useLocation, useSearchParams } from 'wouter'

/** State kept in a search parameter, so that a shared link shows the same. */
export function useSearchParam(name: string): readonly [string | undefined, (value: string) => void] {
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const change = (value: string) => {
    // The setter of wouter decodes the path, which would change names that contain percent signs.
    const { pathname, search } = window.location
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    const text = next.toString()
    navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true })
  }
  return [params.get(name) || undefined, change]
}
