import type { Provider } from '../../src/wallets/evm/connection/provider'

/** The part of a window that wallets need. */
export type Page = Window & { readonly kept: Map<string, string> }

export function openPage(kept = new Map<string, string>()): Page {
  const target = new EventTarget()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  return Object.assign(target, { localStorage, location: { origin: 'http://127.0.0.1:4173' }, kept }) as unknown as Page
}

/** As an extension does it: immediately, and at every request. */
export function announce(
  page: Page,
  provider: Provider,
  info: Partial<Readonly<Record<'uuid' | 'name' | 'rdns', string>>> = {},
) {
  const detail = {
    info: {
      uuid: crypto.randomUUID(),
      name: 'Test wallet',
      rdns: 'test.wallet',
      icon: 'data:image/png;base64,AA',
      ...info,
    },
    provider,
  }
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}
