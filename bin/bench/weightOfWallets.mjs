import { appFolder } from '../parts/build.mjs'
import { extraLoad, kilobytes } from '../parts/load.mjs'

export const title = 'What each kind of wallet loads besides the swap form, when it is chosen or was connected before'

const connectors = [
  ['EVM, announced or injected', 'src/wallets/evm/evmWallets.ts'],
  ['WalletConnect, on top of either', 'src/wallets/walletConnect/client.ts'],
  ['Solana, the list', 'src/wallets/solana/announcements.ts'],
  ['Solana, connected', 'src/wallets/solana/solanaWallets.ts'],
  ['names (ENS), with the first one', 'src/wallets/names/ens.ts'],
]

export async function measure() {
  return {
    columns: ['what', 'JS kB gzip', 'brotli', 'files'],
    rows: connectors.map(([what, module]) => {
      const files = extraLoad(module, appFolder)
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
