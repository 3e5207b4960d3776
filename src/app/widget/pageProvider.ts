/** A wallet that the page hands to the widget (EIP-1193). */
export type PageProvider = { readonly request: (request: { method: string; params?: unknown }) => Promise<unknown> }

/** Announces the page's own wallet by EIP-6963, so that it is offered like any other. Returns how to stop. */
export function announcePageProvider(provider: PageProvider, name: string, page: Window = window): () => void {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: 'page.wallet' })
  const detail = Object.freeze({ info, provider })
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => page.removeEventListener('eip6963:requestProvider', announce)
}

const icon =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="%230e2233"/><path d="M8 11v12h16V13H10a2 2 0 0 1 0-4h11v4" fill="none" stroke="%23f4f2ec" stroke-width="2"/></svg>'
