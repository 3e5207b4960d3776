import { VersionedTransaction } from '@solana/web3.js'
import { Listeners } from '../domain/listeners'
import type { Executor } from '../orders/executor'
import { fundDemo } from './demo'
import { type OpenWalletsDeps, recentSolanaKey, started, storeIn } from './lazyWallets'
import {
  allowsSolanaDemo,
  announcedWallets,
  iconOf,
  shownWalletName,
  solanaDemoName,
  solanaOptionId,
} from './solana/announcements'
import { createSolanaDemo } from './solana/demo'
import { createSolanaExecutor } from './solana/executor'
import { explainSolana, solanaFailure } from './solana/failures'
import type { SolanaWallet } from './solana/standardWallet'
import { withTimeout } from './waiting'
import { createWalletConnectSolana } from './walletConnect/solanaWallet'
import { walletConnectSolanaName } from './walletConnectOption'
import { type Account, type Rpc, WalletFailure } from './wallets'

type Options = OpenWalletsDeps & { readonly rpc: (chainId: number) => Rpc }

/** Storage key of the account selected among those of one wallet. */
const selectedKey = 'tidegate.selectedSolanaAccount'

/** The Solana wallets. Loads only when a Solana wallet is connected or an order needs one. */
export class SolanaWallets {
  readonly #options: Options
  readonly #listeners = new Listeners()
  /** The wallets of the app itself. */
  readonly #own: readonly SolanaWallet[]
  #current: SolanaWallet | undefined
  #funded: string | undefined
  /** The account the person chose. It counts until the wallet's own choice is another one than `walletsOwn`. */
  #selected: { readonly address: string; readonly walletsOwn: string | undefined } | undefined
  #stopFollowing: () => void = () => {}

  constructor(options: Options) {
    const { deployment, page, link } = options
    this.#options = options
    this.#own = [
      started(options, solanaDemoName, () =>
        allowsSolanaDemo(deployment) ? createSolanaDemo(deployment, page.localStorage) : undefined,
      ),
      started(options, walletConnectSolanaName, () => link && createWalletConnectSolana(link, deployment.chains)),
    ].flatMap((wallet) => wallet ?? [])
  }

  /** The account of the demo wallet while the faucet fills it. */
  funding(): string | undefined {
    return this.#funded
  }

  account(): Account | undefined {
    const current = this.#current
    const used = this.#usedAccount()
    if (!current || !used) return undefined
    const { name, icon } = current
    const others = this.#sharedAccounts().flatMap(({ address }) => (address === used.address ? [] : [address]))
    return {
      kind: 'solana',
      address: used.address,
      walletId: solanaOptionId(name),
      walletName: shownWalletName(name),
      walletIcon: iconOf(icon),
      chainId: undefined,
      ...(others.length > 0 && { others }),
    }
  }

  /** Uses another account that the wallet shares, until the wallet changes it itself. */
  select(address: string): void {
    if (!this.#sharedAccounts().some((shared) => shared.address === address)) return
    this.#selected = { address, walletsOwn: this.#sharedAccounts()[0]?.address }
    storeIn(this.#options.page, selectedKey, address)
    this.#notify()
  }

  async connect(id: string): Promise<Account> {
    const { deployment, page } = this.#options
    const wallet = this.#walletOf(id)
    if (!wallet) throw solanaFailure('unsupported', { is: 'wallet gone' })
    if (this.#current !== wallet) await this.#leave()
    await this.#ask(wallet, false)
    this.#follow(wallet)
    const connected = this.account()
    if (!connected) throw solanaFailure('locked', { is: 'no account given' })
    if (wallet.name === solanaDemoName) {
      this.#funded = connected.address
      this.#notify()
      await fundDemo(deployment, 'solana', connected.address)
      this.#funded = undefined
    }
    storeIn(page, recentSolanaKey, id)
    this.#notify()
    return connected
  }

  /**
   * Reconnects the wallet of an earlier visit if it grants access without a prompt. One that has gone to sleep is not
   * waited for; when it wakes up it is connected, unless the person has connected another one in the meantime.
   */
  async restore(id: string): Promise<void> {
    const wallet = this.#walletOf(id)
    if (wallet) await withTimeout(this.#options.restoreTimeout ?? 5_000, this.#reconnect(wallet), () => undefined)
    this.#notify()
  }

  async #reconnect(wallet: SolanaWallet): Promise<void> {
    const isGranted = await this.#ask(wallet, true).then(
      () => wallet.accounts.length > 0,
      () => false,
    )
    if (!isGranted || this.#current) return
    this.#follow(wallet)
    this.select(this.#options.page.localStorage.getItem(selectedKey) ?? '')
    this.#notify()
  }

  async disconnect(): Promise<void> {
    await this.#leave()
    this.#options.page.localStorage.removeItem(recentSolanaKey)
    this.#options.page.localStorage.removeItem(selectedKey)
    this.#notify()
  }

  executor(): Executor {
    return createSolanaExecutor(
      {
        address: () => this.#usedAccount()?.address,
        sign: (transaction) => this.#sign(transaction),
        onChange: this.#listeners.add,
      },
      this.#options.rpc,
    )
  }

  async #sign(transaction: VersionedTransaction): Promise<VersionedTransaction> {
    const account = this.#usedAccount()
    if (!account || !this.#current) throw solanaFailure('locked', { is: 'Solana wallet', problem: 'not connected' })
    const { signTransaction } = this.#current.features['solana:signTransaction']
    const [output] = await signTransaction({ account, transaction: transaction.serialize() })
    if (!output) throw solanaFailure('not a hash', { is: 'no signature' })
    return VersionedTransaction.deserialize(output.signedTransaction)
  }

  /** The accounts that the connected wallet shares and can sign with, its own choice first. */
  #sharedAccounts() {
    return (this.#current?.accounts ?? []).filter(({ features }) => features.includes('solana:signTransaction'))
  }

  #usedAccount() {
    const shared = this.#sharedAccounts()
    return shared.find(({ address }) => address === this.#selected?.address) ?? shared[0]
  }

  async #ask({ features }: SolanaWallet, silent: boolean): Promise<void> {
    try {
      await features['standard:connect'].connect({ silent })
    } catch (error) {
      throw new WalletFailure(explainSolana(error), { cause: error })
    }
  }

  /** Uses a wallet until it is left, or shares no account any more. */
  #follow(wallet: SolanaWallet) {
    this.#stopFollowing()
    this.#current = wallet
    this.#stopFollowing = wallet.features['standard:events'].on('change', () => {
      if (wallet.accounts.length === 0) this.#forget()
      if (this.#selected?.walletsOwn !== this.#sharedAccounts()[0]?.address) this.#selected = undefined
      this.#notify()
    })
  }

  #forget() {
    this.#stopFollowing()
    this.#current = undefined
    this.#selected = undefined
  }

  async #leave() {
    const left = this.#current
    this.#forget()
    await left?.features['standard:disconnect']?.disconnect().catch(() => undefined)
  }

  #walletOf(id: string): SolanaWallet | undefined {
    return [...this.#own, ...announcedWallets()].find(({ name }) => solanaOptionId(name) === id)
  }

  #notify() {
    this.#listeners.notify()
    this.#options.onChange()
  }
}
