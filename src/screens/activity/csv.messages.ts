import type { Chain } from '../../domain/chain'
import { defineMessages } from '../../ui/messages'

/** Programs and spreadsheets of people read these names: they are the same in every language. */
export const genericColumns = [
  'Opened',
  'Changed',
  'Kind',
  'State',
  'From chain',
  'Sold amount',
  'Sold token',
  'To chain',
  'Expected amount',
  'Minimum amount',
  'Received amount',
  'Bought token',
  'Fees',
  'Sender',
  'Recipient',
  'Transactions',
  'Order',
  'From chain ID',
  'To chain ID',
  'Position',
]

/** Koinly reads these names: they are the same in every language. */
export const koinlyColumns = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
]

/** CoinTracker refuses a file whose header differs, or that has other columns. */
export const coinTrackerColumns = [
  'Date',
  'Received Quantity',
  'Received Currency',
  'Sent Quantity',
  'Sent Currency',
  'Fee Amount',
  'Fee Currency',
  'Tag',
]

export const coinTrackingColumns = [
  'Type',
  'Buy Amount',
  'Buy Currency',
  'Sell Amount',
  'Sell Currency',
  'Fee',
  'Fee Currency',
  'Exchange',
  'Trade-Group',
  'Comment',
  'Date',
  'Tx-ID',
]

/** Descriptions in a file for other programs: English in every language of the app. */
export const csvMessages = defineMessages({
  swap: (sold: string, bought: string) => `Swap ${sold} to ${bought}`,
  liquidity: (kind: 'deposit' | 'increase' | 'withdraw' | 'collect', pair: string, position: bigint | undefined) =>
    [liquidityKinds[kind], pair, ...(position === undefined ? [] : [`position #${position}`])].join(' '),
  atLeast: (what: string, amount: string) => `${what}, at least ${amount} received`,
  on: (what: string, chains: readonly Pick<Chain, 'name' | 'chainId'>[]) =>
    `${what} on ${chains.map(({ name, chainId }) => `${name} (${chainId})`).join(' and ')}`,
  failed: (what: string) => `${what}; failed on chain`,
  refund: (what: string) => `Refund of ${what}`,
  /** A date without a block's time. */
  undated: (what: string) => `${what}; dated when this browser saw it`,
  approval: (symbol: string | undefined) => `Approval for ${symbol ?? 'a token'}`,
})

const liquidityKinds = {
  deposit: 'Deposit into',
  increase: 'Add to',
  withdraw: 'Remove liquidity from',
  collect: 'Collect fees from',
}
