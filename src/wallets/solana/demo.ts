import { Keypair, VersionedTransaction } from '@solana/web3.js'
import type { Deployment } from '../../protocol/deployment'
import { allowsSolanaDemo, demoIcon, solanaDemoName } from './announcements'

/** Where the demo wallet keeps its secret key, as numbers in JSON. It guards play money only. */
const storageKey = 'tidegate.demo.solana'

/** The features of the Wallet Standard that this wallet has; the shapes are the standard's. */
type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly chains: readonly `solana:${string}`[]
  accounts: readonly StandardAccount[]
  readonly features: Readonly<Record<string, unknown>>
}

type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `solana:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

type Register = { readonly register: (wallet: StandardWallet) => void }

/**
 * Announces the demo wallet by the Wallet Standard, as any extension does. The key lives in this browser. Throws
 * `DemoRefused` outside an embedded deployment.
 */
export function announceSolanaDemo(deployment: Deployment, storage: Storage, target: EventTarget): void {
  if (!allowsSolanaDemo(deployment)) throw new SolanaDemoRefused()
  const wallet = createSolanaDemo(loadKey(storage))
  const register = ({ register }: Register) => register(wallet)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  target.addEventListener('wallet-standard:app-ready', (event) => {
    if ('detail' in event && isRegister(event.detail)) register(event.detail)
  })
}

function isRegister(detail: unknown): detail is Register {
  return typeof detail === 'object' && detail !== null && 'register' in detail && typeof detail.register === 'function'
}

function createSolanaDemo(key: Keypair): StandardWallet {
  const chains = ['solana:localnet', 'solana:mainnet'] as const
  const account: StandardAccount = {
    address: key.publicKey.toBase58(),
    publicKey: key.publicKey.toBytes(),
    chains,
    features: ['solana:signTransaction'],
  }
  const listeners = new Set<(change: { accounts: readonly StandardAccount[] }) => void>()
  const wallet: StandardWallet = {
    version: '1.0.0',
    name: solanaDemoName,
    icon: demoIcon,
    chains,
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => show([account]) },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => void show([]) },
      'standard:events': { version: '1.0.0', on },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
          inputs.map(({ transaction }) => ({ signedTransaction: sign(transaction) })),
      },
    },
  }
  return wallet

  function show(accounts: readonly StandardAccount[]) {
    wallet.accounts = accounts
    for (const listener of listeners) listener({ accounts })
    return { accounts }
  }

  function on(_: 'change', listener: (change: { accounts: readonly StandardAccount[] }) => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function sign(bytes: Uint8Array): Uint8Array {
    const transaction = VersionedTransaction.deserialize(bytes)
    transaction.sign([key])
    return transaction.serialize()
  }
}

function loadKey(storage: Storage): Keypair {
  const kept = readKey(storage.getItem(storageKey))
  if (kept) return kept
  const fresh = Keypair.generate()
  storage.setItem(storageKey, JSON.stringify([...fresh.secretKey]))
  return fresh
}

function readKey(text: string | null): Keypair | undefined {
  try {
    const numbers: unknown = JSON.parse(text ?? '')
    return Array.isArray(numbers) ? Keypair.fromSecretKey(Uint8Array.from(numbers.map(Number))) : undefined
  } catch {
    return undefined
  }
}

/** The demo wallet keeps its key where any script of the page could read it: never for real money. */
export class SolanaDemoRefused extends Error {
  override readonly name = 'DemoRefused'

  constructor() {
    super('The demo wallet exists only on an embedded exchange with its own local chains.')
  }
}
