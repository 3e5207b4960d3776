import { defineMessages, plural } from '../../../ui/messages'

export const findMessages = defineMessages({
  title: 'Find an address, transaction or hash',
  hint: 'Searches the pools, tokens and position owners of all networks, and asks each network for a contract at an address. A hash is looked up on every EVM network and among the orders in this browser.',
  typed: 'Address or transaction hash',
  example: '0x…',
  problem: 'Enter an address, or a hash: 0x and 64 hexadecimal digits.',
  result: 'Found',
  network: 'Network',
  what: 'What it is',
  where: 'Where',
  nowhere: 'No pool, token or position owner with this address in the lists received so far.',
  waiting: (networks: readonly string[]) => `Waiting for ${networks.join(', ')}…`,
  pool: 'Pool',
  token: (symbol: string, count: number) =>
    `Token ${symbol}, in ${count} ${plural(count, { one: 'pool', other: 'pools' })}`,
  owner: (count: number) => `Owner of ${count} ${plural(count, { one: 'position', other: 'positions' })}`,
  manager: (count: number) => `Position manager of ${count} ${plural(count, { one: 'pool', other: 'pools' })}`,
  contract: 'A contract',
  account: 'An account, not a contract',
  unheard: 'No response from the network',
  positions: 'Positions of this address',
})
