/** The Wallet Standard features this app's own wallets have, in the standard's shapes. */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly chains: readonly `solana:${string}`[]
  accounts: readonly StandardAccount[]
  readonly features: Readonly<Record<string, unknown>>
}

export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

type AccountsListener = (change: { readonly accounts: readonly StandardAccount[] }) => void

/** The shape of a wallet's `accounts`, and the listeners of its `standard:events`. */
export function accountEvents(wallet: () => StandardWallet) {
  const listeners = new Set<AccountsListener>()
  return {
    show: (accounts: readonly StandardAccount[]) => {
      wallet().accounts = accounts
      for (const listener of listeners) listener({ accounts })
      return { accounts }
    },
    on: (_: 'change', listener: AccountsListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Register = { readonly register: (wallet: StandardWallet) => void }

/** Announces a wallet by the Wallet Standard, as an extension does. */
export function announceWallet(wallet: StandardWallet, target: EventTarget): void {
  const register = ({ register }: Register) => register(wallet)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  target.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event && isRegister(event.detail)) register(event.detail)
  })
}

function isRegister(detail: unknown): detail is Register {
  return typeof detail === 'object' && detail !== null && 'register' in detail && typeof detail.register === 'function'
}
