import type { Adapter } from '@solana/wallet-adapter-base'
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'

/** Reports every wallet that announces itself by the Wallet Standard, now and later. */
export function watchAdapters(onAdapters: (adapters: readonly Adapter[]) => void): void {
  const root = createRoot(document.createElement('div'))
  root.render(
    <WalletProvider wallets={[]} localStorageKey="tidegate.solana.adapter">
      <AdapterReporter onAdapters={onAdapters} />
    </WalletProvider>,
  )
}

function AdapterReporter({ onAdapters }: { onAdapters: (adapters: readonly Adapter[]) => void }) {
  const { wallets } = useWallet()
  useEffect(() => onAdapters(wallets.map(({ adapter }) => adapter)), [wallets, onAdapters])
  return null
}
