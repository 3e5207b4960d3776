import type { StoreApi } from 'zustand/vanilla'
import type { ChainKind } from '../domain/chain'
import type { Token } from '../domain/token'
import type { BatchSupport } from '../guard/check/enforcement'
import type { Executor } from '../orders/executor'
import type { Failure } from '../orders/failure'

/** An account of the person, in one wallet. */
export type Account = {
  readonly kind: ChainKind
  readonly address: string
  readonly walletId: string
  readonly walletName: string
  readonly walletIcon: string | undefined
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
  /** It is not in this browser: a code or a link connects it. */
  readonly isElsewhere?: boolean
}

export type WalletsState = {
  /** `restoring` while the connection of an earlier visit is restored. */
  readonly at: 'idle' | 'restoring' | 'ready'
  readonly accounts: readonly Account[]
  readonly options: readonly WalletOption[]
  /** Accounts of demo wallets that are being filled with test tokens. */
  readonly funding?: readonly string[]
  /** A wallet elsewhere is waited for. */
  readonly pairing?: Pairing | undefined
}

/** What a wallet on another device scans, or an app on this one opens, to be connected. */
export type Pairing = {
  readonly uri: string
  /** The app that was opened with it is opened again for each request. */
  readonly rememberApp: (app: { readonly name: string; readonly href: string }) => void
}

/** What screens know of wallets. The libraries behind it load when first needed. */
export type Wallets = {
  readonly store: StoreApi<WalletsState>
  /** Restores the connections of an earlier visit without a prompt; loads nothing when there were none. */
  restore(): Promise<void>
  /** Loads the wallet libraries and fills `options`; called when the dialog opens. */
  discover(): Promise<void>
  /** Throws a `WalletFailure` when the person says no or the wallet cannot. */
  connect(optionId: string): Promise<Account>
  disconnect(account: Account): Promise<void>
  /** Signs, sends, finds and confirms steps of one chain kind with the connected account. */
  executor(kind: ChainKind): Promise<Executor>
  /** Asks the connected EVM wallet to list a token (EIP-747). Rejects when it does not; nothing is signed. */
  watchToken?(token: Token): Promise<void>
  /** Whether the connected wallet of an account carries several calls out as one transaction (EIP-5792). */
  batchSupport(account: string, chainId: number): Promise<BatchSupport | undefined>
  /** Asks an EVM chain's node: one of the deployment's, else the wallet's own. Reads only. */
  rpc(chainId: number): Rpc
}

/** One question to a node. Rejects with an error that says what the node said. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A wallet's refusal as data. Its message is for logs; people read the sentence of the failure. */
export class WalletFailure extends Error {
  override readonly name = 'WalletFailure'

  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.facts.is === 'code alone' ? failure.code : failure.facts.is, options)
    this.failure = failure
  }
}
