import { countText } from '../../domain/text/figure'
import { defineMessages } from '../../ui/messages'

/** The words of the token picker. */
export const tokenMessages = defineMessages({
  title: 'Select a token',
  search: 'Search tokens',
  searchHint: 'Symbol, name or address',
  chains: 'Network',
  allChains: 'All networks',
  quick: 'Favourite, recent and common tokens',
  quickChoice: (symbol: string, network: string) => `Choose ${symbol} on ${network}`,
  favourite: (symbol: string) => `Favourite: ${symbol}`,
  list: 'Tokens',
  option: (symbol: string, name: string, chain: string) => `${symbol} ${name} on ${chain}`,
  onChain: (chain: string) => `on ${chain}`,
  owned: (amount: string, symbol: string, dollars: string | undefined) =>
    `You have ${amount} ${symbol}${dollars ? `, ${dollars}` : ''}`,
  recent: 'Recent',
  chosen: 'Chosen',
  nativeCoin: 'Native token, no contract address',
  address: 'Address',
  copyAddress: 'Copy address',
  explorer: 'Explorer',
  found: (count: number) => (count === 1 ? '1 token' : `${countText(count)} tokens`),
  leftOut: (count: number) =>
    count === 1 ? '1 invalid token is hidden.' : `${countText(count)} invalid tokens are hidden.`,
  leftOutDetails: 'Show details',
  showSuspicious: 'Show suspicious tokens',
  nothing: 'No tokens found.',
  nothingFor: (text: string) => `No results for “${text}”.`,
  notListed: 'This token is not supported here.',
  allAgain: 'Search all networks',
})
