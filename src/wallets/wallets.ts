import type { StoreApi } from 'zustand/vanilla'
import type { ChainKind } from '../domain/chain'
import type { Token } from '../domain/token'
import type { BatchSupport } from '../guard/check/checkedPlan'
import type { Executor } from '../orders/executor'
import type { Failure } from '../orders/failure'

/** An account of the person, in one wallet. */
export type Account = {
  readonly kind: ChainKind
  readonly address: string
  readonly walletId: string
  readonly walletName: string
  readonly walletIcon: string | undefined
  /** Other accounts that the same wallet shares with this page. */
  readonly others?: readonly string[]
  /** EVM: the chain the wallet is on now. */
  readonly chainId: number | undefined
}

/** A wallet that can be asked to connect. */
export type WalletOption = {
  readonly id: string
  /** As the wallet announces itself: `MetaMask`, `Demo wallet (EVM)`. */
  readonly name: string
  readonly kind: ChainKind
  readonly icon: string | undefined
  readonly isDemo: boolean
  /** The wallet is on another device or in another app: a QR code or a link connects it. */
  readonly isElsewhere?: boolean
  /** A second demo wallet, which behaves like a rare kind of wallet. */
  readonly isForTesters?: boolean
}

/** Wallets that could not start here: all of a kind, or one of them by its name. The others stay. */
export type UnstartedWallets = { readonly what: ChainKind | { readonly name: string }; readonly detail: string }

export type WalletsState = {
  /** `restoring` while the connection of an earlier visit is restored. */
  readonly at: 'idle' | 'restoring' | 'ready'
  readonly accounts: readonly Account[]
  readonly options: readonly WalletOption[]
  readonly unstarted?: readonly UnstartedWallets[]
  /** Accounts of demo wallets that are being filled with test tokens. */
  readonly funding?: readonly string[]
  /** Set while a wallet on another device has to scan or open it. */
  readonly pairing?: Pairing | undefined
}

/** The WalletConnect URI that a wallet on another device scans, or an app on this one opens. */
export type Pairing = {
  readonly uri: string
  /** Remembers an app, so that it is opened again for each request. */
  readonly rememberApp: (app: { readonly name: string; readonly href: string }) => void
}

/** The wallets as screens see them. The libraries behind it load when first needed. */
export type Wallets = {
  readonly store: StoreApi<WalletsState>
  /** Restores the connections of an earlier visit without a prompt; loads nothing without such connections. */
  restore(): Promise<void>
  /** Loads the wallet libraries and fills `options`; called when the dialog opens. */
  discover(): Promise<void>
  /** Throws a `WalletFailure` when the person declines or the wallet cannot connect. */
  connect(optionId: string): Promise<Account>
  disconnect(account: Account): Promise<void>
  /** Uses another account that the wallet shares, until the wallet changes it itself. */
  select?(account: Account, address: string): Promise<void>
  /** Signs, sends, finds and confirms steps of one chain kind with the connected account. */
  executor(kind: ChainKind): Promise<Executor>
  /** Asks the connected EVM wallet to list a token (EIP-747). Rejects if it does not; nothing is signed. */
  watchToken?(token: Token): Promise<void>
  /** Offers the connected EVM wallet the deployment's private node for a chain. Throws a `WalletFailure`. */
  addPrivateNode?(chainId: number): Promise<void>
  /** Whether the connected wallet of an account supports atomic batches (EIP-5792). */
  batchSupport(account: string, chainId: number): Promise<BatchSupport | undefined>
  /** Asks a node of the chain: the person's own, then the deployment's; on EVM chains the wallet's last. Reads only. */
  rpc(chainId: number): Rpc
}

/** One JSON-RPC request to a node. Rejects with the node's error. */
export type Rpc = ((method: string, params: readonly unknown[]) => Promise<unknown>) & {
  /** All nodes of the chain, separately: one node may have data that another lacks. */
  readonly each?: () => Promise<readonly Rpc[]>
}

/** A wallet's refusal as data. The message is for logs; screens show the sentence of the failure. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure'

  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.facts.is === 'code alone' ? failure.code : failure.facts.is, options)
    this.failure = failure
  }
}
