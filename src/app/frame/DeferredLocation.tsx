import { createContext, type ReactNode, use, useDeferredValue, useMemo } from 'react'
import { Router, useRouter } from 'wouter'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

const ShownPlace = createContext({ path: '', search: '' })

/**
 * A new path reaches the children a moment later, in a transition: the header answers a click in its own frame, and the
 * old screen never sees the next one's address. Searches follow immediately.
 */
export function DeferredLocation({ children }: { readonly children: ReactNode }) {
  const router = useRouter()
  // Both as they are in the address: the router below decodes them.
  const path = usePathname(router)
  const search = useSearch(router)
  const place = useMemo(() => ({ path, search }), [path, search])
  const deferred = useDeferredValue(place)
  return (
    <Router {...shownPlace}>
      <ShownPlace value={deferred.path === path ? place : deferred}>{children}</ShownPlace>
    </Router>
  )
}

const shownPlace = {
  hook: (): [string, typeof navigate] => {
    const { path } = use(ShownPlace)
    return [
      path,
      (to, options) => {
        // A screen that is leaving must not replace the address of the one that was opened.
        if (!options?.replace || window.location.pathname === path) navigate(to, options)
      },
    ]
  },
  searchHook: () => use(ShownPlace).search,
}
