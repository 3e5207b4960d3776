import { attempt } from '../domain/attempt'
import type { Executor } from '../orders/executor'
import type { Deployment } from '../protocol/deployment/deployment'
import type { WalletConnectSession } from './walletConnect/session'
import type { Account, Rpc, UnstartedWallets, WalletOption } from './wallets'

/** The wallets of one chain kind. The signing code loads when a wallet is connected or restored. */
export type LazyWallets = {
  /** Finds wallets that can be connected. */
  readonly discover: () => Promise<unknown>
  /** Connects the wallet of an earlier visit without a prompt; `undefined` without such a wallet. */
  readonly restore: () => Promise<unknown> | undefined
  readonly open: () => Promise<OpenWallets>
  /** Those that are open already. */
  readonly opened: () => OpenWallets | undefined
  /** Wallets found so far. */
  readonly options: () => readonly WalletOption[]
}

export type OpenWallets = {
  account(): Account | undefined
  connect(optionId: string): Promise<Account>
  disconnect(): Promise<void>
  /** Uses another of the accounts that the wallet shares. */
  select(address: string): void
  executor(): Executor
}

/** The inputs of the wallets of every kind. */
export type LazyWalletsDeps = {
  readonly deployment: Deployment
  readonly page: Window
  readonly rpc: (chainId: number) => Rpc
  /** One WalletConnect session serves all kinds. */
  readonly link: () => Promise<WalletConnectSession | undefined>
  /** Called when wallets cannot start. The others must not fail with them. */
  readonly onFailed: (what: UnstartedWallets['what'], error: unknown) => void
  /** Called when an account or an option changes. */
  readonly onChange: () => void
}

/** The inputs of opened wallets. */
export type OpenWalletsDeps = Pick<LazyWalletsDeps, 'deployment' | 'page' | 'onChange'> & {
  readonly onFailed?: LazyWalletsDeps['onFailed']
  /** Set if the operator allows wallets on other devices. */
  readonly link?: WalletConnectSession | undefined
  /** Milliseconds to wait after a reload for the wallet connected before. */
  readonly restoreTimeout?: number
}

/** Starts one of the app's own wallets. The others continue without one that cannot start. */
export function started<Part>(
  { onFailed }: Pick<OpenWalletsDeps, 'onFailed'>,
  name: string,
  start: () => Part,
): Part | undefined {
  try {
    return start()
  } catch (error) {
    onFailed?.({ name }, error)
    return undefined
  }
}

/** Storage key of the Solana wallet that was connected last. */
export const recentSolanaKey = 'tidegate.recentSolanaWallet'

/** The value of a key in browser storage, if there is one and storage is not blocked. */
export function storedIn(page: Window, key: string): string | null | undefined {
  return attempt(() => page.localStorage.getItem(key))
}

/** Keeps a value for the next visit. Where storage is full or blocked, it counts for this visit only. */
export function storeIn(page: Window, key: string, value: string): void {
  attempt(() => page.localStorage.setItem(key, value))
}
