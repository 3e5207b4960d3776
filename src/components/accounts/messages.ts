import type { ChainKind } from '../../domain/chain'
import { defineMessages } from '../../ui/messages'

/** The words of the wallet dialog and the account panel. */
export const walletMessages = defineMessages({
  connectTitle: 'Connect a wallet',
  kinds: {
    evm: 'Ethereum-like chains',
    solana: 'Solana',
    bitcoin: 'Bitcoin',
    unknown: 'Other chains',
  } satisfies Record<ChainKind, string>,
  looking: 'Looking for wallets…',
  demo: 'Play money, kept in this browser',
  connected: 'Connected',
  connecting: (wallet: string) => `Confirm in ${wallet}`,
  connectingHint: 'Your wallet asks whether this page may see your address. Nothing is signed or sent by it.',
  slow: 'Nothing happens? Open the wallet yourself: it may be locked, or wait behind another window.',
  stopWaiting: 'Choose another wallet',
  declined: (wallet: string) => `${wallet} was not connected, because the request was declined. You can try again.`,
  failed: (wallet: string) => `${wallet} could not be connected`,
  unexplained: 'The wallet gave no reason we understand. Open it, unlock it, and try again.',
  detail: 'What the wallet said',
  none: 'No wallet was found in this browser',
  noneHint:
    'Install a browser wallet and reload the page, or open this page in the browser of your wallet app. You can see prices without one.',
  discoveryFailed: 'Wallets could not be looked for. You may be offline.',
  lookAgain: 'Look again',
  promise:
    'Connecting shows this page your address. Every transaction is checked and shown to you before your wallet is asked.',

  accountTitle: 'Accounts',
  in: (wallet: string) => `in ${wallet}`,
  copyAddress: 'Copy address',
  explorer: 'Explorer',
  balances: 'Balances',
  noBalances: 'No tokens found yet.',
  balancesFailed: 'Balances could not be read just now.',
  onChain: (chain: string) => `on ${chain}`,
  total: 'Together',
  more: (count: number) => `${count} more`,
  disconnect: (wallet: string) => `Disconnect ${wallet}`,
  connectAnother: 'Connect another wallet',
  gone: 'No wallet is connected any more.',
})
