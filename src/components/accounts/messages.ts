import type { ChainKind } from '../../domain/chain'
import { defineMessages } from '../../ui/messages'

/** The words of the wallet dialog and the account panel. */
export const walletMessages = defineMessages({
  connectTitle: 'Connect a wallet',
  kinds: {
    evm: 'EVM networks',
    solana: 'Solana',
    bitcoin: 'Bitcoin',
    unknown: 'Other networks',
  } satisfies Record<ChainKind, string>,
  looking: 'Looking for wallets…',
  demo: 'Test tokens, kept in this browser',
  connected: 'Connected',
  connecting: (wallet: string) => `Confirm in ${wallet}`,
  connectingHint: 'Approve the connection in your wallet. This does not sign or send anything.',
  slow: 'No request? Open and unlock your wallet. It may be behind another window.',
  stopWaiting: 'Choose another wallet',
  declined: (wallet: string) => `You declined the connection in ${wallet}. You can try again.`,
  failed: (wallet: string) => `Could not connect ${wallet}`,
  unexplained: 'The wallet did not say why. Unlock it and try again.',
  detail: 'Message from the wallet',
  none: 'No wallet found in this browser',
  noneHint:
    'Install a browser wallet and reload the page, or open this page in your wallet app. You can see prices without a wallet.',
  discoveryFailed: 'Could not search for wallets. You may be offline.',
  lookAgain: 'Search again',
  promise: 'Connecting only shares your address. Every transaction is checked and shown to you before you sign.',

  accountTitle: 'Accounts',
  in: (wallet: string) => `in ${wallet}`,
  copyAddress: 'Copy address',
  explorer: 'Explorer',
  balances: 'Balances',
  noBalances: 'No tokens found yet.',
  balancesFailed: 'Could not load balances.',
  onChain: (chain: string) => `on ${chain}`,
  total: 'Total',
  more: (count: number) => `${count} more`,
  disconnect: (wallet: string) => `Disconnect ${wallet}`,
  connectAnother: 'Connect another wallet',
  gone: 'Wallet disconnected.',
})
