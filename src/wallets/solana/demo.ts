import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { attempt } from '../../domain/attempt'
import type { Deployment } from '../../protocol/deployment/deployment'
import { DemoRefused } from '../demo'
import { allowsSolanaDemo, demoIcon, solanaDemoName } from './announcements'
import { accountEvents, type StandardAccount, type StandardWallet } from './standardWallet'

/** Storage key of the demo wallet's secret key, a JSON array of bytes. It holds test tokens only. */
const storageKey = 'tidegate.demo.solana'

/** A wallet of the standard whose key lives in this browser. Throws `DemoRefused` outside an embedded deployment. */
export function createSolanaDemo(deployment: Deployment, storage: Storage): StandardWallet {
  if (!allowsSolanaDemo(deployment)) throw new DemoRefused()
  const key = loadKey(storage)
  const chains = ['solana:localnet', 'solana:mainnet'] as const
  const account: StandardAccount = {
    address: key.publicKey.toBase58(),
    publicKey: key.publicKey.toBytes(),
    chains,
    features: ['solana:signTransaction'],
  }
  const { show, on } = accountEvents(() => wallet)
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
  const numbers: unknown = attempt(() => JSON.parse(text ?? ''))
  return Array.isArray(numbers) ? attempt(() => Keypair.fromSecretKey(Uint8Array.from(numbers.map(Number)))) : undefined
}
