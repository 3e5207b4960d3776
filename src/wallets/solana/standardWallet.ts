import { Listeners } from '../../domain/listeners'

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

/** The shape of a wallet's `accounts`, and the listeners of its `standard:events`. */
export function accountEvents(wallet: () => StandardWallet) {
  const { add, notify } = new Listeners<[{ readonly accounts: readonly StandardAccount[] }]>()
  return {
    show: (accounts: readonly StandardAccount[]) => {
      wallet().accounts = accounts
      notify({ accounts })
      return { accounts }
    },
    on: (_: 'change', listener: Parameters<typeof add>[0]) => add(listener),
  }
}
