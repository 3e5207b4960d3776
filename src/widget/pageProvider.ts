import { announcer, ProviderError, providerEvents } from '../wallets/evm/connection/eip1193'

/** A wallet that the page hands to the widget (EIP-1193). */
export type PageProvider = {
  readonly request: (request: { method: string; params?: unknown }) => Promise<unknown>
  readonly on?: (event: string, listener: (news: unknown) => void) => unknown
  readonly removeListener?: (event: string, listener: (news: unknown) => void) => unknown
}

/**
 * The page's own wallet, offered like any other by EIP-6963. The page may hand over another one, or take it away: its
 * connections then end.
 */
export function createPageWallet(name: string, page: Window = window) {
  let current: PageProvider | undefined
  const { emit, ...own } = providerEvents()
  const passOn = events.map((event) => [event, (news: unknown) => emit(event, news)] as const)
  const provider: PageProvider = {
    request: (request) => (current ? current.request(request) : Promise.reject(takenAway())),
    ...own,
  }
  const offer = announcer(page, { name, icon, rdns: 'page.wallet' }, Object.freeze(provider))
  // Of several elements with one wallet, the first offers it: every element hears every offer.
  const announce = () => {
    if (current && offers.get(current)?.[0] === announce) offer()
  }
  const hold = () => {
    if (current) offers.set(current, [...(offers.get(current) ?? []), announce])
    announce()
  }
  const letGo = () => {
    if (!current) return
    const others = (offers.get(current) ?? []).filter((other) => other !== announce)
    offers.set(current, others)
    others[0]?.()
  }
  let isStarted = false

  return {
    give(next: PageProvider | undefined): void {
      if (next === current) return
      const before = current
      if (isStarted) letGo()
      current = next
      for (const [event, listener] of passOn) {
        before?.removeListener?.(event, listener)
        next?.on?.(event, listener)
      }
      if (before) emit('disconnect', takenAway())
      if (isStarted) hold()
    },
    start(): void {
      isStarted = true
      page.addEventListener('eip6963:requestProvider', announce)
      hold()
    },
    stop(): void {
      isStarted = false
      page.removeEventListener('eip6963:requestProvider', announce)
      letGo()
    },
  }
}

/** The elements in the page that offer a wallet, in order. */
const offers = new WeakMap<PageProvider, readonly (() => void)[]>()

const events = ['accountsChanged', 'chainChanged', 'disconnect']

function takenAway(): ProviderError {
  // Disconnected.
  return new ProviderError('The page took its wallet away.', 4900)
}

const icon =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="%230e2233"/><path d="M8 11v12h16V13H10a2 2 0 0 1 0-4h11v4" fill="none" stroke="%23f4f2ec" stroke-width="2"/></svg>'
