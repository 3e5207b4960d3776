import { useEffect, useState } from 'react'

/** A module that loads when first wanted, and stays loaded; `undefined` until then. */
export function useLazyModule<Thing>(load: () => Promise<Thing>, isWanted: boolean): Thing | undefined {
  const [thing, setThing] = useState<{ readonly loaded: Thing }>()

  useEffect(() => {
    if (!isWanted || thing) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setThing({ loaded }),
      // After a failure it is loaded again when next wanted.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, thing])

  return thing?.loaded
}
