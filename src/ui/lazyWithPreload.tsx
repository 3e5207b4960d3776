import { type ComponentType, lazy, useState } from 'react'

/**
 * A component whose code is fetched when it is first rendered, or before with `preload`. Fetched code is rendered
 * immediately: React's own `lazy` shows the fallback even then, and keeps it for 300 ms.
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let fetched: ComponentType<Props> | undefined
  const fetchNow = async () => {
    const part = await load()
    fetched = part.default
    return part
  }
  const Later = lazy(fetchNow)

  function Part(props: Props) {
    // Chosen once: a change from one to the other would remount, and lose text typed in the meantime.
    const [Chosen] = useState(() => fetched ?? Later)
    return <Chosen {...props} />
  }

  /** Fetches the code, and resolves when that has ended. If it failed, the code is fetched again when it is drawn. */
  Part.preload = (): Promise<void> =>
    fetchNow().then(
      () => {},
      () => {},
    )
  return Part
}
