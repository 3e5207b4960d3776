import { attempt } from '../domain/attempt'

type Channel = {
  readonly post: (message: unknown) => void
  /** Calls the listener with each message, until the returned function is called. */
  readonly subscribe: (listener: (message: unknown) => void) => () => void
}

/**
 * Messages to the other tabs of this browser. A browser may have no BroadcastChannel, or refuse it where it blocks site
 * data: tabs then learn of changes from the journal, and each requests for itself.
 */
export function openChannel(name: string): Channel {
  const channel = attempt(() => new BroadcastChannel(name))
  return {
    post: (message) => void attempt(() => channel?.postMessage(message)),
    subscribe: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data)
      channel?.addEventListener('message', onMessage)
      return () => channel?.removeEventListener('message', onMessage)
    },
  }
}
