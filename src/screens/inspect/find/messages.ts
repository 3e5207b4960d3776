import { defineMessages, plural } from '../../../ui/messages'

export const findMessages = defineMessages({
  title: 'Find an address on all networks',
  hint: 'Pools, tokens and owners of positions in the lists of all networks, and whether the networks know a contract there.',
  address: 'Address',
  example: '0x…',
  problem: 'Not an address.',
  result: 'Found',
  network: 'Network',
  what: 'What it is',
  where: 'Where',
  nowhere: 'No pool, token or owner of this address is in the lists received so far.',
  waiting: (networks: readonly string[]) => `Waiting for ${networks.join(', ')}…`,
  pool: 'Pool',
  token: (symbol: string, count: number) =>
    `Token ${symbol}, in ${count} ${plural('en', count, { one: 'pool', other: 'pools' })}`,
  owner: (count: number) => `Owner of ${count} ${plural('en', count, { one: 'position', other: 'positions' })}`,
  manager: (count: number) => `Position manager of ${count} ${plural('en', count, { one: 'pool', other: 'pools' })}`,
  contract: 'A contract',
  account: 'An account without code',
  unheard: 'The network did not answer',
  positions: 'Positions of this address',
})
