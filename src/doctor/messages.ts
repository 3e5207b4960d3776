/** The doctor's progress messages, and the comments it writes into the TIDEGATE_CHAINS file. */
export const doctorMessages = {
  askingChains: 'Asking for the list of chains…',
  askingPools: (chain: string) => `Asking for the pools of ${chain}…`,
  askingQuote: (chain: string, trade: string) => `Asking ${chain} for a quote: ${trade}…`,
  askingNodes: 'Asking nodes and looking for images…',
  head: (baseUrl: string, date: string) => [
    `The chains of ${baseUrl}, written by "npm run doctor" on ${date}.`,
    'Use it with TIDEGATE_CHAINS=<this file>. Comments and commas at the end of a list are allowed.',
    'Lines that are commented out are guesses: remove the slashes once you have compared them with the',
    'exchange’s own list of contracts. docs/operators.md explains each member.',
  ],
  leftOut: (chain: string, chainId: number, why: string) => `${chain} (${chainId}) is left out. ${why}`,
  onlyService: 'Only the service describes this chain: compare the name and the coin.',
  serviceName: (name: string) => `The service calls it ${JSON.stringify(name)}.`,
  mainNetwork: 'Of the main network:',
  listedWrapped: (symbol: string) => `The list has a token named W${symbol}:`,
  ownNode: 'A node of your own stays on the server. A public one, for a first try:',
  contract: (address: string, roles: readonly string[], times: number, venue: string | undefined) =>
    `${address}: ${roles.join(', ')}, named ${times === 1 ? 'once' : `${times} times`}.${
      venue === undefined ? '' : ` ${venue} publishes this address.`
    }`,
  namedManager: 'Pool records name this position manager:',
  pinnedCode:
    'Other code at these addresses blocks swaps through them once it is pinned. This is what a node shows now:',
  pinned: 'Nothing else is traded under these tickers once they are pinned:',
} as const
