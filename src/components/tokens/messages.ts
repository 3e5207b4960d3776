import type { Caution } from '../../domain/token'
import { defineMessages } from '../../ui/messages'

/** The words of the token picker. */
export const tokenMessages = defineMessages({
  title: 'Select a token',
  search: 'Search tokens',
  searchHint: 'Symbol, name or address',
  chains: 'Chain',
  allChains: 'All chains',
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
        return `Looks like ${caution.of}, but is another token`
      case 'shared ticker':
        return 'Not the only one of this name: check the address'
      case 'unusual name':
        return 'Unusual name: check the address'
      case 'link in name':
        return 'The name is an advertisement: do not follow it'
      case 'sum in name':
        return 'The name promises money: do not trust it'
      case 'unusual price':
        return 'Unusual price: it changed a hundredfold just now'
    }
  },
  balance: 'Balance',
  balanceFailed: 'Balance not available',
  nativeCoin: 'Coin of the chain, it has no address',
  address: 'Address',
  copyAddress: 'Copy address',
  explorer: 'Explorer',
  found: (count: number) => (count === 1 ? '1 token' : `${count.toLocaleString('en')} tokens`),
  leftOut: (count: number) =>
    count === 1
      ? '1 entry of the service’s list makes no sense and is left out.'
      : `${count.toLocaleString('en')} entries of the service’s list make no sense and are left out.`,
  leftOutDetails: 'What they are',
  nothing: 'No token fits.',
  nothingFor: (text: string) => `No token fits “${text}”. The list holds the tokens this service trades.`,
  notListed: 'This service does not list a token with this address, so it cannot be traded here.',
  allAgain: 'Search all chains',
})
