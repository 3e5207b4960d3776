import { useEffect, useState } from 'react'

/** Something that loads when it is first wanted, and stays; `undefined` until it is there. */
export function useLazyModule<Thing>(load: () => Promise<Thing>, isWanted: boolean): Thing | undefined {
  const [thing, setThing] = useState<{ readonly loaded: Thing }>()

  useEffect(() => {
    if (!isWanted || thing) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setThing({ loaded }),
      // A part that could not be fetched is tried again when it is next wanted.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, isWanted, thing])

  return thing?.loaded
}
