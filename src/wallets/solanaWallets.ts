import type { Adapter, StandardWalletAdapter } from '@solana/wallet-adapter-base'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'
import { memberOf } from '../chain/rpc'
import { attempt } from '../domain/attempt'
import { errorClass } from '../domain/errorClass'
import { Listeners } from '../domain/listeners'
import type { Executor } from '../orders/executor'
import type { Deployment } from '../protocol/deployment/deployment'
import { DemoRefused } from './demo'
import { type OpenWalletsDeps, recentSolanaKey, started, storeIn } from './lazyWallets'
import { watchAdapters } from './solana/adapters'
import {
  allowsSolanaDemo,
  demoIcon,
  shownWalletName,
  signsVersioned,
  solanaDemoName,
  solanaOptionId,
} from './solana/announcements'
import { createSolanaExecutor, type Signer } from './solana/executor'
import { explainSolana, solanaFailure } from './solana/failures'
import { standardWallet } from './solana/standardWallet'
import { whenFound, withTimeout } from './waiting'
import { createWalletConnectSolana } from './walletConnect/solanaWallet'
import { walletConnectSolanaName } from './walletConnectOption'
import { type Account, type Rpc, WalletFailure } from './wallets'

type Options = OpenWalletsDeps & { readonly rpc: (chainId: number) => Rpc }

/** Storage key of the account selected among those of one wallet. */
const selectedKey = 'tidegate.selectedSolanaAccount'
/** Milliseconds for the wallet adapter library to register a wallet that announced itself. */
const registrationTimeout = 1_000

/** Resolves when the library has listed the wallets it knows so far. */
export async function createSolanaWallets(options: Options): Promise<SolanaWallets> {
  const { deployment, page, link } = options
  const demo = started(options, solanaDemoName, () =>
    allowsSolanaDemo(deployment) ? createSolanaDemo(deployment, page.localStorage) : undefined,
  )
  const linked = started(
    options,
    walletConnectSolanaName,
    () => link && createWalletConnectSolana(link, deployment.chains),
  )
  for (const own of [demo, linked]) if (own) getWallets().register(own)
  const wallets = new SolanaWallets(options)
  await wallets.ready
  return wallets
}

/** The Solana wallets. Loads only when a Solana wallet is connected or an order needs one. */
export class SolanaWallets {
  readonly ready: Promise<void>
  readonly #options: Options
  readonly #listeners = new Listeners()
  readonly #adapterListeners = new Listeners()
  #adapters: readonly StandardWalletAdapter[] = []
  #current: StandardWalletAdapter | undefined
  /** The account the person chose. It counts until the wallet's own choice is another one than `walletsOwn`. */
  #selected: { readonly address: string; readonly walletsOwn: string | undefined } | undefined
  #stopFollowing: () => void = () => {}

  constructor(options: Options) {
    this.#options = options
    this.ready = new Promise((resolve) => {
      watchAdapters((found) => {
        this.#adapters = found.filter(canSign)
        this.#adapterListeners.notify()
        resolve()
      })
    })
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
      walletIcon: icon,
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
    const adapter = await this.#adapterOf(id)
    if (!adapter) throw solanaFailure('unsupported', { is: 'wallet gone' })
    await this.#open(adapter, () => adapter.connect())
    const connected = this.account()
    if (!connected) throw solanaFailure('locked', { is: 'no account given' })
    storeIn(this.#options.page, recentSolanaKey, id)
    this.#notify()
    return connected
  }

  /**
   * Reconnects the wallet of an earlier visit if it grants access without a prompt. One that has gone to sleep is not
   * waited for; when it wakes up it is connected, unless the person has connected another one in the meantime.
   */
  async restore(id: string): Promise<void> {
    const adapter = await this.#adapterOf(id)
    if (adapter) await withTimeout(this.#options.restoreTimeout ?? 5_000, this.#reconnect(adapter), () => undefined)
    this.#notify()
  }

  async #reconnect(adapter: StandardWalletAdapter): Promise<void> {
    const connect = async () => {
      await adapter.autoConnect()
      if (this.#current && this.#current !== adapter) throw new Superseded()
    }
    await this.#open(adapter, connect).catch(() => undefined)
    this.select(this.#options.page.localStorage.getItem(selectedKey) ?? '')
    this.#notify()
  }

  async disconnect(): Promise<void> {
    if (this.#current) await this.#leave(this.#current)
    this.#current = undefined
    this.#selected = undefined
    this.#options.page.localStorage.removeItem(recentSolanaKey)
    this.#options.page.localStorage.removeItem(selectedKey)
    this.#notify()
  }

  executor(): Executor {
    const signer: Signer = {
      address: () => this.#usedAccount()?.address,
      sign: (transaction) => this.#sign(transaction),
      onChange: this.#listeners.add,
    }
    return createSolanaExecutor(signer, this.#options.rpc)
  }

  async #sign(transaction: VersionedTransaction): Promise<VersionedTransaction> {
    const account = this.#usedAccount()
    const features = this.#current?.wallet.features
    if (!account || !features || !('solana:signTransaction' in features))
      throw solanaFailure('locked', { is: 'Solana wallet', problem: 'not connected' })
    const { signTransaction } = features['solana:signTransaction']
    // The adapter library would sign with the first account only.
    const [output] = await signTransaction({ account, transaction: transaction.serialize() })
    if (!output) throw solanaFailure('not a hash', { is: 'no signature' })
    return VersionedTransaction.deserialize(output.signedTransaction)
  }

  /** The accounts that the connected wallet shares and can sign with, its own choice first. */
  #sharedAccounts() {
    if (!this.#current?.connected) return []
    return this.#current.wallet.accounts.filter(({ features }) => features.includes('solana:signTransaction'))
  }

  #usedAccount() {
    const shared = this.#sharedAccounts()
    return shared.find(({ address }) => address === this.#selected?.address) ?? shared[0]
  }

  /** The adapter library reports changes of the first account only. */
  #follow({ wallet }: StandardWalletAdapter) {
    this.#stopFollowing()
    this.#stopFollowing = wallet.features['standard:events'].on('change', () => {
      if (this.#selected?.walletsOwn !== this.#sharedAccounts()[0]?.address) this.#selected = undefined
      this.#notify()
    })
  }

  async #open(adapter: StandardWalletAdapter, connect: () => Promise<void>) {
    if (this.#current && this.#current !== adapter) await this.#leave(this.#current)
    try {
      await connect()
    } catch (error) {
      throw new WalletFailure(explainSolana(error), { cause: error })
    }
    this.#current = adapter
    this.#follow(adapter)
  }

  #adapterOf(id: string): Promise<StandardWalletAdapter | undefined> {
    const known = () => this.#adapters.find(({ name }) => solanaOptionId(name) === id)
    return whenFound(known, this.#adapterListeners.add, registrationTimeout)
  }

  #notify() {
    this.#listeners.notify()
    this.#options.onChange()
  }

  async #leave(adapter: StandardWalletAdapter) {
    this.#stopFollowing()
    await adapter.disconnect()
  }
}

/** Another wallet was connected while the one of an earlier visit was still silent. */
const Superseded = errorClass('Superseded', () => 'Another wallet was connected in the meantime.')

function canSign(adapter: Adapter): adapter is StandardWalletAdapter {
  return signsVersioned(memberOf(memberOf(adapter, 'wallet'), 'features'))
}

/** Storage key of the demo wallet's secret key, a JSON array of bytes. It holds test tokens only. */
const demoStorageKey = 'tidegate.demo.solana'

/** A wallet of the standard whose key lives in this browser. Throws `DemoRefused` outside an embedded deployment. */
export function createSolanaDemo(deployment: Deployment, storage: Storage) {
  if (!allowsSolanaDemo(deployment)) throw new DemoRefused()
  const key = loadDemoKey(storage)
  const { wallet, show } = standardWallet({
    name: solanaDemoName,
    icon: demoIcon,
    connect: async () => [key.publicKey.toBase58()],
    disconnect: async () => void show([]),
    sign: async ({ transaction }) => {
      const signed = VersionedTransaction.deserialize(transaction)
      signed.sign([key])
      return signed.serialize()
    },
  })
  return wallet
}

function loadDemoKey(storage: Storage): Keypair {
  const kept = readDemoKey(storage.getItem(demoStorageKey))
  if (kept) return kept
  const fresh = Keypair.generate()
  storage.setItem(demoStorageKey, JSON.stringify([...fresh.secretKey]))
  return fresh
}

function readDemoKey(text: string | null): Keypair | undefined {
  const numbers: unknown = attempt(() => JSON.parse(text ?? ''))
  return Array.isArray(numbers) ? attempt(() => Keypair.fromSecretKey(Uint8Array.from(numbers.map(Number)))) : undefined
}
