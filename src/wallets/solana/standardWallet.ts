/** The Wallet Standard features this app's own wallets have, in the standard's shapes. */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly chains: readonly `solana:${string}`[]
  accounts: readonly StandardAccount[]
  readonly features: Readonly<Record<`${string}:${string}`, unknown>>
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
