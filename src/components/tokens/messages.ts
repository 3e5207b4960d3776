import type { Caution } from '../../domain/token'
import { defineMessages } from '../../ui/messages'

/** The words of the token picker. */
export const tokenMessages = defineMessages({
  title: 'Select a token',
  search: 'Search tokens',
  searchHint: 'Symbol, name or address',
  chains: 'Network',
  allChains: 'All networks',
  list: 'Tokens',
  option: (symbol: string, name: string, chain: string) => `${symbol} ${name} on ${chain}`,
  onChain: (chain: string) => `on ${chain}`,
  owned: (amount: string, symbol: string, dollars: string | undefined) =>
    `You have ${amount} ${symbol}${dollars ? `, ${dollars}` : ''}`,
  recent: 'Recent',
  chosen: 'Chosen',
  caution: (caution: Caution) => {
    switch (caution.is) {
      case 'look-alike':
        return `Not the real ${caution.of}: similar name`
      case 'shared ticker':
        return 'Several tokens use this name: check the address'
      case 'unusual name':
        return 'Unusual name: check the address'
      case 'link in name':
        return 'Link in the name: likely a scam'
      case 'sum in name':
        return 'Name promises money: likely a scam'
      case 'unusual price':
        return 'Unusual price: changed 100-fold just now'
    }
  },
  nativeCoin: 'Native token, no contract address',
  address: 'Address',
  copyAddress: 'Copy address',
  explorer: 'Explorer',
  found: (count: number) => (count === 1 ? '1 token' : `${count.toLocaleString('en')} tokens`),
  leftOut: (count: number) =>
    count === 1 ? '1 invalid token is hidden.' : `${count.toLocaleString('en')} invalid tokens are hidden.`,
  leftOutDetails: 'Show details',
  nothing: 'No tokens found.',
  nothingFor: (text: string) => `No results for “${text}”.`,
  notListed: 'This token is not supported here.',
  allAgain: 'Search all networks',
})
