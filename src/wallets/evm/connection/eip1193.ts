import type { Provider } from './provider'

/** An error with a code of EIP-1193, as wallets of the app itself reject with. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

/** The events of a provider that the app makes itself. */
export function providerEvents() {
  const listeners = new Map<string, Set<(news: unknown) => void>>()
  return {
    on: (event: string, listener: (news: unknown) => void) =>
      void listeners.set(event, new Set([...(listeners.get(event) ?? []), listener])),
    removeListener: (event: string, listener: (news: unknown) => void) => void listeners.get(event)?.delete(listener),
    emit: (event: string, news: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(news)
    },
  }
}

/** The announcement of a provider (EIP-6963), to be repeated with each request for announcements. */
export function announcer(
  page: EventTarget,
  info: { readonly name: string; readonly icon: string; readonly rdns: string },
  provider: Provider,
): () => void {
  const detail = Object.freeze({ info: Object.freeze({ uuid: crypto.randomUUID(), ...info }), provider })
  return () => void page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}
