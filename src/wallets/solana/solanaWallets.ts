import type { Adapter, SignerWalletAdapter, StandardWalletAdapter } from '@solana/wallet-adapter-base'
import type { Executor } from '../../orders/executor'
import type { Deployment } from '../../protocol/deployment'
import type { Account, Rpc } from '../wallets'
import { WalletFailure } from '../wallets'
import { watchAdapters } from './adapters'
import { allowsSolanaDemo, signsVersioned, solanaDemoName, solanaOptionId } from './announcements'
import { announceSolanaDemo } from './demo'
import { base58Of, createSolanaExecutor } from './executor'
import { explainSolana, solanaFailure } from './failures'

/** The Solana half of the wallets. It loads only when a Solana wallet is connected or an order needs one. */
export type SolanaWallets = {
  readonly connect: (optionId: string) => Promise<Account>
  /** Takes up the wallet of an earlier visit, if it still lets us without asking. */
  readonly restore: (optionId: string) => Promise<void>
  readonly disconnect: () => Promise<void>
  readonly account: () => Account | undefined
  readonly executor: () => Executor
}

type Options = {
  readonly deployment: Deployment
  readonly rpc: (chainId: number) => Rpc
  /** Called whenever the account changes. */
  readonly onChange: () => void
  readonly page: Window
}

/** Under this name the browser keeps which wallet was connected last. */
export const recentKey = 'tidegate.recentSolanaWallet'
/** How long a wallet that announced itself may take to be known to the library as well, in milliseconds. */
const acquaintance = 1_000

export async function createSolanaWallets({ deployment, rpc, onChange, page }: Options): Promise<SolanaWallets> {
  const { localStorage: storage } = page
  let adapters: readonly StandardAdapter[] = []
  let current: StandardAdapter | undefined
  const listeners = new Set<() => void>()
  const newcomers = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
    onChange()
  }

  if (allowsSolanaDemo(deployment)) announceSolanaDemo(deployment, storage, page)
  await new Promise<void>((first) => {
    watchAdapters((found) => {
      adapters = found.filter(canSign)
      for (const check of newcomers) check()
      first()
    })
  })

  return {
    account,
    connect,
    restore,
    async disconnect() {
      if (current) await leave(current)
      current = undefined
      storage.removeItem(recentKey)
      changed()
    },
    executor: () =>
      createSolanaExecutor(
        {
          address: () => base58Of(current?.publicKey ?? null),
          sign: (transaction) => {
            if (!current?.signTransaction)
              throw solanaFailure('locked', { is: 'Solana wallet', problem: 'not connected' })
            return current.signTransaction(transaction)
          },
          onChange: (listener) => {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
        rpc,
      ),
  }

  async function connect(id: string): Promise<Account> {
    const adapter = await adapterOf(id)
    if (!adapter) throw solanaFailure('unsupported', { is: 'wallet gone' })
    await enter(adapter, () => adapter.connect())
    const connected = account()
    if (!connected) throw solanaFailure('locked', { is: 'no account given' })
    if (adapter.name === solanaDemoName) await fund(deployment, connected.address)
    storage.setItem(recentKey, id)
    changed()
    return connected
  }

  async function restore(id: string) {
    const adapter = await adapterOf(id)
    if (adapter) await enter(adapter, () => adapter.autoConnect()).catch(() => undefined)
    changed()
  }

  async function enter(adapter: StandardAdapter, open: () => Promise<void>) {
    if (current && current !== adapter) await leave(current)
    adapter.off('connect', changed)
    adapter.off('disconnect', changed)
    adapter.on('connect', changed)
    adapter.on('disconnect', changed)
    try {
      await open()
    } catch (error) {
      throw new WalletFailure(explainSolana(error), { cause: error })
    }
    current = adapter
  }

  function adapterOf(id: string): Promise<StandardAdapter | undefined> {
    const known = () => adapters.find(({ name }) => solanaOptionId(name) === id)
    if (known()) return Promise.resolve(known())
    return new Promise((resolve) => {
      const alarm = setTimeout(finish, acquaintance)
      const check = () => known() && finish()
      newcomers.add(check)
      function finish() {
        clearTimeout(alarm)
        newcomers.delete(check)
        resolve(known())
      }
    })
  }

  function account(): Account | undefined {
    const address = current?.connected ? base58Of(current.publicKey) : undefined
    if (!current || address === undefined) return undefined
    const { name, icon } = current
    return {
      kind: 'solana',
      address,
      walletId: solanaOptionId(name),
      walletName: name,
      walletIcon: icon,
      chainId: undefined,
    }
  }

  async function leave(adapter: StandardAdapter) {
    adapter.off('connect', changed)
    adapter.off('disconnect', changed)
    await adapter.disconnect()
  }
}

/** A wallet's way of signing appears with its account. */
type StandardAdapter = StandardWalletAdapter & Partial<Pick<SignerWalletAdapter, 'signTransaction'>>

function canSign(adapter: Adapter): adapter is StandardAdapter {
  return 'wallet' in adapter && isWallet(adapter.wallet) && signsVersioned(adapter.wallet.features)
}

function isWallet(wallet: unknown): wallet is { readonly features: unknown } {
  return typeof wallet === 'object' && wallet !== null && 'features' in wallet
}

/** The faucet of the embedded exchange; a demo wallet without money is still a wallet. */
async function fund({ faucetUrl }: Deployment, address: string | undefined): Promise<void> {
  if (faucetUrl === undefined || address === undefined) return
  const body = JSON.stringify({ kind: 'solana', address })
  await fetch(faucetUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
}
