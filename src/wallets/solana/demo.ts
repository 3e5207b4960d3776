import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { attempt } from '../../domain/attempt'
import type { Deployment } from '../../protocol/deployment/deployment'
import { DemoRefused } from '../demo'
import { allowsSolanaDemo, demoIcon, solanaDemoName } from './announcements'
import { standardWallet } from './standardWallet'

/** Storage key of the demo wallet's secret key, a JSON array of bytes. It holds test tokens only. */
const storageKey = 'tidegate.demo.solana'

/** A wallet of the standard whose key lives in this browser. Throws `DemoRefused` outside an embedded deployment. */
export function createSolanaDemo(deployment: Deployment, storage: Storage) {
  if (!allowsSolanaDemo(deployment)) throw new DemoRefused()
  const key = loadKey(storage)
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
