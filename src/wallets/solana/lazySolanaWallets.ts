import { type LazyWallets, type LazyWalletsDeps, once, storedIn } from '../lazyWallets'
import type { SolanaAnnouncements } from './announcements'
import type { SolanaWallets } from './solanaWallets'

/** Storage key of the wallet that was connected last. */
const recentKey = 'tidegate.recentSolanaWallet'

/** Milliseconds to wait for the announcement of that wallet. */
const timeout = 2_000

/** Solana wallets: found by their announcements (Wallet Standard) without loading the code that signs. */
export function lazySolanaWallets({ deployment, page, rpc, link, onFailed, onChange }: LazyWalletsDeps): LazyWallets {
  let wallets: SolanaWallets | undefined
  let announced: SolanaAnnouncements | undefined
  const open = once(async () => {
    const [{ createSolanaWallets }, linked] = await Promise.all([import('./solanaWallets'), link()])
    wallets = await createSolanaWallets({ deployment, rpc, page, link: linked, onFailed, onChange })
    return wallets
  })
  const discover = once(async () => {
    const { listenForSolanaWallets } = await import('./announcements')
    announced = listenForSolanaWallets(deployment, onChange)
    return announced
  })
  return {
    discover,
    restore: () => {
      const id = storedIn(page, recentKey)
      return id ? restore(id) : undefined
    },
    open,
    opened: () => wallets,
    options: () => announced?.options() ?? [],
  }

  async function restore(id: string) {
    const option = await (await discover()).wait(id, timeout)
    if (option) await (await open()).restore(id)
  }
}
