import { appFolder } from '../parts/build.mjs'
import { extraLoad, kilobytes } from '../parts/load.mjs'

export const title = 'What each kind of wallet loads besides the swap form, when it is chosen or was connected before'

const walletConnect = ['src/wallets/walletConnect/client.ts']

const connectors = [
  ['EVM: announced (EIP-6963), at window.ethereum, Safe, or the demo wallet', ['src/wallets/evmWallets.ts']],
  ['EVM: WalletConnect', ['src/wallets/evmWallets.ts', ...walletConnect]],
  ['Solana: the list', ['src/wallets/solana/announcements.ts']],
  ['Solana: Wallet Standard, or the demo wallet', ['src/wallets/solanaWallets.ts']],
  ['Solana: WalletConnect', ['src/wallets/solanaWallets.ts', ...walletConnect]],
  [
    'Bitcoin: paying, by hand or with UniSat, OKX Wallet, Xverse or Leather',
    ['src/signing/manualPayment/PaymentPanel.tsx'],
  ],
  ['WalletConnect alone, on top of either', walletConnect],
  ['names (ENS), with the first one', ['src/wallets/names/ens.ts']],
]

export async function measure() {
  return {
    columns: ['what', 'JS kB gzip', 'brotli', 'files'],
    rows: connectors.map(([what, modules]) => {
      const files = [...new Set(modules.flatMap((module) => extraLoad(module, appFolder)))]
      return [
        what,
        kilobytes(files, 'gz', appFolder).toFixed(1),
        kilobytes(files, 'br', appFolder).toFixed(1),
        files.length,
      ]
    }),
    notes: ['What two of them share (viem) is counted with each, and loaded once.'],
  }
}
